/** Standard input as MCP messages, one a line. */
import {
  INVALID_REQUEST,
  type JSONRPCMessage,
  PARSE_ERROR,
  parseJSONRPCMessage,
  STDIO_DEFAULT_MAX_BUFFER_SIZE,
} from "@modelcontextprotocol/server";

/** What a line holds, or the answer to one that holds no message. */
type Line = { readonly message: JSONRPCMessage } | { readonly refusal: JSONRPCMessage };

/** Splits what arrives into lines, and checks each. */
export class MessageLines {
  readonly #decoder = new TextDecoder();
  #rest = "";

  /**
   * The lines that are whole now; blank ones are passed over.
   *
   * @throws {RangeError} If a line is too long to be a message.
   */
  read(chunk: Uint8Array): Line[] {
    const text = this.#decoder.decode(chunk, { stream: true });
    this.#rest += text;
    if (this.#rest.length > STDIO_DEFAULT_MAX_BUFFER_SIZE) {
      throw new RangeError("A line of standard input is too long to be a message");
    }
    if (!text.includes("\n")) return [];
    const lines = this.#rest.split("\n");
    this.#rest = lines.pop()!;
    return lines.filter((line) => line.trim() !== "").map(lineOf);
  }
}

function lineOf(line: string): Line {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return refusal(PARSE_ERROR, "Parse error: the line is not JSON", null);
  }
  try {
    return { message: parseJSONRPCMessage(value) };
  } catch {
    const why = "Invalid Request: the line is JSON, but no JSON-RPC 2.0 message";
    return refusal(INVALID_REQUEST, why, requestIdOf(value));
  }
}

/** The id of what means to be a request. A response has one, too, but that is ours, not the client's. */
function requestIdOf(value: unknown): unknown {
  const { id, method } = Object(value);
  return method !== undefined && ["string", "number"].includes(typeof id) ? id : null;
}

/** JSON-RPC has a `null` for an id that is not known; the SDK's type has not. */
function refusal(code: number, message: string, id: unknown): Line {
  return { refusal: { jsonrpc: "2.0", id, error: { code, message } } as JSONRPCMessage };
}

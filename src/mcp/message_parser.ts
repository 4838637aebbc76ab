/** Standard input as MCP messages, one a line. */
import {
  INVALID_REQUEST,
  type JSONRPCMessage,
  PARSE_ERROR,
  parseJSONRPCMessage,
  STDIO_DEFAULT_MAX_BUFFER_SIZE,
} from "@modelcontextprotocol/server";

/** What a line holds, or the answer to one that holds no message. */
type ParsedLine = { readonly message: JSONRPCMessage } | { readonly errorResponse: JSONRPCMessage };

/** Splits what arrives into lines, and checks each. */
export class MessageParser {
  readonly #decoder = new TextDecoder();
  #partialLine = "";

  /**
   * The lines that are whole now; blank ones are passed over.
   *
   * @throws {RangeError} If a line is too long to be a message.
   */
  parse(chunk: Uint8Array): ParsedLine[] {
    const text = this.#decoder.decode(chunk, { stream: true });
    this.#partialLine += text;
    if (this.#partialLine.length > STDIO_DEFAULT_MAX_BUFFER_SIZE) {
      throw new RangeError("A line of standard input is too long to be a message");
    }
    if (!text.includes("\n")) return [];
    const lines = this.#partialLine.split("\n");
    this.#partialLine = lines.pop()!;
    return lines.filter((line) => line.trim() !== "").map(parseLine);
  }
}

function parseLine(line: string): ParsedLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return errorResponseLine(PARSE_ERROR, "Parse error: the line is not JSON", null);
  }
  try {
    return { message: parseJSONRPCMessage(value) };
  } catch {
    const why = "Invalid Request: the line is JSON, but no JSON-RPC 2.0 message";
    return errorResponseLine(INVALID_REQUEST, why, requestIdOf(value));
  }
}

/** The id of what means to be a request. A response has one, too, but that is ours, not the client's. */
function requestIdOf(value: unknown): unknown {
  const { id, method } = Object(value);
  return method !== undefined && ["string", "number"].includes(typeof id) ? id : null;
}

/** JSON-RPC has a `null` for an id that is not known; the SDK's type has not. */
function errorResponseLine(code: number, message: string, id: unknown): ParsedLine {
  return { errorResponse: { jsonrpc: "2.0", id, error: { code, message } } as JSONRPCMessage };
}

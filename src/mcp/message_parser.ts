import {
  INVALID_REQUEST,
  type JSONRPCMessage,
  PARSE_ERROR,
  parseJSONRPCMessage,
  STDIO_DEFAULT_MAX_BUFFER_SIZE,
} from "@modelcontextprotocol/server";

/** The SDK's bound, in UTF-16 units. */
const MAX_LINE_CHARACTERS = STDIO_DEFAULT_MAX_BUFFER_SIZE;

type ParsedLine =
  | { readonly type: "message"; readonly message: JSONRPCMessage }
  | { readonly type: "error"; readonly response: JSONRPCMessage };

/** Splits chunks of bytes into lines, and parses each. */
export class MessageParser {
  readonly #decoder = new TextDecoder();
  #partialLine = "";
  /** True from where a line is too long up to its end, which is skipped. */
  #isTooLong = false;

  /** Returns the lines that a chunk completes, without blank ones. A line that grows too long is an error. */
  parse(chunk: Uint8Array): ParsedLine[] {
    const parsed: ParsedLine[] = [];
    for (const [i, part] of this.#decoder.decode(chunk, { stream: true }).split("\n").entries()) {
      if (i > 0) {
        if (this.#partialLine.trim() !== "") parsed.push(parseLine(this.#partialLine));
        this.#partialLine = "";
        this.#isTooLong = false;
      }
      if (this.#isTooLong) continue;
      this.#partialLine += part;
      if (this.#partialLine.length <= MAX_LINE_CHARACTERS) continue;
      this.#partialLine = "";
      this.#isTooLong = true;
      const reason = `Invalid Request: the line is longer than ${MAX_LINE_CHARACTERS} characters`;
      parsed.push(errorLine(INVALID_REQUEST, reason, null));
    }
    return parsed;
  }
}

function parseLine(line: string): ParsedLine {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return errorLine(PARSE_ERROR, "Parse error: the line is not JSON", null);
  }
  try {
    return { type: "message", message: parseJSONRPCMessage(value) };
  } catch {
    const reason = "Invalid Request: the line is JSON, but no JSON-RPC 2.0 message";
    return errorLine(INVALID_REQUEST, reason, requestIdOf(value));
  }
}

/** Returns the id of a malformed request. A response has one, too, but it is ours, not the client's. */
function requestIdOf(value: unknown): unknown {
  const { id, method } = Object(value);
  return method !== undefined && ["string", "number"].includes(typeof id) ? id : null;
}

function errorLine(code: number, message: string, id: unknown): ParsedLine {
  // For an unknown id, JSON-RPC has `null`, and the SDK's type nothing.
  const response = { jsonrpc: "2.0", id, error: { code, message } } as JSONRPCMessage;
  return { type: "error", response };
}

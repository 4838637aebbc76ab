/** Makes messages of a client's text, and error responses to what is no message. */
import {
  INVALID_REQUEST,
  type JSONRPCErrorResponse,
  type JSONRPCMessage,
  PARSE_ERROR,
  parseJSONRPCMessage,
} from "@modelcontextprotocol/server";

/** The only revision of the protocol with batches. */
export const BATCH_REVISION = "2025-03-26";

/** Maximum messages of a batch, as in the SDK's transport of HTTP. */
const MAX_BATCH_MESSAGES = 100;

/** A message, or the response to what is none. */
export type Parsed =
  | { readonly message: JSONRPCMessage; readonly refusal?: undefined }
  | { readonly message?: undefined; readonly refusal: JSONRPCErrorResponse };

/** Parses one message or, where `hasBatches`, an array of some. */
export function parseMessages(text: string, hasBatches: boolean): Parsed | Parsed[] {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return refused("Parse error: the text is not JSON", { code: PARSE_ERROR });
  }
  if (!Array.isArray(value)) return parseMessage(value);
  if (!hasBatches) return refused("Invalid Request: this revision of the protocol has no batches");
  if (value.length === 0) return refused("Invalid Request: the batch is empty");
  if (value.length <= MAX_BATCH_MESSAGES) return value.map(parseMessage);
  return refused(`Invalid Request: the batch has more than ${MAX_BATCH_MESSAGES} messages`);
}

function parseMessage(value: unknown): Parsed {
  // Clients send `null` for none, which the SDK refuses.
  const { params } = Object(value);
  for (const name of ["arguments", "cursor"]) if (params?.[name] === null) delete params[name];
  try {
    return { message: parseJSONRPCMessage(value) };
  } catch {
    return refused("Invalid Request: the JSON is no message of MCP", { id: idOf(value) });
  }
}

/** Returns the id of a malformed request, if JSON can send it back. That of a response is ours. */
function idOf(value: unknown): unknown {
  const object = Object(value);
  if (!("method" in object) && ("result" in object || "error" in object)) return null;
  const { id } = object;
  const isNumber = typeof id === "number" && Math.abs(id) <= Number.MAX_SAFE_INTEGER;
  return isNumber || typeof id === "string" ? id : null;
}

/** Refuses with a response, whose id is null where that of the request is unknown. */
export function refused(
  message: string,
  { code = INVALID_REQUEST, id = null as unknown } = {},
): Parsed {
  // The SDK's type has no id of null.
  return { refusal: { jsonrpc: "2.0", id, error: { code, message } } as JSONRPCErrorResponse };
}

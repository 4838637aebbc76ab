/** HTTP responses with a JSON-RPC error, to requests that are refused before their message is read. */
const JSON_RPC_CODES = { refused: -32000, invalidRequest: -32600, parseError: -32700 } as const;

interface ErrorResponseOptions {
  /** The name of the JSON-RPC code. @default {"refused"} */
  readonly code?: keyof typeof JSON_RPC_CODES;
  readonly headers?: Readonly<Record<string, string>>;
}

export function errorResponse(
  status: number,
  message: string,
  { code = "refused", headers = {} }: ErrorResponseOptions = {},
): Response {
  const error = { code: JSON_RPC_CODES[code], message };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status, headers });
}

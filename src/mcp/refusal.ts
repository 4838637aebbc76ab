const CODES = { refused: -32000, invalidRequest: -32600, parseError: -32700 } as const;

/** Options of {@linkcode refuse}. */
interface RefusalOptions {
  /** The JSON-RPC code. @default {"refused"} */
  readonly code?: keyof typeof CODES;
  /** Additional headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** Refuses a request before its message is read: a JSON-RPC error without an id. */
export function refuse(
  status: number,
  message: string,
  { code = "refused", headers = {} }: RefusalOptions = {},
): Response {
  const error = { code: CODES[code], message };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status, headers });
}

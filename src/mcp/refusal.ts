/** The JSON-RPC codes of what is refused before it is a message, as the SDK itself uses them. */
const CODES = { refused: -32000, parseError: -32700 } as const;

/** How a refusal differs from a plain one. */
export interface RefusalOptions {
  /** Which JSON-RPC code it has. @default {"refused"} */
  readonly code?: keyof typeof CODES;
  /** More headers. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** A refusal before any message is read: JSON-RPC's error, without an id. */
export function refuse(
  status: number,
  message: string,
  { code = "refused", headers = {} }: RefusalOptions = {},
): Response {
  const error = { code: CODES[code], message };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status, headers });
}

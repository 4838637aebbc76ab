/** Makes the response to a request that is refused before its message is read. */
export function errorResponse(
  status: number,
  message: string,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const error = { code: -32000, message };
  return Response.json({ jsonrpc: "2.0", error, id: null }, { status, headers });
}

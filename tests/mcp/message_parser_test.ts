import { assertEquals } from "@std/assert";
import { MessageParser } from "../../src/mcp/message_parser.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const PING = { jsonrpc: "2.0", id: 1, method: "ping" };

/** Returns the error response to a line that is no message. */
function errorLine(code: number, id: unknown = null): unknown {
  const message = code === -32700
    ? "Parse error: the line is not JSON"
    : "Invalid Request: the line is JSON, but no JSON-RPC 2.0 message";
  return { type: "error", response: { jsonrpc: "2.0", id, error: { code, message } } };
}

Deno.test("a line that is no message has an error response; its id is that of a request alone", () => {
  const rows: [line: string, parsed: unknown[]][] = [
    [JSON.stringify(PING), [{ type: "message", message: PING }]],
    [`${JSON.stringify(PING)}\r`, [{ type: "message", message: PING }]],
    ["", []],
    [" \r", []],
    ["no", [errorLine(-32700)]],
    ["{", [errorLine(-32700)]],
    ["null", [errorLine(-32600)]],
    [`[${JSON.stringify(PING)}]`, [errorLine(-32600)]],
    ['{"jsonrpc":"2.0","id":5,"method":7}', [errorLine(-32600, 5)]],
    ['{"id":"x","method":"ping"}', [errorLine(-32600, "x")]],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', [errorLine(-32600)]],
    // "A response has one, too, but it is ours, not the client's."
    ['{"jsonrpc":"2.0","id":5,"result":7}', [errorLine(-32600)]],
  ];
  for (const [line, parsed] of rows) {
    assertEquals(new MessageParser().parse(bytes(`${line}\n`)) as unknown[], parsed, line);
  }
});

Deno.test("a chunk may hold part of a line, or several lines", () => {
  const parser = new MessageParser();
  const ping = (id: string) => `${JSON.stringify({ ...PING, id })}\n`;
  const all = bytes(ping("é") + ping("b"));
  const read = [...all].flatMap((byte) => parser.parse(Uint8Array.of(byte)));
  assertEquals(read as unknown[], [
    { type: "message", message: { ...PING, id: "é" } },
    { type: "message", message: { ...PING, id: "b" } },
  ]);
  assertEquals(new MessageParser().parse(all).length, 2);
});

import { assertEquals } from "@std/assert";
import { MessageParser } from "../../src/mcp/message_parser.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const PING = { jsonrpc: "2.0", id: 1, method: "ping" };

/** The answer to a line that is no message. */
function refused(code: number, id: unknown = null): unknown {
  const message = code === -32700
    ? "Parse error: the line is not JSON"
    : "Invalid Request: the line is JSON, but no JSON-RPC 2.0 message";
  return { refusal: { jsonrpc: "2.0", id, error: { code, message } } };
}

Deno.test("a line that is no message is answered; the id is that of a request alone", () => {
  const rows: [line: string, read: unknown[]][] = [
    [JSON.stringify(PING), [{ message: PING }]],
    [`${JSON.stringify(PING)}\r`, [{ message: PING }]],
    ["", []],
    [" \r", []],
    ["no", [refused(-32700)]],
    ["{", [refused(-32700)]],
    ["null", [refused(-32600)]],
    [`[${JSON.stringify(PING)}]`, [refused(-32600)]],
    ['{"jsonrpc":"2.0","id":5,"method":7}', [refused(-32600, 5)]],
    ['{"id":"x","method":"ping"}', [refused(-32600, "x")]],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', [refused(-32600)]],
    // "A response has one, too, but that is ours, not the client's."
    ['{"jsonrpc":"2.0","id":5,"result":7}', [refused(-32600)]],
  ];
  for (const [line, read] of rows) {
    assertEquals(new MessageParser().parse(bytes(`${line}\n`)) as unknown[], read, line);
  }
});

Deno.test("lines may arrive in pieces, and several at once", () => {
  const lines = new MessageParser();
  const ping = (id: string) => `${JSON.stringify({ ...PING, id })}\n`;
  const all = bytes(ping("é") + ping("b"));
  const read = [...all].flatMap((byte) => lines.parse(Uint8Array.of(byte)));
  assertEquals(read as unknown[], [{ message: { ...PING, id: "é" } }, {
    message: { ...PING, id: "b" },
  }]);
  assertEquals(new MessageParser().parse(all).length, 2);
});

import { assertEquals } from "@std/assert";
import { MessageParser } from "../../src/mcp/message_parser.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const PING = { jsonrpc: "2.0", id: 1, method: "ping" };

/** Returns the error response to a line that is no message. */
function errorLine(
  code: number,
  id: unknown = null,
  reason = "the line is JSON, but no JSON-RPC 2.0 message",
): unknown {
  const message = code === -32700
    ? "Parse error: the line is not JSON"
    : `Invalid Request: ${reason}`;
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

Deno.test("a line over the bound is refused once, when it grows too long, and the next one is parsed", () => {
  const parser = new MessageParser();
  const half = bytes("x".repeat(5 * 1024 * 1024));
  const refused = errorLine(-32600, null, "the line is longer than 10485760 characters");
  assertEquals([half, half].flatMap((chunk) => parser.parse(chunk)), []);
  assertEquals(parser.parse(bytes("x")) as unknown[], [refused]);
  assertEquals(parser.parse(half), []);
  const line = JSON.stringify(PING);
  const message = { type: "message", message: PING };
  assertEquals(parser.parse(bytes(`x\n${line}\n`)) as unknown[], [message]);
  const padded = `${line.padEnd(10 * 1024 * 1024)}\n${line}\n`;
  assertEquals(parser.parse(bytes(padded)) as unknown[], [message, message], "at the bound");
  const chunk = bytes(`${line}\n${padded.replace("\n", " \n")}`);
  assertEquals(parser.parse(chunk) as unknown[], [message, refused, message], "in one chunk");
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

import { assertEquals } from "@std/assert";
import { PassThrough, Writable } from "node:stream";
import { StdioTransport } from "../../src/mcp/stdio_transport.ts";
import { message } from "../support/mcp.ts";
import { retime } from "../support/timers.ts";
import { delay, until } from "../support/wait.ts";

/** Starts a transport whose requests are answered with `{}` at once, but for `wait`. */
function start() {
  const [input, text, reported] = [new PassThrough(), [] as string[], [] as string[]];
  let isRead = true;
  let takes = (): void => {};
  const output = new Writable({
    write(chunk, _encoding, done) {
      text.push(`${chunk}`);
      takes = (): void => {
        output.emit("progress");
        done();
      };
      if (isRead) takes();
    },
  });
  const transport = new StdioTransport(input, output, (line) => reported.push(line));
  const received: string[] = [];
  const answer = (id: unknown) =>
    void transport.send({ jsonrpc: "2.0", id: id as number, result: {} });
  transport.onmessage = (given) => {
    const { id, method } = given as { id?: number; method?: string };
    received.push(method ?? "a response");
    if (method !== "wait" && method !== undefined && id !== undefined) answer(id);
  };
  void transport.start();
  const read = (does: boolean) => {
    isRead = does;
    if (does) takes();
  };
  return { input, transport, received, reported, answer, read, written: () => text.join("") };
}

const answerTo = (id: string): string => `{"jsonrpc":"2.0","id":${id},"result":{}}`;
const refusal = (code: number, reason: string, id: string): string => {
  const message = `${code === -32700 ? "Parse error" : "Invalid Request"}: ${reason}`;
  return JSON.stringify({ jsonrpc: "2.0", id: JSON.parse(id), error: { code, message } });
};
const NO_JSON = refusal(-32700, "the text is not JSON", "null");
const noMessage = (id: string): string => refusal(-32600, "the JSON is no message of MCP", id);
const BATCHES = message("initialize", { protocolVersion: "2025-03-26" }, 0);

Deno.test('"parse error (-32700) and invalid request (-32600) as JSON-RPC has them, with the id where one can be read"', async () => {
  const ping = message("ping", {}, 1);
  const rows: [input: string | Uint8Array, lines: string[], isSilent?: boolean][] = [
    [ping, [answerTo("1")], true],
    [`\uFEFF${ping}`, [answerTo("1")], true],
    [`${ping}\r\n\r\n \n\n${ping}`, [answerTo("1"), answerTo("1")], true],
    [`${ping}\n\uFEFF${ping}`, [answerTo("1"), NO_JSON]],
    // Invalid UTF-8 is the replacement character, as for the SDK.
    [
      Uint8Array.from([...`{"jsonrpc":"2.0","id":"\xff","method":"ping"}`], (c) => c.charCodeAt(0)),
      [
        answerTo('"\uFFFD"'),
      ],
      true,
    ],
    ["{", [NO_JSON]],
    ["\0", [NO_JSON]],
    [`${ping}${ping}`, [NO_JSON]],
    ["null", [noMessage("null")]],
    ["5", [noMessage("null")]],
    ["{}", [noMessage("null")]],
    ['{"id":1,"method":"ping"}', [noMessage("1")]],
    ['{"jsonrpc":"2.0","id":"a","method":"ping","params":5}', [noMessage('"a"')]],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":null}', [noMessage("1")]],
    ['{"jsonrpc":"2.0","id":1,"method":7}', [noMessage("1")]],
    ['{"jsonrpc":"2.0","id":2.5,"method":"ping"}', [noMessage("2.5")]],
    ['{"jsonrpc":"2.0","id":1e400,"method":"ping"}', [noMessage("null")]],
    ['{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}', [noMessage("null")]],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', [noMessage("null")]],
    ['{"jsonrpc":"2.0","id":{},"method":"ping"}', [noMessage("null")]],
    ['{"jsonrpc":"2.0","id":true,"method":"ping"}', [noMessage("null")]],
    [message("ping", { _meta: { progressToken: null } }, 3), [noMessage("3")]],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"x":1}}', [noMessage("1")]],
    ['{"jsonrpc":"2.0","method":"a","params":5}', [noMessage("null")]],
    // The id of a response is ours, and a response is not answered.
    ['{"jsonrpc":"2.0","id":5,"result":null}', [noMessage("null")]],
    ['{"jsonrpc":"2.0","id":5,"result":{}}', [], true],
    ['{"jsonrpc":"2.0","method":"a"}', [], true],
    ["[]", [refusal(-32600, "this revision of the protocol has no batches", "null")]],
  ];
  for (const [text, lines, isSilent = false] of rows) {
    const { input, transport, reported, written } = start();
    input.end(text);
    // "It closes once the input has ended and all is answered and read."
    await transport.closed;
    assertEquals(written(), lines.map((line) => `${line}\n`).join(""), `${text}`);
    assertEquals(reported.length, isSilent ? 0 : 1, `${text}`);
    assertEquals(reported.filter((line) => line.length > 100 || line.includes("\n")), []);
  }
});

Deno.test('"batches where the agreed version (2025-03-26 only) has them, answered as one array"', async () => {
  const [ping, wait] = [message("ping", {}, 1), message("wait", {}, 2)];
  const [notice, cancel] = [
    message("a", {}, null),
    message("notifications/cancelled", { requestId: 2 }, null),
  ];
  const answer = answerTo("1");
  const rows: [batch: string[], line: string | undefined][] = [
    [[ping, ping], `[${answer},${answer}]`],
    [[message("subscriptions/listen", {}, 1), ping], `[${answer},${answer}]`],
    [
      [ping, "5", "[]", notice, '{"id":3}'],
      `[${answer},${noMessage("null")},${noMessage("null")},${noMessage("3")}]`,
    ],
    [[notice, notice], undefined],
    [[wait, ping, cancel], `[${answer}]`],
    [[wait, cancel], undefined],
    [[], refusal(-32600, "the batch is empty", "null")],
    [Array(101).fill(ping), refusal(-32600, "the batch has more than 100 messages", "null")],
  ];
  for (const [batch, line] of rows) {
    const { input, transport, written } = start();
    input.end(`${BATCHES}\n[${batch}]`);
    await transport.closed;
    const lines = [answerTo("0"), ...line === undefined ? [] : [line]];
    assertEquals(written(), lines.map((line) => `${line}\n`).join(""), `${batch}`);
  }
  const { input, transport, answer: send, written } = start();
  input.write(`${BATCHES}\n[${wait},${ping}]\n${message("ping", {}, 3)}\n`);
  await until(() => written().includes(answerTo("3")));
  assertEquals(written(), `${answerTo("0")}\n${answerTo("3")}\n`, "others do not wait for it");
  send(2);
  input.end();
  await transport.closed;
  assertEquals(written().split("\n").at(-2), `[${answer},${answerTo("2")}]`);
});

Deno.test("a line over the bound is refused once, when it grows too long, and the next one is read", async () => {
  const { input, transport, written } = start();
  const ping = message("ping", {}, 1);
  for (const part of ["x".repeat(2 ** 23), "y".repeat(2 ** 23), `${ping}\n${ping}\n`]) {
    input.write(part);
  }
  input.end(ping.padEnd(10 * 2 ** 20));
  await transport.closed;
  const refused = refusal(-32600, "the line is longer than 10485760 characters", "null");
  assertEquals(written(), `${refused}\n${answerTo("1")}\n${answerTo("1")}\n`);
});

Deno.test("nothing is read while a client leaves more than 8 MiB unread", async () => {
  const { input, transport, received, answer, read } = start();
  read(false);
  answer("x".repeat(2 ** 23));
  input.end(message("ping", {}, 1));
  await delay(20);
  assertEquals(received, []);
  read(true);
  await transport.closed;
  assertEquals(received, ["ping"]);
});

Deno.test('"once it has answered all and the client has read it, or has read nothing for 30 seconds"', async () => {
  using _timers = retime((ms) => ms === 30_000 ? 20 : ms);
  const { input, transport, answer, written } = start();
  let isClosed = false;
  void transport.closed.then(() => isClosed = true);
  input.end(`${message("wait", {}, 1)}\n${message("wait", {}, 2)}\n`);
  await delay(10);
  answer(1);
  await delay(100);
  assertEquals(isClosed, false, "a call runs, and all before it was read");
  answer(2);
  await transport.closed;
  assertEquals(written(), `${answerTo("1")}\n${answerTo("2")}\n`);

  const stuck = start();
  stuck.read(false);
  stuck.input.end(message("ping", {}, 1));
  await stuck.transport.closed;
});

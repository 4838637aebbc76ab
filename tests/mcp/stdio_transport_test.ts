import { assertEquals } from "@std/assert";
import { once } from "node:events";
import { PassThrough, Writable } from "node:stream";
import { StdioTransport } from "../../src/mcp/stdio_transport.ts";
import { delay, until } from "../support/wait.ts";

/** Makes an output whose reader reads a chunk on demand. */
function slowOutput(): { output: Writable; read(): Promise<void>; text: string } {
  let pending: (() => void) | undefined;
  const slow = {
    text: "",
    output: new Writable({
      decodeStrings: false,
      write(chunk, _encoding, done) {
        pending = () => {
          slow.text += chunk;
          done();
        };
      },
    }),
    async read(): Promise<void> {
      await until(() => pending !== undefined);
      const take = pending!;
      pending = undefined;
      take();
    },
  };
  return slow;
}

const notification = (text: string) => ({ jsonrpc: "2.0", method: "a", params: { text } }) as const;

Deno.test("backpressure: no input is read while the client reads no responses", async () => {
  const slow = slowOutput();
  const input = new PassThrough();
  const transport = new StdioTransport(input, slow.output);
  await transport.start();
  const small = transport.send(notification("small"));
  assertEquals(input.isPaused(), false);
  const large = transport.send(notification("x".repeat(2 ** 25)));
  assertEquals(input.isPaused(), true);
  await slow.read();
  await small;
  assertEquals(input.isPaused(), true);
  await slow.read();
  await large;
  await until(() => !input.isPaused());
  await transport.close();
});

Deno.test("flushed() waits for a client that reads, and not for one that does not", async () => {
  const slow = slowOutput();
  const transport = new StdioTransport(new PassThrough(), slow.output);
  await transport.flushed();
  await slow.read();
  for (const text of ["a", "b", "c"]) void transport.send(notification(text));
  let isFlushed = false;
  const flushed = transport.flushed().then(() => isFlushed = true);
  await slow.read();
  await delay(0);
  assertEquals(isFlushed, false);
  await flushed;
  assertEquals(slow.text, `${JSON.stringify(notification("a"))}\n`);
});

Deno.test("backpressure: what short unread lines cost counts, not their characters alone", async () => {
  const slow = slowOutput();
  const input = new PassThrough();
  const transport = new StdioTransport(input, slow.output);
  await transport.start();
  let lines = 0;
  for (; !input.isPaused(); lines++) await transport.send(notification(""));
  assertEquals(lines, Math.floor(2 ** 25 / (2 * 52 + 512)) + 1);
  await transport.close();
});

Deno.test("a line that is no message, or is too long, gets an error response, and the server goes on", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new StdioTransport(input, output);
  const methods: unknown[] = [];
  transport.onmessage = (message) => methods.push(Object(message).method);
  await transport.start();
  for (
    const [line, code] of [["this is no JSON", -32700], [" ".repeat(2 ** 24), -32600]] as const
  ) {
    const answered = once(output, "data");
    input.write(`${line}\n`);
    const [answer] = await answered;
    assertEquals(JSON.parse(`${answer}`).error.code, code);
  }
  input.write(`${JSON.stringify(notification("small"))}\n`);
  await until(() => methods.length > 0);
  assertEquals(methods, ["a"]);
  await transport.close();
});

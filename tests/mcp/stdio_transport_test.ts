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

Deno.test("a line that is no message gets an error response, and one that is too long ends the connection", async () => {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const transport = new StdioTransport(input, output);
  const errors: string[] = [];
  transport.onerror = ({ message }) => errors.push(message);
  await transport.start();
  input.write("this is no JSON\n");
  const [answer] = await once(output, "data");
  assertEquals(JSON.parse(`${answer}`).error.code, -32700);
  input.write(" ".repeat(11 * 1024 * 1024));
  await transport.closed;
  assertEquals(errors, ["A line of standard input is too long to be a message"]);
});

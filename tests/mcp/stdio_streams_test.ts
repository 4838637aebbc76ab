import { assertEquals } from "@std/assert";
import { PassThrough, Writable } from "node:stream";
import { boundedBy, flushed } from "../../src/mcp/stdio_streams.ts";
import { delay, until } from "../support/wait.ts";

Deno.test("nothing is read while a client reads no output, and the input ends once all is answered", async () => {
  let read = (): void => {};
  const output = new Writable({ write: (_chunk, _encoding, done) => void (read = done) });
  const input = new PassThrough();
  const answered = Promise.withResolvers<void>();
  const bounded = boundedBy(output, input, () => answered.promise);
  let [text, hasEnded] = ["", false];
  bounded.on("data", (chunk) => text += chunk).on("end", () => hasEnded = true);
  input.write("a");
  await until(() => text === "a");
  output.write("x".repeat(2 ** 20 + 1));
  input.end("b");
  await delay(10);
  assertEquals(text, "a");
  // "Waits until all output is written, or the client stops reading."
  await flushed(output);
  read();
  await until(() => text === "ab");
  await delay(10);
  assertEquals(hasEnded, false);
  answered.resolve();
  await until(() => hasEnded);
});

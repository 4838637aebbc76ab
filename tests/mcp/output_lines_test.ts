import { assertEquals, assertRejects } from "@std/assert";
import { type Output, OutputLines } from "../../src/mcp/output_lines.ts";

/** An output that takes a few bytes each time it is let to. */
function slowOutput(): { output: Output; take(bytes: number): void; text: string } {
  const decoder = new TextDecoder();
  let pending: { bytes: Uint8Array; resolve: (count: number) => void } | undefined;
  const slow = {
    text: "",
    output: {
      write: (bytes: Uint8Array) =>
        new Promise<number>((resolve) => void (pending = { bytes, resolve })),
    },
    take(count: number): void {
      const { bytes, resolve } = pending!;
      pending = undefined;
      const taken = bytes.subarray(0, count);
      slow.text += decoder.decode(taken, { stream: true });
      resolve(taken.length);
    },
  };
  return slow;
}

/** Lets everything happen that is ready. */
const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

Deno.test('"Writes lines in order. Those that are ready at the same time are one write"', async () => {
  const slow = slowOutput();
  const lines = new OutputLines(slow.output);
  const written = [lines.write("a1"), lines.write("é2")];
  await settle();
  slow.take(4); // Cuts the é in two.
  written.push(lines.write("c3"));
  await settle();
  slow.take(99);
  await settle();
  assertEquals(slow.text, "a1\né2\n");
  slow.take(99);
  await Promise.all(written);
  assertEquals(slow.text, "a1\né2\nc3\n");
});

Deno.test("OutputLines is full while too much waits, and says when it is not", async () => {
  const slow = slowOutput();
  let rooms = 0;
  const lines = new OutputLines(slow.output, () => rooms++);
  const written = lines.write("x".repeat(2 ** 25 + 1));
  assertEquals([lines.isFull, rooms], [true, 0]);
  await settle();
  slow.take(2 ** 26);
  await written;
  assertEquals([lines.isFull, rooms], [false, 1]);
});

Deno.test("OutputLines.flushed() waits for a reader that reads, and gives up one that does not", async () => {
  const slow = slowOutput();
  const lines = new OutputLines(slow.output);
  await lines.flushed();
  void lines.write("abc");
  await settle();
  let isFlushed = false;
  const flushed = lines.flushed().then(() => isFlushed = true);
  slow.take(2);
  await settle();
  assertEquals(isFlushed, false);
  await flushed;
  assertEquals(slow.text, "ab");
});

Deno.test("OutputLines fails what it cannot write", async () => {
  const lines = new OutputLines({ write: () => Promise.reject(new Deno.errors.BrokenPipe()) });
  await assertRejects(() => lines.write("a"), Deno.errors.BrokenPipe);
  await lines.flushed();
});

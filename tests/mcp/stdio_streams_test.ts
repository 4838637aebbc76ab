import { assertEquals } from "@std/assert";
import { outputTo } from "../../src/mcp/stdio_streams.ts";
import { until } from "../support/wait.ts";

Deno.test("output is written in slices, one at a time and in order, and each that is taken shows", async () => {
  const slices: number[] = [];
  let [text, progress] = ["", 0];
  const target = {
    async write(bytes: Uint8Array): Promise<number> {
      const taken = Math.min(bytes.length, 10_000);
      slices.push(bytes.length);
      await Promise.resolve();
      text += new TextDecoder().decode(bytes.subarray(0, taken));
      return taken;
    },
  };
  const output = outputTo(target).on("progress", () => progress++);
  const parts = ["é", "a".repeat(40_000), "b", ""];
  for (const part of parts) output.write(part);
  await until(() => output.writableLength === 0);
  assertEquals(text, parts.join(""));
  assertEquals(Math.max(...slices), 2 ** 14);
  assertEquals(progress, slices.length);
});

import { assertEquals, assertRejects } from "@std/assert";
import { TOOLSETS } from "../../../mod.ts";
import { withReads } from "../../support/disk_reads.ts";
import { withQuickTree } from "../../support/tree.ts";

const { agent } = TOOLSETS;

Deno.test("hints and suggestions: AbortError in the extra walk", async () => {
  await withQuickTree({ "a/f.TS": "" }, async (root) => {
    const controller = new AbortController();
    let reads = 0;
    const before = (): void => {
      if (++reads === 3) controller.abort();
      if (reads < 3) return;
      const end = performance.now() + 30;
      while (performance.now() < end);
    };
    const args = { extensions: ["ts"], case_sensitive: true };
    const { signal } = controller;
    const error = await withReads(
      { before },
      () =>
        assertRejects(() => agent.find_files.execute(args, { cwd: root, signal }), DOMException),
    );
    assertEquals(error.name, "AbortError");
  });
});

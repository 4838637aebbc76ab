import { assertEquals, assertRejects } from "@std/assert";
import { lines, NOTHING_OMITTED, numbered, overview } from "../../../support/agent.ts";
import { withReads } from "../../../support/disk_reads.ts";
import { failingDisk, stall, watching } from "../../../support/failing_disk.ts";
import { LINKS, testsNeeding } from "../../../support/machine.ts";
import { link, withTree } from "../../../support/tree.ts";

const test = testsNeeding(LINKS);

Deno.test("overview: a directory that vanished counts nowhere", () =>
  withTree({ "a/f": "", "gone/x": "", "z/gone/y": "", "z/g": "" }, async (root) => {
    const before = (path: string): void => {
      if (path.endsWith("/gone")) Deno.removeSync(path, { recursive: true });
    };
    const result = await withReads({ before }, () => overview(root));
    assertEquals(result.text, lines("a/", " f", "z/", " g"));
    assertEquals(result.totals, { files: 2, dirs: 2, links: 0, others: 0 });
    assertEquals(result.omitted, NOTHING_OMITTED);
    assertEquals([result.truncated, result.totals_are_lower_bounds], [false, undefined]);
  }));

test("overview: AbortError during the render", async () => {
  const links = Object.fromEntries(numbered(200, "l").map((name) => [name, link("x")]));
  await withTree(links, async (root) => {
    const controller = new AbortController();
    let asked = 0;
    using _disk = failingDisk(watching(["readLinkSync"], () => {
      asked++;
      controller.abort();
      stall(30);
    }));
    const { signal } = controller;
    const error = await assertRejects(() => overview(root, {}, { signal }), DOMException);
    assertEquals([error.name, asked <= 2], ["AbortError", true]);
  });
});

Deno.test("a directory that is listed twice, as may happen while its parent changes, has one row", () =>
  withTree({ "a/b/c/x": "", "a/y": "" }, async (cwd) => {
    using _disk = failingDisk({
      readDirSync(_path, proceed) {
        const entries = [...proceed()];
        return [...entries, ...entries.filter(({ isDirectory }) => isDirectory)][Symbol.iterator]();
      },
    });
    const { text } = await overview(cwd);
    assertEquals(
      text,
      lines(
        "a/",
        " b/",
        "  c/",
        "   x",
        "  … 2 more (1 file, 1 dir)",
        " y",
        " … 5 more (2 files, 3 dirs)",
        "… 12 more (5 files, 7 dirs)",
      ),
    );
  }));

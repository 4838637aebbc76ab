import { assertEquals, assertRejects } from "@std/assert";
import { TOOLSETS, toToolResult } from "../../../../mod.ts";
import { lines, NOTHING, numbered, overview, testOverview } from "../../../support/agent.ts";
import { withReads, withUnreadable } from "../../../support/disk_reads.ts";
import { failingDisk, stall, watching } from "../../../support/failing_disk.ts";
import { LINKS, needing } from "../../../support/machine.ts";
import { link, type Tree, withTree } from "../../../support/tree.ts";

Deno.test("overview: `locked/ (permission denied)`, and a last line that counts it", async () => {
  const tree: Tree = { "locked/secret": "", "open/f": "", "open/in/g": "" };
  await withTree(tree, async (root) => {
    const { text, totals, omitted, truncated } = await withUnreadable(
      [`${root}/locked`, `${root}/open/in`],
      () => overview(root),
    );
    assertEquals(
      text,
      lines(
        "locked/ (permission denied)",
        "open/",
        " f",
        " in/ (permission denied)",
        "omitted: 2 denied",
      ),
    );
    assertEquals(totals, { files: 1, dirs: 1, links: 0, others: 0 });
    assertEquals([omitted, truncated], [{ ...NOTHING, denied: 2 }, false]);
  });
});

Deno.test("overview: a directory that vanished counts nowhere", async () => {
  await withTree({ "a/f": "", "gone/x": "", "z/gone/y": "", "z/g": "" }, async (root) => {
    const before = (path: string): void => {
      if (path.endsWith("/gone")) Deno.removeSync(path, { recursive: true });
    };
    const result = await withReads({ before }, () => overview(root));
    assertEquals(result.text, lines("a/", " f", "z/", " g"));
    assertEquals(result.totals, { files: 2, dirs: 2, links: 0, others: 0 });
    assertEquals(result.omitted, NOTHING);
    assertEquals([result.truncated, result.totals_are_lower_bounds], [false, undefined]);
  });
});

testOverview("links round, nowhere and to links are rows, never followed", {
  "a/up": link(".."),
  "a/self": link("../a"),
  "ping": link("pong"),
  "pong": link("ping"),
  "chain": link("chain2"),
  "chain2": link("out"),
  "out": link("../none"),
  "back": link("a/../a/up"),
  "odd": link("./a/"),
}, {
  text: lines(
    "a/",
    " self@ -> ../a",
    " up@ -> ..",
    "back@ -> a/../a/up",
    "chain@ -> (outside)",
    "chain2@ -> (outside)",
    "odd@ -> ./a/",
    "out@ -> (outside)",
    "ping@ -> pong",
    "pong@ -> ping",
  ),
  totals: { files: 0, dirs: 1, links: 9, others: 0 },
});

Deno.test("overview errors: `success: false`, empty text, zero totals, and suggestions", async () => {
  await withTree({ "folder/x": "" }, async (root) => {
    const result = await overview(root, { path: "foldre" });
    assertEquals(result, {
      success: false,
      operation: "overview",
      root: "foldre",
      query: {
        path: "foldre",
        max_tokens: 2000,
        query: null,
        use_gitignore: true,
        include_hidden: true,
      },
      truncated: false,
      text: "",
      totals: { files: 0, dirs: 0, links: 0, others: 0 },
      omitted: NOTHING,
      estimated_tokens: 0,
      commits: null,
      error: { code: "not_found", message: "'foldre' does not exist" },
      suggestions: ["folder"],
    });
    const { text, isError } = toToolResult(TOOLSETS.agent.overview, result);
    assertEquals([text, isError], [
      "error not_found: 'foldre' does not exist\nsuggestion: folder",
      true,
    ]);
  });
});

Deno.test(needing(LINKS, "overview: AbortError during the render"), async () => {
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

Deno.test("a directory that its parent tells of twice, as one that changes may, has one row", async () => {
  await withTree({ "a/b/c/x": "", "a/y": "" }, async (cwd) => {
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
  });
});

import { assertEquals, assertMatch } from "@std/assert";
import { follow, pathsOf, TOOLS } from "../../support/discovery.ts";
import { diskCallsOf, readsOf } from "../../support/disk_reads.ts";
import { failingDisk } from "../../support/failing_disk.ts";
import { CASE, FIFOS, LINKS, needing } from "../../support/machine.ts";
import { bytes, fifo, link, type Tree, withQuickTree } from "../../support/tree.ts";

const { list_dir, list_dir_entries } = TOOLS as Record<string, typeof TOOLS[string]> & typeof TOOLS;

const TREE: Tree = {
  ".dot/": "",
  ".rc": "",
  "b/": "",
  "a/inner": "",
  "z.txt": bytes(42),
  "B": "",
  "\u{1F600}": "",
  "\uFF01": "",
  "pipe": fifo(),
  "link": link("a"),
  "dangling": link("none"),
};

Deno.test(
  needing(
    [FIFOS, LINKS, CASE],
    "list_dir_entries lists direct children only, by kind (dir, file, other, symlink) then name",
  ),
  async () => {
    await withQuickTree(TREE, async (cwd) => {
      const { entries } = await list_dir_entries!.execute({}, { cwd });
      assertEquals(entries.map(({ kind, name }) => `${kind} ${name}`), [
        "dir a",
        "dir b",
        "file B",
        "file z.txt",
        "file \uFF01",
        "file \u{1F600}",
        "other pipe",
        "symlink dangling",
        "symlink link",
      ]);
    });
  },
);

Deno.test(
  needing(
    [FIFOS, LINKS, CASE],
    "list_dir_entries: size is bytes for a file, else null; times in ms, a link's own",
  ),
  async () => {
    await withQuickTree(TREE, async (cwd) => {
      for (const name of ["a", "z.txt"]) Deno.utimeSync(`${cwd}/${name}`, 5, 1234.5);
      const { entries } = await list_dir_entries!.execute({ include_hidden: true }, { cwd });
      for (const { name, kind, size, modified_unix_ms } of entries) {
        const info = Deno.lstatSync(`${cwd}/${name}`);
        assertEquals(size, kind === "file" ? info.size : null, name);
        assertEquals(modified_unix_ms, info.mtime!.getTime(), name);
      }
      const times = new Map(entries.map((each) => [each.name, each.modified_unix_ms]));
      assertEquals([times.get("a"), times.get("z.txt")], [1234500, 1234500]);
      assertEquals(times.get("link") === 1234500, false);
    });
  },
);

Deno.test(
  needing(
    [FIFOS, LINKS, CASE],
    "list_dir_entries: include_hidden (false) leaves out dot names and counts them",
  ),
  async () => {
    await withQuickTree(TREE, async (cwd) => {
      const usual = await list_dir_entries!.execute({}, { cwd });
      assertEquals(usual.skipped, { hidden: 2 });
      assertEquals(usual.entries.some(({ name }) => name.startsWith(".")), false);
      const all = await list_dir_entries!.execute({ include_hidden: true }, { cwd });
      assertEquals([all.count, all.skipped], [usual.count + 2, undefined]);
      assertEquals(all.entries.map(({ name }) => name).filter((name) => name.startsWith(".")), [
        ".dot",
        ".rc",
      ]);
      const dot = await list_dir_entries!.execute({ path: ".dot" }, { cwd });
      assertEquals([dot.success, dot.count, dot.skipped], [true, 0, undefined]);
    });
  },
);

Deno.test(
  needing([FIFOS, LINKS, CASE], "list_dir_entries: pages of every size give the whole, in order"),
  async () => {
    await withQuickTree(TREE, async (cwd) => {
      const whole = await list_dir_entries!.execute({ include_hidden: true }, { cwd });
      for (let limit = 1; limit <= whole.count + 1; limit++) {
        const pages = await follow(list_dir_entries!, { include_hidden: true, limit }, { cwd });
        assertEquals(pages.flatMap(({ entries }) => entries), [...whole.entries]);
        assertEquals(pages.length, Math.ceil(whole.count / limit));
        assertEquals(
          pages.map(({ truncated }) => truncated),
          pages.map((_, i) => i < pages.length - 1),
        );
      }
    });
  },
);

Deno.test(
  needing(
    [FIFOS, LINKS, CASE],
    "list_dir lists all direct children, by name, dot names included: {name, path, kind}",
  ),
  async () => {
    await withQuickTree(TREE, async (cwd) => {
      const result = await list_dir!.execute({}, { cwd });
      assertEquals(result.entries.map(({ name, kind }) => `${name} ${kind}`), [
        ".dot dir",
        ".rc file",
        "B file",
        "a dir",
        "b dir",
        "dangling symlink",
        "link symlink",
        "pipe other",
        "z.txt file",
        "\uFF01 file",
        "\u{1F600} file",
      ]);
      for (const entry of result.entries) {
        assertEquals(Object.keys(entry), ["name", "path", "kind"]);
      }
      assertEquals([result.truncated, result.skipped, result.next_cursor], [
        false,
        undefined,
        undefined,
      ]);
    });
  },
);

Deno.test(
  needing(
    [FIFOS, LINKS, CASE],
    "list_dir and list_dir_entries: no hidden recursion, one directory is read",
  ),
  async () => {
    await withQuickTree(TREE, async (cwd) => {
      for (const tool of [list_dir!, list_dir_entries!]) {
        const { reads } = await readsOf(() => tool.execute({}, { cwd }));
        assertEquals(reads, [cwd]);
        const { entries } = await tool.execute({ path: "a" }, { cwd });
        assertEquals(entries.map(({ name, path }) => [name, path]), [["inner", "a/inner"]]);
      }
    });
  },
);

Deno.test(
  needing([FIFOS, LINKS, CASE], "list_dir and list_dir_entries never look behind a link"),
  async () => {
    await withQuickTree(TREE, async (cwd) => {
      for (const tool of [list_dir!, list_dir_entries!]) {
        const calls = await diskCallsOf(() => tool.execute({}, { cwd }));
        const following = calls.filter((name) => /^(stat|readLink|readFile|open)/.test(name));
        assertEquals(following, []);
      }
    });
  },
);

Deno.test("list_dir and list_dir_entries: an empty directory is a success without entries", async () => {
  await withQuickTree({ "e/": "" }, async (cwd) => {
    for (const tool of [list_dir!, list_dir_entries!]) {
      const result = await tool.execute({ path: "e" }, { cwd });
      assertEquals([result.success, result.count, pathsOf(result), result.truncated], [
        true,
        0,
        [],
        false,
      ]);
    }
  });
});

Deno.test("list_dir refuses what would outgrow a string, and names how much it met", async () => {
  await withQuickTree({ "a": "" }, async (cwd) => {
    const entry = { isFile: true, isDirectory: false, isSymlink: false };
    using _disk = failingDisk({
      *readDirSync() {
        for (let i = 0; i < 200_000; i++) yield { ...entry, name: "\x1f".repeat(242) + i };
      },
    });
    const { error, entries } = await list_dir!.execute({}, { cwd });
    assertEquals(entries, []);
    assertEquals(error?.code, "io_error");
    assertMatch(error!.message, /^more than \d{6} entries to list at once$/);
  });
});

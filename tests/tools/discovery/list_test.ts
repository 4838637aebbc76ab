import { assertEquals, assertMatch } from "@std/assert";
import { TOOLS } from "../../support/discovery.ts";
import { diskCallsOf, readsOf } from "../../support/disk_reads.ts";
import { failingDisk } from "../../support/failing_disk.ts";
import { CASE, FIFOS, LINKS, testsNeeding } from "../../support/machine.ts";
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

/** Makes a test in {@linkcode TREE}. */
function test(name: string, fn: (cwd: string) => Promise<void>): void {
  testsNeeding(FIFOS, LINKS, CASE)(name, () => withQuickTree(TREE, fn));
}

test("list_dir_entries lists direct children only, by kind (dir, file, other, symlink) then name", async (cwd) => {
  const { entries } = await list_dir_entries!.execute({}, { cwd });
  assertEquals(
    entries.map(({ kind, name }) => `${kind} ${name}`).join(", "),
    "dir a, dir b, file B, file z.txt, file \uFF01, file \u{1F600}, other pipe, symlink dangling, symlink link",
  );
});

test("list_dir_entries: include_hidden (false) leaves out dot names and counts them", async (cwd) => {
  const usual = await list_dir_entries!.execute({}, { cwd });
  const all = await list_dir_entries!.execute({ include_hidden: true }, { cwd });
  assertEquals([usual.skipped, all.skipped, all.count], [
    { hidden: 2 },
    undefined,
    usual.count + 2,
  ]);
  const hidden = all.entries.filter(({ name }) =>
    !usual.entries.some((each) => each.name === name)
  );
  assertEquals(hidden.map(({ name }) => name), [".dot", ".rc"]);
  const dot = await list_dir_entries!.execute({ path: ".dot" }, { cwd });
  assertEquals([dot.success, dot.count, dot.skipped], [true, 0, undefined]);
});

test("list_dir lists all direct children, by name, dot names included: {name, path, kind}", async (cwd) => {
  const { entries, truncated, skipped, next_cursor } = await list_dir!.execute({}, { cwd });
  assertEquals(
    entries.map(({ name, kind }) => `${name} ${kind}`).join(", "),
    ".dot dir, .rc file, B file, a dir, b dir, dangling symlink, link symlink, pipe other, z.txt file, " +
      "\uFF01 file, \u{1F600} file",
  );
  for (const entry of entries) assertEquals(Object.keys(entry), ["name", "path", "kind"]);
  assertEquals([truncated, skipped, next_cursor], [false, undefined, undefined]);
});

test("list_dir and list_dir_entries read one directory, and never follow a link", async (cwd) => {
  for (const tool of [list_dir!, list_dir_entries!]) {
    const { reads } = await readsOf(() => tool.execute({}, { cwd }));
    assertEquals(reads, [cwd]);
    const calls = await diskCallsOf(() => tool.execute({}, { cwd }));
    assertEquals(calls.filter((name) => /^(stat|readLink|readFile|open)/.test(name)), []);
    const { entries } = await tool.execute({ path: "a" }, { cwd });
    assertEquals(entries.map(({ name, path }) => [name, path]), [["inner", "a/inner"]]);
    const empty = await tool.execute({ path: "b" }, { cwd });
    assertEquals([empty.success, empty.count, empty.entries, empty.truncated], [
      true,
      0,
      [],
      false,
    ]);
  }
});

Deno.test("list_dir refuses a listing longer than a string can be, and reports how many entries it read", () =>
  withQuickTree({ "a": "" }, async (cwd) => {
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
  }));

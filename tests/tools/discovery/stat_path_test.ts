import { assert, assertEquals, assertLess } from "@std/assert";
import { type DiscoveryEntry, TOOLSETS } from "../../../mod.ts";
import { TOOLS } from "../../support/discovery.ts";
import { diskCallsOf } from "../../support/disk_reads.ts";
import { FIFOS, LINKS, RAW_NAMES, testsNeeding } from "../../support/machine.ts";
import { shell } from "../../support/shell.ts";
import { bytes, fifo, link, type Tree, withTree } from "../../support/tree.ts";

const test = testsNeeding(LINKS, FIFOS);

const stat_path = TOOLS.stat_path!;

const TREE: Tree = {
  "in/file": bytes(7),
  "in/dir/inner": "",
  "in/to-file": link("file"),
  "in/to-dir": link("dir"),
  "in/dangling": link("none/at all"),
  "in/loop": link("loop"),
  "in/out": link("../out"),
  "in/absolute": link("/etc/passwd"),
  "in/pipe": fifo(),
  "out/secret": "",
};

async function entryOf(path: string, cwd: string): Promise<DiscoveryEntry> {
  const { success, count, entries, truncated, error } = await stat_path.execute({ path }, { cwd });
  assertEquals([success, count, entries.length, truncated], [true, 1, 1, false], error?.message);
  return entries[0]!;
}

test("stat_path gives one entry {path, name, kind, exists, size, modified_unix_ms, link_target?}, a link itself", async () => {
  type Row = readonly [
    path: string,
    shown: string,
    kind: string,
    size: number | null,
    target?: string,
  ];
  const rows: readonly Row[] = [
    ["file", "file", "file", 7],
    ["dir", "dir", "dir", null],
    ["dir/", "dir", "dir", null],
    ["./dir/../file", "file", "file", 7],
    ["dir/inner", "dir/inner", "file", 0],
    ["pipe", "pipe", "other", null],
    ["to-dir/inner", "to-dir/inner", "file", 0],
    // "`lstat`s the last part and never follows it"
    ["to-file", "to-file", "symlink", null, "file"],
    ["to-dir", "to-dir", "symlink", null, "dir"],
    ["to-dir/", "to-dir", "symlink", null, "dir"],
    ["dangling", "dangling", "symlink", null, "none/at all"],
    ["loop", "loop", "symlink", null, "loop"],
    ["out", "out", "symlink", null, "../out"],
    ["absolute", "absolute", "symlink", null, "/etc/passwd"],
  ];
  await withTree(TREE, async (root) => {
    for (const [path, shown, kind, size, link_target] of rows) {
      const entry = await entryOf(path, `${root}/in`);
      const expected = {
        path: shown,
        name: shown.slice(shown.lastIndexOf("/") + 1),
        kind,
        exists: true,
        size,
        modified_unix_ms: Deno.lstatSync(`${root}/in/${shown}`).mtime!.getTime(),
        ...link_target !== undefined && { link_target },
      };
      assertEquals(JSON.stringify(entry), JSON.stringify(expected));
    }
    assertEquals((await entryOf(".", `${root}/in`)).kind, "dir");
    const calls = await diskCallsOf(() => entryOf("out", `${root}/in`));
    const behind = calls.filter((name) => /^(stat|open|readDir|readFile)/.test(name));
    assertEquals(behind, [], "nothing behind it is touched");
  });
});

test("stat_path: missing (also a parent that is missing or no directory) is a success", () =>
  withTree(TREE, async (root) => {
    for (
      const path of ["none", "none/deeper/still", "file/below", "dangling/below", "to-file/x"]
    ) {
      const name = path.slice(path.lastIndexOf("/") + 1);
      assertEquals(
        JSON.stringify(await stat_path.execute({ path }, { cwd: `${root}/in` })),
        `{"success":true,"operation":"stat_path","root":"${path}","query":{"path":"${path}"},` +
          `"count":1,"truncated":false,"entries":[{"path":"${path}","name":"${name}",` +
          `"kind":"missing","exists":false,"size":null,"modified_unix_ms":null}]}`,
      );
    }
  }));

test("stat_path answers for what list tools then do: the kinds agree", () =>
  withTree(TREE, async (root) => {
    const cwd = `${root}/in`;
    const { entries } = await TOOLS.list_dir_entries!.execute({}, { cwd });
    assert(entries.length > 8);
    for (const { path, name, kind, size, modified_unix_ms } of entries) {
      const stat = await entryOf(path, cwd);
      assertEquals([stat.name, stat.kind, stat.size, stat.modified_unix_ms], [
        name,
        kind,
        size,
        modified_unix_ms,
      ]);
    }
  }));

testsNeeding(RAW_NAMES)(
  'a link whose target is not valid UTF-8 is still a link: "reach Deno as U+FFFD"',
  () =>
    withTree({ "a": "" }, async (cwd) => {
      await shell(cwd, `ln -s "$(printf 'inner\\377')" odd`);
      const { entries: [entry] } = await TOOLS.stat_path!.execute({ path: "odd" }, { cwd });
      assertEquals([entry!.kind, entry!.link_target], ["symlink", undefined]);
      const explained = await TOOLSETS.agent.explain_path.execute({ path: "odd" }, { cwd });
      assertEquals([explained.exists, explained.kind], [true, "symlink"]);
    }),
);

Deno.test("a missing path of many parts costs no more than a few calls, one that is too long is invalid_root", () =>
  withTree({ "a/b": "" }, async (cwd) => {
    const path = `a/${"x/".repeat(1500)}y`;
    const calls = await diskCallsOf(async () => {
      const { success } = await TOOLSETS.agent.stat_path.execute({ path }, { cwd });
      assertEquals(success, true);
    });
    assertLess(calls.length, 200);
    for (const tool of [TOOLSETS.agent.stat_path, TOOLSETS.agent.explain_path]) {
      const { error } = await tool.execute({ path: "x/".repeat(20_000) }, { cwd });
      assertEquals(error?.code, "invalid_root");
    }
  }));

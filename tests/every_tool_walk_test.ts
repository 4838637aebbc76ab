/** Properties of every tool that walks: odd trees, pauses, and an order that only names decide. */
import { assert, assertEquals, assertGreater } from "@std/assert";
import { type DiscoveryResult, toToolResult } from "../mod.ts";
import { leapClock } from "./support/clock.ts";
import { compareBytes } from "./support/compare_bytes.ts";
import { osError, withReads } from "./support/disk_reads.ts";
import { farthestFrom, outputsOf, subjectOf, SUBJECTS, textIn } from "./support/every_tool.ts";
import {
  ANY_NAME,
  CASE,
  FIFOS,
  LINKS,
  RAW_NAMES,
  SHELL,
  testsNeeding,
  UNICODE_FORMS,
} from "./support/machine.ts";
import { shell } from "./support/shell.ts";
import { withQuickTree, withTreeBeyondPathMax } from "./support/tree.ts";
import { filesBy, WALKERS } from "./support/walkers.ts";

const test = testsNeeding(SHELL, ANY_NAME);

type Arguments = Readonly<Record<string, unknown>>;

// "directories that vanish or turn unreadable during a walk: the walk goes on, nothing crashes, nothing
// already found is lost". Decisions 4.10 and 6.5: such a directory keeps its line.
Deno.test("a walk goes on past directories that vanish, become files or cannot be read", async () => {
  const tree = { "a/x": "", "gone/x": "", "locked/x": "", "swapped/x": "", "z/y": "" };
  const inBrokenTree = (act: (cwd: string) => Promise<void>): Promise<void> =>
    withQuickTree(tree, async (cwd) => {
      const before = (path: string): void => {
        if (path === `${cwd}/locked`) throw osError("EACCES", Deno.errors.PermissionDenied);
      };
      const after = (path: string): void => {
        if (path !== cwd) return;
        for (const name of ["gone", "swapped"]) {
          Deno.removeSync(`${cwd}/${name}`, { recursive: true });
        }
        Deno.writeTextFileSync(`${cwd}/swapped`, "");
      };
      await withReads({ before, after }, () => act(cwd));
    });
  for (const walker of WALKERS) {
    await inBrokenTree(async (cwd) =>
      assertEquals(await filesBy(walker, { cwd }), ["a/x", "z/y"], walker.id)
    );
  }
  const lines = "a/\n  x\ngone/\nlocked/\nswapped/\nz/\n  y";
  await inBrokenTree(async (cwd) =>
    assertEquals(await textIn(cwd, "tree.list_dir", { recursive: true }), lines)
  );
  await inBrokenTree(async (cwd) =>
    assertEquals(await textIn(cwd, "codex.list_dir", {}), `Absolute path: ROOT\n${lines}`)
  );
});

// "Paths longer than PATH_MAX […]: the walk goes on".
Deno.test("a walk goes on where paths get longer than PATH_MAX, and lists what a path can name", () =>
  withTreeBeyondPathMax(async (cwd, name) => {
    for (const walker of WALKERS) assertEquals(await filesBy(walker, { cwd }), ["z"], walker.id);
    const reachable = Math.floor((4095 - cwd.length) / (name.length + 1));
    const level = (_: unknown, i: number): string => `${"  ".repeat(i)}${name}/`;
    for (const id of ["tree.list_dir", "codex.list_dir"]) {
      const args = id.startsWith("tree") ? { recursive: true } : { depth: 100, limit: 100 };
      const lines = (await textIn(cwd, id, args)).split("\n").slice(id.startsWith("tree") ? 0 : 1);
      assertGreater(lines.length - 1, reachable);
      assertEquals(lines, [...Array.from(lines.slice(1), level), "z"]);
    }
    const found = await subjectOf("discovery.find_files").tool.execute({}, { cwd });
    assertEquals((found as DiscoveryResult).skipped, { name_too_long: 1 });
    const overview = await textIn(cwd, "agent.overview", { max_tokens: 50_000 });
    assert(overview.includes(`${name}/ (cannot be opened by its name)\nz\nomitted: 1 unaddr`));
    assertEquals(JSON.parse(await textIn(cwd, "files.ls", { "max-depth": 99 })).unreadable, 1);
  }));

// "Walks use an explicit stack: 2,000 levels are fine."
test("2,000 levels are fine, for every tool", () =>
  withQuickTree({}, async (cwd) => {
    const deepest = Array(2000).fill("d").join("/");
    await shell(cwd, `mkdir -p ${deepest}; cd ${deepest}; touch x y`);
    for (const walker of WALKERS) {
      const files = await filesBy(walker, { cwd });
      assertEquals(files, [`${deepest}/x`, `${deepest}/y`], walker.id);
    }
    for (const subject of SUBJECTS.filter(({ id }) => !WALKERS.some((each) => each.id === id))) {
      for (const path of subject.name === "LS" ? [".", deepest] : ["."]) {
        const outputs = await outputsOf(subject, farthestFrom(subject, path, { cwd }), { cwd });
        for (const each of outputs) {
          const { isError, text } = toToolResult(subject.tool, each);
          assert(!isError, `${subject.id}: ${text.slice(-200)}`);
        }
      }
    }
    const lines = (await textIn(cwd, "tree.list_dir", { recursive: true })).split("\n");
    assertEquals([lines.length, lines.at(-1)], [2002, `${"  ".repeat(2000)}y`]);
    const json = await textIn(cwd, "tree.list_dir", { recursive: true, format: "json" });
    let [depth, node] = [0, JSON.parse(json)];
    for (; node.children.length === 1; depth++) node = node.children[0];
    assertEquals([depth, node.children[1]], [2000, { name: "y", type: "file" }]);
    // A cursor resumes at the bottom.
    const find = subjectOf("discovery.find_files").tool;
    const first = await find.execute({ limit: 1 }, { cwd }) as DiscoveryResult;
    const args = { limit: 1, cursor: first.next_cursor };
    const second = await find.execute(args, { cwd }) as DiscoveryResult;
    assertEquals([second.entries[0]?.name, second.truncated], ["y", false]);
  }));

// "Names that are not valid UTF-8 reach Deno as U+FFFD […]. A name holding U+FFFD is listed with the kind that
// the directory gave, never stat'ed, resolved or descended into (`size` and time null); names that read back
// equal are listed once", the others counted as unaddressable where a design has room.
const RAW_SCRIPT = String.raw`
  mkdir "$(printf 'd\377')" "$(printf 'd\376')"; : > "$(printf 'd\377')/hidden"
  : > "$(printf 'f\377')"; : > "$(printf 'f\376')"; mkfifo "$(printf 'p\377')"
  ln -s dir "$(printf 'l\377')"; ln -s x "$(printf 'm\377')"
  ln -s "$(printf 'd\377')" to-dir; ln -s "$(printf 'l\377')" to-link`;

/** The outputs of the tools for it; `?` means U+FFFD. */
const RAW_TEXTS: readonly (readonly [id: string, args: Arguments, text: string])[] = [
  [
    "tree.list_dir",
    { recursive: true, follow_folder_symlinks: true, follow_file_symlinks: true },
    "dir/\n  f\nd?/\nf?\nl?\nm?\np?\nto-dir\nto-link\nx\n?/",
  ],
  ["tree.list_dir", { path: "d?" }, "Error: 'd?' is not a directory."],
  [
    "codex.list_dir",
    {},
    "Absolute path: ROOT\ndir/\n  f\nd?/\nf?\nl?@\nm?@\np??\nto-dir@\nto-link@\nx\n?/",
  ],
  [
    "envelope.LS",
    {},
    "Listed 10 entries in '.'\n(Total: 10 items - 3 dirs, 3 files, 4 links)\n\n" +
    "dir/\nd?/\n?/\nf?\nl?@\nm?@\np?\nto-dir@\nto-link@\nx",
  ],
  [
    "discovery.glob_search",
    { pattern: "**" },
    "glob_search .: 11 entries\ndir/\ndir/f\nd?/\nf?\nl?@\nm?@\np?\nto-dir@\nto-link@\nx\n?/\n" +
    "skipped: 4 unaddressable",
  ],
  ["discovery.find_files", {}, "find_files .: 3 entries\ndir/f\nf?\nx\nskipped: 4 unaddressable"],
  [
    "agent.overview",
    { use_gitignore: false },
    "overview .: 3 files, 1 dir, 4 links, 1 other; no history read (no .git in scope)\ndir/\n f\n" +
    "d?/ (cannot be opened by its name)\nf?\nl?@ -> (unreadable)\nm?@ -> (unreadable)\n" +
    "p? (other)\nto-dir@ -> (unreadable)\nto-link@ -> (unreadable)\nx\n" +
    "?/ (cannot be opened by its name)\nomitted: 4 unaddressable",
  ],
  [
    "discovery.stat_path",
    { path: "f?" },
    "stat_path f?: 1 entry\npath: f?\nname: f?\nkind: missing\nexists: false",
  ],
  // An entry that is not requested hides no directory that reads back alike.
  [
    "discovery.glob_search",
    { pattern: "**", kind: "dir" },
    "glob_search .: 3 entries\ndir/\nd?/\n?/\nskipped: 3 unaddressable",
  ],
];

testsNeeding(RAW_NAMES, FIFOS, LINKS)(
  "names that are not valid UTF-8 are listed once, and lead nowhere",
  () =>
    withQuickTree({ "dir/f": "", "\uFFFD/inside": "", "x": "" }, async (root) => {
      await shell(root, RAW_SCRIPT);
      for (const [id, args, text] of RAW_TEXTS) {
        const sent = Object.entries(args).map(([key, value]) => [
          key,
          typeof value === "string" ? value.replace("?", "\uFFFD") : value,
        ]);
        const shown = await textIn(root, id, Object.fromEntries(sent), { roots: ["."] });
        assertEquals(shown.replaceAll("\uFFFD", "?"), text, id);
      }
      const { files, unreadable } = JSON.parse(await textIn(root, "files.ls", {}));
      assertEquals([unreadable, ...files], [
        4,
        ...["dir/f", "f\uFFFD", "p\uFFFD", "x"].map((path) => `ROOT/${path}`),
      ]);
      const { entries } = await subjectOf("discovery.list_dir_entries").tool
        .execute({}, { cwd: root }) as DiscoveryResult;
      for (const { name, size, modified_unix_ms } of entries) {
        if (name.includes("\uFFFD")) assertEquals([size, modified_unix_ms], [null, null], name);
      }
    }),
);

/** Names in code point order, which is that of no locale, and not that of UTF-16 units. */
const NAMES = ["!", "-", "0", "10", "9", ...[..."AZ_abz~é\uE000\uFF5E😀"], "😀-"];

testsNeeding(CASE, UNICODE_FORMS)(
  "names compare by code point: equal trees, equal bytes, however they were made",
  async () => {
    assertEquals(NAMES, NAMES.toSorted(compareBytes));
    const outputs = new Set<string>();
    for (const order of [NAMES, NAMES.toReversed(), NAMES.toSorted()]) {
      const tree = Object.fromEntries(order.flatMap((name) => [[name, "1"], [`d/${name}/f`, "1"]]));
      await withQuickTree(tree, async (cwd) => {
        for (const path of ["", "/d", ...NAMES.flatMap((name) => [`/${name}`, `/d/${name}`])]) {
          Deno.utimeSync(cwd + path, 1, 1);
        }
        for (const walker of WALKERS) {
          const files = await filesBy(walker, { cwd });
          assertEquals(files.filter((path) => !path.includes("/")), NAMES, walker.id);
        }
        for (let i = 0; i < 2; i++) {
          const results = [];
          for (const subject of SUBJECTS) {
            const pages = await outputsOf(subject, farthestFrom(subject, ".", { cwd }), { cwd });
            results.push([subject.id, pages]);
          }
          outputs.add(JSON.stringify(results, withoutTime).replaceAll(cwd, "ROOT"));
        }
      });
    }
    assertEquals(outputs.size, 1);
  },
);

function withoutTime(key: string, value: unknown): unknown {
  return key === "time_ms" ? undefined : value;
}

// "between directory reads the walk yields to the event loop (a real macrotask: timers and sockets get their turn)".
Deno.test("timers have their turn during a walk, and calls run beside each other", async () => {
  const tree = Object.fromEntries(Array.from({ length: 200 }, (_, i) => [`d${i}/f`, ""]));
  await withQuickTree(tree, async (cwd) => {
    for (const walker of WALKERS) {
      let turns = 0;
      using _clock = leapClock();
      const timer = setInterval(() => turns++, 0);
      try {
        const both = await Promise.all([filesBy(walker, { cwd }), filesBy(walker, { cwd })]);
        assertEquals([both[0].length, both[1]], [200, both[0]], walker.id);
      } finally {
        clearInterval(timer);
      }
      assertGreater(turns, 0, walker.id);
    }
  });
});

test("one flat directory of many files, in order", () =>
  withQuickTree({}, async (cwd) => {
    const names = Array.from({ length: 950 }, (_, i) => `f${i % 2 === 0 ? "\n" : ""}${10_000 + i}`);
    for (const name of names) Deno.writeTextFileSync(`${cwd}/${name}`, "");
    const expected = names.toSorted(compareBytes);
    for (const walker of WALKERS) {
      const shown = (await filesBy(walker, { cwd })).map((name) => name.replace("\\n", "\n"));
      assertEquals(shown, expected, walker.id);
    }
  }));

import { assert, assertEquals, assertGreater } from "@std/assert";
import {
  DiscoveryLog,
  type DiscoveryResult,
  replay,
  type Tool,
  TOOLSETS,
  toToolResult,
  TreeCache,
} from "../../../mod.ts";
import { follow, stream } from "../../support/discovery.ts";
import { osError, readsOf } from "../../support/disk_reads.ts";
import { failingDisk } from "../../support/failing_disk.ts";
import { FIFOS, LINKS, needing } from "../../support/machine.ts";
import { shell } from "../../support/shell.ts";
import { whenHuge } from "../../support/walking.ts";
import { bytes, fifo, link, type Tree, withQuickTree } from "../../support/tree.ts";

const { find_files, glob_search } = TOOLSETS.agent;
const SEARCHES: Readonly<Record<string, Tool<DiscoveryResult>>> = { find_files, glob_search };

type Arguments = Readonly<Record<string, unknown>>;

async function textOf(name: string, args: Arguments, cwd: string): Promise<string> {
  const tool = SEARCHES[name]!;
  const required = name === "glob_search" ? { pattern: "**" } : {};
  return toToolResult(tool, await tool.execute({ ...required, ...args }, { cwd })).text;
}

/** Sets the times of entries, not of what links lead to; directories last. */
async function withTimes(
  tree: Tree,
  times: Readonly<Record<string, string>>,
  test: (root: string) => Promise<void>,
): Promise<void> {
  await withQuickTree(tree, async (root) => {
    for (const [path, time] of Object.entries(times)) {
      await shell(root, `touch -h -d '${time}' -- '${path}'`);
    }
    await test(root);
  });
}

Deno.test(
  needing(
    [LINKS, FIFOS],
    "9.7: newest or largest first, ties by path; a link has its own time and no size, as `stat_path` and `list_dir_entries` have it",
  ),
  async (t) => {
    const tree: Tree = {
      ".git/": "",
      "b": bytes(3),
      "a/b": bytes(3),
      "a-b": bytes(30),
      "old": bytes(0),
      "far": "",
      "fine": "",
      "link": link("far"),
      "lost": link("nowhere"),
      "pipe": fifo(),
    };
    const times = {
      "b": "2001-01-01 00:00:00.5 UTC",
      // A fraction of a millisecond is not told: b and a/b are equal.
      "a/b": "2001-01-01 00:00:00.5004 UTC",
      "a-b": "2001-01-01 00:00:00.501 UTC",
      "old": "1969-12-31 23:59:58.5 UTC",
      "far": "2200-01-01 UTC",
      "fine": "1970-01-01 UTC",
      "link": "1999-01-01 UTC",
      "lost": "1998-01-01 UTC",
      "pipe": "1997-01-01 UTC",
      "a": "1996-01-01 UTC",
    };
    const rows: readonly (readonly [name: string, args: Arguments, text: string])[] = [
      [
        "find_files",
        { sort: "modified" },
        // A link to a file counts as one.
        `find_files .: 7 entries
far\t2200-01-01 00:00
a-b\t2001-01-01 00:00
a/b\t2001-01-01 00:00
b\t2001-01-01 00:00
link@\t1999-01-01 00:00
fine\t1970-01-01 00:00
old\t1969-12-31 23:59`,
      ],
      [
        "find_files",
        { sort: "size", limit: 3 },
        "find_files .: 3 entries, truncated\na-b\t30\na/b\t3\nb\t3\nhint: 7 match; these are the largest",
      ],
      [
        "find_files",
        { sort: "modified", limit: 1 },
        "find_files .: 1 entry, truncated\nfar\t2200-01-01 00:00\nhint: 7 match; these are the newest",
      ],
      [
        "glob_search",
        { pattern: "{l,p,a}*", sort: "modified" },
        `glob_search .: 5 entries
a-b\t2001-01-01 00:00
link@\t1999-01-01 00:00
lost@\t1998-01-01 00:00
pipe\t1997-01-01 00:00
a/\t1996-01-01 00:00`,
      ],
      [
        "glob_search",
        { pattern: "{l,p,a,o}*", sort: "size" },
        "glob_search .: 6 entries\na-b\t30\nold\t0\na/\nlink@\nlost@\npipe",
      ],
      [
        "glob_search",
        { pattern: "*", modified_within: "1998-01-01T00:00Z" },
        `glob_search .: 5 entries, modified since 1998-01-01T00:00:00.000Z
a-b
b
far
link@
lost@`,
      ],
    ];
    await withTimes(tree, times, async (root) => {
      for (const [name, args, text] of rows) {
        await t.step(`${name} ${JSON.stringify(args)}`, async () => {
          assertEquals(await textOf(name, args, root), text);
        });
      }
      const { entries } = await find_files.execute({ sort: "modified" }, { cwd: root });
      assertEquals(entries[2], {
        path: "a/b",
        name: "b",
        kind: "file",
        size: 3,
        modified_unix_ms: 978_307_200_500,
      });
      const listed = await TOOLSETS.agent.list_dir_entries.execute({}, { cwd: root });
      const found = await glob_search.execute({ pattern: "*", sort: "modified" }, { cwd: root });
      const timesOf = ({ entries }: DiscoveryResult): Map<string, unknown> =>
        new Map(entries.map(({ path, modified_unix_ms }) => [path, modified_unix_ms]));
      assertEquals(timesOf(found), timesOf(listed));
      // "The second look equals fresh": a cache keeps no times of entries.
      const cache = new TreeCache();
      for (let i = 0; i < 3; i++) {
        const args = { pattern: "*", sort: "modified" } as const;
        assertEquals(await glob_search.execute(args, { cwd: root, cache }), found);
      }
    });
  },
);

Deno.test("9.7: `exclude` leaves out what matches, and does not read a directory excluded whole", async (t) => {
  const tree: Tree = {
    "a.ts": "",
    "dist/a.ts": "",
    "dist/x/b": "",
    "src/dist/c": "",
    "src/dist.ts": "",
    "src/a.test.ts": "",
    "src/dist2/d[1]": "",
  };
  const all = ["a.ts", "dist/a.ts", "dist/x/b", "src/a.test.ts", "src/dist.ts", "src/dist/c"];
  const rows: readonly (readonly [
    exclude: unknown,
    leftOut: readonly string[],
    unread: readonly string[],
  ])[] = [
    [[], [], []],
    ["*.ts", ["a.ts", "dist/a.ts", "src/a.test.ts", "src/dist.ts"], []],
    ["/*.ts", ["a.ts"], []],
    ["./*.ts", ["a.ts"], []],
    [["dist"], ["dist/a.ts", "dist/x/b", "src/dist/c"], ["dist", "dist/x", "src/dist"]],
    [["/dist/"], ["dist/a.ts", "dist/x/b"], ["dist", "dist/x"]],
    [["dist/**"], ["dist/a.ts", "dist/x/b"], ["dist", "dist/x"]],
    [["dist/*"], ["dist/a.ts", "dist/x/b"], ["dist", "dist/x"]],
    [["**/dist/**"], ["dist/a.ts", "dist/x/b", "src/dist/c"], ["dist", "dist/x", "src/dist"]],
    [["dist/x"], ["dist/x/b"], ["dist/x"]],
    // "case-sensitive", as `exclude_dirs`; a glob that ends in a slash is for directories.
    [["DIST", "a.ts/"], [], []],
    [["src/*/"], ["src/dist/c", "src/dist2/d[1]"], ["src/dist", "src/dist2"]],
    [
      ["*/**/"],
      ["dist/x/b", "src/dist/c", "src/dist2/d[1]"],
      ["dist/x", "src/dist", "src/dist2"],
    ],
    ["{a,b}.*", ["a.ts", "dist/a.ts", "src/a.test.ts"], []],
    ["d[[]1]", [], []],
    ["**", [...all, "src/dist2/d[1]"], ["dist", "dist/x", "src", "src/dist", "src/dist2"]],
  ];
  const directories = ["dist", "dist/x", "src", "src/dist", "src/dist2"];
  await withQuickTree(tree, async (cwd) => {
    for (const [exclude, leftOut, unread] of rows) {
      await t.step(JSON.stringify(exclude), async () => {
        const args = { exclude, use_gitignore: false, sort: "size" };
        const { result, reads } = await readsOf(() =>
          TOOLSETS.agent.find_files.execute(args as unknown, { cwd })
        );
        const kept = Object.keys(tree).filter((path) =>
          !leftOut.includes(path) && !(exclude === "d[[]1]" && path.endsWith("d[1]"))
        );
        assertEquals(result.entries.map(({ path }) => path).sort(), kept.sort());
        assertEquals(directories.filter((path) => !reads.includes(`${cwd}/${path}`)), unread);
        const dirs = { pattern: "**", kind: "dir", exclude, use_gitignore: false };
        const globbed = await glob_search.execute(dirs as unknown, { cwd });
        const inside = exclude === "dist/**";
        if (!inside) assert(globbed.entries.every(({ path }) => !leftOut.includes(path)));
      });
    }
    const both = { exclude_dirs: ["src"], exclude: ["x"], use_gitignore: false };
    assertEquals(
      await textOf("find_files", both, cwd),
      "find_files .: 2 entries\na.ts\ndist/a.ts",
    );
    assertEquals(
      await textOf("glob_search", {
        pattern: "*/*",
        kind: "dir",
        exclude: ["dist/*"],
        use_gitignore: false,
      }, cwd),
      "glob_search .: 2 entries\nsrc/dist/\nsrc/dist2/",
    );
  });
});

Deno.test("9.7: what is not plain is refused with the form to send", async (t) => {
  const BACK = 'modified_within must be a time back from now ("90m", "2h", "3d") or a date ' +
    '("2026-01-31"), not ';
  const rows: readonly (readonly [args: Arguments, error: string])[] = [
    ...[
      "soon",
      "last week",
      "yesterday",
      "constructor",
      "2",
      "-1h",
      "3M",
      "1y",
      "2 hours ago",
      "h30m",
      "2026-13-01",
      "2026-01-01T25:00",
      "2026-01-01T10:00+0200",
      "999999d",
    ].map((text) => [{ modified_within: text }, `invalid_argument: ${BACK}"${text}"`] as const),
    [
      { sort: "oldest" },
      'invalid_argument: sort must be one of "path", "modified", "size", not "oldest"',
    ],
    [{ sort: "size", cursor: "x" }, "bad_cursor: cursor is damaged"],
    [
      { exclude: "!*.ts" },
      'bad_pattern: exclude: "!*.ts": what exclude matches is left out: send "*.ts"',
    ],
    [{ exclude: ["a", "b{c"] }, 'bad_pattern: exclude: "b{c": unclosed brace at character 2'],
    [
      { exclude: ["../a"] },
      'bad_pattern: exclude: "../a": ".." segment at character 1: say in root where to search',
    ],
    [{ exclude: ["/"] }, 'bad_pattern: exclude: "/" names no entry'],
    [
      { exclude: Array.from({ length: 1000 }, (_, i) => `*a${i}?b?c?d?e*`) },
      "bad_pattern: exclude: too costly to match; send fewer globs",
    ],
  ];
  for (const [args, error] of rows) {
    for (const name of Object.keys(SEARCHES)) {
      await t.step(`${name} ${JSON.stringify(args).slice(0, 60)}`, async () => {
        assertEquals(await textOf(name, args, "fixtures/sample"), `error ${error}`);
      });
    }
  }
});

Deno.test("9.7: `modified_within` is back from now, in each of its forms, and the result names the time it stands for", async () => {
  const forms: Readonly<Record<string, number>> = {
    "90m": 90,
    "2h": 120,
    "3d": 4320,
    "0m": 0,
    "1.5h": 90,
    " 5 m ": 5,
  };
  for (const [form, minutes] of Object.entries(forms)) {
    const before = Date.now();
    const { query } = await find_files.execute({ modified_within: form }, { cwd: "fixtures" });
    const since = Date.parse(query.modified_within as string) + minutes * 60_000;
    assert(before <= since && since <= Date.now(), `${form}: ${query.modified_within}`);
  }
  const dates: Readonly<Record<string, string | null>> = {
    "": null,
    "2026-01-01": "2026-01-01T00:00:00.000Z",
    "2026-01-01T10:00Z": "2026-01-01T10:00:00.000Z",
    "2026-01-01T01:00+02:00": "2025-12-31T23:00:00.000Z",
    "2026-01-01T10:00:30.5Z": "2026-01-01T10:00:30.500Z",
    "0001-01-01": "0001-01-01T00:00:00.000Z",
  };
  for (const [form, time] of Object.entries(dates)) {
    const { query } = await find_files.execute({ modified_within: form }, { cwd: "fixtures" });
    assertEquals(query.modified_within, time, form);
  }
});

const TIMES = {
  "new/a": "2020-01-01 UTC",
  "new/c": "2020-01-01 UTC",
  "new/d": "2020-01-01 UTC",
  "b": "2000-01-01 UTC",
  "new/.old": "2000-01-01 UTC",
};
const TIMED: Tree = { "b": "", "new/a": "", "new/c": "", "new/d": "", "new/.old": "" };

Deno.test("9.7: `modified_within` has pages; `exclude` and an order are part of a cursor's query, the time is not", async () => {
  await withTimes(TIMED, TIMES, async (cwd) => {
    const days = Math.ceil((Date.now() - Date.parse("2010-01-01")) / 86_400_000);
    const args = { modified_within: `${days}d`, limit: 1 };
    const pages = await follow(find_files, args, { cwd });
    assertEquals(pages.map(({ entries }) => entries.map(({ path }) => path)), [
      ["new/a"],
      ["new/c"],
      ["new/d"],
    ]);
    const streamed = await stream(find_files, args, { cwd });
    assertEquals(
      streamed.map(({ entries, next_cursor }) => [entries, next_cursor]),
      pages.map(({ entries, next_cursor }) => [entries, next_cursor]),
    );
    const cursor = pages[0]!.next_cursor!;
    for (const other of [{ exclude: ["x"] }, { modified_within: null }]) {
      const { error } = await find_files.execute({ ...args, ...other, cursor }, { cwd });
      assertEquals(error?.code, "bad_cursor");
    }
  });
});

Deno.test("9.7: a replay of `modified_within` is of the time that it stood for, and reports no difference of time alone", async () => {
  await withTimes(TIMED, TIMES, async (cwd) => {
    using log = await DiscoveryLog.open(":memory:");
    await follow(find_files, { modified_within: "9999d", limit: 2 }, { cwd, log });
    await find_files.execute({ modified_within: "1m", sort: "modified" }, { cwd, log });
    const outcomes = await Array.fromAsync(replay(log));
    assertEquals(outcomes.map(({ isEqual }) => isEqual), [true, true, true, true]);
  });
});

Deno.test("9.7: one `lstat` for each file that matches, and none for others; those that cannot be asked are counted", async () => {
  await withTimes(TIMED, TIMES, async (cwd) => {
    const asked: string[] = [];
    const failures: Readonly<Record<string, () => Error>> = {
      [`${cwd}/new/c`]: () => osError("ENOENT", Deno.errors.NotFound),
      [`${cwd}/new/d`]: () => osError("EACCES"),
    };
    let isFailing = false;
    using _disk = failingDisk({
      lstatSync(path, proceed) {
        if (!["", "/new"].includes(path.slice(cwd.length))) asked.push(path.slice(cwd.length));
        if (isFailing && failures[path] !== undefined) throw failures[path]();
        return proceed();
      },
    });
    const since = { modified_within: "2010-01-01T00:00Z" };
    for (const args of [{ sort: "modified" }, { sort: "size" }, since, { ...since, limit: 1 }]) {
      asked.length = 0;
      const sent = { path_contains: "new/", exclude: [".*"], use_gitignore: false, ...args };
      await find_files.execute(sent as unknown, { cwd });
      const most = "limit" in args ? ["/new/a", "/new/c"] : ["/new/a", "/new/c", "/new/d"];
      assertEquals(asked.slice(0, most.length), most);
      assertEquals(new Set(asked).size, asked.length, "none twice");
    }
    isFailing = true;
    for (const args of [{ sort: "modified" }, since, { ...since, sort: "size" }]) {
      const { entries, skipped, truncated } = await find_files.execute(
        { path_contains: "new/", exclude: [".*"], ...args } as unknown,
        { cwd },
      );
      assertEquals(entries.map(({ path }) => path), ["new/a"]);
      assertEquals([skipped, truncated], [{ permission_denied: 1, vanished: 1 }, false]);
    }
    isFailing = false;
    // A huge directory, too, is read once.
    for (const args of [{ sort: "size" }, { modified_within: "2999-01-01T00:00Z" }]) {
      const { reads } = await whenHuge(() =>
        readsOf(() =>
          find_files.execute({ root: "new", limit: 1, use_gitignore: false, ...args } as unknown, {
            cwd,
          })
        )
      );
      assertEquals(reads.length, 1);
    }
    isFailing = true;
    // Without them, an entry needs no metadata, and nothing is known of these.
    const { count, skipped } = await find_files.execute({ root: "new" }, { cwd });
    assertEquals([count, skipped], [4, undefined]);
  });
});

Deno.test("9.7: nothing is told of a directory that became a link, and an entry of another kind has vanished", async () => {
  for (const sort of ["modified", "path"] as const) {
    await withQuickTree({ "in/d/f": "", "out/f": "secret" }, async (cwd) => {
      let swapped = false;
      using _disk = failingDisk({
        lstatSync(path, proceed) {
          if (path === `${cwd}/in/d/f` && !swapped) {
            swapped = true;
            Deno.renameSync(`${cwd}/in/d`, `${cwd}/in/e`);
            Deno.symlinkSync(`${cwd}/out`, `${cwd}/in/d`);
          }
          return proceed();
        },
      });
      const args = { sort, modified_within: "1970-01-01T00:00Z", root: "in" };
      const { entries, skipped } = await find_files.execute(args, { cwd, roots: ["in"] });
      assertEquals([swapped, entries, skipped], [true, [], { vanished: 1 }]);
    });
  }
  await withQuickTree({ "f": "" }, async (cwd) => {
    using _disk = failingDisk({
      lstatSync: (path, proceed) =>
        path.endsWith("/f") ? { ...proceed(), isFile: false, isDirectory: true } : proceed(),
    });
    const { count, skipped } = await find_files.execute({ sort: "size" }, { cwd });
    assertEquals([count, skipped], [0, { vanished: 1 }]);
  });
});

Deno.test("9.7: where the scan budget runs out, an order says that others may come before", async () => {
  await withQuickTree({ ".git/": "", "a/f": "", "b/g": "", "c/h": "" }, async (cwd) => {
    const context = { cwd, maxScanned: 5 };
    const newest = await find_files.execute({ sort: "modified" }, context);
    assertEquals([newest.count, newest.truncated, newest.next_cursor], [1, true, undefined]);
    assertEquals(newest.hints, [
      "only 5 entries were read: others may be newer; search a part by root",
    ]);
    const recent = await find_files.execute({ modified_within: "9d" }, context);
    assertEquals([recent.count, recent.truncated], [1, true]);
    assertGreater(recent.next_cursor!.length, 10);
  });
});

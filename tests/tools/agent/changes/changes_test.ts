import { assert, assertEquals, assertMatch } from "@std/assert";
import { type ChangesResult, TOOLSETS, toToolResult, TreeCache } from "../../../../mod.ts";
import { DirscopeError } from "../../../../src/errors.ts";
import { needing, RAW_NAMES } from "../../../support/machine.ts";
import { runSync } from "../../../support/process.ts";
import { withTree } from "../../../support/tree.ts";

const { overview, changes } = TOOLSETS.agent;

const TREE = {
  ".gitignore": "build/\n",
  ".git/HEAD": "",
  "build/out": "",
  "src/a.ts": "one",
  "src/b.ts": "two",
  "lib/x/1": "",
  "lib/x/2": "",
  "docs/guide.md": "text",
};

/** Returns the changes that an action makes, since an overview or since another call of `changes`. */
async function changesBy(
  cwd: string,
  act: () => void,
  after: "changes" | "overview" = "changes",
  args: { max_tokens?: number } = {},
): Promise<ChangesResult> {
  const context = { cwd, cache: new TreeCache() };
  let { snapshot } = await overview.execute({}, context);
  if (after === "changes") {
    ({ snapshot } = await changes.execute({ since: snapshot! }, context) as { snapshot: string });
  }
  act();
  return await changes.execute({ since: snapshot!, ...args }, context);
}

for (const after of ["overview", "changes"] as const) {
  Deno.test(`changes reports what was added, removed, modified and renamed since ${after}`, () =>
    withTree(TREE, async (cwd) => {
      const { snapshot, ...result } = await changesBy(cwd, () => {
        Deno.writeTextFileSync(`${cwd}/src/new.ts`, "");
        Deno.removeSync(`${cwd}/docs/guide.md`);
        Deno.writeTextFileSync(`${cwd}/src/a.ts`, "longer");
        Deno.renameSync(`${cwd}/src/b.ts`, `${cwd}/lib/c.ts`);
        Deno.writeTextFileSync(`${cwd}/build/more`, "");
      }, after);
      assertMatch(snapshot!, /^[\da-z]{12}$/);
      assertEquals(result.fresh, false);
      assertEquals([result.totals, result.renamed], [{ added: 1, removed: 1, modified: 2 }, 1]);
      const [header] = toToolResult(changes, { snapshot, ...result } as ChangesResult).text.split(
        "\n",
      );
      const told = "1 added, 1 removed, 1 renamed, 1 modified; not compared: 1 ignored";
      assertEquals(header, `changes .: ${told}`);
      assertEquals(
        result.text,
        "docs/\n - guide.md\nlib/\n > c.ts (was src/b.ts)\nsrc/\n ~ a.ts\n + new.ts",
      );
    }));
}

Deno.test("where nothing changed, changes says so in a line, with what its snapshot left out", () =>
  withTree({ ...TREE, "src/.env": "", "src/.a/b": "" }, async (cwd) => {
    const rows = [
      [{}, "; not compared: 1 ignored"],
      [{ use_gitignore: false }, ""],
      [{ include_hidden: false }, "; not compared: 3 hidden, 1 ignored"],
      [{ include_hidden: false, use_gitignore: false }, "; not compared: 4 hidden"],
    ] as const;
    for (const [view, omitted] of rows) {
      const context = { cwd, cache: new TreeCache() };
      const { snapshot } = await overview.execute(view, context);
      const result = await changes.execute({ since: snapshot! }, context);
      assertEquals(
        toToolResult(changes, result).text,
        `changes .: no change${omitted}\nsnapshot: ${snapshot}`,
      );
    }
  }));

for (
  const [what, act, text, totals] of [
    [
      "a directory that is renamed is one change, and what was removed from it is reported by its old name",
      (cwd) => {
        Deno.renameSync(`${cwd}/lib`, `${cwd}/pkg`);
        Deno.removeSync(`${cwd}/pkg/x/1`);
      },
      "./\n > pkg/ (was lib)\nlib/x/\n - 1",
      { added: 0, removed: 1, modified: 1 },
    ],
    [
      "what was moved into a new directory was renamed",
      (cwd) => {
        Deno.mkdirSync(`${cwd}/new/deep`, { recursive: true });
        Deno.renameSync(`${cwd}/src/a.ts`, `${cwd}/new/deep/a.ts`);
      },
      "./\n + new/\nnew/\n + deep/\nnew/deep/\n > a.ts (was src/a.ts)",
      { added: 2, removed: 0, modified: 1 },
    ],
    [
      "an entry of another kind is one change, and what was in it is removed",
      (cwd) => {
        Deno.removeSync(`${cwd}/docs`, { recursive: true });
        Deno.writeTextFileSync(`${cwd}/docs`, "");
      },
      "./\n ~ docs (was a directory)\ndocs/\n - guide.md",
      { added: 0, removed: 1, modified: 1 },
    ],
    [
      "a file that has the inode of a removed one is no rename",
      (cwd) => {
        Deno.removeSync(`${cwd}/src/a.ts`);
        Deno.writeTextFileSync(`${cwd}/src/c.md`, "quite else");
        Deno.removeSync(`${cwd}/lib`, { recursive: true });
        Deno.mkdirSync(`${cwd}/e`);
        Deno.writeTextFileSync(`${cwd}/e/y`, "");
      },
      "./\n + e/\n - lib/\ne/\n + y\nlib/\n - x/\nlib/x/\n - 1\n - 2\nsrc/\n - a.ts\n + c.md",
      { added: 3, removed: 5, modified: 0 },
    ],
    [
      "what was moved and modified counts once",
      (cwd) => {
        Deno.renameSync(`${cwd}/src/a.ts`, `${cwd}/src/z.ts`);
        Deno.writeTextFileSync(`${cwd}/src/z.ts`, "2", { append: true });
      },
      "src/\n > z.ts (modified, was src/a.ts)",
      { added: 0, removed: 0, modified: 1 },
    ],
    [
      "a file of the same size and time in place of another was modified, with its inode too",
      (cwd) => {
        const { mtime } = Deno.statSync(`${cwd}/src/a.ts`);
        Deno.removeSync(`${cwd}/src/a.ts`);
        Deno.writeTextFileSync(`${cwd}/src/a.ts`, "two");
        Deno.utimeSync(`${cwd}/src/a.ts`, mtime!, mtime!);
      },
      "src/\n ~ a.ts",
      { added: 0, removed: 0, modified: 1 },
    ],
    [
      "the permissions of a file are no change",
      (cwd) => Deno.chmodSync(`${cwd}/src/a.ts`, 0o600),
      "",
      { added: 0, removed: 0, modified: 0 },
    ],
  ] as readonly [string, (cwd: string) => void, string, ChangesResult["totals"]][]
) {
  Deno.test(what, () =>
    withTree(TREE, async (cwd) => {
      const result = await changesBy(cwd, () => act(cwd));
      assertEquals([result.text, result.totals], [text, totals]);
    }));
}

Deno.test("since: `the latest of that path in the cache, if absent`; `snapshot` and `snapshot: ID` are understood", () =>
  withTree(TREE, async (cwd) => {
    const context = { cwd, cache: new TreeCache() };
    const toldSince = async (since?: string): Promise<string> => {
      const { fresh, text } = await changes.execute(
        { ...since !== undefined && { since } },
        context,
      );
      return fresh ? "fresh" : text;
    };
    assertEquals(await toldSince(), "fresh", "nothing was saved yet");
    const { snapshot: first } = await overview.execute({}, context);
    const { snapshot: other } = await overview.execute({ path: "lib" }, context);
    Deno.writeTextFileSync(`${cwd}/src/a.ts`, "longer");
    assertEquals(await toldSince(), "src/\n ~ a.ts");
    assertEquals(await toldSince(), "", "changes took the latest");
    for (const since of [first!, `snapshot: ${first}`, `snapshot ${first}`, ` ${first}\n`]) {
      assertEquals(await toldSince(since), "src/\n ~ a.ts", since);
    }
    for (const since of ["", "snapshot", "snapshot:", "latest"]) {
      assertEquals(await toldSince(since), "", since);
    }
    assertEquals(await toldSince(other), "fresh", "another path's");
    // The tree is as it was: what was compared with is the latest again.
    const { snapshot: edited } = await changes.execute({}, context);
    Deno.writeTextFileSync(`${cwd}/src/new.ts`, "");
    await changes.execute({}, context);
    Deno.removeSync(`${cwd}/src/new.ts`);
    assertEquals(await toldSince(edited!), "");
    assertEquals(await toldSince(), "");
  }));

Deno.test("since: `a time or a git revision is answered with what can tell it`", async () => {
  for (const since of ["1h", "2026-11-24", "yesterday", "HEAD~3", "main", "snapshot: 1h"]) {
    const { error } = await changes.execute({ since }, { cwd: "/nowhere", cache: new TreeCache() });
    assertEquals([error?.code, error?.message], [
      "invalid_argument",
      `since must be a snapshot of overview or changes, not "${since}": find_files with modified_within tells what was written since a time, git what changed since a commit`,
    ]);
  }
});

Deno.test("where it is not known what changed, fresh is true", () =>
  withTree(TREE, async (cwd) => {
    const cache = new TreeCache();
    const { snapshot } = await overview.execute({}, { cwd, cache });
    const since = snapshot!;
    const isFresh = async (args: { since: string; path?: string }, context: object) =>
      (await changes.execute(args, { cwd, ...context })).fresh;
    assertEquals(await isFresh({ since }, { cache }), false);
    assert(await isFresh({ since: "000000000000" }, { cache }), "a snapshot that is not there");
    assert(await isFresh({ since, path: "build" }, { cache }), "what it left out");
    assert(await isFresh({ since }, { cache, policy: { hide: ["src"] } }), "another view of it");
    assert(await isFresh({ since }, { cache: new TreeCache() }), "another cache's");
    assert(await isFresh({ since }, {}), "no cache");
    assert(await isFresh({ since }, { cache, maxScanned: 1 }), "not all of it was read");
  }));

Deno.test("changes compares a directory with its part of a snapshot of one around it", () =>
  withTree(TREE, async (cwd) => {
    const context = { cwd, cache: new TreeCache() };
    const told = async (args: { path?: string; since?: string }) => {
      const output = await changes.execute(args, context);
      const { text } = toToolResult(changes, output);
      const lines = text.replace(/(?<= since )\w{12}/, (id) => made.get(id)!);
      made.set(output.snapshot!, args.path!);
      return lines.replace(/\nsnapshot: .*/, "");
    };
    /** The path of the call that made each snapshot. */
    const made = new Map<string, string>();
    const unknown = "what changed is not known; this is its first snapshot";
    const latest = 'hint: the latest snapshot is of another path: send path "docs"';
    assertEquals(await told({ path: "docs" }), `changes docs: ${unknown}`);
    assertEquals(await told({ path: "lib", since: "" }), `changes lib: ${unknown}\n${latest}`);
    const { snapshot } = await overview.execute({}, context);
    made.set(snapshot!, ".");
    Deno.writeTextFileSync(`${cwd}/lib/x/1`, "longer");
    Deno.writeTextFileSync(`${cwd}/docs/new.md`, "");
    const rows: [path: string, since: string | undefined, text: string][] = [
      ["lib", undefined, "1 modified since lib\nx/\n ~ 1"],
      ["lib", undefined, "no change since lib"],
      ["lib/x", snapshot, "1 modified\n./\n ~ 1"],
      ["lib/x", undefined, "no change since lib/x"],
      // Its own is older than that of the tree around it.
      ["docs", undefined, "1 added since docs\n./\n + new.md"],
    ];
    for (const [path, since, text] of rows) {
      assertEquals(await told({ path, ...since && { since } }), `changes ${path}: ${text}`);
    }
  }));

Deno.test("changes says of which path a snapshot is, unless that is hidden, that it knows none, and that a host keeps none", () =>
  withTree(TREE, async (cwd) => {
    const cache = new TreeCache();
    const { snapshot } = await overview.execute({ path: "src" } as unknown, { cwd, cache });
    const unknown = [`no snapshot ${snapshot} of this path is known`];
    const latest = ['the latest snapshot is of another path: send path "src"'];
    const first = await changes.execute({}, { cwd, cache });
    assertEquals([first.fresh, first.hints], [true, latest]);
    const apart = { cache, roots: [`${cwd}/docs`], cwd: `${cwd}/docs` };
    assertEquals((await changes.execute({}, apart)).hints, undefined);
    const rows: [context: object, hints: string[]][] = [
      [{ cache: new TreeCache() }, unknown],
      [{ cache }, ['that snapshot is of another path: send path "src"']],
      [apart, unknown],
      [{ cache, policy: { hide: ["src"] } }, unknown],
      [{}, ["the host keeps no snapshots"]],
    ];
    for (const [context, hints] of rows) {
      const result = await changes.execute({ since: snapshot! }, { cwd, ...context });
      assertEquals([result.fresh, result.hints], [true, hints], JSON.stringify(context));
    }
  }));

Deno.test("where nothing changed, the snapshot stays the same, and so does the whole overview", () =>
  withTree(TREE, async (cwd) => {
    const context = { cwd, cache: new TreeCache() };
    const first = await overview.execute({}, context);
    const { snapshot } = await changes.execute({ since: first.snapshot! }, context);
    assertEquals(snapshot, first.snapshot);
    assertEquals(await overview.execute({}, context), first);
    assertEquals((await overview.execute({}, { cwd, cache: new TreeCache() })).snapshot, snapshot);
  }));

Deno.test("a store that fails costs no call: no snapshot is given, and none is found", () =>
  withTree(TREE, async (cwd) => {
    const fail = () => Promise.reject(new DirscopeError("io_error", "the disk is full"));
    const cache = new TreeCache({ snapshots: { keep: fail, find: fail } });
    const { success, snapshot } = await overview.execute({}, { cwd, cache });
    assertEquals([success, snapshot], [true, undefined]);
    const result = await changes.execute({}, { cwd, cache });
    assertEquals([result.success, result.fresh, result.snapshot], [true, true, null]);
  }));

Deno.test("a failed call of changes names the path that it means", () =>
  withTree(TREE, async (cwd) => {
    const result = await changes.execute({ path: "sr" }, { cwd });
    assertEquals([result.success, result.error?.code, result.suggestions], [
      false,
      "not_found",
      ["src"],
    ]);
  }));

Deno.test("of a directory that is gone, changes lists what the snapshot held; of one that it never held, nothing is known", () =>
  withTree({ ...TREE, "gone/in/a.ts": "" }, async (cwd) => {
    const context = { cwd, cache: new TreeCache() };
    await overview.execute({}, context);
    await Deno.remove(`${cwd}/gone`, { recursive: true });
    const { text, totals } = await changes.execute({ path: "gone" }, context);
    assertEquals([text, totals.removed], ["./\n - in/\nin/\n - a.ts", 2]);
    const never = await changes.execute({ path: "never" }, context);
    assertEquals(never.error?.code, "not_found");
  }));

Deno.test("what does not fit into max_tokens is counted to the entry", () =>
  withTree(TREE, async (cwd) => {
    const made = 400;
    const result = await changesBy(
      cwd,
      () => {
        for (let i = 0; i < made; i++) {
          Deno.mkdirSync(`${cwd}/d${i % 40}`, { recursive: true });
          Deno.writeTextFileSync(`${cwd}/d${i % 40}/file-${i}.ts`, "");
        }
      },
      "changes",
      { max_tokens: 200 },
    );
    assert(result.truncated && result.estimated_tokens <= 200 && result.estimated_tokens > 100);
    assertEquals(result.totals, { added: made + 40, removed: 0, modified: 0 });
    let counted = 0;
    for (const line of result.text.split("\n")) {
      if (/^ [+]/.test(line)) counted++;
      counted += Number(/(\d+) added/.exec(line)?.[1] ?? 0);
    }
    assertEquals(counted, result.totals.added);
  }));

Deno.test("what git ignores now is told apart from what is gone", () =>
  withTree(TREE, async (cwd) => {
    const result = await changesBy(cwd, () => {
      Deno.writeTextFileSync(`${cwd}/.gitignore`, "build/\nlib/\n*.md\n");
      Deno.removeSync(`${cwd}/lib/x/1`);
    });
    assertEquals(
      toToolResult(changes, result).text,
      [
        "changes .: 5 removed (4 ignored now), 1 modified; not compared: 3 ignored",
        "./\n ~ .gitignore\n - lib/ (ignored now)",
        "docs/\n - guide.md (ignored now)",
        "lib/\n - x/ (ignored now)",
        "lib/x/\n - 1\n - 2 (ignored now)",
        `snapshot: ${result.snapshot}`,
      ].join("\n"),
    );
    assertEquals([result.totals, result.ignored], [{ added: 0, removed: 5, modified: 1 }, 4]);
  }));

Deno.test("what the policy hides now is told as what is gone: nothing tells that it exists", () =>
  withTree({ "src/secret": "", "dir/in": "", ".cursorignore": "no\n" }, async (cwd) => {
    const context = { cwd, cache: new TreeCache(), policy: { ignoreFiles: [".cursorignore"] } };
    const { snapshot } = await TOOLSETS.agent.overview.execute({}, context);
    Deno.writeTextFileSync(`${cwd}/.cursorignore`, "secret\ndir\n");
    const result = await changes.execute({ since: snapshot! }, context);
    assertEquals(
      result.text,
      "./\n ~ .cursorignore\n - dir/\ndir/\n - in\nsrc/\n - secret",
    );
    assertEquals(result.ignored, undefined);
  }));

Deno.test(
  needing(RAW_NAMES, "what cannot be addressed by its name is counted, and never called unchanged"),
  () =>
    withTree(TREE, async (cwd) => {
      const run = (script: string) => runSync(["sh", "-c", script, cwd]);
      run(`printf 1 > "$0/$(printf 'x\\377')"; mkdir "$0/$(printf 'd\\377')"`);
      run(`touch "$0/$(printf 'd\\377')/gone"`);
      const result = await changesBy(cwd, () => {
        run(`printf 2 >> "$0/$(printf 'x\\377')"; rm "$0/$(printf 'd\\377')/gone"`);
      });
      assertEquals(
        toToolResult(changes, result).text,
        `changes .: no change; not compared: 1 ignored, 2 unaddressable\nsnapshot: ${result.snapshot}`,
      );
      assertEquals(result.skipped, { ignored: 1, unaddressable: 2 });
    }),
);

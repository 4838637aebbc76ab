import { assert, assertEquals, assertRejects } from "@std/assert";
import { callTool, DiscoveryLog, replay, type Replayed, TOOLSETS } from "../../mod.ts";
import { LOGGED_TOOLS, withLog } from "../support/logging.ts";
import type { Tree } from "../support/tree.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** Logs one call, changes the tree, and replays. */
async function replayAfter(
  tree: Tree,
  call: readonly [toolset: "agent" | "discovery", name: string, args: unknown],
  change: (cwd: string) => void,
): Promise<Replayed> {
  let replayed: Replayed[] = [];
  await withLog(tree, async (cwd, file) => {
    using log = await DiscoveryLog.open(file);
    const [toolset, name, args] = call;
    const { tool } = LOGGED_TOOLS.find((each) => each.toolset === toolset && each.name === name)!;
    // Text is what a provider sends, which `callTool` parses.
    if (typeof args === "string") await callTool(toolset, name, args, { cwd, log });
    else await tool.execute(args, { cwd, log });
    change(cwd);
    replayed = await Array.fromAsync(replay(log));
  });
  assertEquals(replayed.length, 1);
  return replayed[0]!;
}

const CHANGES: readonly [
  what: string,
  name: string,
  args: Arguments,
  change: (cwd: string) => void,
  difference: string,
][] = [
  ["an entry that is gone", "find_files", {}, (cwd) => Deno.removeSync(`${cwd}/b`), "b"],
  ["the last entry gone", "find_files", {}, (cwd) => Deno.removeSync(`${cwd}/c/d`), "c/d"],
  ["an entry between", "find_files", {}, (cwd) => Deno.writeTextFileSync(`${cwd}/bb`, ""), "bb"],
  ["an entry after all", "find_files", {}, (cwd) => Deno.writeTextFileSync(`${cwd}/z`, ""), "z"],
  ["a size", "find_files", {}, (cwd) => Deno.writeTextFileSync(`${cwd}/b`, "more"), "b"],
  ["an error instead", "find_files", { root: "c" }, remove("c"), "c/d"],
  ["a result instead", "find_files", { root: "e" }, (cwd) => Deno.mkdirSync(`${cwd}/e`), "success"],
  ["a row", "overview", {}, (cwd) => Deno.renameSync(`${cwd}/c/d`, `${cwd}/c/x`), "d"],
  [
    "an entry of a query",
    "find_path",
    { queries: ["b", "x"] },
    (cwd) => Deno.writeTextFileSync(`${cwd}/c/xx`, ""),
    "c/xx",
  ],
  ["a rule", "explain_path", { path: "b" }, (cwd) => ignore(cwd, "b"), "ignored"],
  [
    "a hint",
    "find_files",
    { extensions: ["x"], root: "c" },
    (cwd) => Deno.writeTextFileSync(`${cwd}/c/d.X`, ""),
    "c/d.X",
  ],
  [
    "a suggestion",
    "stat_path",
    { path: "bb" },
    (cwd) => Deno.removeSync(`${cwd}/b`),
    "suggestions",
  ],
  ["a skipped count", "list_dir_entries", { path: "c" }, (cwd) => {
    const { mtime } = Deno.statSync(`${cwd}/c/d`);
    Deno.writeTextFileSync(`${cwd}/c/.h`, "");
    Deno.utimeSync(`${cwd}/c/d`, mtime!, mtime!);
  }, "skipped"],
];

function remove(path: string): (cwd: string) => void {
  return (cwd) => Deno.removeSync(`${cwd}/${path}`, { recursive: true });
}

function ignore(cwd: string, pattern: string): void {
  Deno.writeTextFileSync(`${cwd}/.gitignore`, `${pattern}\n`);
}

for (const [what, name, args, change, difference] of CHANGES) {
  Deno.test(`replay() names what differs first: ${what}`, async () => {
    const replayed = await replayAfter({ "b": "", "c/d": "" }, ["agent", name, args], change);
    assertEquals([replayed.isEqual, replayed.difference], [false, difference]);
  });
}

Deno.test("refused arguments, replayed on an unchanged tree, are equal", async () => {
  // As JSON brings them, or only a program does.
  const refused = [
    ...[{ root: 1 }, { limit: 0 }, { nope: [1, { a: null }] }, JSON.parse('{"__proto__": 1}')],
    ...[
      ["find_files"],
      "x",
      "{bad",
      '{"root":"a"}',
      null,
      undefined,
    ],
  ];
  for (const args of refused) {
    for (const toolset of ["agent", "discovery"] as const) {
      const replayed = await replayAfter({ "a": "" }, [toolset, "find_files", args], () => {});
      assertEquals([replayed.isEqual, replayed.difference], [true, undefined]);
    }
  }
});

Deno.test("maxScanned, roots and the host's policy are kept", async () => {
  await withLog({ "a/b/c": "", "d": "", "e/f": "" }, async (cwd, file) => {
    using log = await DiscoveryLog.open(file);
    const { find_files, overview } = TOOLSETS.agent;
    const contexts = [
      { maxScanned: 1 },
      { maxScanned: 4 },
      { roots: ["a"] },
      { roots: [] },
      { roots: ["/"] },
      { policy: { hide: ["d"] } },
      {},
    ];
    for (const context of contexts) {
      await find_files.execute({}, { cwd, log, ...context });
      await overview.execute({}, { cwd, log, ...context });
    }
    const results = [...log.records()].map(({ result }) => result);
    assert(new Set(results).size >= 8, "they matter");
    const replayed = await Array.fromAsync(replay(log));
    assertEquals(replayed.filter(({ isEqual }) => !isEqual), []);
  });
});

Deno.test("what the host let calls tell of files is kept: their results tell it", async () => {
  const tree = { "a.ts": "the cart has a total\n", "cart.ts": "total\n", ".git/HEAD": "" };
  await withLog(tree, async (cwd, file) => {
    using log = await DiscoveryLog.open(file);
    const { find_path, overview } = TOOLSETS.agent;
    for (const contents of ["text", "places", "none"] as const) {
      await find_path.execute({ queries: ["wrong cart total"] }, { cwd, log, contents });
      await overview.execute({ query: "wrong cart total" }, { cwd, log, contents });
    }
    const replayed = await Array.fromAsync(replay(log));
    assertEquals(replayed.map(({ isEqual }) => isEqual), Array(6).fill(true));
  });
});

Deno.test("replay() rejects with an AbortError when its signal aborts", async () => {
  await withLog({ "a": "" }, async (cwd, file) => {
    using log = await DiscoveryLog.open(file);
    for (let i = 0; i < 3; i++) await TOOLSETS.agent.find_files.execute({}, { cwd, log });
    const abort = new AbortController();
    const seen: number[] = [];
    const error = await assertRejects(async () => {
      for await (const { record } of replay(log, { signal: abort.signal })) {
        seen.push(record.sequence);
        if (record.sequence === 2) abort.abort();
      }
    });
    assertEquals([(error as DOMException).name, seen], ["AbortError", [1, 2]]);
  });
});

import { assert, assertEquals, assertRejects } from "@std/assert";
import { DiscoveryLog, replay, type Replayed, TOOLSETS } from "../../mod.ts";
import { lineSafe } from "../../src/text/line_safe.ts";
import { LOGGED_TOOLS, type LoggedTool, withLog } from "../support/logging.ts";
import { ANY_NAME, LINKS, needing } from "../support/machine.ts";
import { randomFrom } from "../support/random.ts";
import { sketch } from "../support/sketch.ts";
import type { Tree } from "../support/tree.ts";

type Arguments = Readonly<Record<string, unknown>>;
type Result = Readonly<Record<string, unknown>>;

/** A logged call: the tool, its arguments, and the host's budget. */
interface Call {
  readonly logged: LoggedTool;
  readonly args: Arguments;
  readonly maxScanned?: number;
}

const TREE: Tree = {
  ...sketch(
    "a/a/b.ts, a/a/c.log, a/a-b/d e, a/b.ts -> ../a, a-b, b.ts, c.log, d e -> a, .f/out, out/x, out/a/b.ts",
  ),
  ".gitignore": "*.log\nout/\n",
  "a/g\n/a": "1",
  "a/\u202Eh": "22",
  "\u{1F600}.ts": "333",
};

const REPLAYED_TOOLS = LOGGED_TOOLS.filter(({ name }) => name !== "changes");

/** Random calls of all tools that are replayed. */
function randomCalls(
  count: number,
  random: (below: number) => number,
): Call[] {
  const pick = <T>(items: readonly T[]): T => items[random(items.length)]!;
  const path = (): unknown =>
    pick([".", ".", ".", "a", "a/a", "b.ts", "a/g\n", "nothing", "..", ""]);
  const values: Readonly<Record<string, () => unknown>> = {
    path,
    root: path,
    limit: () => pick([1, 2, 5, 1000, 0]),
    max_results: () => pick([1, 3, 1000, 1001]),
    max_depth: () => pick([1, 2, null]),
    extensions: () => pick([["ts"], [".log", "ts"], []]),
    name_contains: () => pick(["a", "B", "none"]),
    path_contains: () => pick(["a/", "x"]),
    exclude_dirs: () => pick([["a"], ["a/a"], ["out"]]),
    exclude: () => pick([["*.ts"], ["a/a"], ["**x"]]),
    sort: () => pick(["path", "modified", "size", "age"]),
    modified_within: () => pick(["1970-01-01T00:00Z", "yesterday"]),
    case_sensitive: () => pick([true, false]),
    use_gitignore: () => pick([true, false]),
    include_hidden: () => pick([true, false]),
    kind: () => pick(["any", "file", "dir"]),
    pattern: () => pick(["**", "**/*.ts", "*", "a/**", "a**", "**/A*"]),
    queries: () => pick([["a"], ["ats", "b log"], ["nothing like it"], []]),
    max_tokens: () => pick([200, 2000, 1]),
    query: () => pick(["a", "log b", ""]),
    cursor: () => pick([null, "damaged"]),
  };
  return Array.from({ length: count }, (_, i) => {
    const logged = REPLAYED_TOOLS[i % REPLAYED_TOOLS.length]!;
    const { properties, required } = logged.tool.DEFINITION.function.parameters;
    const names = Object.keys(properties).filter((name) =>
      required.includes(name) || random(name === "cursor" ? 8 : 3) === 0
    );
    const args = Object.fromEntries(names.map((name) => [name, values[name]!()]));
    return { logged, args, ...random(4) === 0 && { maxScanned: 1 + random(20) } };
  });
}

/** A call's result, as JSON. */
async function direct({ logged: { tool }, args, maxScanned }: Call, cwd: string): Promise<string> {
  const context = { cwd, ...maxScanned !== undefined && { maxScanned } };
  return JSON.stringify(await tool.execute(args, context));
}

/** Logs calls; the next cursor of a page is followed once. */
async function logCalls(log: DiscoveryLog, calls: readonly Call[], cwd: string): Promise<Call[]> {
  const made: Call[] = [];
  for (const call of calls) {
    const { logged: { tool }, args, maxScanned } = call;
    const context = { cwd, log, ...maxScanned !== undefined && { maxScanned } };
    const { next_cursor } = await tool.execute(args, context) as Result;
    made.push(call);
    if (next_cursor === undefined) continue;
    const next = { ...call, args: { ...args, cursor: next_cursor } };
    await tool.execute(next.args, context);
    made.push(next);
  }
  return made;
}

/** Candidates for the first difference: the old item, or the new one at its place. */
function firstDifferences(before: Result, now: Result): string[] {
  const entries = [before, now].map((each) => {
    const lists = (each.results ?? [each]) as { entries?: { path: string }[] }[];
    return lists.flatMap((list) => list.entries ?? []);
  });
  const lines = [before, now].map((each) => (each.text as string | undefined ?? "").split("\n"));
  const shownPaths = firstUnequal(entries[0]!, entries[1]!).map(({ path }) => lineSafe(path));
  if (shownPaths.length > 0) return shownPaths;
  const shownLines = firstUnequal(lines[0]!, lines[1]!).map((line) => line.trim());
  if (shownLines.length > 0) return shownLines;
  const fields = [...Object.keys(before), ...Object.keys(now)];
  return fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(now[field]));
}

function firstUnequal<T>(before: readonly T[], now: readonly T[]): T[] {
  for (let i = 0; i < Math.max(before.length, now.length); i++) {
    if (JSON.stringify(before[i]) !== JSON.stringify(now[i])) {
      return [before, now].flatMap((items) => i < items.length ? [items[i]!] : []);
    }
  }
  return [];
}

for (const seed of [1, 2, 3]) {
  Deno.test(
    needing(
      [LINKS, ANY_NAME],
      `"runs each logged query again and reports equal or different, the first differing entry named", random calls ${seed}`,
    ),
    async () => {
      const next = randomFrom(seed);
      const random = (below: number): number => Math.floor(next() * below);
      await withLog(TREE, async (cwd, file) => {
        const calls = randomCalls(120, random);
        using log = await DiscoveryLog.open(file);
        const made = await logCalls(log, calls, cwd);
        const before: string[] = [];
        for (const call of made) before.push(await direct(call, cwd));

        const unchanged = await Array.fromAsync(replay(log));
        assertEquals(unchanged.map(({ record }) => record.result), before);
        assertEquals(unchanged.filter(({ isEqual }) => !isEqual), []);
        assertEquals(unchanged.map((each) => "difference" in each), unchanged.map(() => false));

        Deno.renameSync(`${cwd}/a/a/b.ts`, `${cwd}/a/a/renamed.ts`);
        const expected: string[][] = [];
        for (const [i, call] of made.entries()) {
          const now = await direct(call, cwd);
          expected.push(
            now === before[i] ? [] : firstDifferences(JSON.parse(before[i]!), JSON.parse(now)),
          );
        }
        const changed = await Array.fromAsync(replay(log));
        assertEquals(
          changed.map(({ record }) => record.sequence),
          made.map((_, i) => i + 1),
          "oldest first",
        );
        assertEquals(
          changed.map(({ isEqual }) => isEqual),
          expected.map((each) => each.length === 0),
        );
        const touched = expected.filter((each) => each.length > 0).length;
        assert(touched > 10 && touched < made.length - 10, `${touched} of ${made.length}`);
        for (const [i, { difference, isEqual }] of changed.entries()) {
          if (isEqual) assertEquals(difference, undefined);
          else assert(expected[i]!.includes(difference!), `${difference}: ${expected[i]}`);
        }
        assertEquals([...log.records()].length, made.length, "Nothing is logged.");
      });
    },
  );
}

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
    await tool.execute(args, { cwd, log });
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
    ...[["find_files"], "x", null, JSON.parse('{"limit": 1e400}'), undefined],
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

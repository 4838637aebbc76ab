import { workingDirectory } from "../../src/scope/path_text.ts";
import { assert, assertEquals, assertRejects } from "@std/assert";
import { createHash } from "node:crypto";
import {
  type CallLog,
  type DiscoveryEntry,
  DiscoveryLog,
  type LoggedCall,
  type LogRecord,
  type ToolContext,
  TOOLSETS,
} from "../../mod.ts";
import { argumentsFor, SUBJECTS } from "../support/every_tool.ts";
import { follow, stream } from "../support/discovery.ts";
import { withReads } from "../support/disk_reads.ts";
import { stall } from "../support/failing_disk.ts";
import { LOGGED_TOOLS, type LoggedTool, type LogRow, rowsOf, withLog } from "../support/logging.ts";
import { ANY_NAME, LINKS, needing } from "../support/machine.ts";
import { link, type Tree } from "../support/tree.ts";

const TREE: Tree = {
  ".gitignore": "*.log\nout/\n",
  ".hidden": "",
  "a/b/c.ts": "1",
  "a/d.ts": "",
  "e.log": "",
  "link": link("a"),
  "out/x": "",
  "odd\n\t\x01\x7f\u202E\\": "",
  "odd\n\t\x01\x7f\u202E\\dir/\u{E0041}\u{1F600}.ts": "",
};

type Arguments = Readonly<Record<string, unknown>>;

const PATHS = [
  ...[
    ".",
    "a",
    "a/d.ts",
    "nothing",
    "a/nothing",
    "link",
    "..",
    "/",
    "odd\n\t\x01\x7f\u202E\\",
    "\uD800",
    "a\uDFFFb",
  ],
  ...["x".repeat(300), "x".repeat(5000)],
  ...["", "a\0b", 1, true, ["a"], {}, null],
];

/** The arguments that tools are called with besides {@linkcode PATHS}. */
const CALLS: Readonly<Record<string, readonly Arguments[]>> = {
  find_files: [
    { limit: 1 },
    { limit: 1.5 },
    { cursor: "damaged" },
    { cursor: "" },
    { cursor: 1 },
    { cursor: "\uD800" },
    { extensions: ["ts", ".log"], exclude_dirs: ["out"], max_depth: 2 },
    { exclude_dirs: [], cursor: null, max_depth: null },
    { extensions: ["ts", null] },
    { use_gitignore: true, name_contains: "log" },
    { name_contains: "\uD800" },
    { path_contains: "\0" },
    { unknown: "\uDFFF", "\uD800": 1 },
    JSON.parse('{"__proto__": {"limit": 1}}'),
    JSON.parse('{"root": {"__proto__": 1}}'),
  ],
  glob_search: [
    { pattern: "**", max_results: 2 },
    { pattern: "**/*.TS", case_sensitive: false },
    { pattern: "\uD800" },
    { pattern: "a**" },
    { pattern: "\x01" },
    { pattern: "*", cursor: "damaged" },
  ],
  list_dir_entries: [{ limit: 2 }, { include_hidden: true }, { cursor: "damaged" }, { limit: -1 }],
  list_dir: [{ recursive: true }],
  overview: [{ max_tokens: 200, use_gitignore: false, include_hidden: false }, { max_tokens: 1 }, {
    cursor: "x",
  }],
  find_path: [
    { queries: ["dts", "\uD800", "a\nb"], limit: 1 },
    { queries: ["log"], root: "a", kind: "file", use_gitignore: false },
    { queries: [" "] },
    {},
  ],
};

/** Arguments of each tool, the minimal ones first. */
function callsOf({ name, tool }: LoggedTool): readonly Arguments[] {
  const { required } = tool.DEFINITION.function.parameters;
  const { pathArgument } = tool.TRAITS;
  const least: Arguments = {
    ...required.includes("pattern") && { pattern: "**" },
    ...required.includes("queries") && { queries: ["d.ts"] },
  };
  return [...PATHS.map((path) => ({ ...least, [pathArgument]: path })), ...CALLS[name] ?? []];
}

/** The expected record of a call, computed from the call and its result alone. */
function expectedRow(
  { toolset, name, tool }: LoggedTool,
  args: unknown,
  result: Readonly<Record<string, unknown>>,
  { cwd, roots, maxScanned, policy }: ToolContext,
): LogRow {
  const sent = Object(args).cursor;
  // Decision 1: "an empty `cursor`" counts as absent.
  const cursor = sent === undefined || sent === "" ? null : sent;
  const isPaged = Object.hasOwn(tool.DEFINITION.function.parameters.properties, "cursor");
  const isRefused = Object.keys(result.query as LogRow).length === 0;
  const query = { ...result.query as LogRow, ...isPaged && { cursor } };
  const text = JSON.stringify(result);
  return {
    toolset,
    operation: name,
    cwd: JSON.stringify(cwd),
    roots: JSON.stringify(roots ?? [cwd]),
    max_scanned: maxScanned ?? null,
    policy: JSON.stringify(policy ?? null),
    query: JSON.stringify(isRefused ? args : query),
    count: result.count ?? null,
    truncated: result.truncated === true ? 1 : 0,
    next_cursor: result.next_cursor ?? null,
    result: text,
    sha256: createHash("sha256").update(text, "utf8").digest("hex"),
  };
}

/** A row without what each has of its own. */
function withoutNumbers({ sequence: _s, time_unix_ms: _t, ...row }: LogRow): LogRow {
  return row;
}

for (const logged of LOGGED_TOOLS) {
  const { toolset, name, tool } = logged;
  Deno.test(
    needing(
      [LINKS, ANY_NAME],
      `"every discovery and agent call: sequence, time, cwd, roots, operation, normalised query with its cursor, count, truncated, next_cursor, the canonical result JSON and its SHA-256": ${toolset} ${name}`,
    ),
    async () => {
      await withLog(TREE, async (cwd, file) => {
        const contexts: ToolContext[] = [{ cwd }, {
          cwd,
          roots: [`${cwd}/a`, `${cwd}/out`],
          maxScanned: 3,
          policy: { hide: ["nowhere"] },
        }];
        const expected: LogRow[] = [];
        using log = await DiscoveryLog.open(file);
        for (const context of contexts) {
          for (const args of callsOf(logged)) {
            const plain = await tool.execute(args, context);
            const before = Date.now();
            const result = await tool.execute(args, { ...context, log });
            const after = Date.now();
            // One record, not two, and there before the call resolves, for any other connection.
            const rows = rowsOf(file);
            expected.push(expectedRow(logged, args, plain as LogRow, context));
            assertEquals(rows.length, expected.length, JSON.stringify(args));
            assertEquals(JSON.stringify(result), JSON.stringify(plain), "the log changes nothing");
            const time = rows.at(-1)!.time_unix_ms as number;
            assert(Number.isInteger(time) && before <= time && time <= after);
          }
        }
        const rows = rowsOf(file);
        assertEquals(rows.map(withoutNumbers), expected);
        assertEquals(rows.map(({ sequence }) => sequence), expected.map((_, i) => i + 1));
        const records = [...log.records()];
        assertEquals(records.map(asRow), rows.map((row) => ({ ...row })));
        // Successes, errors and refusals alike.
        const results = records.map(({ result }) => JSON.parse(result));
        assert(results.some(({ success }) => success));
        assert(results.some(({ error }) => error !== undefined), name);
      });
    },
  );
}

/** A record as SQLite would have it. */
function asRow(record: LogRecord): LogRow {
  const { cwd, roots, query, maxScanned, policy, truncated, ...rest } = record;
  return {
    ...rest,
    cwd: JSON.stringify(cwd),
    roots: JSON.stringify(roots),
    query: JSON.stringify(query),
    max_scanned: maxScanned,
    policy: JSON.stringify(policy),
    truncated: Number(truncated),
  };
}

/** Arguments that JSON cannot represent: only a program can send them. */
function oddArguments(): [what: string, args: unknown][] {
  const cyclic: Record<string, unknown> = {};
  cyclic.root = cyclic;
  const toJSON = () => {
    throw new Error("no JSON");
  };
  return [
    ...[undefined, null, 1, "find_files", "\uD800", [], () => 1, Symbol("x"), 1n]
      .map((args): [string, unknown] => [`${typeof args} ${Deno.inspect(args)}`, args]),
    ["a BigInt within", { limit: 1n, root: 1n, path: 1n }],
    ["an object that holds itself", cyclic],
    ["NaN", { limit: NaN, root: NaN, path: NaN }],
    ["a key that is undefined", { x: undefined }],
    ["a symbol within", { root: Symbol("x"), path: Symbol("x") }],
    ["a Date", { root: new Date(0), path: new Date(NaN) }],
    ["toJSON that is no function", { toJSON: 1 }],
    ["toJSON that throws", { toJSON }],
    ["no prototype, and a BigInt", Object.assign(Object.create(null), { limit: 1n, path: 1n })],
    ["toString that is no function, and a BigInt", { toString: 1, limit: 1n }],
  ];
}

for (const [what, args] of oddArguments()) {
  Deno.test(`"\`execute\` never throws for what the model did wrong", and the call is one record: ${what}`, async () => {
    await withLog({}, async (cwd, file) => {
      using log = await DiscoveryLog.open(file);
      for (const [i, { toolset, name, tool }] of LOGGED_TOOLS.entries()) {
        const plain = await tool.execute(args, { cwd });
        const result = await tool.execute(args, { cwd, log });
        assertEquals(JSON.stringify(result), JSON.stringify(plain));
        const rows = rowsOf(file);
        assertEquals(rows.length, i + 1);
        const last = rows.at(-1)!;
        assertEquals([last.toolset, last.operation], [toolset, name]);
        assertEquals(last.result, JSON.stringify(plain));
        JSON.parse(last.query as string);
      }
      assertEquals([...log.records()].length, LOGGED_TOOLS.length);
    });
  });
}

Deno.test(needing([LINKS, ANY_NAME], "nothing is logged for aborted calls"), async () => {
  await withLog(TREE, async (cwd, file) => {
    using log = await DiscoveryLog.open(file);
    for (const logged of LOGGED_TOOLS) {
      const { name, tool } = logged;
      const [args] = callsOf(logged);
      const assertAborts = async (call: () => Promise<unknown>): Promise<void> => {
        assertEquals((await assertRejects(call, DOMException)).name, "AbortError", name);
      };
      const signal = AbortSignal.abort();
      await assertAborts(() => tool.execute(args, { cwd, log, signal }));
      if (tool.pages !== undefined) {
        await assertAborts(() => Array.fromAsync(tool.pages!(args, { cwd, log, signal })));
      }
      if (["stat_path", "explain_path"].includes(name)) continue;
      const abort = new AbortController();
      const after = (): void => {
        abort.abort();
        stall(25);
      };
      const call = () => tool.execute(args, { cwd, log, signal: abort.signal });
      await withReads({ after }, () => assertAborts(call));
    }
    assertEquals(rowsOf(file), []);
  });
});

Deno.test("`pages()` logs a page at a time with the cursor that would have been sent, equal to what following the cursors logs", async (t) => {
  const rows: [name: "find_files" | "glob_search" | "list_dir_entries", args: Arguments][] = [
    ["find_files", { limit: 1 }],
    ["find_files", { limit: 3, use_gitignore: true }],
    ["find_files", { limit: 1000 }],
    ["find_files", { name_contains: "nothing like it" }],
    ["find_files", { root: "nothing" }],
    ["find_files", { limit: 0 }],
    ["find_files", { cursor: "damaged" }],
    ["glob_search", { pattern: "**", max_results: 2 }],
    ["glob_search", { pattern: "A/*", max_results: 1, case_sensitive: true }],
    ["glob_search", { pattern: "a**" }],
    ["list_dir_entries", { limit: 2 }],
    ["list_dir_entries", { limit: 2, include_hidden: true }],
  ];
  const calls = (["discovery", "agent"] as const).flatMap((toolset) =>
    rows.flatMap((row) =>
      [undefined, 1].map((maxScanned) => [toolset, ...row, maxScanned] as const)
    )
  );
  for (const [toolset, name, args, maxScanned] of calls) {
    const tool = TOOLSETS[toolset][name];
    await t.step({
      ...needing([LINKS, ANY_NAME], `${toolset} ${name} ${JSON.stringify([args, maxScanned])}`),
      fn: () =>
        withLog(TREE, async (cwd, file) => {
          const context = { cwd, ...maxScanned !== undefined && { maxScanned } };
          {
            using log = await DiscoveryLog.open(file);
            const followed = await follow(tool, args, { ...context, log });
            assertEquals([...log.records()].length, followed.length);
            assertEquals(await stream(tool, args, { ...context, log }), followed);
          }
          const logged = rowsOf(file).map(withoutNumbers);
          const half = logged.length / 2;
          assertEquals(logged.slice(half), logged.slice(0, half));
          const cursors = logged.slice(half).map(({ query }) => JSON.parse(`${query}`).cursor);
          const sent = [args.cursor, ...logged.slice(half, -1).map((row) => row.next_cursor)];
          assertEquals(cursors.map((each) => each ?? null), sent.map((each) => each ?? null));
        }),
    });
  }
});

Deno.test(
  needing(
    [LINKS, ANY_NAME],
    "`pages()` for a report lack cursors and sizes, unless they are logged; the report is the same",
  ),
  async () => {
    const rows = [
      ["find_files", { limit: 2 }],
      ["glob_search", { pattern: "**", max_results: 2 }],
      ["list_dir_entries", { limit: 2 }],
    ] as const;
    await withLog(TREE, async (cwd, file) => {
      using log = await DiscoveryLog.open(file);
      for (const [name, args] of rows) {
        for (const toolset of ["discovery", "agent"] as const) {
          const tool = TOOLSETS[toolset][name];
          const pagesOf = (context: ToolContext, lean = true) =>
            Array.fromAsync(tool.pages!(args as unknown, context, { lean }));
          const whole = await pagesOf({ cwd }, false);
          assertEquals(await pagesOf({ cwd, log }), whole);
          const lean = await pagesOf({ cwd });
          const withoutSize = ({ size: _, ...entry }: DiscoveryEntry) => entry;
          const expected = whole.map(({ next_cursor: _, ...page }) => ({
            ...page,
            entries: name === "find_files" ? page.entries.map(withoutSize) : page.entries,
          }));
          assertEquals<unknown>(lean, expected);
          for (const [i, page] of lean.entries()) {
            const reports = [page, whole[i]!].map((each) => ({
              ...tool.toReport!(each),
              cursor: undefined,
            }));
            assertEquals(reports[0], reports[1]);
          }
        }
      }
    });
  },
);

Deno.test("the calls of the other toolsets are not logged", async () => {
  using log = await DiscoveryLog.open(":memory:");
  const context = { cwd: "fixtures", log };
  for (const subject of SUBJECTS) {
    if (["discovery", "agent"].includes(subject.toolset)) continue;
    await subject.tool.execute(argumentsFor(subject, `${Deno.cwd()}/fixtures`, context), context);
  }
  assertEquals([...log.records()], []);
});

Deno.test("a host's own log: \"Records a call before it resolves\", once, and its error is the call's", async () => {
  for (const logged of LOGGED_TOOLS) {
    const { toolset, name, tool } = logged;
    const [args] = callsOf(logged);
    const calls: LoggedCall[] = [];
    let isDurable = false;
    const log: CallLog = {
      async append(call) {
        calls.push(call);
        await new Promise((resolve) => setTimeout(resolve));
        isDurable = true;
      },
    };
    const result = await tool.execute(args, { log });
    assert(isDurable);
    assertEquals(calls.length, 1);
    const [call] = calls as [LoggedCall];
    assertEquals([call.toolset, call.operation, call.result], [toolset, name, result]);
    const here = workingDirectory();
    assertEquals([call.cwd, call.roots, call.maxScanned], [here, [here], null]);
    const append = () => {
      throw new Error("the disk is full");
    };
    for (const sent of [args, { unknown: 1 }]) {
      await assertRejects(() => tool.execute(sent, { log: { append } }), Error, "the disk is full");
    }
  }
});

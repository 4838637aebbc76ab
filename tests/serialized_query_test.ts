import { type Schema, Validator } from "@cfworker/json-schema";
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import { DiscoveryLog, runQuery, serializeQuery, type Tool, TOOLSETS } from "../mod.ts";
import { diskCallsOf } from "./support/disk_reads.ts";
import { ANY_NAME, LINKS, testsNeeding } from "./support/machine.ts";
import { link, type Tree, withTree } from "./support/tree.ts";

const test = testsNeeding(LINKS, ANY_NAME);

const { overview, explain_path, find_path } = TOOLSETS.agent;

/** The five of `discovery`, and what only `agent` has. */
const TOOLS: Readonly<Record<string, Tool>> = {
  ...TOOLSETS.discovery,
  overview,
  explain_path,
  find_path,
};

const TREE: Tree = {
  ".gitignore": "*.log\n",
  "a/b/c.ts": "1",
  "a/d.log": "",
  "e\n\u{1F600}": "",
  "link": link("a"),
};

type Arguments = Readonly<Record<string, unknown>>;

/** Valid arguments of each tool, last some with which it fails, and invalid ones. */
const CALLS: Readonly<
  Record<string, readonly [taken: readonly Arguments[], refused: readonly Arguments[]]>
> = {
  stat_path: [
    [...[".", "a/b", "nothing", "e\n\u{1F600}", "..", "x".repeat(300)].map((path) => ({ path }))],
    [{}, { path: "" }, { path: 1 }, { path: "a", x: 1 }],
  ],
  find_files: [
    [
      {},
      { root: "a", limit: 1 },
      { extensions: ["ts"], exclude_dirs: ["b"], max_depth: 3, use_gitignore: true },
      { root: null, name_contains: "\uD800" },
      ...[{ root: "nothing" }, { root: "a/d.log" }, { cursor: "damaged" }],
    ],
    [{ limit: 0 }, { limit: "1" }, { extensions: [""] }, { root: "a\0" }],
  ],
  glob_search: [
    [
      { pattern: "**" },
      { pattern: "A/**", case_sensitive: false, max_results: 2 },
      ...[{ pattern: "a**" }, { pattern: "*", root: ".." }],
    ],
    [{}, { pattern: "*", kind: "link" }, { pattern: null }],
  ],
  list_dir_entries: [
    [{}, { path: "a", limit: 1 }, { include_hidden: true }, { path: "nothing" }, {
      cursor: "damaged",
    }],
    [{ limit: 1001 }, { cursor: 1 }],
  ],
  list_dir: [[{}, { path: "a" }, { path: "link" }, { path: ".." }], [{ recursive: true }]],
  overview: [
    [{}, { path: "a", max_tokens: 200 }, { use_gitignore: false }, { path: "a/d.log" }, {
      path: "nothing",
    }],
    [{ max_tokens: 199 }, { max_tokens: 1.5 }, JSON.parse('{"__proto__": 1}')],
  ],
  explain_path: [[{ path: "a/d.log" }, { path: "nothing/" }, { path: ".." }], [{}, { path: [] }]],
  find_path: [
    [
      { queries: ["dlog"] },
      { queries: ["a b", "\uD800"], root: "a", limit: 1 },
      ...[{ queries: ["a"], root: "nothing" }, { queries: ["a"], root: "a/d.log" }],
    ],
    [{}, { queries: [] }, { queries: 5 }, { queries: [""] }, { queries: ["a"], limit: 0 }],
  ],
};

function overTheWire(operation: string, args?: Arguments): unknown {
  return JSON.parse(JSON.stringify(serializeQuery(operation, args)));
}

for (const [name, tool] of Object.entries(TOOLS)) {
  const [taken, refused] = CALLS[name]!;
  test(`"a discovery call as plain JSON \`{ v: 1, operation, query }\`" gives the bytes of execute: ${name}`, () =>
    withTree(TREE, async (cwd) => {
      for (const args of taken) {
        const result = await runQuery(overTheWire(name, args), { cwd });
        const expected = await tool.execute(args, { cwd });
        assertEquals(JSON.stringify(result), JSON.stringify(expected), JSON.stringify(args));
      }
    }));

  Deno.test(`defaults are filled in: ${name}`, async () => {
    const { properties } = tool.DEFINITION.function.parameters;
    for (const args of taken) {
      const { v, operation, query, ...rest } = serializeQuery(name, args);
      assertEquals([v, operation, rest], [1, name, {}]);
      const complete = Object.entries(properties).map(([key, schema]) => [
        key,
        args[key] ?? schema.default ?? null,
      ]);
      assertEquals(JSON.stringify(query), JSON.stringify(Object.fromEntries(complete)));
      const again = serializeQuery(name, query);
      assertEquals(JSON.stringify(again.query), JSON.stringify(query));
      // The tool's own result, but for the cursor.
      const result = await tool.execute(args, {}) as { readonly query: Arguments };
      const { cursor: _, ...shown } = query;
      assertEquals(JSON.stringify(result.query), JSON.stringify(shown));
    }
  });

  Deno.test(`"validated on arrival": refused arguments are refused there in the tool's error shape: ${name}`, async () => {
    for (const args of refused) {
      const serialized = serializeQuery(name, args);
      assertEquals(
        JSON.stringify(serialized),
        JSON.stringify({ v: 1, operation: name, query: args }),
      );
      const wire = JSON.parse(JSON.stringify(serialized));
      let result: unknown;
      assertEquals(await diskCallsOf(async () => result = await runQuery(wire)), []);
      assertEquals(result, await tool.execute(args));
      const { success, error } = result as { success: boolean; error: { code: string } };
      assertEquals(success, false);
      assert(["invalid_argument", "invalid_root"].includes(error.code), error.code);
    }
  });
}

Deno.test("serializeQuery() leaves out nothing that counts as absent: it is the default or null", () => {
  // "`execute` still takes `null` for an optional argument as absent, and so an empty `cursor` and an
  // empty list."
  const empty = { extensions: [], exclude_dirs: [], cursor: "", limit: null, root: null };
  const serialized = serializeQuery("find_files", empty);
  assertEquals(serialized, serializeQuery("find_files"));
});

Deno.test("serializeQuery() throws a TypeError if no tool has that name", () => {
  for (
    const name of ["", "LS", "ls", "nope", "toString", "__proto__", "constructor", "Find_files"]
  ) {
    assertThrows(() => serializeQuery(name, {}), TypeError);
  }
});

Deno.test("runQuery() rejects with an AbortError when its signal aborts", async () => {
  for (const [name, [[args]]] of Object.entries(CALLS)) {
    const signal = AbortSignal.abort();
    const error = await assertRejects(() => runQuery(serializeQuery(name, args), { signal }));
    assertEquals((error as DOMException).name, "AbortError");
  }
});

test("runQuery() obeys the host's roots, budget and log, not what arrived", () =>
  withTree(TREE, async (cwd) => {
    using log = await DiscoveryLog.open(":memory:");
    const wire = { ...overTheWire("find_files", { root: "a" }) as object };
    const outside = await runQuery(wire, { cwd, roots: [`${cwd}/a/b`], log });
    assertEquals(outside.error?.code, "outside_root");
    const stopped = await runQuery(wire, { cwd, maxScanned: 1, log });
    assert("truncated" in stopped && stopped.truncated);
    assertEquals([...log.records()].length, 2);
    for (const extra of ["cwd", "roots", "log", "maxScanned"]) {
      const result = await runQuery({ ...wire, [extra]: ["/"] }, { cwd });
      assertEquals(result.error?.code, "invalid_argument");
    }
  }));

const CALL = { v: 1, operation: "list_dir", query: {} };

/** Values that are no call, and the word that the error names. */
const MALFORMED: readonly (readonly [payload: unknown, named: string])[] = [
  ...[undefined, null, '{"v":1}', 1, [1, "find_files", {}], {}, {
    operation: "find_files",
    query: {},
  }]
    .map((payload) => [payload, "a query must be an object whose v is 1"] as const),
  ...[2, 0, "1", true].map((v) =>
    [{ ...CALL, v }, "a query must be an object whose v is 1"] as const
  ),
  ...[undefined, "nope", "LS", "toString", "__proto__", ["find_files"]]
    .map((operation) =>
      [{ ...CALL, operation }, "operation must be one of stat_path, find_files, "] as const
    ),
  [{ ...CALL, x: 1 }, "x is not part of a query"],
  [{ ...CALL, "a\n\u202E": 1 }, "a\\n\\u{202E} is not"],
  [JSON.parse('{"v":1,"operation":"list_dir","query":{},"__proto__":{}}'), "__proto__ is not"],
  ...[undefined, null, [], "a"].map((query) =>
    [{ ...CALL, query }, "arguments must be an object"] as const
  ),
  [{ ...CALL, query: { x: 1 } }, "x is not an argument"],
];

function problemsOf(result: unknown): unknown[] {
  const schema = structuredClone(TOOLSETS.discovery.find_files.OUTPUT_SCHEMA) as unknown as Schema;
  return new Validator(schema, "2020-12").validate(JSON.parse(JSON.stringify(result))).errors;
}

for (const [payload, named] of MALFORMED) {
  Deno.test(`"an error in its shape, where the call is malformed too": ${JSON.stringify(payload)}`, async () => {
    let result: unknown;
    assertEquals(await diskCallsOf(async () => result = await runQuery(payload)), []);
    const { success, query, error } = result as {
      success: boolean;
      query: Arguments;
      error: { code: string; message: string };
    };
    assertEquals([success, query, error.code], [false, {}, "invalid_argument"]);
    assert(error.message.includes(named), error.message);
    assertEquals(problemsOf(result), []);
  });
}

import { type Schema, Validator } from "@cfworker/json-schema";
import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import fc from "fast-check";
import { DiscoveryLog, runQuery, serializeQuery, type Tool, TOOLSETS } from "../mod.ts";
import { diskCallsOf } from "./support/disk_reads.ts";
import { ANY_NAME, LINKS, needing } from "./support/machine.ts";
import { link, makeTree, type Tree, withTree } from "./support/tree.ts";

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

/** What each tool takes. */
const RIGHT: Readonly<Record<string, readonly Arguments[]>> = {
  stat_path: [{ path: "." }, { path: "a/b" }, { path: "nothing" }, { path: "e\n\u{1F600}" }],
  find_files: [
    {},
    { root: "a", limit: 1 },
    { extensions: ["ts"], exclude_dirs: ["b"], max_depth: 3, use_gitignore: true },
    { root: null, name_contains: "\uD800" },
  ],
  glob_search: [{ pattern: "**" }, { pattern: "A/**", case_sensitive: false, max_results: 2 }],
  list_dir_entries: [{}, { path: "a", limit: 1 }, { include_hidden: true }],
  list_dir: [{}, { path: "a" }, { path: "link" }],
  overview: [{}, { path: "a", max_tokens: 200 }, { use_gitignore: false }],
  explain_path: [{ path: "a/d.log" }, { path: "nothing/" }, { path: ".." }],
  find_path: [{ queries: ["dlog"] }, { queries: ["a b", "\uD800"], root: "a", limit: 1 }],
};

/** What each tool takes and then fails at. */
const FAILING: Readonly<Record<string, readonly Arguments[]>> = {
  stat_path: [{ path: ".." }, { path: "x".repeat(300) }],
  find_files: [{ root: "nothing" }, { root: "a/d.log" }, { cursor: "damaged" }],
  glob_search: [{ pattern: "a**" }, { pattern: "*", root: ".." }],
  list_dir_entries: [{ path: "nothing" }, { cursor: "damaged" }],
  list_dir: [{ path: ".." }],
  overview: [{ path: "a/d.log" }, { path: "nothing" }],
  explain_path: [],
  find_path: [{ queries: ["a"], root: "nothing" }, { queries: ["a"], root: "a/d.log" }],
};

/** What each tool refuses. */
const REFUSED: Readonly<Record<string, readonly Arguments[]>> = {
  stat_path: [{}, { path: "" }, { path: 1 }, { path: "a", x: 1 }],
  find_files: [{ limit: 0 }, { limit: "1" }, { extensions: [""] }, { root: "a\0" }],
  glob_search: [{}, { pattern: "*", kind: "link" }, { pattern: null }],
  list_dir_entries: [{ limit: 1001 }, { cursor: 1 }],
  list_dir: [{ recursive: true }],
  overview: [{ max_tokens: 199 }, { max_tokens: 1.5 }, JSON.parse('{"__proto__": 1}')],
  explain_path: [{}, { path: [] }],
  find_path: [{}, { queries: [] }, { queries: "a" }, { queries: [""] }, {
    queries: ["a"],
    limit: 0,
  }],
};

function overTheWire(operation: string, args?: Arguments): unknown {
  return JSON.parse(JSON.stringify(serializeQuery(operation, args)));
}

for (const [name, tool] of Object.entries(TOOLS)) {
  Deno.test(
    needing(
      [LINKS, ANY_NAME],
      `"a discovery call as plain JSON \`{ v: 1, operation, query }\`" gives the bytes of execute: ${name}`,
    ),
    async () => {
      await withTree(TREE, async (cwd) => {
        for (const args of [...RIGHT[name]!, ...FAILING[name]!]) {
          const result = await runQuery(overTheWire(name, args), { cwd });
          const expected = await tool.execute(args, { cwd });
          assertEquals(JSON.stringify(result), JSON.stringify(expected), JSON.stringify(args));
        }
      });
    },
  );

  Deno.test(`defaults are filled in: ${name}`, async () => {
    const { properties } = tool.DEFINITION.function.parameters;
    for (const args of [...RIGHT[name]!, ...FAILING[name]!]) {
      const { v, operation, query, ...rest } = serializeQuery(name, args);
      assertEquals([v, operation, rest], [1, name, {}]);
      const complete = Object.entries(properties).map(([key, schema]) => [
        key,
        args[key] ?? schema.default ?? null,
      ]);
      assertEquals(JSON.stringify(query), JSON.stringify(Object.fromEntries(complete)));
      const again = serializeQuery(name, query);
      assertEquals(JSON.stringify(again.query), JSON.stringify(query));
      // As the tool itself says, but for the cursor.
      const result = await tool.execute(args, {}) as { readonly query: Arguments };
      const { cursor: _, ...shown } = query;
      assertEquals(JSON.stringify(result.query), JSON.stringify(shown));
    }
  });

  Deno.test(`"validated on arrival": refused arguments are refused there in the tool's error shape: ${name}`, async () => {
    for (const args of REFUSED[name]!) {
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

Deno.test(
  needing(
    [LINKS, ANY_NAME],
    "a cursor is carried: pages over the wire are those of following the cursors",
  ),
  async () => {
    await withTree(TREE, async (cwd) => {
      for (
        const [name, args] of [["find_files", { limit: 1 }], ["list_dir_entries", {
          limit: 2,
        }]] as const
      ) {
        let cursor: string | undefined;
        let pages = 0;
        do {
          const call = { ...args, ...cursor !== undefined && { cursor } };
          const result = await runQuery(overTheWire(name, call), { cwd }) as {
            next_cursor?: string;
          };
          assertEquals(result, await TOOLS[name]!.execute(call, { cwd }) as typeof result);
          cursor = result.next_cursor;
          pages++;
        } while (cursor !== undefined);
        assert(pages > 1);
      }
    });
  },
);

Deno.test("serializeQuery() without arguments takes the defaults", () => {
  assertEquals(serializeQuery("list_dir"), { v: 1, operation: "list_dir", query: { path: "." } });
});

Deno.test("serializeQuery() leaves out nothing that counts as absent: it is the default or null", () => {
  // "`execute` still takes `null` for an optional argument as absent, and so an empty `cursor` and an
  // empty list."
  const empty = { extensions: [], exclude_dirs: [], cursor: "", limit: null, root: null };
  const serialized = serializeQuery("find_files", empty);
  assertEquals(serialized, serializeQuery("find_files"));
  assertEquals(serialized.query, {
    root: ".",
    max_depth: null,
    extensions: null,
    name_contains: null,
    path_contains: null,
    exclude_dirs: null,
    case_sensitive: false,
    use_gitignore: false,
    limit: 100,
    cursor: null,
  });
});

Deno.test("serializeQuery() throws a TypeError if no tool has that name", () => {
  for (
    const name of ["", "LS", "ls", "nope", "toString", "__proto__", "constructor", "Find_files"]
  ) {
    assertThrows(() => serializeQuery(name, {}), TypeError);
  }
});

Deno.test("runQuery() rejects with an AbortError when its signal aborts", async () => {
  for (const [name, [args]] of Object.entries(RIGHT)) {
    const signal = AbortSignal.abort();
    const error = await assertRejects(() => runQuery(serializeQuery(name, args), { signal }));
    assertEquals((error as DOMException).name, "AbortError");
  }
});

Deno.test(
  needing([LINKS, ANY_NAME], "runQuery() obeys the host's roots, budget and log, not what arrived"),
  async () => {
    await withTree(TREE, async (cwd) => {
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
    });
  },
);

const MALFORMED: readonly [what: string, payload: unknown, named: string][] = [
  ["nothing", undefined, "v must be 1"],
  ["null", null, "v must be 1"],
  ["a text", '{"v":1}', "v must be 1"],
  ["a number", 1, "v must be 1"],
  ["a list", [1, "find_files", {}], "v must be 1"],
  ["an empty object", {}, "v must be 1"],
  ["no version", { operation: "find_files", query: {} }, "v must be 1"],
  ["version 2", { v: 2, operation: "find_files", query: {} }, "v must be 1"],
  ["version 0", { v: 0, operation: "find_files", query: {} }, "v must be 1"],
  ["a version in words", { v: "1", operation: "find_files", query: {} }, "v must be 1"],
  ["version true", { v: true, operation: "find_files", query: {} }, "v must be 1"],
  ["no operation", { v: 1, query: {} }, "operation must be one of "],
  ["an unknown operation", { v: 1, operation: "nope", query: {} }, "operation must be one of "],
  ["another toolset's operation", { v: 1, operation: "LS", query: {} }, "find_files"],
  [
    "a name of a prototype",
    { v: 1, operation: "toString", query: {} },
    "operation must be one of ",
  ],
  ["__proto__", { v: 1, operation: "__proto__", query: {} }, "operation must be one of "],
  ["an operation that is a list", { v: 1, operation: ["find_files"], query: {} }, "operation"],
  [
    "a key too many",
    { v: 1, operation: "find_files", query: {}, x: 1 },
    "x is not part of a query",
  ],
  [
    "a hostile key",
    { v: 1, operation: "list_dir", query: {}, "a\n\u202E": 1 },
    "a\\n\\u{202E} is not",
  ],
  [
    "a key __proto__",
    JSON.parse('{"v":1,"operation":"list_dir","query":{},"__proto__":{}}'),
    "__proto__ is not",
  ],
  ["no query", { v: 1, operation: "find_files" }, "arguments must be an object"],
  [
    "a query of null",
    { v: 1, operation: "find_files", query: null },
    "arguments must be an object",
  ],
  [
    "a query that is a list",
    { v: 1, operation: "find_files", query: [] },
    "arguments must be an object",
  ],
  [
    "a query that is a text",
    { v: 1, operation: "find_files", query: "a" },
    "arguments must be an object",
  ],
  ["an unknown argument", { v: 1, operation: "list_dir", query: { x: 1 } }, "x is not an argument"],
];

/** How a result breaks a tool's schema. */
function problemsOf(result: unknown, name: string): unknown[] {
  const schema = structuredClone(TOOLS[name]!.OUTPUT_SCHEMA) as unknown as Schema;
  return new Validator(schema, "2020-12").validate(JSON.parse(JSON.stringify(result))).errors;
}

for (const [what, payload, named] of MALFORMED) {
  Deno.test(`"an error in its shape, where the call is malformed too": ${what}`, async () => {
    let result: unknown;
    assertEquals(await diskCallsOf(async () => result = await runQuery(payload)), []);
    const { success, query, error } = result as {
      success: boolean;
      query: Arguments;
      error: { code: string; message: string };
    };
    assertEquals([success, query, error.code], [false, {}, "invalid_argument"]);
    assert(error.message.includes(named), error.message);
    assertEquals(problemsOf(result, "find_files"), []);
  });
}

for (const operation of Object.keys(TOOLS)) {
  Deno.test(`a malformed call of a tool that is known is refused in that tool's shape: ${operation}`, async () => {
    const query = {};
    for (const payload of [{ v: 2, operation, query }, { v: 1, operation, query, extra: 1 }]) {
      assertEquals(problemsOf(await runQuery(payload), operation), []);
    }
  });
}

const anyOperation = fc.constantFrom(...Object.keys(TOOLS));

/** Mostly nonsense, some of it nearly right. */
const anyPayload = fc.oneof(
  fc.jsonValue(),
  fc.record({ v: fc.constantFrom(1, 1, 1, 2), operation: anyOperation, query: fc.jsonValue() }, {
    requiredKeys: [],
  }),
  anyOperation.chain((operation) => {
    const { properties } = TOOLS[operation]!.DEFINITION.function.parameters;
    const values = Object.keys(properties).map((key) => [
      key,
      fc.oneof(fc.jsonValue({ maxDepth: 1 }), fc.constantFrom("a", "**", ".", "..", 1, true, null)),
    ]);
    const query = fc.record(Object.fromEntries(values), { requiredKeys: [] });
    return fc.record({ v: fc.constant(1), operation: fc.constant(operation), query });
  }),
  fc.dictionary(fc.string(), fc.jsonValue()).map((more) => ({
    v: 1,
    operation: "list_dir",
    ...more,
  })),
);

Deno.test(
  needing(
    [LINKS, ANY_NAME],
    "runQuery() gives the documented shape for any JSON, and never throws",
  ),
  async () => {
    const cwd = await makeTree(TREE);
    try {
      await fc.assert(
        fc.asyncProperty(anyPayload, async (payload) => {
          const result = await runQuery(payload, { cwd });
          // What is no call at all has the shape of the five.
          const shapes = ["find_files", result.operation].filter((each) =>
            Object.hasOwn(TOOLS, each)
          );
          const problems = shapes.map((shape) => problemsOf(result, shape));
          assert(problems.some((each) => each.length === 0), JSON.stringify(problems));
          assertEquals(result.success, result.error === undefined);
        }),
        { numRuns: 400 },
      );
    } finally {
      await Deno.remove(cwd, { recursive: true });
    }
  },
);

import { type Schema, Validator } from "@cfworker/json-schema";
import { assert, assertEquals, assertStrictEquals } from "@std/assert";
import fc from "fast-check";
import { type DiscoveryResult, type Tool, TOOLSETS, toToolResult } from "../../../mod.ts";
import { follow, SEARCHES, stream } from "../../support/discovery.ts";
import { osError, readsOf } from "../../support/disk_reads.ts";
import { ANY_NAME, ANY_TREE, FIFOS, LINKS, needing } from "../../support/machine.ts";
import { oddPath, randomTree, withRandomTree } from "../../support/odd_trees.ts";
import { fifo, link, type Tree, withQuickTree } from "../../support/tree.ts";

const SEED = 20_260_732;
const AGENT: Readonly<Record<string, Tool>> = TOOLSETS.agent as Record<string, Tool>;
const SHARED: Readonly<Record<string, Tool<DiscoveryResult>>> = TOOLSETS.discovery;

/** Every result that has a schema must be valid by it. */
const VALIDATORS = new Map(
  Object.entries({
    ...Object.fromEntries(Object.entries(AGENT).map(([name, tool]) => [`agent.${name}`, tool])),
    ...Object.fromEntries(
      Object.entries(SHARED).map(([name, tool]) => [`discovery.${name}`, tool]),
    ),
    "envelope.LS": TOOLSETS.envelope.LS,
  }).map(([name, tool]) => [
    name,
    new Validator(
      structuredClone((tool as Tool).OUTPUT_SCHEMA) as unknown as Schema,
      "2020-12",
      false,
    ),
  ]),
);

function checkSchema(name: string, output: unknown): void {
  const { valid, errors } = VALIDATORS.get(name)!.validate(JSON.parse(JSON.stringify(output)));
  assert(valid, `${name}: ${JSON.stringify(errors)}\n${JSON.stringify(output)}`);
}

/** A definition that a test may change. */
interface Definition {
  readonly function: {
    readonly parameters: { readonly properties: Record<string, { default?: unknown }> };
  };
}

Deno.test("TOOLSETS.agent: the five of `discovery`, `overview`, `explain_path`, `find_path`", () => {
  const own = ["overview", "explain_path", "find_path"];
  assertEquals(Object.keys(AGENT), [...Object.keys(SHARED), ...own]);
  for (const [name, tool] of Object.entries(SHARED)) {
    const own = AGENT[name]!;
    // Its published definition is leaner; arguments are checked as in `discovery`.
    const plain = structuredClone(tool.DEFINITION) as unknown as Definition;
    // "In `agent`, `use_gitignore` is true by default for `find_files` and `glob_search`", and "searches
    // besides: `sort` (…), `modified_within` (…), `exclude` (globs)".
    const { use_gitignore } = plain.function.parameters.properties;
    if (use_gitignore !== undefined) {
      use_gitignore.default = true;
      const added = REFINEMENTS.map((each) => [
        each,
        own.TRAITS.checks!.function.parameters.properties[each]!,
      ]);
      assertEquals(added.map(([, schema]) => (schema as { type: string }).type), [
        "string",
        "string",
        "array",
      ]);
      Object.assign(plain.function.parameters.properties, Object.fromEntries(added));
    }
    assertEquals(own.TRAITS.checks, plain as unknown as typeof own.DEFINITION);
    const { parameters } = own.DEFINITION.function;
    const argumentNames = Object.keys(plain.function.parameters.properties);
    assertEquals(Object.keys(parameters.properties).sort(), argumentNames.sort());
    assertEquals(parameters.required, tool.DEFINITION.function.parameters.required);
    assertStrictEquals(own.OUTPUT_SCHEMA, tool.OUTPUT_SCHEMA);
    assertEquals(own.pages === undefined, tool.pages === undefined);
    assertEquals(own.toReport === undefined, tool.toReport === undefined);
  }
});

Deno.test("agent: OUTPUT_SCHEMA refuses a result with one key more, or with too few", async () => {
  await withQuickTree({ "a": "" }, async (root) => {
    for (const [name, tool] of Object.entries(AGENT)) {
      const args = {
        ...name === "glob_search" && { pattern: "*" },
        ...name === "find_path" && { queries: ["a"] },
        ...isPath(name) && { path: "." },
      };
      const output = await tool.execute(args, { cwd: root }) as object;
      checkSchema(`agent.${name}`, output);
      for (const wrong of [{ ...output, more: 1 }, { success: true }]) {
        assertEquals(VALIDATORS.get(`agent.${name}`)!.validate(wrong).valid, false, name);
      }
    }
  });
});

const isPath = (name: string): boolean => name === "stat_path" || name === "explain_path";

const ODD: Tree = {
  ".git/HEAD": "",
  ".gitignore": "*.log\nbuild\n",
  "a/x.ts": "1",
  "a/.hidden": "",
  "a/y.log": "",
  "build/out": "",
  "dir/": "",
  "link": link("a"),
  "out": link("/etc"),
  "loop": link("loop"),
  "pipe": fifo(),
  "a\nb/\u202Ec": "",
};

/** Calls of every kind: right ones, and each kind of error. */
const CALLS: readonly (readonly [name: string, args: unknown])[] = [
  ["stat_path", { path: "a" }],
  ["stat_path", { path: "link" }],
  ["stat_path", { path: "pipe" }],
  ["stat_path", { path: "aa/none" }],
  ["stat_path", { path: "out/x" }],
  ["stat_path", {}],
  ["find_files", {}],
  ["find_files", { limit: 1 }],
  ["find_files", { extensions: ["log"], use_gitignore: true }],
  ["find_files", { cursor: "x" }],
  ["find_files", { root: "lop" }],
  ["find_files", { root: "loop" }],
  ["glob_search", { pattern: "**" }],
  ["glob_search", { pattern: "X.ts" }],
  ["glob_search", { pattern: "[" }],
  ["list_dir_entries", {}],
  ["list_dir_entries", { path: "a" }],
  ["list_dir_entries", { path: "a/x.ts" }],
  ["list_dir", { path: "dir" }],
  ["list_dir", { path: "out" }],
  ["overview", {}],
  ["overview", { include_hidden: false, use_gitignore: false }],
  ["overview", { path: "a/x.ts" }],
  ["overview", { path: "buil" }],
  ["overview", { max_tokens: 1 }],
  ["explain_path", { path: "build/out" }],
  ["explain_path", { path: "a" }],
  ["explain_path", { path: "none" }],
  ["explain_path", { path: ".." }],
  ["explain_path", { path: "loop/x" }],
  ["explain_path", { path: "" }],
  ["explain_path", [1]],
  ["find_path", { queries: ["x", "hiden", "nothing of the kind"] }],
  ["find_path", { queries: ["build out"] }],
  ["find_path", { queries: ["e"], limit: 1, kind: "dir", use_gitignore: false }],
  ["find_path", { queries: ["a"], root: "dri" }],
  ["find_path", { queries: ["a"], root: "loop" }],
  ["find_path", { queries: ["a"], root: "a/x.ts" }],
  ["find_path", { queries: [" / "] }],
  ["find_path", { queries: [] }],
  ["find_path", {}],
];

Deno.test(
  needing(
    [LINKS, FIFOS, ANY_NAME],
    "agent, discovery and envelope: every result validates against OUTPUT_SCHEMA, errors included",
  ),
  async () => {
    await withQuickTree(ODD, async (root) => {
      for (const maxScanned of [undefined, 1, 5]) {
        for (const [name, args] of CALLS) {
          const context = { cwd: root, ...maxScanned !== undefined && { maxScanned } };
          const output = await AGENT[name]!.execute(args, context);
          checkSchema(`agent.${name}`, output);
          const { structured, isError, text } = toToolResult(AGENT[name]!, output);
          assertStrictEquals(structured, output);
          assertEquals(isError, !(output as DiscoveryResult).success);
          assert(text.length > 0 && !/[\u202E]/.test(text), text);
          if (!(name in SHARED)) continue;
          checkSchema(`discovery.${name}`, await SHARED[name]!.execute(args, context));
        }
      }
      const { result } = await readsOf(
        () => TOOLSETS.agent.overview.execute({}, { cwd: root }),
        (path) => path === root ? osError("EIO") : undefined,
      );
      assertEquals(result.error, { code: "io_error", message: "cannot read '.'" });
      checkSchema("agent.overview", result);
      const { LS } = TOOLSETS.envelope;
      for (
        const args of [{ path: "." }, { path: "none" }, { path: "a/x.ts" }, {}, {
          path: "..",
          x: 1,
        }]
      ) {
        checkSchema("envelope.LS", await LS.execute(args, { cwd: root }));
      }
    });
  },
);

const anyArguments = {
  stat_path: fc.record({ path: oddPath }),
  list_dir: fc.record({ path: oddPath }, { requiredKeys: [] }),
  list_dir_entries: fc.record({
    path: oddPath,
    include_hidden: fc.boolean(),
    limit: fc.integer({ min: 0, max: 4 }),
  }, { requiredKeys: [] }),
  find_files: fc.record({
    root: oddPath,
    max_depth: fc.integer({ min: 0, max: 3 }),
    extensions: fc.constantFrom(["ts"], ["TS"], ["none"], [""]),
    name_contains: fc.constantFrom("A", "b", "none"),
    exclude_dirs: fc.constantFrom(["a"], ["b", "a/x"]),
    case_sensitive: fc.boolean(),
    use_gitignore: fc.boolean(),
    limit: fc.integer({ min: 1, max: 3 }),
  }, { requiredKeys: [] })
    // `agent` takes a path from the root where it repeats the root.
    .filter(({ root, exclude_dirs }) => root !== "a" || exclude_dirs?.[1] === undefined),
  glob_search: fc.record({
    pattern: fc.constantFrom("**", "*", "a", "A", "**/*.TS", "b/**", "[", "a-b"),
    root: oddPath,
    kind: fc.constantFrom("file", "dir", "any"),
    case_sensitive: fc.boolean(),
    max_results: fc.integer({ min: 1, max: 3 }),
  }, { requiredKeys: ["pattern"] }),
};

const anyCall = fc.oneof(
  ...Object.entries(anyArguments).map(([name, args]) =>
    fc.tuple(fc.constant(name), args as fc.Arbitrary<Record<string, unknown>>)
  ),
);

/** The arguments of searches that `discovery` has not. */
const REFINEMENTS = ["sort", "modified_within", "exclude"];

/** A page without the arguments that `discovery` has not; a cursor depends on all of them. */
function plainPage({ query, next_cursor, ...page }: DiscoveryResult): unknown {
  const args = Object.entries(query).filter(([name]) => !REFINEMENTS.includes(name));
  return { ...page, query: Object.fromEntries(args), hasNext: next_cursor !== undefined };
}

/** What `agent` sends where `discovery` has another default. */
function defaultsOf(name: string): Record<string, unknown> {
  return SEARCHES.includes(name) ? { use_gitignore: true } : {};
}

Deno.test(
  needing(
    ANY_TREE,
    "agent: otherwise its five equal `discovery`'s, byte for byte; pages() is following the cursors",
  ),
  async () => {
    let advised = 0;
    await fc.assert(
      fc.asyncProperty(
        randomTree,
        fc.array(anyCall, { minLength: 8, maxLength: 8 }),
        async (tree, calls) => {
          await withRandomTree(tree, async (cwd) => {
            for (const [name, args] of calls) {
              const [own, plain] = [AGENT[name] as Tool<DiscoveryResult>, SHARED[name]!];
              for (const maxScanned of [undefined, 3]) {
                const context = { cwd, ...maxScanned !== undefined && { maxScanned } };
                const pages = await follow(own, args, context);
                pages.forEach((page) => checkSchema(`agent.${name}`, page));
                const bare = pages.map(({ suggestions, hints, ...rest }, i) => {
                  if (suggestions !== undefined || hints !== undefined) advised++;
                  if (i > 0) assertEquals([suggestions, hints], [undefined, undefined]);
                  return rest;
                });
                const plainPages = await follow(plain, { ...defaultsOf(name), ...args }, context);
                assertEquals(
                  JSON.stringify(bare.map(plainPage)),
                  JSON.stringify(plainPages.map(plainPage)),
                );
                if (own.pages === undefined) continue;
                const streamed = await stream(own, args, context);
                assertEquals(JSON.stringify(streamed), JSON.stringify(pages));
              }
            }
          });
        },
      ),
      { seed: SEED, numRuns: 60 },
    );
    assert(advised > 50, String(advised));
  },
);

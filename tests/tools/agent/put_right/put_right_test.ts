import { assertEquals, assertThrows } from "@std/assert";
import { TOOLSETS } from "../../../../mod.ts";
import { ArgumentError } from "../../../../src/arguments/argument_error.ts";
import { putRight } from "../../../../src/tools/agent/put_right/put_right.ts";
import { DEFINITION } from "../../../support/made_up_tool.ts";

const CWD = "/cwd";

const LISTS = structuredClone(DEFINITION);
Object.assign(LISTS.function.parameters.properties, {
  queries: { type: "array" },
  root: { type: "string", pattern: "^[^\\u0000]*$" },
  pattern: { type: "string" },
  sort: { type: "string", enum: ["path", "modified", "size"] },
});

Deno.test("one value for a list, a number as text, and the name that another tool has for it are put right; all else is returned as it was sent", () => {
  const rows: readonly (readonly [sent: unknown, meant?: unknown])[] = [
    [{ list: "a" }, { list: ["a"] }],
    [{ list: '["a", "b"]' }, { list: ["a", "b"] }],
    [{ list: "[ab]" }, { list: ["[ab]"] }],
    [{ list: '["a"' }, { list: ['["a"'] }],
    [{ limit: "300", any: "-1" }, { limit: 300, any: -1 }],
    [{ flag: "true", on: "False" }, { flag: true, on: false }],
    [{ query: "a", path: "b", max_results: "5" }, { queries: ["a"], root: "b", limit: 5 }],
    [{ query: "a", queries: ["b"] }],
    ...["task", "dir", "maxResults", "constructor"].map((name) => [{ [name]: "a" }] as const),
    [{ pattern: "./a/*.ts" }, { pattern: "a/*.ts" }],
    [{ pattern: "/cwd/b/*.ts", root: "b" }, { pattern: "*.ts", root: "b" }],
    ...["/a/*.ts", "/cwd/b/../*", "../a"].map((pattern) => [{ pattern }] as const),
    [{ root: ['["a]"'] }, { root: '["a]"' }],
    [{ root: [1], text: ["a"] }],
    [{ root: [] }],
    [{ root: '["a"]' }],
    [{ sort: "newest" }],
    [{ list: "", limit: "3.0", any: "9".repeat(16), flag: "yes", text: "5", kind: "true" }],
    [{ texts: "a", least: ["1"] }],
    [null],
    ["x"],
    [[1]],
    [JSON.parse('{"__proto__": "1"}')],
  ];
  for (const [sent, meant = sent] of rows) assertEquals(putRight(LISTS, sent, CWD), meant);
});

Deno.test("decision 9.10: a longer list of paths is refused with the form to send", () => {
  const advice = 'send "a\\nb" alone, each other in a call of its own';
  for (const sent of [{ path: ["a\nb", "c", "d"] }, { root: ["a\nb", "c", "d"] }]) {
    const message = `root must be one path, not 3: ${advice}`;
    assertThrows(() => putRight(LISTS, sent, CWD), ArgumentError, message);
  }
});

type Args = Readonly<Record<string, unknown>>;

const SEARCH = TOOLSETS.agent.find_files.TRAITS.putRight!;

Deno.test("9.6, 9.7: filters that can match nothing are put right where the meaning is plain, and `exclude` takes what people write", () => {
  const rows: readonly (readonly [sent: Args, meant?: Args])[] = [
    [{ exclude: "*.ts,*.md" }, { exclude: ["*.ts", "*.md"] }],
    [{ exclude: " *.ts, docs/**  dist" }, { exclude: ["*.ts", "docs/**", "dist"] }],
    [{ exclude: "*" }, { exclude: ["*"] }],
    [{ modified_within: "constructor".repeat(4) }],
    [{ exclude: "*.{js, ts},{a" }, { exclude: ["*.{js, ts}", "{a"] }],
    [{ exclude: '["a b", "c"]' }, { exclude: ["a b", "c"] }],
    [{ exclude: ["*.ts,*.md", "a,b.txt", "my docs", "*.{a,b}"] }, {
      exclude: ["*.ts", "*.md", "a,b.txt", "my docs", "*.{a,b}"],
    }],
    [{ exclude: ["/cwd/dist", "/cwd/./a//*.ts", "/cwd/", "/dist", "/cwd2/x", "/cwd/../a"] }, {
      exclude: ["/dist", "/a/*.ts", "/cwd/", "/dist", "/cwd2/x", "/cwd/../a"],
    }],
    [{ root: "src", exclude: ["src/gen/", "./src/*.ts", "src", "/cwd/src/a", "/cwd/b"] }, {
      root: "src",
      exclude: ["/gen/", "/*.ts", "src", "/a", "/cwd/b"],
    }],
    [{ exclude_dirs: "node_modules, dist" }, { exclude_dirs: ["node_modules", "dist"] }],
    [{ root: "a", exclude_dirs: ["a/b/**", "./c/", "**/d/**", "d", "/cwd/a/e"] }, {
      root: "a",
      exclude_dirs: ["b", "c", "d", "d", "e"],
    }],
    [{ exclude_dirs: ["/cwd/a/b/"] }, { exclude_dirs: ["a/b"] }],
    [{ extensions: "*.md" }, { extensions: ["md"] }],
    [{ extensions: ["md,mdx", "*.js", ".md"] }, {
      extensions: ["md", "mdx", "js", ".md"],
    }],
    [{ name_contains: "*.test.ts" }, { name_contains: ".test.ts" }],
    [{ name_contains: "a*b" }],
    [{ name_contains: "**" }],
    [{ name_contains: "src/a" }, { path_contains: "src/a" }],
    [{ path_contains: "./src/a" }, { path_contains: "src/a" }],
    [{ path_contains: "/cwd/src/" }, { path_contains: "src/" }],
    [{ path_contains: "/test/" }],
    // As in `discovery`, it is a path from root.
    [{ root: "a", path_contains: "a/b" }],
    [{ max_results: "5", modified_within: "2024-02-29" }, {
      limit: 5,
      modified_within: "2024-02-29T00:00:00.000Z",
    }],
    // Left for the checks to refuse.
    [{ exclude: [1, "/cwd/a"], extensions: 5, name_contains: ["a"], exclude_dirs: "" }],
    [{ exclude: "a,".repeat(10_000) }, { exclude: Array(10_000).fill("a") }],
    [{ extensions: ["*".repeat(256)] }],
  ];
  for (const [sent, meant = sent] of rows) assertEquals(SEARCH(sent, { cwd: CWD }), meant);
  // Other designs are exact.
  assertEquals(TOOLSETS.discovery.find_files.TRAITS.putRight, undefined);
});

Deno.test("9.7: a longer list than allowed says how many are allowed", async () => {
  const many: Args = { exclude: "a,".repeat(1001) };
  const refused = await TOOLSETS.agent.find_files.execute(many, { cwd: "/nowhere" });
  assertEquals([refused.error?.code, refused.error?.message.split(", not")[0]], [
    "invalid_argument",
    "exclude must be an array of at most 1000 strings",
  ]);
  const { error } = await TOOLSETS.agent.find_path.execute({ queries: Array(6).fill("a") });
  assertEquals(error?.message.split(", not")[0], "queries must be an array of at most 5 strings");
});

import { assertEquals, assertThrows } from "@std/assert";
import { type Tool, TOOLSETS } from "../../../../mod.ts";
import { ArgumentError } from "../../../../src/arguments/argument_error.ts";
import { putRight } from "../../../../src/tools/agent/put_right/put_right.ts";
import { DEFINITION } from "../../../support/made_up_tool.ts";

const LISTS = structuredClone(DEFINITION);
Object.assign(LISTS.function.parameters.properties, {
  queries: { type: "array" },
  root: { type: "string", pattern: "^[^\\u0000]*$" },
  pattern: { type: "string" },
  sort: { type: "string", enum: ["path", "modified", "size"] },
});

Deno.test("one value for a list, a number as text, and the singular of a list's name or another word for one, and other words for an order are put right; all else is returned as it was sent", () => {
  const rows: readonly (readonly [sent: unknown, meant?: unknown])[] = [
    [{ list: "a" }, { list: ["a"] }],
    [{ list: '["a", "b"]' }, { list: ["a", "b"] }],
    [{ list: "[ab]" }, { list: ["[ab]"] }],
    [{ list: '["a"' }, { list: ['["a"'] }],
    [{ limit: "300", any: "-1" }, { limit: 300, any: -1 }],
    [{ flag: "true", on: "False" }, { flag: true, on: false }],
    [{ query: "a" }, { queries: ["a"] }],
    [{ query: "a", queries: ["b"] }],
    [{ task: "a" }, { queries: ["a"] }],
    [{ task: "a", name: "b" }],
    [{ maxResults: 5, sortBy: "recent" }, { limit: 5, sort: "modified" }],
    [{ maxResults: 5, max_results: 6 }],
    [{ query: "a", queries: null, maxResults: 5, limit: null }, { queries: ["a"], limit: 5 }],
    [{ query: "a", queries: [], root: "b", dir: null }, { queries: ["a"], root: "b" }],
    [{ query: "a", task: "b" }],
    [{ max: 5, limit: 6 }],
    [{ file: "a" }],
    [{ queries: ["a", " ", ""] }, { queries: ["a"] }],
    [{ queries: [""] }],
    [{ pattern: "./a/*.ts" }, { pattern: "a/*.ts" }],
    [{ pattern: "/cwd/b/*.ts", root: "b" }, { pattern: "*.ts", root: "b" }],
    ...["/a/*.ts", "/cwd/b/../*", "../a"].map((pattern) => [{ pattern }] as const),
    ...["path", "paths", "directory", "dir", "dir_path", "folderPath"].map((name) =>
      [{ [name]: "a" }, { root: "a" }] as const
    ),
    [{ glob: "*.ts", path: "a" }, { pattern: "*.ts", root: "a" }],
    [{ paths: ["a"] }, { root: "a" }],
    [{ root: ['["a"]'] }, { root: '["a"]' }],
    [{ root: [1], text: ["a"] }],
    [{ root: [] }],
    [{ root: '["a"]' }],
    [{ max_results: "5" }, { limit: 5 }],
    [{ path: "a", root: "b" }],
    [{ path: "a", dir: "b" }],
    ...["modified desc", "mtime", "newest", "Newest_First", "modified:desc"].map((sort) =>
      [{ sort }, { sort: "modified" }] as const
    ),
    [{ sort: "size desc" }, { sort: "size" }],
    [{ sort: "NAME" }, { sort: "path" }],
    ...["modified asc", "oldest", "date", "path desc", ""].map((sort) => [{ sort }] as const),
    [{ list: "", limit: "3.0", any: "9".repeat(16), flag: "yes", text: "5", kind: "true" }],
    [{ texts: "a", least: ["1"] }],
    [null],
    ["x"],
    [[1]],
    [JSON.parse('{"__proto__": "1"}')],
  ];
  for (const [sent, meant = sent] of rows) {
    assertEquals(putRight(LISTS, sent, { cwd: "/cwd", roots: [] }), meant);
  }
});

Deno.test("decision 9.10: a longer list of paths is refused with the form to send", () => {
  const rows: readonly (readonly [sent: unknown, message: string])[] = [
    [
      { paths: ["a", "b"] },
      'root must be one path, not 2: send "a" alone, each other in a call of its own',
    ],
    [
      { root: ["a\nb", "c", "d"] },
      'root must be one path, not 3: send "a\\nb" alone, each other in a call of its own',
    ],
  ];
  for (const [sent, message] of rows) {
    assertThrows(() => putRight(LISTS, sent, { cwd: "/cwd", roots: [] }), ArgumentError, message);
  }
});

type Args = Readonly<Record<string, unknown>>;

const SEARCH = TOOLSETS.agent.find_files.TRAITS.putRight!;
const CONTEXT = { cwd: "/cwd", roots: ["/cwd", "/x/web"] };

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
    [{ dir: "/cwd/src/", exclude: "/cwd/src/a" }, { root: "/cwd/src/", exclude: ["/a"] }],
    [{ exclude_dirs: "node_modules, dist" }, { exclude_dirs: ["node_modules", "dist"] }],
    [{ root: "a", exclude_dirs: ["a/b/**", "./c/", "**/d/**", "d", "/cwd/a/e"] }, {
      root: "a",
      exclude_dirs: ["b", "c", "d", "d", "e"],
    }],
    [{ root: "web", exclude_dirs: ["/x/web/a/", "web/b"], exclude: ["/x/web/c"] }, {
      root: "web",
      exclude_dirs: ["a/", "b"],
      exclude: ["/c"],
    }],
    [{ exclude_dirs: ["/cwd/a/b/"] }, { exclude_dirs: ["a/b/"] }],
    [{ extensions: "*.md" }, { extensions: ["md"] }],
    [{ extensions: ["md,mdx", "*.{js,ts}", ".md"] }, {
      extensions: ["md,mdx", "md", "mdx", "js", "ts", ".md"],
    }],
    [{ extensions: ["ts", "*"] }, { extensions: [] }],
    [{ name_contains: "*.test.ts" }, { name_contains: ".test.ts" }],
    [{ name_contains: "a*b" }],
    [{ name_contains: "**" }],
    [{ since: "2024-02-29", maxDepth: 2 }, {
      modified_within: "2024-02-29T00:00:00.000Z",
      max_depth: 2,
    }],
    [{ name: "*a", ext: ".ts", ignore: "dist" }, {
      name_contains: "a",
      extensions: [".ts"],
      exclude: ["dist"],
    }],
    [{ name_contains: "src/a" }, { path_contains: "src/a" }],
    [{ path_contains: "./src/a" }, { path_contains: "src/a" }],
    [{ path_contains: "/cwd/src/" }, { root: "/cwd", path_contains: "src/" }],
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
  for (const [sent, meant = sent] of rows) assertEquals(SEARCH(sent, CONTEXT), meant);
  const others: readonly (readonly [name: string, sent: Args, meant?: Args])[] = [
    ...["pattern", "q", "issue", "task"].map((name) =>
      ["find_path", { [name]: "a" }, { queries: ["a"] }] as const
    ),
    ["find_path", { pattern: "*.ts" }],
    ["overview", { q: "a" }, { query: "a" }],
    ["glob_search", { exclude_dirs: "a b/c" }, { exclude: ["a", "b/c"] }],
    ["glob_search", { exclude_dirs: ["a"], exclude: ["b"] }],
    ...Object.entries({ file: "f files FILE", dir: "d dirs folders directory", any: "all both" })
      .flatMap(([kind, words]) =>
        words.split(" ").map((type) => ["glob_search", { type }, { kind }] as const)
      ),
    ["find_path", { kind: "link" }],
    ["list_dir_entries", { cursor: "next_cursor: ab; skipped: 7 hidden\n" }, { cursor: "ab" }],
    ["changes", { snapshot: "ab" }, { since: "ab" }],
    ["changes", { modified_within: "2h" }],
  ];
  const agent = TOOLSETS.agent as Readonly<Record<string, Tool>>;
  for (const [name, sent, meant = sent] of others) {
    assertEquals(agent[name]!.TRAITS.putRight!(sent, {}), meant);
  }
  // Other designs are exact.
  assertEquals(TOOLSETS.discovery.find_files.TRAITS.putRight, undefined);
});

Deno.test("9.7: a longer list than allowed says how many are allowed, and a home directory is refused", async () => {
  const rows: readonly (readonly [args: Args, message: string])[] = [
    [
      { exclude: "a,".repeat(1001) },
      "exclude must be an array of at most 1000 strings, not an array",
    ],
    [
      { extensions: Array.from({ length: 40 }, (_, i) => `${"{a,b}".repeat(6)}${i}`) },
      "extensions must be an array of at most 1000 strings, not an array",
    ],
    [
      { exclude: ["~/x"] },
      'exclude: "~/x" can match nothing; send a glob from root ("docs/**") or a name ("*.md")',
    ],
  ];
  for (const [args, message] of rows) {
    const { error } = await TOOLSETS.agent.find_files.execute(args, { cwd: "/nowhere" });
    assertEquals([error?.code, error?.message.slice(0, message.length)], [
      "invalid_argument",
      message,
    ]);
  }
  const { error } = await TOOLSETS.agent.find_path.execute({ queries: Array(6).fill("a") });
  assertEquals(error?.message.split(", not")[0], "queries must be an array of at most 5 strings");
});

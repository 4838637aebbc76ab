import { assertEquals } from "@std/assert";
import { callTool, type ToolContext, type ToolsetName } from "../../mod.ts";
import { POSIX_PATHS, testsNeeding } from "../support/machine.ts";
import { withTree } from "../support/tree.ts";

const test = testsNeeding(POSIX_PATHS);

const TREE = {
  "api/lib/a.ts": "",
  "web/lib/b.ts": "",
  "web/api2/c.ts": "",
  "two/lib/d.ts": "",
  "in/two/lib/e.ts": "",
  "own/web/f.ts": "",
};

/** A call of a tool, of `agent` if it names no toolset, and its text. */
type Row = readonly [name: string, args: object, text: string];

type Table = readonly [context: ToolContext, rows: readonly Row[]];

test("of several roots, a path may start with the name of one; a search looks through all by default, and what else at the first", () =>
  withTree(TREE, async (top) => {
    const served = (cwd: string, ...roots: string[]): ToolContext => ({
      cwd: `${top}/${cwd}`,
      roots: roots.map((root) => `${top}/${root}`),
    });
    const two = served("api", "api", "web");
    const elsewhere: ToolContext = { roots: [`${top}/web`], policy: { hide: ["/lib/x"] } };
    const hint = `hint: only the first root was looked at; others to send: ${top}/web`;
    const both = `., ${top}/web`;
    const missing = (path: string) => `error not_found: '${path}' does not exist`;
    const unknown = "No .git was found within the scope: .gitignore files above it are not known.";
    const takes = "this is a pattern: glob_search takes pattern:";
    const tables: readonly Table[] = [
      [two, [
        ["list_dir", { path: "web/lib" }, `list_dir ${top}/web/lib: 1 entry\nb.ts`],
        ["list_dir", { path: "./api/lib/" }, "list_dir lib: 1 entry\na.ts"],
        ["tree.list_dir", { path: "web/lib" }, "b.ts"],
        ["discovery.list_dir", {}, "list_dir .: 1 entry\nlib/"],
        ["list_dir", {}, `list_dir .: 1 entry\nlib/\n${hint}`],
        ["discovery.glob_search", { pattern: "lib/*" }, "glob_search .: 1 entry\nlib/a.ts"],
        [
          "glob_search",
          { pattern: "lib/*", use_gitignore: false },
          `glob_search ${both}: 2 entries\nlib/a.ts\n${top}/web/lib/b.ts`,
        ],
        [
          "glob_search",
          { pattern: "*.ts" },
          `glob_search ${both}: 0 entries\nhint: 3 would match with pattern: "**/*.ts"`,
        ],
        [
          "glob_search",
          { pattern: `${top}/*/b*` },
          "error bad_pattern: pattern: absolute pattern at character 1: write it relative to root",
        ],
        [
          "find_path",
          { queries: "bts" },
          `find_path ${both}: 2 entries\n${top}/web/lib/b.ts\tletters in order\n` +
          `lib/a.ts\tletters in order\n${unknown}`,
        ],
        // What was looked for is found, or where to look is named.
        [
          "find_path",
          { queries: ["a.ts", "web/lib/b.ts:1", `${top}/web/api2`] },
          `find_path ${both}: 6 entries\nfind_path 'a.ts': 3 entries\nlib/a.ts\texact\n` +
          `${top}/web/api2/c.ts\tletters in order\n${top}/web/lib/b.ts\ttypo\n` +
          `find_path 'web/lib/b.ts:1': 1 entry\n${top}/web/lib/b.ts\texact\n` +
          `find_path '${top}/web/api2': 2 entries\n${top}/web/api2/\texact\n` +
          `${top}/web/api2/c.ts\tpath\n${unknown}`,
        ],
        [
          "find_path",
          { queries: "web/lib/b.ts", root: "lib", kind: "dir" },
          `find_path lib: 0 entries\n${unknown}\n` +
          "hint: no path holds its letters in order, anything like its words, or any one of them",
        ],
        ["list_dir", { path: "api" }, "list_dir .: 1 entry\nlib/"],
        [
          "overview",
          { query: "the b" },
          "overview .: 1 file, 1 dir; no history read (no .git in scope): ranked by names and place\n" +
          `hint: no file here fits the query; rows are ranked as without one\n${hint}\nlib/\n a.ts\n${unknown}`,
        ],
        [
          "list_dir",
          { path: "web/*.ts" },
          `${missing("web/*.ts")}\nhint: ${takes} "*.ts", root: "${top}/web"`,
        ],
        ...["web/lib/*.ts", `${top}/web/lib/*.ts`].map((query): Row => [
          "find_path",
          { queries: query, root: "lib" },
          `find_path lib: 0 entries\n${unknown}\nhint: ${takes} "lib/*.ts", root: "${top}/web"`,
        ]),
        [
          "stat_path",
          { path: "c.ts" },
          `stat_path c.ts: missing\nsuggestion: ${top}/web/api2/c.ts`,
        ],
        ["list_dir", { path: "Web" }, `${missing("Web")}\nsuggestion: ${top}/web`],
        [
          "list_dir",
          { path: "/web" },
          `error outside_root: '/web' is outside the allowed roots: ${top}/api, ${top}/web\nsuggestion: ${top}/web`,
        ],
      ]],
      // What the first root has comes first, and a name of two roots means neither.
      [served("own", "own", "web"), [
        ["list_dir", { path: "web" }, "list_dir web: 1 entry\nf.ts"],
        [
          "stat_path",
          { path: "./web/lib" },
          `stat_path web/lib: missing\nsuggestion: ${top}/web/lib`,
        ],
      ]],
      [served("api", "api", "two", "in/two"), [
        ["tree.list_dir", { path: "two" }, "Error: 'two' is not a directory."],
        [
          "list_dir",
          { path: "two" },
          `${missing("two")}\nsuggestion: ${top}/two`,
        ],
      ]],
      // A root around the others leaves none out, as the command has it.
      [{ cwd: `${top}/own`, roots: [`${top}/web`, "/"] }, [
        ["list_dir", { path: `${top}/web` }, `list_dir ${top}/web: 2 entries\napi2/\nlib/`],
      ]],
      // Of the roots, those that exist are looked at, and the others named.
      ...[served("", "gone", "web"), served("", "web", "gone")].map((context): Table => [
        context,
        [[
          "list_dir",
          {},
          `list_dir web: 2 entries\napi2/\nlib/\nhint: the host has roots that do not exist: ${top}/gone`,
        ]],
      ]),
      [{ roots: [`${top}/gone`, `${top}/web`] }, [
        ["tree.list_dir", {}, "api2/\nlib/"],
      ]],
      // A working directory in no root.
      [served("", "web"), [
        ["list_dir", {}, "list_dir web: 2 entries\napi2/\nlib/"],
      ]],
      [served("own", "web"), [
        ["tree.list_dir", { path: "web/lib" }, "b.ts"],
      ]],
      [served("own", "api"), [
        [
          "tree.list_dir",
          { path: "web" },
          "Error: access denied: 'web' is outside the allowed roots.",
        ],
      ]],
      [served("api", "api"), [
        ["list_dir", { path: "api" }, `${missing("api")}\nsuggestion: .`],
      ]],
      // Without `cwd`, the first root is the base, if no root is named from the working directory or holds it.
      [elsewhere, [
        ["list_dir", {}, "list_dir .: 2 entries\napi2/\nlib/"],
        ["tree.list_dir", { path: "lib" }, "b.ts"],
        [
          "find_files",
          { exclude: `${top}/web/api2/*`, use_gitignore: false },
          "find_files .: 1 entry\nlib/b.ts",
        ],
      ]],
      [{ roots: ["fixtures/sample/docs"] }, [
        [
          "discovery.list_dir",
          {},
          "list_dir fixtures/sample/docs: 1 entry\nfixtures/sample/docs/guide.md",
        ],
      ]],
      // The host's own mistake is not the model's.
      [served("", "gone", "lost"), [
        ["list_dir", {}, `${missing(".")}; nor does the host's root, '${top}/gone'`],
      ]],
      [served("", "web/*"), [
        ["list_dir", {}, `${missing(".")}; nor does the host's root, '${top}/web/*'`],
      ]],
      [{ cwd: `${top}/gone` }, [
        [
          "discovery.list_dir",
          {},
          `${missing(".")}; nor does the host's working directory, '${top}/gone'`,
        ],
      ]],
    ];
    for (const [context, rows] of tables) {
      for (const [name, args, expected] of rows) {
        const [tool, toolset = "agent"] = name.split(".").reverse() as [string, ToolsetName?];
        const { text } = await callTool(toolset, tool, args, context);
        assertEquals(text, expected, `${name} ${JSON.stringify(args)}`);
      }
    }
  }));

import { assert, assertEquals } from "@std/assert";
import { TOOLSETS, toToolResult } from "../../../mod.ts";
import { runAll } from "../../support/command_lines.ts";
import { withTree } from "../../support/tree.ts";

const { overview, find_path, list_dir } = TOOLSETS.agent;

const UNKNOWN = "No .git was found within the scope: .gitignore files above it are not known.";

const TREE = {
  "a/walk.ts": "",
  "a/in/walks.ts": "",
  "b/walk_test.ts": "",
  "c/d.ts": "",
};

/** "`overview` and `find_path` take several paths at once where a model sends a list." */
const OVERVIEWS: readonly [path: unknown, text: string][] = [
  [["c", "b"], "c, b: 2 files\noverview c: 1 file\nd.ts\noverview b: 1 file\nwalk_test.ts"],
  ['["c", "b"]', "c, b: 2 files\noverview c: 1 file\nd.ts\noverview b: 1 file\nwalk_test.ts"],
  // One inside another, or given twice, is left out.
  [
    ["a/in", "a", "./a/", "c"],
    "a, c: 3 files, 1 dir\noverview a: 2 files, 1 dir\nin/\n walks.ts\nwalk.ts\noverview c: 1 file\nd.ts",
  ],
  // What is left is one path.
  [["c", "./c"], "c: 1 file\nd.ts"],
  [["c"], "c: 1 file\nd.ts"],
  [
    ["c", "bb", "/etc"],
    "c, bb, /etc: 1 file\noverview c: 1 file\nd.ts\nerror not_found: 'bb' does not exist\nsuggestion: b\nerror outside_root: '/etc' is outside the allowed roots: ROOT",
  ],
];

Deno.test("overview of a list of paths: each in the order sent, within one budget", async () => {
  await withTree(TREE, async (root) => {
    for (const [path, text] of OVERVIEWS) {
      const output = await overview.execute({ path } as never, { cwd: root });
      const shown = toToolResult(overview, output).text.replace("; no history read", "");
      assertEquals(
        shown,
        `overview ${text.replace("ROOT", root)}\n${UNKNOWN}`,
        JSON.stringify(path),
      );
    }
    const failed = await overview.execute({ path: ["x", "y"] } as never, { cwd: root });
    assertEquals(failed.error?.message, "'x' does not exist");
    const tooFew = { path: ["a", "b"], max_tokens: 599 } as never;
    const small = await overview.execute(tooFew, { cwd: root });
    assertEquals(small.error?.message, "max_tokens must be at least 600 for so many paths");
    const files = Object.fromEntries(
      ["x", "y", "z"].flatMap((name) =>
        Array.from({ length: 300 }, (_, i) => [`${name}/${i}.ts`, ""])
      ),
    );
    await withTree(files, async (cwd) => {
      const whole = await overview.execute({ path: ["x", "y", "z"], max_tokens: 1200 } as never, {
        cwd,
      });
      const { estimated_tokens, totals, truncated } = whole;
      assert(estimated_tokens <= 1200 && estimated_tokens > 0.8 * 1200, `${estimated_tokens}`);
      assertEquals([totals.files, truncated], [900, true]);
      const again = await overview.execute(whole.query, { cwd });
      assertEquals(again, whole);
    });
  });
});

Deno.test("find_path in a list of roots ranks what it finds in all of them together", async () => {
  await withTree(TREE, async (root) => {
    const find = async (args: object) => {
      const { results, hints, count, truncated } = await find_path.execute(args as never, {
        cwd: root,
      });
      return {
        paths: results.map(({ entries }) => entries.map(({ path }) => path)),
        hints,
        count,
        truncated,
      };
    };
    const roots = { root: ["b", "a", "bb"] };
    const hints = ["error not_found: 'bb' does not exist"];
    assertEquals(await find({ queries: ["walk", "walks"], ...roots }), {
      paths: [["a/walk.ts", "a/in/walks.ts", "b/walk_test.ts"], [
        "a/in/walks.ts",
        "a/walk.ts",
        "b/walk_test.ts",
      ]],
      hints,
      count: 6,
      truncated: false,
    });
    assertEquals(await find({ queries: ["walk"], limit: 1, ...roots }), {
      paths: [["a/walk.ts"]],
      hints,
      count: 1,
      truncated: true,
    });
  });
});

Deno.test("the command takes several paths too; other tools say that they take one", async () => {
  await withTree(TREE, async (root) => {
    const [several, outside, found, one] = await runAll(root, [
      ["overview", "c", "b", "--max-tokens", "700"],
      ["overview", "c", "none"],
      ["find_path", "walk", "a", "b"],
      ["list_dir", "a", "b"],
    ]);
    assertEquals(several!.stdout.split("\n")[0], "overview c, b: 2 files; no history read");
    assertEquals(
      outside!.stdout.split("\n").at(-3),
      "error not_found: 'none' does not exist",
    );
    assertEquals(found!.stdout, "a/walk.ts\na/in/walks.ts\nb/walk_test.ts\n");
    assertEquals([one!.code, one!.stderr], [
      2,
      'dirscope: unexpected argument "b" (--help shows the usage)\n',
    ]);
    const { error } = await list_dir.execute({ path: ["a", "b"] } as never, { cwd: root });
    assertEquals(error?.code, "invalid_argument");
  });
});

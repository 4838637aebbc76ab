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
  [["c", "b"], "overview c: 1 file\nd.ts\noverview b: 1 file\nwalk_test.ts"],
  ['["c", "b"]', "overview c: 1 file\nd.ts\noverview b: 1 file\nwalk_test.ts"],
  // One inside another is an answer of its own: the other may not show it.
  [
    ["a/in", "a"],
    "overview a/in: 1 file\nwalks.ts\noverview a: 2 files, 1 dir\nin/\n walks.ts\nwalk.ts",
  ],
  // What is left is one path.
  [["c", "./c"], "overview c: 1 file\nd.ts"],
  [["c"], "overview c: 1 file\nd.ts"],
  [
    ["c", "bb", "/etc"],
    "overview c: 1 file\nd.ts\nerror not_found: 'bb' does not exist\nsuggestion: b\nerror outside_root: '/etc' is outside the allowed roots: ROOT",
  ],
];

/** The errors are those of one path, and name what was sent. */
const REFUSED: readonly [args: object, message: string][] = [
  [{ path: ["a", "b"], max_tokens: 599 }, "max_tokens must be at least 600 for so many paths"],
  [
    { path: ["a", "b"], max_tokens: 90000 },
    "max_tokens must be an integer from 200 to 50000, not 90000",
  ],
  [
    { path: ["a", "b"], max_tokens: 1500.5 },
    "max_tokens must be an integer from 200 to 50000, not 1500.5",
  ],
  [{ path: ["a"], max_tokens: 199 }, "max_tokens must be an integer from 200 to 50000, not 199"],
  [{ path: ["x", "y"] }, "'x' does not exist"],
];

Deno.test("overview of a list of paths: each in the order sent, within one budget", async () => {
  await withTree(TREE, async (root) => {
    for (const [path, text] of OVERVIEWS) {
      const output = await overview.execute({ path } as never, { cwd: root });
      const shown = toToolResult(overview, output).text
        .replaceAll("; no history read", "").replaceAll(`\n${UNKNOWN}`, "");
      assertEquals(shown, text.replace("ROOT", root), JSON.stringify(path));
    }
    for (const [args, message] of REFUSED) {
      const { error } = await overview.execute(args as never, { cwd: root });
      assertEquals(error?.message, message);
    }
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

Deno.test("a list of paths: what git ignores and which history was read is said of each", async () => {
  const repository = (name: string) => ({
    [`${name}/.git/HEAD`]: "ref: refs/heads/main\n",
    [`${name}/.gitignore`]: "gen*\n",
    [`${name}/gen/g.ts`]: "",
    [`${name}/gen_widget.ts`]: "",
    [`${name}/src/a.ts`]: "",
  });
  await withTree({ ...repository("r1"), ...repository("r2"), "p/x.ts": "" }, async (cwd) => {
    const { text } = await overview.execute({ path: ["r1", "r1/gen", "p"] } as never, { cwd });
    assertEquals(
      text,
      "overview r1: 2 files, 1 dir; no history read\n.git/ (ignored)\n.gitignore\ngen/ (ignored)\nsrc/\n a.ts\nomitted: 3 ignored\n" +
        "overview r1/gen: 1 file; no history read\ng.ts\n" +
        `overview p: 1 file; no history read\nx.ts\n${UNKNOWN}`,
    );
    const { hints } = await find_path.execute(
      { queries: ["gen_widget.ts"], root: ["r1", "r2"] } as never,
      { cwd },
    );
    assertEquals(
      hints,
      ["r1", "r2"].map((root) => `${root}: 1 would match with use_gitignore: false`),
    );
  });
});

Deno.test("maxScanned bounds a call, not each path of its list", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 400 }, (_, i) => [`${i % 4}/${i % 40}/${i}.ts`, ""]),
  );
  await withTree(files, async (cwd) => {
    const context = { cwd, maxScanned: 100 };
    const path = ["0", "1", "2", "3"];
    const { totals, totals_are_lower_bounds } = await overview.execute({ path } as never, context);
    assert(totals.files <= 120, `${totals.files}`);
    assertEquals(totals_are_lower_bounds, true);
    const { count, truncated } = await find_path.execute(
      { queries: ["ts"], limit: 100, root: path } as never,
      { cwd, maxScanned: 60 },
    );
    assert(count > 0 && count <= 80, `${count}`);
    assertEquals(truncated, true);
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
    assertEquals(several!.stdout.split("\n")[0], "overview c: 1 file; no history read");
    assertEquals(
      outside!.stdout.split("\n").at(-2),
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

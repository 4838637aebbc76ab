/**
 * Every tool under Deno's permissions, and under those of an ordinary user: calls in processes of their own.
 * Paths that are not granted are outside, and no call is made that could make Deno prompt.
 */
import { assert, assertEquals } from "@std/assert";
import type { DiscoveryResult, ExplainResult, ToolContext } from "../mod.ts";
import {
  argumentsFor,
  failureOf,
  farthestFrom,
  reduced,
  type Subject,
  subjectOf,
  SUBJECTS,
} from "./support/every_tool.ts";
import { type Call, callApart } from "./support/list_dir_process.ts";
import { LINKS, MODES, testsNeeding } from "./support/machine.ts";
import { ANSWERS, type Fault } from "./support/tool_failures.ts";
import { sketch } from "./support/sketch.ts";
import { link, type Tree, withTree } from "./support/tree.ts";
import { IGNORING, type Walker, WALKERS } from "./support/walkers.ts";

const test = testsNeeding(LINKS);

type Context = NonNullable<Call["context"]> & { readonly cwd: string };

/** The tools that describe one path, of which a missing path is a success. */
const LISTERS = SUBJECTS.filter(({ name }) => !["stat_path", "explain_path"].includes(name));

/** A call, and what checks its output. */
type Check = readonly [call: Call, check: (output: unknown) => void];

function callOf({ toolset, name }: Subject, args: unknown, context: Context): Call {
  return { tool: [toolset, name], args, context };
}

/** The end of the message about roots that a permission cuts into. */
const CUT = " (not granted, or not all of it, by --allow-read)";

/** A call that must fail. `granted` is the folder that the process may read, where it may not read all. */
function failing(
  subject: Subject,
  [path, fault]: readonly [string, Fault],
  context: Context,
  granted?: string,
): Check {
  const args = argumentsFor(subject, path, context);
  const [root] = context.roots ?? [context.cwd];
  const named = granted === undefined || granted === root ? root! : root + CUT;
  const answer = ANSWERS[subject.toolset][fault](path, named);
  const cwd = root === context.cwd ? "." : context.cwd.slice(root!.length + 1);
  return [callOf(subject, args, context), (output) => {
    const expected = failureOf(subject, answer, { args, cwd });
    assertEquals(reduced(subject, output), expected, `${subject.id} ${path}`);
  }];
}

/** The answer of `explain_path` to a path that is not granted. */
const OUTSIDE = [false, null, null, undefined];

/** A call of `explain_path` that must say this: whether it is inside, its kind, whether git ignores it. */
function explaining(path: string, expected: readonly unknown[], context: Context): Check {
  return [callOf(subjectOf("agent.explain_path"), { path }, context), (output) => {
    const { in_scope, kind, ignored, rules_above_scope } = output as ExplainResult;
    assertEquals([in_scope, kind, ignored, rules_above_scope], expected, path);
  }];
}

/** A call that must list these files. */
function listing(walker: Walker, expected: readonly string[], context: Context, path = "."): Check {
  const args = { ...argumentsFor(walker, path, context), ...walker.all };
  return [callOf(walker, args, context), (output) => {
    const base = walker.toolset === "files" ? Deno.realPathSync(`${context.cwd}/${path}`) : "";
    const files = walker.filesOf(output, base).filter((file) => !file.startsWith("to-"));
    assertEquals(files, expected, `${walker.id} ${path}`);
  }];
}

/** Makes all calls in one process; returns what was touched without permission. */
async function checkApart(
  flags: readonly string[],
  checks: readonly Check[],
  options: { readonly isUnprivileged?: boolean } = {},
): Promise<readonly string[]> {
  const calls = checks.map(([call]) => call);
  const { outputs, refused } = await callApart<unknown>(flags, calls, options);
  for (const [i, [, check]] of checks.entries()) check(outputs[i]);
  return refused;
}

const TREE: Tree = {
  ".gitignore": "f\n",
  "in/d/f": "",
  "in/to-dir": link("../out"),
  "in/to-file": link("../out/f"),
  "in/to-nothing": link("../out/gone"),
  "in/z": "",
  "out/f": "",
};

/** Paths that are not granted, existing or not. */
const NOT_GRANTED = [
  "..",
  "../out",
  "../gone",
  "../out/f",
  "to-dir",
  "to-dir/gone",
  "to-file",
  "to-nothing",
];

test("what Deno's permissions do not grant is outside, even inside the roots; nothing else is touched", () =>
  withTree(TREE, async (root) => {
    const cwd = `${root}/in`;
    const contexts: readonly Context[] = [{ cwd }, { cwd, roots: [root] }];
    const checks = contexts.flatMap((context) => [
      ...LISTERS.flatMap((subject) =>
        NOT_GRANTED.map((path) => failing(subject, [path, "outside"], context, cwd))
      ),
      ...LISTERS.map((subject) => failing(subject, ["gone", "missing"], context, cwd)),
      ...WALKERS.map((walker) => listing(walker, ["d/f", "z"], context)),
      // No rule is read above what is granted.
      ...IGNORING.map((walker) => listing(walker, ["d/f", "z"], context)),
      explaining("d/f", [true, "file", false, "unknown"], context),
      explaining("to-dir", [true, "symlink", false, "unknown"], context),
      explaining("to-dir/f", OUTSIDE, context),
    ]);
    assertEquals(await checkApart([`--allow-read=${cwd}`], checks), []);
  }));

Deno.test("without any permission everything is outside, and nothing is touched", () =>
  withTree({ "in/f": "" }, async (root) => {
    const checks = [{ cwd: root }, { cwd: root, roots: [root] }].flatMap((context) =>
      LISTERS.flatMap((subject) =>
        ["in", "gone"].map((path) => failing(subject, [path, "outside"], context, ""))
      )
    );
    assertEquals(await checkApart([], checks), []);
  }));

/** Links to `secret` are listed, never followed, nor what leads back through it. */
const SECRET: Tree = sketch(
  "a/f, secret/back -> ../a, secret/f, to-back -> secret/back, to-file -> secret/f, " +
    "to-gone -> secret/gone, to-secret -> secret, z",
);

// "A `NotCapable` from a `--deny-read` inside is caught and counts as not granted."
test("what --deny-read takes out is listed, not read; naming it is denied, there or not", () =>
  withTree(SECRET, async (cwd) => {
    const follow = { recursive: true, follow_folder_symlinks: true, follow_file_symlinks: true };
    const lines: readonly (readonly [id: string, args: object, text: string])[] = [
      [
        "tree.list_dir",
        { ...follow, show_data: true },
        "a/ (folder)\n  f (file)\nsecret/ (folder)\nto-back (link -> secret/back)\nto-file (link -> secret/f)\n" +
        "to-gone (link -> secret/gone)\nto-secret (link -> secret)\nz (file)",
      ],
      [
        "codex.list_dir",
        {},
        `Absolute path: ${cwd}\na/\n  f\nsecret/\nto-back@\nto-file@\nto-gone@\nto-secret@\nz`,
      ],
      [
        "envelope.LS",
        {},
        "Listed 7 entries in '.'\n(Total: 7 items - 2 dirs, 1 files, 4 links)\n\n" +
        "a/\nsecret/\nto-back@\nto-file@\nto-gone@\nto-secret@\nz",
      ],
      [
        "discovery.glob_search",
        { pattern: "**" },
        "glob_search .: 8 entries\na/\na/f\nsecret/\nto-back@\nto-file@\nto-gone@\nto-secret@\nz\n" +
        "skipped: 1 outside_root",
      ],
      ["discovery.find_files", {}, "find_files .: 2 entries\na/f\nz\nskipped: 1 outside_root"],
      [
        "agent.overview",
        { use_gitignore: false },
        "overview .: 2 files, 1 dir, 4 links; no history read (no .git in scope)\na/\n f\nsecret/ (not permitted)\n" +
        "to-back@ -> (outside)\nto-file@ -> (outside)\nto-gone@ -> (outside)\nto-secret@ -> (outside)\nz\n" +
        "omitted: 1 outside",
      ],
    ];
    const checks = [{ cwd }, { cwd, roots: [cwd] }].flatMap((context): Check[] => [
      ...lines.map(([id, args, text]): Check => {
        const subject = subjectOf(id);
        const given = { ...argumentsFor(subject, cwd, context), ...args };
        const check = (output: unknown): void =>
          assertEquals(subject.tool.toResult(output).text, text);
        return [callOf(subject, given, context), check];
      }),
      ...WALKERS.map((walker) => listing(walker, ["a/f", "z"], context)),
      ...LISTERS.flatMap((subject) =>
        ["secret", "secret/gone", "secret/back", "to-secret", "to-back"].map((path) =>
          failing(subject, [path, "outside"], context, "")
        )
      ),
      ...["secret", "secret/f", "secret/gone", "to-secret/gone"].map((path) =>
        explaining(path, OUTSIDE, context)
      ),
    ]);
    for (const allow of [`--allow-read=${cwd}`, "--allow-read", "--allow-all"]) {
      // The permission for a directory below a granted one is not queried first; its refusal is caught.
      const refused = new Set(await checkApart([allow, `--deny-read=${cwd}/secret`], checks));
      assertEquals([...refused].filter((path) => path !== `${cwd}/secret`), []);
    }
  }));

test("what is granted by a link is opened by that spelling, unless the resolved one is denied", () =>
  withTree({ ...TREE, "way": link("in") }, async (root) => {
    const allow = `--allow-read=${root}/way`;
    const contexts: readonly Context[] = [{ cwd: `${root}/way` }, { cwd: root, roots: ["way"] }];
    const checks = contexts.flatMap((context) => {
      const path = context.roots === undefined ? "." : "way";
      return [
        ...WALKERS.map((walker) => listing(walker, ["d/f", "z"], context, path)),
        ...LISTERS.filter(({ toolset }) => ["tree", "codex", "files"].includes(toolset))
          .map((subject) => failing(subject, [`${path}/to-dir`, "outside"], context)),
      ];
    });
    assertEquals(await checkApart([allow], checks), []);
    const denied = ["way", "way/d"].flatMap((path) =>
      LISTERS.map((subject) => failing(subject, [path, "outside"], { cwd: root }, ""))
    );
    assertEquals(await checkApart([allow, `--deny-read=${root}/in`], denied), []);
  }));

Deno.test("rules that a permission denies are said, in a folder and above it; a denied `.git` is one outside", async () => {
  const tree = { ...sketch(".git/info/exclude, in/.git/, in/a, sub/a"), ".gitignore": "a\n" };
  await withTree(tree, async (cwd) => {
    const rows: [denied: string, path: string, unread: number | undefined, unknown?: "unknown"][] =
      [
        [".gitignore", "a", 1],
        [".gitignore", "sub/a", 1],
        [".gitignore", "in/a", undefined],
        [".git/info/exclude", "sub/a", 1],
        ["in/.git", "in/a", undefined, "unknown"],
        ["in/.git", "sub/a", undefined],
      ];
    for (const [denied, path, ...expected] of rows) {
      const check = (output: unknown): void => {
        const { unreadable_gitignore, rules_above_scope } = output as ExplainResult;
        const said = [unreadable_gitignore, rules_above_scope];
        assertEquals(said, [expected[0], expected[1]], `${denied} ${path}`);
      };
      const call = callOf(subjectOf("agent.explain_path"), { path }, { cwd });
      for (const flag of ["deny", "ignore"]) {
        const flags = [`--allow-read=${cwd}`, `--${flag}-read=${cwd}/${denied}`];
        await checkApart(flags, [[call, check]]);
      }
    }
    const skipped = (output: unknown): void =>
      assertEquals((output as DiscoveryResult).skipped, { unreadable_gitignore: 1 });
    const call = callOf(subjectOf("agent.find_files"), {}, { cwd });
    await checkApart([`--allow-read=${cwd}`, `--deny-read=${cwd}/.gitignore`], [[call, skipped]]);
  });
});

Deno.test("roots wider than the permission allow what lies in both", () =>
  withTree({ "d/a": "" }, async (root) => {
    const context: ToolContext & Context = { cwd: `${root}/d`, roots: ["/"] };
    const checks = SUBJECTS.map((subject): Check => [
      callOf(subject, farthestFrom(subject, ".", context), context),
      (output) => {
        const { isError, text } = subject.tool.toResult(output);
        assert(!isError, `${subject.id}: ${text}`);
      },
    ]);
    assertEquals(await checkApart(["--no-prompt", `--allow-read=${root}/d`], checks), []);
  }));

Deno.test("stat_path and explain_path agree on one missing path, also where it alone is granted", () =>
  withTree({ "d/f": "", ".git/": "" }, async (root) => {
    const context = { cwd: root, roots: ["/"] };
    for (const path of [`${root}/x`, `${root}/no/x`, `${root}/d/no/x`, `${root}/d/f/x`]) {
      const stat: Check = [
        callOf(subjectOf("agent.stat_path"), { path }, context),
        (output) => assertEquals((output as DiscoveryResult).entries[0]?.kind, "missing", path),
      ];
      const explained = explaining(path, [true, "missing", false, "unknown"], context);
      assertEquals(await checkApart([`--allow-read=${path}`], [stat, explained]), []);
    }
  }));

// Decision 4.10: "A directory that cannot be read keeps its line (`children: []`)".
testsNeeding(MODES, LINKS)(
  "an ordinary user's disk: what the modes shut is passed over; naming it is refused",
  async () => {
    const tree: Tree = {
      "a/f": "",
      "locked/f": "",
      "to-locked": link("locked"),
      "unlisted/f": "",
      "z": "",
    };
    await withTree(tree, async (cwd) => {
      Deno.chmodSync(`${cwd}/locked`, 0o000);
      Deno.chmodSync(`${cwd}/unlisted`, 0o300);
      try {
        const rows: readonly (readonly [path: string, fault: Fault])[] = [
          ["locked", "denied"],
          ["locked/f", "denied"],
          ["to-locked", "denied"],
          ["unlisted", "denied"],
          ["unlisted/gone", "missing"],
        ];
        const checks = [
          ...WALKERS.map((walker) => listing(walker, ["a/f", "z"], { cwd })),
          ...LISTERS.flatMap((subject) => rows.map((row) => failing(subject, row, { cwd }))),
        ];
        const json = (output: unknown): void =>
          assertEquals(
            JSON.parse(output as string).children[1],
            { name: "locked", type: "folder", children: [] },
          );
        const args = { recursive: true, format: "json" };
        checks.push([{ args, context: { cwd } }, json]);
        await checkApart(["--allow-read"], checks, { isUnprivileged: true });
      } finally {
        Deno.chmodSync(`${cwd}/locked`, 0o700);
        Deno.chmodSync(`${cwd}/unlisted`, 0o700);
      }
    });
  },
);

import { assert, assertEquals } from "@std/assert";
import { type ExplainResult, TOOLSETS, toToolResult } from "../../../mod.ts";
import { explain } from "../../support/agent.ts";
import { readsOf } from "../../support/disk_reads.ts";
import {
  type Decision,
  type Entry,
  gitDecisions,
  isDisputed,
  isOldGit,
  joined,
  TreeSource,
  verdictOf,
} from "../../support/gitignore_cases.ts";
import {
  ANY_NAME,
  CASE,
  FIFOS,
  GIT,
  LINKS,
  needing,
  UNICODE_FORMS,
} from "../../support/machine.ts";
import { bytes, fifo, link, type Tree, withQuickTree, withTree } from "../../support/tree.ts";

const SEED = 20_260_731;
const PATHS = 1_000;

const tool = TOOLSETS.agent.explain_path;

/** A path to explain. */
interface PathRequest {
  readonly path: string;
  /** The kind; a missing path may be requested with a slash at its end. */
  readonly kind: "file" | "dir" | "missing" | "missing/";
  /** The deepest directory of the tree that it lies in. */
  readonly home: string;
}

/** Every path of a tree, and missing ones: in directories, in missing directories, below files. */
function requestsOf(entries: readonly Entry[]): PathRequest[] {
  const kinds = new Map(entries);
  const names = [...new Set(entries.map(([path]) => path.split("/").at(-1)!))];
  const requests: PathRequest[] = [];
  let turn = 0;
  const next = (): string => names[turn++ * 7 % names.length]!;
  for (const [path, isDirectory] of entries) {
    const parent = path.slice(0, Math.max(0, path.lastIndexOf("/")));
    requests.push({ path, kind: isDirectory ? "dir" : "file", home: parent });
    const home = isDirectory ? path : parent;
    for (const first of [next(), next()]) {
      const missing = `${path}/${first}`;
      if (kinds.has(missing)) continue;
      const kind = isDirectory && turn % 3 === 0 ? "missing/" : "missing";
      requests.push({ path: turn % 2 === 0 ? missing : `${missing}/${next()}`, kind, home });
    }
  }
  return requests;
}

/** Git's decisions by path, before or after the missing directories of the requests are made. */
type Decisions = ReadonlyMap<string, Decision | undefined>;

/** Compares one result with git's decisions. */
function checkVerdict(
  { path, kind, home }: PathRequest,
  result: ExplainResult,
  [before, after]: readonly [Decisions, Decisions],
): void {
  const decision = (kind === "missing/" ? after : before).get(path);
  const what = JSON.stringify([path, kind, decision, result]);
  assertEquals([result.success, result.in_scope, result.rules_above_scope], [
    true,
    true,
    undefined,
  ]);
  assertEquals(result.kind, kind.replace("/", ""), what);
  assertEquals(result.exists, !kind.startsWith("missing"), what);
  assertEquals(result.ignored, verdictOf(decision) === "ignore", what);
  const expected = decision &&
    {
      file: decision.source,
      line: decision.line,
      pattern: decision.pattern,
      negated: decision.pattern.startsWith("!"),
    };
  assertEquals(result.rule, expected ?? null, what);
  // The outermost parent that git says is ignored. Git does not say it of a file as a directory.
  const parts = path.split("/");
  const parents = parts.slice(1).map((_, i) => parts.slice(0, i + 1).join("/"));
  const known = parents.filter((each) => home.startsWith(each) || !isFile(each, before, after));
  const outermost = known.find((parent) => verdictOf(after.get(parent)) === "ignore");
  if (known.length === parents.length || outermost !== undefined) {
    assertEquals(result.ignored_parent, outermost ?? null, what);
  }
}

/** Reports whether a path is a file: git decides on those before only. */
function isFile(path: string, before: Decisions, after: Decisions): boolean {
  return before.has(path) && !after.has(path);
}

Deno.test(
  needing(
    [GIT, ANY_NAME, CASE, UNICODE_FORMS],
    "explain_path: git's `check-ignore -v` verdict, on 1,000 paths of random trees",
  ),
  async () => {
    const source = new TreeSource(SEED, isOldGit() ? isDisputed : () => false);
    const { entries, texts } = joined(Array.from({ length: 20 }, () => source.next()));
    const kinds = new Map(entries);
    const nodes = Object.fromEntries(
      entries.map(([path, isDirectory]) =>
        isDirectory ? [`${path}/`, ""] : [path, texts.get(path) ?? ""]
      ),
    );
    const requests = requestsOf(entries);
    const counts = { none: 0, ignore: 0, include: 0, missing: 0, slashes: 0, parents: 0 };
    await withQuickTree(nodes, async (root) => {
      const before = await gitDecisions(root, requests.map(({ path }) => path));
      const results: ExplainResult[] = [];
      for (const { path, kind } of requests) {
        const result = await explain(root, kind === "missing/" ? `${path}/` : path);
        results.push(result);
        if (kind !== "dir") continue;
        // With a trailing slash: of what exists, nothing changes.
        const again = await explain(root, `${path}/`);
        assertEquals({ ...again, query: null }, { ...result, query: null });
      }
      // "missing path ending in `/` counts as a directory": git is asked once they are there, and of parents
      // as well.
      const directories = new Set<string>();
      for (const { path, kind } of requests) {
        const parts = path.split("/");
        const isBelowFile = parts.some((_, i) => kinds.get(parts.slice(0, i).join("/")) === false);
        const end = kind === "missing/" ? parts.length : parts.length - 1;
        if (isBelowFile) continue;
        for (let i = 1; i <= end; i++) directories.add(parts.slice(0, i).join("/"));
      }
      for (const path of directories) Deno.mkdirSync(`${root}/${path}`, { recursive: true });
      Deno.removeSync(`${root}/.git`, { recursive: true });
      const after = await gitDecisions(root, [...directories]);
      requests.forEach((question, i) => {
        checkVerdict(question, results[i]!, [before, after]);
        counts[verdictOf(before.get(question.path))]++;
        if (question.kind === "missing") counts.missing++;
        if (question.kind === "missing/") counts.slashes++;
        if (results[i]!.ignored_parent !== null) counts.parents++;
      });
    });
    assert(requests.length >= PATHS, String(requests.length));
    for (const [what, count] of Object.entries(counts)) assert(count > 20, `${what}: ${count}`);
  },
);

/** The fields of a result besides its head. */
type Answer = readonly [
  in_scope: boolean | null,
  kind: string | null,
  ignored: boolean | null,
  rule: string | null,
  ignored_parent: string | null,
  rules_above_scope: "unknown" | undefined,
];

function answerOf(result: ExplainResult): Answer {
  const { in_scope, exists, kind, ignored, rule, ignored_parent, rules_above_scope } = result;
  assertEquals(result.success, true);
  assertEquals(exists, kind === null ? null : kind !== "missing");
  const text = rule && `${rule.file}:${rule.line} ${rule.pattern}`;
  if (rule !== null) assertEquals(rule.negated, rule.pattern.startsWith("!"));
  return [in_scope, kind, ignored, text, ignored_parent, rules_above_scope];
}

const REPOSITORY: Tree = {
  ".git/HEAD": "",
  ".gitignore": "# first\n*.log\n!keep.log\nbuild/\n/only\nlink\nnested/x\n",
  "a/b/c.log": "",
  "a/.gitignore": "!c.log\nd.txt  \n",
  "a/d.txt": "",
  "build/out/x": "",
  "build/.gitignore": "!x\n",
  "file": "",
  "keep.log": "",
  "link": link("a"),
  "out": link("../outside"),
  "gone": link("nothing"),
  "pipe": fifo(),
  "nested/.git/HEAD": "",
  "nested/.gitignore": "*.o\n",
  "nested/x": "",
  "nested/y.o": "",
  "nested/z.log": "",
  "worktree/.git": "gitdir: /nowhere",
  "worktree/a.log": "",
  "linked/real": "*.x\n",
  "linked/.gitignore": link("real"),
  "linked/f.x": "",
  "piped/.gitignore": fifo(),
  "piped/f.log": "",
  "large/.gitignore": bytes(1024 * 1024 + 1),
  "large/f.log": "",
  "full/.gitignore": `*.x\n${"#".repeat(1024 * 1024 - 8)}\n*.y`.slice(0, 1024 * 1024),
  "full/f.x": "",
};

/** What git's own verdicts on random trees do not cover. */
const ROWS: readonly (readonly [path: string, answer: Answer])[] = [
  ["file", [true, "file", false, null, null, undefined]],
  ["./a/../file", [true, "file", false, null, null, undefined]],
  ["a", [true, "dir", false, null, null, undefined]],
  ["pipe", [true, "other", false, null, null, undefined]],
  ["keep.log", [true, "file", false, ".gitignore:3 !keep.log", null, undefined]],
  ["a/b/c.log", [true, "file", false, "a/.gitignore:1 !c.log", null, undefined]],
  ["build/out/x", [true, "file", true, ".gitignore:4 build/", "build", undefined]],
  ["build/out/none", [true, "missing", true, ".gitignore:4 build/", "build", undefined]],
  // A link as the last part is itself, as a parent it is its target.
  ["link", [true, "symlink", true, ".gitignore:6 link", null, undefined]],
  ["link/", [true, "symlink", true, ".gitignore:6 link", null, undefined]],
  ["link/d.txt", [true, "file", true, "a/.gitignore:2 d.txt", null, undefined]],
  ["link/b/none.log", [true, "missing", true, ".gitignore:2 *.log", null, undefined]],
  ["gone", [true, "symlink", false, null, null, undefined]],
  ["out", [true, "symlink", false, null, null, undefined]],
  // Outside: the rest null, whether or not it exists.
  ["out/secret", [false, null, null, null, null, undefined]],
  ["out/none/x", [false, null, null, null, null, undefined]],
  ["..", [false, null, null, null, null, undefined]],
  ["../outside", [false, null, null, null, null, undefined]],
  ["../none", [false, null, null, null, null, undefined]],
  ["/etc/passwd", [false, null, null, null, null, undefined]],
  ["/no/such", [false, null, null, null, null, undefined]],
  // A nested repository: what lies in it has its own rules only.
  ["nested", [true, "dir", false, null, null, undefined]],
  ["nested/x", [true, "file", false, null, null, undefined]],
  ["nested/y.o", [true, "file", true, "nested/.gitignore:1 *.o", null, undefined]],
  ["nested/z.log", [true, "file", false, null, null, undefined]],
  // `.git` as a file. What it names is outside: its info/exclude is not known.
  ["worktree", [true, "dir", false, null, null, undefined]],
  ["worktree/a.log", [true, "file", false, null, null, "unknown"]],
  // .gitignore files that are not regular are skipped.
  ["linked/f.x", [true, "file", false, null, null, undefined]],
  ["piped/f.log", [true, "file", true, ".gitignore:2 *.log", null, undefined]],
  ["large/f.log", [true, "file", true, ".gitignore:2 *.log", null, undefined]],
  ["full/f.x", [true, "file", true, "full/.gitignore:1 *.x", null, undefined]],
];

Deno.test(
  needing([LINKS, FIFOS], "explain_path: what a path is, and the line that decides"),
  async (t) => {
    await withTree({ "outside/secret": "" }, async (base) => {
      await withTree(REPOSITORY, async (root) => {
        Deno.removeSync(`${root}/out`);
        Deno.renameSync(root, `${base}/repository`);
        Deno.mkdirSync(root);
        const cwd = `${base}/repository`;
        Deno.symlinkSync("../outside", `${cwd}/out`);
        for (const [path, answer] of ROWS) {
          await t.step(path, async () => {
            const result = await explain(cwd, path);
            assertEquals(answerOf(result), answer);
            assertEquals([result.operation, result.query], ["explain_path", { path }]);
            assertEquals(result.path, result.root);
            const absolute = await explain(cwd, path.startsWith("/") ? path : `${cwd}/${path}`);
            assertEquals(answerOf(absolute), answer);
            assertEquals(absolute.path, result.path);
          });
        }
      });
    });
  },
);

Deno.test(
  needing(
    LINKS,
    "explain_path: where no `.git` was met at or below the allowed root, `rules_above_scope: unknown`",
  ),
  async (t) => {
    const tree: Tree = {
      "outer/.git/HEAD": "",
      "outer/.gitignore": "*.log\n",
      "outer/in/.gitignore": "*.o\n",
      "outer/in/a/x.o": "",
      "outer/in/a/x.log": "",
      "outer/in/own/.git/": "",
      "outer/in/own/x.log": "",
      "all/.git/HEAD": "",
      "all/.gitignore": "*\n",
      "real/.git/": "",
      "real/.gitignore": "build/\n",
      "real/build/x": "",
      "alias": link("real"),
    };
    const rows: [cwd: string, roots: string[], path: string, answer: Answer][] = [
      ["outer/in", ["."], ".", [true, "dir", false, null, null, "unknown"]],
      ["outer/in", ["."], "a", [true, "dir", false, null, null, "unknown"]],
      ["outer/in", ["."], "a/x.o", [true, "file", true, ".gitignore:1 *.o", null, "unknown"]],
      ["outer/in", ["."], "a/x.log", [true, "file", false, null, null, "unknown"]],
      ["outer/in", ["."], "none/x.o", [true, "missing", true, ".gitignore:1 *.o", null, "unknown"]],
      ["outer/in", ["."], "own", [true, "dir", false, null, null, "unknown"]],
      ["outer/in", ["."], "own/x.log", [true, "file", false, null, null, undefined]],
      ["outer/in", [".."], "a/x.log", [
        true,
        "file",
        true,
        "ROOT/outer/.gitignore:1 *.log",
        null,
        undefined,
      ]],
      ["outer/in", ["/"], "a/x.o", [true, "file", true, ".gitignore:1 *.o", null, undefined]],
      ["outer/in", ["/"], "/", [true, "dir", false, null, null, undefined]],
      ["outer/in", [], "a", [false, null, null, null, null, undefined]],
      // A repository's root as the root of the scope: nothing ignores it.
      ["all", ["."], ".", [true, "dir", false, null, null, undefined]],
      // Given through a link: files and parents stay relative to it.
      ["alias", ["."], "build/x", [true, "file", true, ".gitignore:1 build/", "build", undefined]],
    ];
    await withTree(tree, async (root) => {
      for (const [cwd, roots, path, answer] of rows) {
        await t.step(`${path} with ${roots} in ${cwd}`, async () => {
          const result = await explain(`${root}/${cwd}`, path, { roots });
          const expected = answer.map((each) =>
            typeof each === "string" ? each.replace("ROOT", root) : each
          );
          assertEquals(answerOf(result), expected as unknown as Answer);
        });
      }
    });
  },
);

Deno.test(needing([ANY_NAME, LINKS], "explain_path: the result, and a fact a line"), async (t) => {
  const gits = "It belongs to git itself: what follows use_gitignore leaves it out.";
  const unknown = "No .git was found within the scope: .gitignore files above it are not known.";
  const tree: Tree = {
    "r/.git/HEAD": "",
    "r/.gitignore": "build/\n*.log\n!keep.log\n\\\\x\n",
    "r/build/x": "",
    "r/keep.log": "",
    "r/a\nb": "",
    "r/\\x": "",
    "r/loop": link("loop"),
    "r/out": link("../n"),
    "n/f": "",
  };
  const facts = (path: string, kind: string, ignored: string): string =>
    `path: ${path}\nkind: ${kind}\nignored by git: ${ignored}`;
  const no = "no, by no rule";
  const rows: [cwd: string, path: string, text: string][] = [
    ["r", "build/x", facts("build/x", "file", "yes, by .gitignore:1 build/, which ignores build/")],
    ["r", "build", facts("build", "dir", "yes, by .gitignore:1 build/")],
    ["r", "keep.log", facts("keep.log", "file", "no, included again by .gitignore:3 !keep.log")],
    ["r", "a\nb", facts("a\\nb", "file", no)],
    ["r", "\\x", facts("\\\\x", "file", "yes, by .gitignore:4 \\\\\\\\x")],
    ["r", "../n", "path: ROOT/n\nin scope: no, it is outside the allowed roots: ROOT/r"],
    ["r", "out", facts("out", "symlink, which leads outside the allowed roots", no)],
    ["r", "out/f", "path: out/f\nin scope: no, it leads outside the allowed roots: ROOT/r"],
    ["n", "f", facts("f", "file", `by no rule within the scope\n${unknown}`)],
    ["r", "keep.lgo", facts("keep.lgo", "missing", `${no}\nsuggestion: keep.log`)],
    ["r", ".git/HEAD", facts(".git/HEAD", "file", `${no}\n${gits}`)],
    ["r", "loop", facts("loop", "symlink", no)],
    ["r", "loop/x", "error invalid_root: 'loop/x' leads through too many links"],
    ["r", "n".repeat(300), "error invalid_root: "],
    ["r", "a\0b", "error invalid_root: path"],
    [
      "r",
      "",
      'error invalid_root: path must be a non-empty string without NUL characters, not "": send "." instead',
    ],
  ];
  await withTree(tree, async (root) => {
    for (const [cwd, path, text] of rows) {
      await t.step(JSON.stringify(path), async () => {
        const output = await explain(`${root}/${cwd}`, path);
        const result = toToolResult(tool, output);
        const isError = text.startsWith("error ");
        assertEquals([result.structured, result.isError], [output, isError]);
        if (isError) assert(result.text.startsWith(text), result.text);
        else assertEquals(result.text, text.replaceAll("ROOT", root));
      });
    }
    assertEquals(await explain(`${root}/r`, "build/x"), {
      success: true,
      operation: "explain_path",
      root: "build/x",
      query: { path: "build/x" },
      path: "build/x",
      in_scope: true,
      exists: true,
      kind: "file",
      ignored: true,
      rule: { file: ".gitignore", line: 1, pattern: "build/", negated: false },
      ignored_parent: "build",
    });
    assertEquals(await explain(`${root}/r`, "../n"), {
      success: true,
      operation: "explain_path",
      root: `${root}/n`,
      query: { path: "../n" },
      path: `${root}/n`,
      in_scope: false,
      allowed_roots: `${root}/r`,
      exists: null,
      kind: null,
      ignored: null,
      rule: null,
      ignored_parent: null,
    });
    const { success, error, in_scope, exists, kind, ignored } = await tool.execute({} as unknown);
    assertEquals([success, error?.code], [false, "invalid_argument"]);
    assertEquals([in_scope, exists, kind, ignored], [null, null, null, null]);
  });
});

Deno.test(
  needing([LINKS, FIFOS], "explain_path: `Cheap: it reads no directory`, of a path that exists"),
  async () => {
    await withTree(REPOSITORY, async (root) => {
      for (const path of ["file", "build/out/x", "a/b/c.log", "."]) {
        const { reads } = await readsOf(() => explain(root, path));
        assertEquals(reads, []);
      }
    });
  },
);

Deno.test("explain_path: a quoted `.gitignore` line is line-safe and cut at 200 characters in text", async () => {
  const long = `${"a".repeat(6_000)}*\n`;
  const tree = { ".git/": "", ".gitignore": `${long}*.\x9b\n**${"/**".repeat(400)}/b\n` };
  await withTree(tree, async (root) => {
    const rows: [path: string, quoted: string][] = [
      ["x.\x9b", "yes, by .gitignore:2 *.\\u{9B}"],
      ["d/b", `yes, by .gitignore:3 **${"/**".repeat(66)}… (200 of 1,204 characters)`],
    ];
    for (const [path, quoted] of rows) {
      const { text } = toToolResult(tool, await explain(root, path));
      assertEquals(text.split("\n")[2], `ignored by git: ${quoted}`);
    }
  });
});

import { assertEquals } from "@std/assert";
import { type ToolContext, TOOLSETS, toToolResult, TreeCache } from "../../mod.ts";
import { explain, overview } from "../support/agent.ts";
import { GIT, testsNeeding } from "../support/machine.ts";
import { shell } from "../support/shell.ts";
import { withQuickTree } from "../support/tree.ts";
import { whenOld } from "../support/when_old.ts";

const test = testsNeeding(GIT);

const { agent, discovery } = TOOLSETS;
const COMMIT = "git -c user.name=a -c user.email=a@b commit -qm one";

const RULES = `echo '*.tmp' >.gitignore; git add .gitignore; ${COMMIT}`;
const SPARSE = "git sparse-checkout set --no-cone";

/** The files on the disk that git does not ignore; none if it cannot read the index. */
async function listed(cwd: string, root: string): Promise<string[]> {
  const git = `git ls-files -co --exclude-standard ${root} | LC_ALL=C sort -u`;
  const text = await shell(cwd, `${git} | while read -r f; do [ ! -f "$f" ] || echo "$f"; done`);
  return text.split("\n").slice(0, -1);
}

/** What is done to a repository, and whether git's rules are wholly known. */
const ROWS: readonly (readonly [what: string, script: string, isKnown?: false])[] = [
  ["its own core.excludesFile", "git config core.excludesFile .mine; echo '*.tmp' >.mine"],
  [
    "one that later files take back, and info/exclude",
    "git config core.excludesFile sub/.mine; echo '*.tmp' >sub/.mine; echo '!b.tmp' >sub/.gitignore; " +
    "printf 'a.log\\n!x.tmp\\n' >.git/info/exclude",
  ],
  ["one that is not there", "git config core.excludesFile nowhere"],
  ["an empty one, in place of the host's", "git config core.excludesFile ''"],
  [
    "one outside the scope",
    "git config core.excludesFile ../outside; echo '*.tmp' >../outside",
    false,
  ],
  [
    "an included file, where it stands",
    "printf '[core]\\nexcludesFile = .mine\\n' >.git/more; echo '*.log' >.mine; " +
    "git config core.excludesFile .other; git config include.path more; echo '*.tmp' >.other",
  ],
  [
    "a later value after it",
    "printf '[core]\\nexcludesFile = .mine\\n' >.git/more; echo '*.log' >.mine; " +
    "git config include.path more; printf '[core]\\nexcludesFile = .other\\n' >>.git/config; echo '*.tmp' >.other",
  ],
  [
    "a chain of them",
    "git config include.path ../a.inc; printf '[include]\\npath = sub/b.inc\\n' >a.inc; " +
    "printf '[core]\\nexcludesFile = .mine\\n[extensions]\\nobjectFormat = md5\\n' >sub/b.inc; echo '*.tmp' >.mine",
  ],
  ["one that is not there to be included", "git config include.path nowhere"],
  [
    "one to include from outside the scope",
    "git config include.path ../../more; echo >../more",
    false,
  ],
  [
    "files that include one another without end",
    "for i in $(seq 500); do echo '[include] path = more'; done >.git/more; git config include.path more",
    false,
  ],
  ["a condition", "git config includeIf.onbranch:nothing.path more", false],
  [
    "a condition after a value, on which there may be another",
    "git config core.excludesFile .mine; echo '*.log' >.mine; git config includeIf.onbranch:m.path more",
    false,
  ],
  [
    "a condition in a work tree's own configuration",
    "git config core.excludesFile .mine; echo '*.log' >.mine; git config extensions.worktreeConfig true; " +
    "git config --worktree includeIf.onbranch:m.path more",
    false,
  ],
  [
    "a value after a condition",
    "git config includeIf.onbranch:m.path more; printf '[core]\nexcludesFile = .mine\n' >>.git/config; " +
    "echo '*.log' >.mine",
  ],
  [
    "a configuration behind a link, which includes a file beside the link",
    "mkdir conf; mv .git/config conf; ln -s ../conf/config .git/config; git config include.path more; " +
    "printf '[core]\nexcludesFile = .mine\n' >.git/more; echo '*.log' >.mine; " +
    "printf '[core]\nexcludesFile = .other\n' >conf/more; echo '*.tmp' >.other",
  ],
  [
    "a configuration outside the scope",
    "mv .git/config ../config; ln -s ../../config .git/config",
    false,
  ],
  [
    "a file that holds no bytes but waits for them",
    "git config core.excludesFile .mine; mkfifo .mine",
    false,
  ],
  [
    "a work tree's own configuration",
    "git config extensions.worktreeConfig true; " +
    "git config --worktree core.excludesFile .mine; echo '*.tmp' >.mine",
  ],
  [
    "a split index",
    `echo '*.log' >.gitignore; git update-index --split-index; ` +
    "git rm -q --cached sub/a.log; touch sub/new.log; git add -f sub/new.log; echo 1 >sub/b.log; git add sub/b.log",
  ],
  [
    "a split index with many changes",
    "git config splitIndex.maxPercentChange 100; echo '*.log' >.gitignore; " +
    "for i in $(seq 200); do touch sub/f$i.log; done; git add -f sub; git update-index --split-index; " +
    "git rm -q --cached $(for i in $(seq 60 139); do echo sub/f$i.log; done); touch A.log zz.log; git add -f A.log zz.log",
  ],
  ["a .gitignore that a sparse checkout left in the index alone", `${RULES}; ${SPARSE} /sub`],
  ["one in a pack", `${RULES}; ${SPARSE} /sub; git gc -q`],
  ["one in an index of version 4", `${RULES}; git update-index --index-version 4; ${SPARSE} /sub`],
  [
    "one in a folder out of the cone, where other files are left",
    `echo '*.tmp' >sub/.gitignore; mkdir in; git add sub; ${COMMIT}; git sparse-checkout set --cone in`,
  ],
  ["one that came back, and is another", `${RULES}; ${SPARSE} /sub; echo '*.log' >.gitignore`],
  ["one that is a link by now", `${RULES}; ${SPARSE} /sub; ln -s nowhere .gitignore`],
  ["one that is a folder by now", `${RULES}; ${SPARSE} /sub; mkdir .gitignore`],
  [
    "one that is gone and only assumed to be unchanged",
    `${RULES}; git config core.sparseCheckout true; git update-index --assume-unchanged .gitignore; rm .gitignore`,
  ],
  [
    "one whose blob is lost",
    `${RULES}; ${SPARSE} /sub; rm .git/objects/$(git rev-parse HEAD:.gitignore | sed 's|^..|&/|')`,
    false,
  ],
  [
    "one of more than 1 MiB",
    `yes '*.none' | head -c 1100000 >.gitignore; git add .gitignore; ${COMMIT}; ${SPARSE} /sub`,
    false,
  ],
  ["one in a split index", `${RULES}; ${SPARSE} /sub; git update-index --split-index`, false],
];

for (const [what, script, isKnown = true] of ROWS) {
  test(`git's own verdicts are read as git reads them, or said not to be known: ${what}`, async () => {
    const tree = {
      "in/sub/a.log": "",
      "in/sub/b.log": "",
      "in/sub/b.tmp": "",
      "in/a.log": "",
      "in/x.tmp": "",
    };
    await withQuickTree(tree, async (top) => {
      const cwd = `${top}/in`;
      await shell(cwd, `git init -q . && git add sub/*.log && ${COMMIT}; ${script}`);
      const context = { cwd, roots: [cwd], policy: { excludes: "*.none" } };
      for (const root of [".", "sub"]) {
        const args = { root, use_gitignore: true, limit: 1000 };
        const { entries, skipped } = await discovery.find_files.execute(args, context);
        assertEquals(skipped, isKnown ? undefined : { unreadable_gitignore: 1 });
        if (!isKnown) continue;
        assertEquals(entries.map(({ path }) => path), await listed(cwd, root));
      }
      if (!isKnown) {
        const { text } = toToolResult(agent.explain_path, await explain(cwd, "x.tmp", context));
        assertEquals(text.split("\n").slice(2), [
          "ignored by git: by no rule that can be read",
          "skipped: 1 unreadable_gitignore",
        ]);
        return;
      }
      for (const path of Object.keys(tree).map((each) => each.slice("in/".length))) {
        const verdict = await shell(cwd, `git check-ignore -v --non-matching ${path} || true`);
        const [rule] = verdict.split("\t");
        const [file, line] = rule!.split(":");
        const { ignored, rule: shown } = await explain(cwd, path, context);
        const isIgnored = rule !== "::" && !rule!.split(":")[2]!.startsWith("!");
        assertEquals([ignored, shown && [shown.file, shown.line]], [
          isIgnored,
          rule === "::" ? null : [file, Number(line)],
        ], path);
      }
    });
  });
}

test("an index that does not list all gives no verdict on the rest, and is named: sparse, or split", async () => {
  const script =
    `git init -q . && git add . && ${COMMIT} && git sparse-checkout init --cone --sparse-index && ` +
    "git sparse-checkout set a && echo '*.log' >.gitignore && mkdir -p c && touch c/3.log a/2.log";
  await withQuickTree({ "a/1.log": "", "c/3.log": "", "c/d/4.log": "" }, async (cwd) => {
    await shell(cwd, script);
    const explained = await explain(cwd, "c/3.log");
    assertEquals([explained.ignored, explained.index], [null, "sparse"]);
    assertEquals(
      toToolResult(agent.explain_path, explained).text.split("\n")[2],
      "ignored by git: not known, as the index is sparse: yes, by .gitignore:1 *.log, unless git tracks it",
    );
    assertEquals((await explain(cwd, "a/1.log")).ignored, false);
    // It lists all of a folder that it has no stand-in for.
    assertEquals((await explain(cwd, "a/2.log")).ignored, true);
    const skipped = (root: string) =>
      discovery.find_files.execute({ root, use_gitignore: true }, { cwd }).then(({ skipped }) =>
        skipped
      );
    assertEquals([await skipped("a"), await skipped(".")], [undefined, { unreadable_index: 1 }]);
    // So does a split one that has lost what it is based on.
    await shell(
      cwd,
      "git sparse-checkout disable; git update-index --split-index; rm .git/sharedindex.*",
    );
    const { ignored, index } = await explain(cwd, "a/1.log");
    assertEquals([ignored, index], [null, "split"]);
  });
});

/** What happens to a repository, one after another. Without its base, git reads no index. */
const STEPS: readonly string[] = [
  "git init -q . && echo '*.log' >.gitignore && git add -f .gitignore sub/a.log && " + COMMIT,
  "git config splitIndex.maxPercentChange 100 && git update-index --split-index",
  "mkdir ../kept && mv .git/sharedindex.* ../kept",
  "mv ../kept/* .git",
  "git add -f sub/b.log",
  "git update-index --no-split-index",
  "git sparse-checkout set --no-cone /sub",
  "echo '*.tmp' >.gitignore",
  "rm .gitignore",
  "git sparse-checkout disable",
];

test("with a cache, the index counts as git reads it at each step: its base goes and comes back, a sparse checkout begins and ends", () =>
  withQuickTree({ "in/sub/a.log": "", "in/sub/b.log": "", "in/x.tmp": "" }, async (top) => {
    const cwd = `${top}/in`;
    const found = async (context: ToolContext) => {
      const args = { use_gitignore: true };
      const { entries, skipped } = await discovery.find_files.execute(args, { cwd, ...context });
      return { paths: entries.map(({ path }) => path), skipped };
    };
    const cache = new TreeCache();
    for (const step of STEPS) {
      await shell(cwd, step);
      const paths = await listed(cwd, ".");
      const expected = paths.length > 0 ? { paths, skipped: undefined } : await found({});
      for (const look of [1, 2]) {
        assertEquals(await whenOld(() => found({ cache })), expected, `${step}, look ${look}`);
      }
    }
  }));

test("a split index tells that a file of its base became a repository", async () => {
  const script =
    `git init -q . && git add . && ${COMMIT} && git update-index --split-index && rm m && ` +
    `git init -q m && cd m && touch a && git add . && ${COMMIT} && cd .. && git add m && echo m >.gitignore`;
  await withQuickTree({ "a": "", "m": "", "z": "" }, async (cwd) => {
    await shell(cwd, `git init -q . && git config splitIndex.maxPercentChange 100 && ${script}`);
    assertEquals(await shell(cwd, "git check-ignore m || true"), "");
    assertEquals((await explain(cwd, "m")).ignored, false);
  });
});

test("9.2: where no history was read, the header says why: reftables, a partial clone, a lost tree", async () => {
  const rows = [
    [
      `git init -q . && git add . && ${COMMIT} && git config core.repositoryFormatVersion 1 && ` +
      "git config extensions.refStorage reftable",
      "its refs are in reftables",
    ],
    [
      `git init -q ../origin && cp a ../origin && cd ../origin && git add . && ${COMMIT} && ` +
      `echo 1 >a && git add . && ${COMMIT} && git config uploadpack.allowFilter true && ` +
      "cd ../in && rm a && git clone -q --no-checkout --filter=tree:0 file://$PWD/../origin .",
      "a partial clone left out what its commits changed",
    ],
    [
      `git init -q . && git add . && ${COMMIT} && echo 1 >a && git add . && ${COMMIT} && ` +
      "rm .git/objects/$(git rev-parse HEAD^{tree} | sed 's|^..|&/|')",
      "unreadable",
    ],
  ] as const;
  for (const [script, why] of rows) {
    await withQuickTree({ "in/a": "" }, async (top) => {
      const cwd = `${top}/in`;
      await shell(cwd, script);
      const { text } = toToolResult(agent.overview, await overview(cwd));
      assertEquals(text.split("\n")[0]!.split("no history read ")[1], `(${why})`);
    });
  }
});

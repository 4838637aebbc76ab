/** Random repositories inside repositories, and what git and the product say of every file in them. */
import { type ToolContext, TOOLSETS } from "../../mod.ts";
import { gitIn, initGit } from "./git.ts";
import { checkIgnore, type Decision } from "./gitignore_cases.ts";
import { pick, randomFrom } from "./random.ts";
import { withQuickTree, withTree } from "./tree.ts";

type Keeping = "directory" | "worktree" | "submodule" | "link";

interface PlannedRepository {
  /** Its path from the root of the forest: `""`, or a path that ends in `/`. */
  readonly path: string;
  readonly keeping: Keeping;
  readonly hash: "sha1" | "sha256";
  readonly ignoresCase: boolean;
  readonly index: readonly string[];
  /** Lines for `git update-index --index-info`: more than is on disk, and less. */
  readonly tracked: readonly string[];
  readonly exclude: string;
}

/** Repositories in repositories, as a plan. */
interface Forest {
  readonly seed: number;
  /** A file to each path. */
  readonly files: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
  readonly repositories: readonly PlannedRepository[];
  /** The text of the file that `core.excludesFile` names. */
  readonly excludes: string | undefined;
}

const NAMES = [..."a b build Build keep.js x.o y.log é a- lib src".split(" "), "a b"];
const PATTERNS = [
  ...["*.o", "*.log", "build", "build/", "/build", "build/*", "a", "a/", "/a/b", "**/b/", "src/**"],
  ...["!keep.js", "!build/", "!*.o", "lib/*", "!lib/a", "*", "!*/", "é", "keep.*", "B*", "[A-C]*/"],
];
const INDEXES = [
  [],
  [],
  ["--index-version", "4"],
  ["--index-version", "3"],
  ["--untracked-cache"],
];

export function planForest(seed: number): Forest {
  const random = randomFrom(seed);
  const is = (probability: number): boolean => random() < probability;
  const some = <T>(items: readonly T[], probability: number): T[] =>
    items.filter(() => is(probability));
  const foldsCase = is(0.3);
  // A disk that takes `Build` for `build` holds only one of them.
  const names = foldsCase ? NAMES.filter((name) => name !== "Build") : NAMES;
  const directories = [""];
  const taken = new Set<string>();
  const files: string[] = [];
  for (let i = 0; i < 60; i++) {
    const parent = pick(directories, random);
    const path = parent + pick(names, random);
    if (taken.has(path) || parent.split("/").length > 5) continue;
    taken.add(path);
    if (is(0.4)) directories.push(`${path}/`);
    else files.push(path);
  }
  const rules = (): string => {
    const lines = Array.from({ length: 1 + Math.floor(random() * 4) }, () => {
      const pattern = is(0.2) ? pick(NAMES, random) : pick(PATTERNS, random);
      return is(0.1) && !pattern.startsWith("!") ? `!${pattern}` : pattern;
    });
    return `${lines.join("\n")}\n`;
  };
  const texts = new Map<string, string>();
  for (const directory of directories) {
    if (is(directory === "" ? 0.8 : 0.25)) texts.set(`${directory}.gitignore`, rules());
  }
  const roots = directories.filter((directory) => directory === "" || is(0.2));
  const all = [...files, ...texts.keys()];
  const hash = is(0.15) ? "sha256" : "sha1";
  const repositories = roots.map((path): PlannedRepository => {
    const isOwn = (each: string): boolean =>
      each.startsWith(path) && each !== path &&
      !roots.some((root) =>
        root.length > path.length && root.startsWith(path) && each.startsWith(root)
      );
    const mine = all.filter(isOwn);
    const inner = roots.filter((root) =>
      root !== path && root.startsWith(path) &&
      !roots.some((between) =>
        between.length > path.length && between !== root && root.startsWith(between)
      )
    );
    // Files that are gone from disk, and paths that became a directory or were one.
    const gone = some(directories.filter(isOwn), 0.2).map((each) =>
      is(0.5) ? `${each}gone` : each.slice(0, -1)
    );
    const under = some(mine, 0.05).map((each) => `${each}/under`);
    const tracked = [...some(mine, is(0.3) ? 0.6 : 0.15), ...gone, ...under].filter((each) =>
      // Git itself refuses a path through a repository.
      !inner.some((root) => `${each}/`.startsWith(root))
    );
    const links = some(inner, 0.3).map((root) => root.slice(0, -1));
    const zeros = (hash === "sha256" ? "0".repeat(63) : "0".repeat(39)) + "1";
    return {
      path,
      keeping: path === ""
        ? "directory"
        : pick(["directory", "directory", "worktree", "submodule", "link"], random),
      hash,
      ignoresCase: foldsCase && is(0.7),
      index: pick(INDEXES, random),
      tracked: [
        ...tracked.map((each) => {
          const name = each.slice(path.length);
          return `100644 ${zeros}\t${foldsCase && is(0.3) ? name.replace("build", "Build") : name}`;
        }),
        ...links.map((each) => `160000 ${zeros}\t${each.slice(path.length)}`),
      ],
      exclude: is(0.5) ? rules() : "",
    };
  });
  // A worktree has the configuration of the root.
  const { ignoresCase } = repositories[0]!;
  return {
    seed,
    files,
    texts,
    repositories: repositories.map((each) =>
      each.keeping === "worktree" ? { ...each, ignoresCase } : each
    ),
    excludes: is(0.3) ? rules() : undefined,
  };
}

/** Makes the repositories of a forest in a folder that holds its files. */
async function plant(root: string, { repositories }: Forest): Promise<void> {
  for (
    const [i, { path, keeping, hash, ignoresCase, index, tracked, exclude }] of repositories
      .entries()
  ) {
    const here = `${root}/${path}`;
    const format = `--object-format=${hash}`;
    let common = `${here}.git`;
    if (keeping === "submodule" || keeping === "link") {
      common = `${root}/.git/modules/m${i}`;
      Deno.mkdirSync(`${root}/.git/modules`, { recursive: true });
      await initGit(here, format, `--separate-git-dir=${common}`);
      const way = `${"../".repeat(path.split("/").length - 1)}.git/modules/m${i}`;
      Deno.removeSync(`${here}.git`);
      if (keeping === "link") Deno.symlinkSync(way, `${here}.git`);
      else {
        Deno.writeTextFileSync(`${here}.git`, `gitdir: ${way}\n`);
        await gitIn(here, ["config", "core.worktree", `../../../${path}`]);
      }
    } else if (keeping === "worktree") {
      common = `${root}/.git`;
      const own = `${common}/worktrees/w${i}`;
      Deno.mkdirSync(own, { recursive: true });
      Deno.writeTextFileSync(`${own}/commondir`, "../..\n");
      Deno.writeTextFileSync(`${own}/gitdir`, `${here}.git\n`);
      Deno.writeTextFileSync(`${own}/HEAD`, "ref: refs/heads/other\n");
      Deno.writeTextFileSync(`${here}.git`, `gitdir: ${own}\n`);
    } else await initGit(here, format);
    if (keeping !== "worktree") {
      if (ignoresCase) await gitIn(here, ["config", "core.ignoreCase", "yes"]);
      Deno.mkdirSync(`${common}/info`, { recursive: true });
      Deno.writeTextFileSync(`${common}/info/exclude`, exclude);
    }
    const lines = tracked.map((each) => `${each}\n`).join("");
    await gitIn(here, ["update-index", "--replace", "--index-info"], lines);
    if (index.length > 0) await gitIn(here, ["update-index", ...index]);
  }
}

/** The verdicts of git on one repository. */
interface GitVerdicts {
  /** The files that it tracks, and the folders of those. */
  readonly tracked: ReadonlySet<string>;
  /** Its files, and the repositories in it, that it does not ignore: `path` or `path/`. */
  readonly seen: ReadonlySet<string>;
  /** By path: the rule that decides. */
  readonly decisions: ReadonlyMap<string, Decision | undefined>;
}

async function askGit(
  here: string,
  files: readonly string[],
  settings: readonly string[],
): Promise<GitVerdicts> {
  const list = (...args: string[]) => gitIn(here, [...settings, "ls-files", "-z", ...args]);
  const others = await list("-o", "--exclude-standard");
  const tracked = (await list("-s")).map((line) => line.split("\t") as [string, string]);
  const links = tracked.filter(([head]) => head.startsWith("160000"));
  const names = tracked.map(([, name]) => name);
  return {
    seen: new Set([...others, ...names, ...links.map(([, name]) => `${name}/`)]),
    tracked: new Set(names),
    decisions: await checkIgnore(here, files, { settings }),
  };
}

/**
 * Reports whether `check-ignore` takes a file for tracked that no other command of git does: one that is a folder in the
 * index; or does not, though others do: one that differs by case.
 */
function isDisputedIn({ tracked }: GitVerdicts, path: string, ignoresCase: boolean): boolean {
  if (tracked.has(path)) return false;
  const [small, names] = [path.toLowerCase(), [...tracked]];
  return names.some((each) => each.startsWith(`${path}/`)) ||
    ignoresCase && names.some((each) => each.toLowerCase() === small);
}

const { agent } = TOOLSETS;

/** Compares git with a search from each repository, and with `explain_path`. */
export async function disagreementsInForest(forest: Forest): Promise<string[]> {
  const nodes: Record<string, string> = {};
  for (const path of forest.files) nodes[path] = "";
  for (const [path, text] of forest.texts) nodes[path] = text;
  for (const { path } of forest.repositories) nodes[`${path}.here`] = "";
  const found: string[] = [];
  await withQuickTree(nodes, async (root) => {
    await plant(root, forest);
    await withTree({ excludes: forest.excludes ?? "" }, async (folder) => {
      const settings = ["-c", `core.excludesFile=${folder}/excludes`];
      const judged = { forest, all: Object.keys(nodes), verdicts: new Map<string, GitVerdicts>() };
      for (const { path } of forest.repositories) {
        const inside = judged.all.filter((each) => homeOf(forest, each).path === path);
        const names = inside.map((each) => each.slice(path.length));
        judged.verdicts.set(path, await askGit(`${root}/${path}`, names, settings));
      }
      const { excludes } = forest;
      const context = { cwd: root, ...excludes !== undefined && { policy: { excludes } } };
      found.push(...await searchProblems(judged, context));
      found.push(...await explanationProblems(judged, context));
    });
  });
  return found;
}

/** A forest, all files in it, and the verdicts of git on each repository. */
interface Judged {
  readonly forest: Forest;
  readonly all: readonly string[];
  readonly verdicts: ReadonlyMap<string, GitVerdicts>;
}

/** The innermost repository that a path lies in. */
function homeOf({ repositories }: Forest, path: string): PlannedRepository {
  return repositories.filter((each) => path.startsWith(each.path))
    .reduce((a, b) => a.path.length > b.path.length ? a : b);
}

/** Reports whether git sees a file from a repository, through those between. */
function isSeen(judged: Judged, path: string, from: string): boolean {
  const { path: home, ignoresCase } = homeOf(judged.forest, path);
  const name = path.slice(home.length);
  const { seen, tracked } = judged.verdicts.get(home)!;
  // Git lists it as it is in the index.
  const isOtherCase = (each: string): boolean => each.toLowerCase() === name.toLowerCase();
  return (seen.has(name) || ignoresCase && [...tracked].some(isOtherCase)) &&
    isSeenFolder(judged, home, from);
}

function isSeenFolder(judged: Judged, folder: string, from: string): boolean {
  if (folder === from) return true;
  const { path: outer } = homeOf(judged.forest, folder.slice(0, -1));
  // A folder that an ignored folder holds is not named by `ls-files`.
  return judged.verdicts.get(outer)!.seen.has(folder.slice(outer.length)) &&
    isSeenFolder(judged, outer, from);
}

async function searchProblems(judged: Judged, context: ToolContext): Promise<string[]> {
  const found: string[] = [];
  for (const { path: from } of judged.forest.repositories) {
    const args = { root: `./${from}`, limit: 1000, use_gitignore: true };
    const { entries } = await agent.find_files.execute(args, context);
    const walked = new Set(entries.map(({ path }) => path));
    for (const path of judged.all.filter((each) => each.startsWith(from))) {
      const isWalked = walked.has(path);
      if (isWalked === isSeen(judged, path, from)) continue;
      found.push(`${path}: a search in ${from || "."} ${isWalked ? "gives" : "leaves out"} it`);
    }
  }
  return found;
}

async function explanationProblems(judged: Judged, context: ToolContext): Promise<string[]> {
  const found: string[] = [];
  for (const path of judged.all) {
    const { path: home, ignoresCase } = homeOf(judged.forest, path);
    const verdicts = judged.verdicts.get(home)!;
    const name = path.slice(home.length);
    // A rule that includes again what is tracked besides does not show.
    const shown = (rule: Pick<Decision, "line" | "pattern"> | null | undefined): string =>
      !rule || verdicts.tracked.has(name) && rule.pattern.startsWith("!")
        ? "none"
        : `${rule.line} ${rule.pattern}`;
    const explained = await agent.explain_path.execute({ path }, context);
    const theirs = verdicts.decisions.get(name);
    const [git, ours] = [
      theirs ? `${theirs.line} ${theirs.pattern}` : "none",
      shown(explained.rule),
    ];
    if (git !== ours && !isDisputedIn(verdicts, name, ignoresCase)) {
      found.push(`${path}: git: ${git}, explained: ${ours}`);
    }
    const isListed = !explained.ignored && explained.repository_ignored_by === undefined;
    if (isListed !== isSeen(judged, path, "")) {
      found.push(`${path}: explained as ${isListed ? "" : "not "}seen`);
    }
    if (explained.unreadable_index !== undefined) found.push(`${path}: the index was not read`);
  }
  return found;
}

export function showForest({ seed, texts, repositories, excludes }: Forest): string {
  return [
    `planForest(${seed})`,
    ...[...texts].map(([path, text]) => `  ${JSON.stringify(path)}: ${JSON.stringify(text)}`),
    ...repositories.map((each) => `  ${JSON.stringify(each)}`),
    `  excludes: ${JSON.stringify(excludes)}`,
  ].join("\n");
}

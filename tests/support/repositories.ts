/**
 * Random repositories inside repositories, and what git and the product say of every file in them.
 *
 * @module
 */
import { TOOLSETS } from "../../mod.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import { rulesAbove } from "../../src/gitignore/rules.ts";
import { Verdicts } from "../../src/gitignore/verdicts.ts";
import { Scope } from "../../src/scope/scope.ts";
import { visibilityOf } from "../../src/tools/visibility_of.ts";
import type { WalkStep } from "../../src/walk/steps.ts";
import { Walk } from "../../src/walk/walk.ts";
import { gitIn } from "./git.ts";
import { pick, randomFrom } from "./random.ts";
import { endWithNul } from "./shell.ts";
import { withQuickTree } from "./tree.ts";
import { pathsIn } from "./walking.ts";

/** How a repository keeps its git directory. */
type Keeping = "directory" | "worktree" | "submodule" | "link";

interface PlannedRepository {
  /** Its path from the root of the forest: `""`, or a path that ends in `/`. */
  readonly path: string;
  readonly keeping: Keeping;
  readonly hash: "sha1" | "sha256";
  readonly ignoresCase: boolean;
  /** How its index is written. */
  readonly index: readonly string[];
  /** Lines for `git update-index --index-info`: more than is on disk, and less. */
  readonly tracked: readonly string[];
  readonly exclude: string;
}

/** Repositories in repositories, as a plan. */
export interface Forest {
  readonly seed: number;
  /** A file to each path. */
  readonly files: readonly string[];
  readonly texts: ReadonlyMap<string, string>;
  /** The root first. */
  readonly repositories: readonly PlannedRepository[];
  /** The text of the file that `core.excludesFile` names. */
  readonly excludes: string | undefined;
}

const NAMES = [
  "a",
  "b",
  "build",
  "Build",
  "keep.js",
  "x.o",
  "y.log",
  "é",
  "a b",
  "a-",
  "lib",
  "src",
];
const PATTERNS = [
  ...["*.o", "*.log", "build", "build/", "/build", "build/*", "a", "a/", "/a/b", "**/b/", "src/**"],
  ...["!keep.js", "!build/", "!*.o", "lib/*", "!lib/a", "*", "!*/", "é", "keep.*", "B*", "[A-C]*/"],
];
const INDEXES = [
  [],
  [],
  ["--index-version", "4"],
  ["--index-version", "3"],
  ["--split-index"],
  ["--untracked-cache"],
];

/** A plan of a forest. */
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
    // What is gone from disk, or is now a directory, or was a directory.
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
    const init = ["init", "-q", "--template=", "-b", "main", `--object-format=${hash}`];
    let common = `${here}.git`;
    if (keeping === "submodule" || keeping === "link") {
      common = `${root}/.git/modules/m${i}`;
      Deno.mkdirSync(`${root}/.git/modules`, { recursive: true });
      await gitIn(here, [...init, `--separate-git-dir=${common}`]);
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
    } else await gitIn(here, init);
    if (keeping !== "worktree") {
      if (ignoresCase) await gitIn(here, ["config", "core.ignoreCase", "yes"]);
      Deno.mkdirSync(`${common}/info`, { recursive: true });
      Deno.writeTextFileSync(`${common}/info/exclude`, exclude);
    }
    const lines = tracked.map((each) => `${each}\n`).join("");
    await gitIn(here, ["update-index", "--replace", "--index-info"], lines);
    if (index.length > 0) await gitIn(here, ["update-index", ...index]);
    // What a split index leaves out and adds.
    if (index.includes("--split-index") && tracked.length > 1) {
      const [first] = tracked.map((each) => each.replace(/^\d+ /, "0 "));
      await gitIn(here, ["update-index", "--index-info"], `${first}\n${tracked.at(-1)}\n`);
    }
  }
}

/** What git says of one repository. */
interface Said {
  /** The files that it tracks, and the folders of those. */
  readonly tracked: ReadonlySet<string>;
  /** Its files, and the repositories in it, that it does not ignore: `path` or `path/`. */
  readonly seen: ReadonlySet<string>;
  /** By path: the rule that decides, as `check-ignore -v` gives it. */
  readonly decisions: ReadonlyMap<string, string>;
}

async function askGit(
  root: string,
  path: string,
  files: readonly string[],
  excludes: readonly string[],
): Promise<Said> {
  const here = `${root}/${path}`;
  const list = (...args: string[]) => gitIn(here, [...excludes, "ls-files", "-z", ...args]);
  const others = await list("-o", "--exclude-standard");
  const ignored = new Set(await list("-o", "-i", "--exclude-standard"));
  const tracked = (await list("-s")).map((line) => line.split("\t") as [string, string]);
  const status = await gitIn(here, [
    ...excludes,
    "status",
    "-z",
    "--porcelain",
    "--ignore-submodules=all",
    "--ignored",
    "-uall",
  ]);
  for (const line of status) {
    const isKnown = [...ignored].some((each) => `${each}/`.startsWith(line.slice(3)));
    if (line.startsWith("!! ") && !line.endsWith("/") && !isKnown) {
      throw new Error(`git contradicts itself: ${line}`);
    }
  }
  const decisions = new Map<string, string>();
  if (files.length > 0) {
    const fields = await gitIn(
      here,
      [...excludes, "check-ignore", "--stdin", "-z", "-v", "-n"],
      endWithNul(files),
    );
    for (let i = 0; i < fields.length; i += 4) {
      const [source, line, pattern, name] = fields.slice(i, i + 4) as [
        string,
        string,
        string,
        string,
      ];
      decisions.set(name, source === "" ? "" : `${line} ${pattern}`);
    }
  }
  const links = tracked.filter(([head]) => head.startsWith("160000"));
  const names = tracked.map(([, name]) => name);
  return {
    seen: new Set([
      ...others,
      ...names,
      ...links.map(([, name]) => `${name}/`),
    ]),
    tracked: new Set(names),
    decisions,
  };
}

/**
 * Whether `check-ignore` takes a file for tracked that no other command of git does: one that is a folder in the
 * index; or does not, though others do: one that differs by case.
 */
function isDisputedIn({ tracked }: Said, path: string, ignoresCase: boolean): boolean {
  if (tracked.has(path)) return false;
  const [small, names] = [path.toLowerCase(), [...tracked]];
  return names.some((each) => each.startsWith(`${path}/`)) ||
    ignoresCase && names.some((each) => each.toLowerCase() === small);
}

const { agent } = TOOLSETS;

/** Compares git with the walk from each repository, with the verdicts, and with `explain_path`. */
export async function disagreementsInForest(forest: Forest): Promise<string[]> {
  const nodes: Record<string, string> = {};
  for (const path of forest.files) nodes[path] = "";
  for (const [path, text] of forest.texts) nodes[path] = text;
  for (const { path } of forest.repositories) nodes[`${path}.here`] = "";
  const found: string[] = [];
  const all = Object.keys(nodes);
  await withQuickTree(nodes, async (root) => {
    await plant(root, forest);
    const file = Deno.makeTempFileSync();
    if (forest.excludes !== undefined) Deno.writeTextFileSync(file, forest.excludes);
    try {
      const roots = forest.repositories.map(({ path }) => path);
      const homeOf = (path: string): string =>
        roots.filter((each) => path.startsWith(each)).sort((a, b) => b.length - a.length)[0]!;
      const said = new Map<string, Said>();
      for (const path of roots) {
        const inside = all.filter((each) => homeOf(each) === path).map((each) =>
          each.slice(path.length)
        );
        said.set(path, await askGit(root, path, inside, ["-c", `core.excludesFile=${file}`]));
      }
      const isSeenAt = (home: string, name: string): boolean => {
        const { seen, tracked } = said.get(home)!;
        const { ignoresCase } = forest.repositories.find((each) => each.path === home)!;
        // Git lists it as it is in the index.
        const isOtherCase = (each: string): boolean => each.toLowerCase() === name.toLowerCase();
        return seen.has(name) || ignoresCase && [...tracked].some(isOtherCase);
      };
      const isSeen = (path: string, from: string): boolean => {
        const home = homeOf(path);
        if (!isSeenAt(home, path.slice(home.length))) return false;
        if (home === from) return true;
        const outer = homeOf(home.slice(0, -1));
        // A folder that an ignored folder holds is not named by `ls-files`.
        return said.get(outer)!.seen.has(home.slice(outer.length)) && isSeenFolder(home, from);
      };
      const isSeenFolder = (folder: string, from: string): boolean => {
        if (folder === from) return true;
        const outer = homeOf(folder.slice(0, -1));
        return said.get(outer)!.seen.has(folder.slice(outer.length)) && isSeenFolder(outer, from);
      };
      for (const from of roots) {
        const below = all.filter((path) => path.startsWith(from));
        const expected = below.filter((path) => isSeen(path, from));
        const walked = new Set(await walkFrom(`${root}/${from}`, root, forest.excludes));
        for (const path of below) {
          const isWalked = walked.has(path.slice(from.length));
          if (isWalked === expected.includes(path)) continue;
          found.push(`${path}: a walk from ${from || "."} ${isWalked ? "gives" : "leaves out"} it`);
        }
      }
      for (const path of all) {
        const home = homeOf(path);
        const judge = said.get(home)!;
        const name = path.slice(home.length);
        const { ignoresCase } = forest.repositories.find((each) => each.path === home)!;
        const isDisputed = isDisputedIn(judge, name, ignoresCase);
        // A rule that includes again what is tracked besides does not show.
        const shown = (rule: string): string =>
          judge.tracked.has(name) && / !/.test(rule) ? "" : rule;
        const theirs = judge.decisions.get(name)!;
        const ours = shown(await decisionOn(root, home, name, forest.excludes));
        if (ours !== theirs && !isDisputed) {
          found.push(`${path}: git: ${theirs || "none"}, here: ${ours || "none"}`);
        }
        const explained = await agent.explain_path.execute({ path }, {
          cwd: root,
          ...forest.excludes !== undefined && { policy: { excludes: forest.excludes } },
        });
        const rule = explained.rule === null
          ? ""
          : shown(`${explained.rule.line} ${explained.rule.pattern}`);
        const isListed = !explained.ignored && explained.repository_ignored_by === undefined;
        if (rule !== theirs && !isDisputed) {
          found.push(`${path}: git: ${theirs || "none"}, explained: ${rule || "none"}`);
        }
        if (isListed !== isSeen(path, "")) {
          found.push(`${path}: explained as ${isListed ? "" : "not "}seen`);
        }
        if (explained.unreadable_index !== undefined) found.push(`${path}: the index was not read`);
      }
    } finally {
      Deno.removeSync(file);
    }
  });
  return found;
}

async function scopeWith(cwd: string, root: string, excludes: string | undefined): Promise<Scope> {
  const roots = [root];
  const policy = excludes === undefined ? undefined : { excludes };
  return new Scope({ cwd, roots, visibility: await visibilityOf({ cwd, roots, policy }) });
}

async function walkFrom(
  start: string,
  root: string,
  excludes: string | undefined,
): Promise<string[]> {
  const scope = await scopeWith(start, root, excludes);
  const pacer = new Pacer();
  const from = scope.enterDirectory(".");
  const rules = await rulesAbove(scope, from, "git", pacer);
  const steps: WalkStep[] = [];
  await new Walk(scope, from, { order: "name", rules }, pacer).run((step) => void steps.push(step));
  return pathsIn(steps);
}

/** The line and the pattern that decide, as `check-ignore` tells them: none for what is tracked. */
async function decisionOn(
  root: string,
  home: string,
  path: string,
  excludes: string | undefined,
): Promise<string> {
  const scope = await scopeWith(root, root, excludes);
  const pacer = new Pacer();
  const start = scope.enterDirectory(`./${home}`);
  const rules = await rulesAbove(scope, start, "git", pacer);
  const { decided, isTracked } = await (await Verdicts.below(start, rules, pacer)).of(path, false);
  if (decided === undefined || isTracked) return "";
  return `${decided.rule.line} ${decided.rule.pattern}`;
}

/** Describes a forest for people. */
export function showForest({ seed, texts, repositories, excludes }: Forest): string {
  return [
    `planForest(${seed})`,
    ...[...texts].map(([path, text]) => `  ${JSON.stringify(path)}: ${JSON.stringify(text)}`),
    ...repositories.map((each) => `  ${JSON.stringify(each)}`),
    `  excludes: ${JSON.stringify(excludes)}`,
  ].join("\n");
}

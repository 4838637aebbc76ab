/** Hidden entries: with a policy, every tool returns the same bytes as on the tree without them. */
import ignore from "ignore";
import type { Tool, ToolContext, VisibilityPolicy } from "../../mod.ts";
import { toToolResult } from "../../mod.ts";
import { SUBJECTS, variantsFrom } from "../support/every_tool.ts";
import { index } from "../support/index_bytes.ts";
import { pick, randomFrom } from "../support/random.ts";
import { link, type Node, withQuickTree } from "../support/tree.ts";
import type { Suite, SuiteOptions, SuiteResult } from "./suite.ts";

export const suite: Suite = { name: "policy", run };

const TREES = { quick: 4, long: 500 };

const PATHS_PER_TOOL = { quick: 2, long: 8 };

async function run({ seed: from, scale }: SuiteOptions): Promise<SuiteResult> {
  const count = TREES[scale];
  const failures: string[] = [];
  let [points, hidden] = [0, 0];
  for (let seed = from; seed < from + count && failures.length < 20; seed++) {
    const compared = await compareFor(seed, PATHS_PER_TOOL[scale]);
    points += compared.calls;
    hidden += compared.hidden;
    failures.push(...compared.failures);
  }
  if (hidden === 0) failures.push("nothing was ever hidden: the trees test nothing");
  return { points, failures };
}

const NAMES = ["a", "b", "c", "a.ts", "b.log", ".env", "secret", "Secret", "secret.txt", "docs"];

/** None matches a `.gitignore`, whose rules hold although it is hidden. */
const PATTERNS: readonly string[] = [
  ...["secret", "secret/", "*.log", "/a", "/a/b", "a/b/", "b/*.ts", "**/c", "[Ss]ecret*", ".env"],
  ...["docs/[a-z]*", "!docs/a", "/*/b", "!b.log", "a.ts", "**/a/secret", "?", "!a"],
];

/** Patterns of a policy. The first takes nothing back: that is refused. */
export function patternsOf(count: number, random: () => number): string[] {
  const [first, ...others] = Array.from({ length: count }, () => pick(PATTERNS, random));
  return [first!.replace("!", ""), ...others];
}

export const RULES: readonly string[] = [
  "*.log",
  "a/",
  "!b.log",
  "/b",
  "secret",
  "!secret.txt",
  "docs/*",
];

export type Entry =
  & { readonly path: string }
  & ({ readonly kind: "dir" | "file" } | {
    readonly kind: "link";
    readonly target: string;
  });

/** A random tree, parents first. */
export function treeOf(random: () => number): Entry[] {
  const directories = [""];
  const entries = new Map<string, Entry>();
  for (let i = 0; i < 22; i++) {
    const path = pick(directories, random) + pick(NAMES, random);
    if (entries.has(path)) continue;
    const kind = random();
    if (kind < 0.45) {
      entries.set(path, { path, kind: "dir" });
      directories.push(`${path}/`);
    } else if (kind < 0.85) entries.set(path, { path, kind: "file" });
    else {
      const up = "../".repeat(path.split("/").length - 1);
      const inner = pick([...directories, ...entries.keys()], random);
      const target = random() < 0.7 ? `${up}${inner}` || "." : pick(NAMES, random);
      entries.set(path, { path, kind: "link", target });
    }
  }
  return [...entries.values()];
}

interface Compared {
  readonly calls: number;
  readonly hidden: number;
  readonly failures: readonly string[];
}

/** The contents of a tree, by paths with a slash after a directory: entries, repositories, rules. */
export function literalOf(entries: readonly Entry[], random: () => number): Record<string, Node> {
  const tree: Record<string, Node> = {};
  for (const entry of entries) {
    const { path, kind } = entry;
    tree[kind === "dir" ? `${path}/` : path] = kind === "link" ? link(entry.target) : "x";
  }
  for (const prefix of directoriesOf(entries)) {
    if (random() < (prefix === "" ? 0.7 : 0.15)) {
      tree[`${prefix}.git/info/`] = "";
      if (random() < 0.3) tree[`${prefix}.git/info/exclude`] = `${pick(RULES, random)}\n`;
      // It tracks some of what lies below it, hidden entries as well.
      const below = entries.map(({ path }) => path).filter(() => random() < 0.3).sort();
      if (random() < 0.7) tree[`${prefix}.git/index`] = index(below);
    }
    if (random() < 0.3) {
      tree[`${prefix}.gitignore`] = `${pick(RULES, random)}\n${pick(RULES, random)}\n`;
    }
  }
  return tree;
}

function directoriesOf(entries: readonly Entry[]): string[] {
  return ["", ...entries.filter(({ kind }) => kind === "dir").map(({ path }) => `${path}/`)];
}

async function compareFor(seed: number, pathCount: number): Promise<Compared> {
  const random = randomFrom(seed);
  const entries = treeOf(random);
  const patterns = patternsOf(1 + Math.floor(random() * 3), random);
  // Other fields of a policy, with and without hidden entries.
  const besides: VisibilityPolicy = {
    ...random() < 0.3 && { show: patternsOf(2, random) },
    ...random() < 0.3 && { excludes: `${pick(RULES, random)}\n` },
  };
  const tree = literalOf(entries, random);
  const hidden = hiddenOf(entries, patterns);
  const isHidden = ({ path }: Entry): boolean =>
    hidden.some((outer) => path === outer || path.startsWith(`${outer}/`));
  const paths = pathsOf(entries, { random, count: pathCount, isHidden });
  const below = random() < 0.3 ? pick(directoriesOf(entries), random) : "";
  let [calls, failures]: [number, string[]] = [0, []];
  await withQuickTree(tree, async (root) => {
    const cwd = below === "" ? root : `${root}/${below}`;
    const asIs = below === ""
      ? paths
      : paths.map((path) => path === "." ? root : `${root}/${path}`);
    const at = (policy: VisibilityPolicy) => callAll(cwd, asIs, { roots: [root], policy });
    setTimes(root);
    const withPolicy = await at({ ...besides, hide: patterns });
    for (const path of hidden) Deno.removeSync(`${root}/${path}`, { recursive: true });
    setTimes(root);
    const without = await at(besides);
    const differing = withPolicy.findIndex((given, i) => given !== without[i]);
    const description = `seed ${seed}: ${JSON.stringify({ ...besides, cwd, patterns })} on ` +
      `${JSON.stringify(entries)}:\n${withPolicy[differing]}\ninstead of\n${without[differing]}`;
    calls = withPolicy.length;
    if (differing >= 0) failures = [description];
  });
  return { calls, hidden: hidden.length, failures };
}

/** Only what is changed shows: removing an entry changes its folder's time. */
function setTimes(directory: string): void {
  for (const { name, isDirectory } of Deno.readDirSync(directory)) {
    if (isDirectory) setTimes(`${directory}/${name}`);
  }
  Deno.utimeSync(directory, 1000, 1000);
}

/** The outermost hidden entries, as npm `ignore` judges them. */
function hiddenOf(entries: readonly Entry[], patterns: readonly string[]): string[] {
  const judge = ignore({ ignorecase: false }).add(patterns as string[]);
  const hidden: string[] = [];
  for (const { path, kind } of entries) {
    if (hidden.some((outer) => path.startsWith(`${outer}/`))) continue;
    if (judge.ignores(kind === "dir" ? `${path}/` : path)) hidden.push(path);
  }
  return hidden;
}

interface PathOptions {
  readonly random: () => number;
  readonly count: number;
  readonly isHidden: (entry: Entry) => boolean;
}

/** Returns the paths to request: entries, above all hidden ones, paths below them, and near misses. */
function pathsOf(entries: readonly Entry[], { random, count, isHidden }: PathOptions): string[] {
  const hidden = entries.filter(isHidden);
  const some = Array.from({ length: count }, () => {
    const { path } = pick(hidden.length > 0 && random() < 0.6 ? hidden : entries, random);
    const kind = random();
    if (kind < 0.6) return path;
    if (kind < 0.7) return `${path}/${pick(NAMES, random)}`;
    if (kind < 0.8) return `${path}/`;
    if (kind < 0.9) return path.toUpperCase();
    return path.slice(0, -1) || "x";
  });
  return [".", ...some];
}

/** Pages of few entries, so that hidden entries lie at their ends, too. */
const SMALL_PAGES: Readonly<Record<string, object>> = {
  find_files: { limit: 3 },
  glob_search: { max_results: 3 },
  list_dir_entries: { limit: 3 },
  "codex.list_dir": { limit: 8 },
};

/** The outputs of all calls as text, without what may differ. */
async function callAll(
  cwd: string,
  paths: readonly string[],
  context: ToolContext,
): Promise<string[]> {
  const outputs: string[] = [];
  const whole = { cwd, ...context, maxScanned: 30 };
  for (const subject of SUBJECTS) {
    const smallPage = SMALL_PAGES[subject.id] ?? SMALL_PAGES[subject.name];
    for (const variant of paths.flatMap((path) => variantsFrom(subject, path, whole))) {
      let cursor: unknown;
      for (let page = 0; page < 3 && (page === 0 || cursor !== undefined); page++) {
        const args = { ...variant, ...smallPage, ...page > 0 && { cursor } };
        const output = await subject.tool.execute(args, whole);
        cursor = Object(output).next_cursor;
        const pathCount = JSON.stringify(variant);
        outputs.push(`${subject.id} ${pathCount} ${page}: ${textOf(subject.tool, output)}`);
      }
    }
  }
  return outputs;
}

/** An output and its text, but for cursors, the one count that depends on a policy, and the time of `LS`. */
function textOf(tool: Tool, output: unknown): string {
  const data = JSON.stringify(
    output,
    (key, value) => ["next_cursor", "hidden_by_host", "time_ms"].includes(key) ? undefined : value,
  );
  const { text } = toToolResult(tool, output);
  return data + text.replace(/^hidden by the host: \d+$\n?/m, "").trimEnd()
    .replaceAll(/cursor: \S+/g, "cursor");
}

/** Random trees with nested `.gitignore` files, and what git and the product say of every path in them. */
import { Pacer } from "../../src/pacing/pacer.ts";
import type { Rule } from "../../src/gitignore/git_rule.ts";
import { Verdicts } from "../../src/gitignore/verdicts.ts";
import { Scope } from "../../src/scope/scope.ts";
import { sourceOf } from "../../src/tools/agent/advice/unknown_rules_text.ts";
import { gitIn, initGit } from "./git.ts";
import { runSync } from "./process.ts";
import { pick, randomFrom } from "./random.ts";
import { endWithNul } from "./shell.ts";
import { withQuickTree } from "./tree.ts";
import { unignoredPathsOf } from "./walking.ts";

/** Returns the verdict of the rule that decides on a path, if there is one. */
export type Verdict = "none" | "ignore" | "include";

/** The rule that decides on a path, as `git check-ignore -v` names it. */
export interface Decision {
  readonly source: string;
  readonly line: number;
  readonly pattern: string;
}

/** A rule of a file, as `git check-ignore -v` would name it. */
export function decisionBy(rule: Rule | undefined, source: string): Decision | undefined {
  return rule && { source, line: rule.line, pattern: rule.pattern };
}

export function verdictOf(decision: Decision | undefined): Verdict {
  if (decision === undefined) return "none";
  return decision.pattern.startsWith("!") ? "include" : "ignore";
}

/** A path of a tree, without a final slash, and whether it is a directory. */
export type Entry = readonly [path: string, isDirectory: boolean];

interface IgnoreTree {
  /** A directory comes before its contents. */
  readonly entries: readonly Entry[];
  /** The texts of the `.gitignore` files, by path. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Git's decisions on paths of a new repository. Git looks for directories, so they must exist. */
export async function gitDecisions(
  root: string,
  paths: readonly string[],
): Promise<Map<string, Decision | undefined>> {
  await initGit(root);
  return await checkIgnore(root, paths, { isIndexed: false });
}

interface GitOptions {
  /** Settings for this command alone: `-c`, and what is set. */
  readonly settings?: readonly string[];
  /** True if tracked files are never ignored. @default {true} */
  readonly isIndexed?: boolean;
}

/** Returns the answer of `git check-ignore -v` for each path: the rule that decides on it, if there is one. */
export async function checkIgnore(
  root: string,
  paths: readonly string[],
  { settings = [], isIndexed = true }: GitOptions = {},
): Promise<Map<string, Decision | undefined>> {
  const options = [...isIndexed ? [] : ["--no-index"], "--stdin", "-z", "-v", "-n"];
  const fields = paths.length === 0
    ? []
    : await gitIn(root, [...settings, "check-ignore", ...options], endWithNul(paths));
  return new Map(paths.map((path, i) => {
    const [source, line, pattern] = fields.slice(4 * i, 4 * i + 3) as [string, string, string];
    return [path, source === "" ? undefined : { source, line: Number(line), pattern }];
  }));
}

/**
 * Reports whether git here is older than 2.52. Until then, git compared the plain text at the start of a path
 * pattern on its own and matched what was left as if a path began there, so `**` right after that
 * text was a whole segment: `foo**` `/bar` matched `foobar`, which no git has matched since.
 */
export function isOldGit(): boolean {
  const [, major, minor] = /(\d+)\.(\d+)/.exec(runSync(["git", "--version"])?.stdout ?? "") ?? [];
  return Number(major) < 2 || Number(major) === 2 && Number(minor) < 52;
}

/** Reports whether git before 2.52 reads a line differently: plain text, then `**`, then a slash or nothing. */
export function isDisputed(line: string): boolean {
  // Only in the first line, git passes a byte order mark over.
  return [line, line.replace(/^\uFEFF/, "")].some((line) => {
    const text = line.replace(/\r$/, "").replace(/\0.*$/s, "").replace(/ +$/, "")
      .replace(/^!/, "").replace(/\/$/, "");
    return text.includes("/") && /^[^*?[\\]*[^*?[\\/]\*\*+(\\?\/|$)/.test(text);
  });
}

/** The product's decision on each path of a tree. */
async function ownDecisions(
  root: string,
  entries: readonly Entry[],
): Promise<Map<string, Decision | undefined>> {
  const scope = new Scope({ cwd: root, roots: [root] });
  const start = scope.enterDirectory(".");
  const pacer = new Pacer();
  const verdicts = await Verdicts.below(scope, start, pacer);
  const decisions = new Map<string, Decision | undefined>();
  // Verdicts may be requested in any order.
  for (const [path, isDirectory] of entries.toReversed()) {
    const { decidingRule } = await verdicts.of(path, isDirectory);
    const source = decidingRule === undefined ? "" : sourceOf(scope, decidingRule) ?? "";
    decisions.set(path, decisionBy(decidingRule?.rule, source));
  }
  return decisions;
}

const NAMES: readonly string[] = [
  ..."a b ab ba aab é ü 😀 .a !a #a - A B AB É [a] [ a] ] \\ a\\ a\\b * a*b ? ** ^ aé e\u0301"
    .split(" "),
  ..."\uFEFFa a\r a\tb a\nb \x01 a.c b.c .c 1 a1 € constructor __proto__ ! # ~ {a,b} a:b".split(
    " ",
  ),
  ...["a b", "a ", "b  ", " a", "\u00A0"],
];

const SIMPLE: readonly string[] = [
  ..."* /* a b a/ /a */ **/a a/** a/b *b ? b* /b/ a/*/b ** /** **/ *.c /*/b **/* */* */**".split(
    " ",
  ),
  ..."a/**/b ! / // //a a//b \\ [ !/ #a \\#a \\!a [!a] [a-b]* ?? *a* *** ./a ../a".split(" "),
  ...["", " ", "# a"],
];

const FRAGMENTS: readonly string[] = [
  ..."aabb/**.!? -#^]A1",
  ..."**/ /** ** /**/ [ab] [!a] [^b] [a-b] []-a] \\ \\a \\* \\\\ é 😀 [[:alpha:]] [[:upper:]]"
    .split(" "),
  ..."[[:nope:]] [[: / a/ b/ a/b [b *** \\/ [é] [a\\]] [--0] [z-a] [A-Z] \\[ \0 \t".split(" "),
  ...["[![:space:]]", "\\ "],
];

const CLASSES: readonly string[] = [
  ..."[!z] [^/] [[:alpha:]] [[:alnum:]_] [[:print:]] [!-~] [\x01-\x7f]".split(" "),
];

/** Random trees of about 27 paths, with one or more `.gitignore` files, some of them nested. */
export class TreeSource {
  readonly #random: () => number;
  readonly #leavesOut: (line: string) => boolean;
  /** Number of lines that were left out. */
  leftOut = 0;

  /** Equal seeds give equal trees, of no line that is left out. */
  constructor(seed: number, leavesOut: (line: string) => boolean) {
    this.#random = randomFrom(seed);
    this.#leavesOut = leavesOut;
  }

  #below(bound: number): number {
    return Math.floor(this.#random() * bound);
  }

  #is(probability: number): boolean {
    return this.#random() < probability;
  }

  #pick<T>(values: readonly T[]): T {
    return pick(values, this.#random);
  }

  next(): IgnoreTree {
    const names = Array.from({ length: 4 + this.#below(7) }, () => this.#pick(NAMES));
    const directories = [""];
    const kinds = new Map<string, boolean>();
    const size = 18 + this.#below(16);
    for (let tries = 0; kinds.size < size && tries < 200; tries++) {
      const parent = this.#pick(directories);
      if (parent.split("/").length > 4) continue;
      const path = (parent === "" ? "" : `${parent}/`) + this.#pick(names);
      if (kinds.has(path)) continue;
      const isDirectory = this.#is(0.5);
      kinds.set(path, isDirectory);
      if (isDirectory) directories.push(path);
    }
    const texts = new Map<string, string>();
    for (const directory of directories) {
      if (!this.#is(directory === "" ? 0.9 : 0.2)) continue;
      const source = directory === "" ? ".gitignore" : `${directory}/.gitignore`;
      const below = [...kinds.keys()].filter((path) =>
        directory === "" || path.startsWith(`${directory}/`)
      ).map((path) => directory === "" ? path : path.slice(directory.length + 1));
      texts.set(source, this.#text(below));
      kinds.set(source, false);
    }
    return { entries: [...kinds], texts };
  }

  #text(below: readonly string[]): string {
    const crlf = this.#is(0.15) ? 0.9 : 0.02;
    let text = this.#is(0.1) ? "\uFEFF" : "";
    const lines = 1 + this.#below(6);
    for (let i = 0; i < lines; i++) {
      const line = this.#line(below);
      if (this.#leavesOut(line)) {
        this.leftOut++;
        continue;
      }
      const isCut = i === lines - 1 && this.#is(0.2);
      text += line + (isCut ? "" : this.#is(crlf) ? "\r\n" : "\n");
    }
    return text;
  }

  #line(below: readonly string[]): string {
    const kind = this.#random();
    let line: string;
    if (kind < 0.65 && below.length > 0) line = this.#patternFor(this.#pick(below).split("/"));
    else if (kind < 0.85) line = this.#pick(SIMPLE);
    else {
      line = Array.from({ length: 1 + this.#below(5) }, () => this.#pick(FRAGMENTS)).join("");
    }
    if (this.#is(0.25)) line = `!${line}`;
    if (this.#is(0.1)) line += this.#pick([" ", "  ", "\\ ", "\\  ", " \\ ", "\t", "\\\\ "]);
    return line;
  }

  /** A pattern that matches a path, or almost does. */
  #patternFor(path: readonly string[]): string {
    const from = this.#is(0.4) ? this.#below(path.length) : 0;
    const to = this.#is(0.3) ? from + 1 + this.#below(path.length - from) : path.length;
    const segments = path.slice(from, to).map((name) => this.#segmentFor(name));
    if (this.#is(0.15)) segments.splice(this.#below(segments.length + 1), 0, "**");
    let pattern = segments.join(this.#is(0.05) ? this.#pick(["\\/", "//"]) : "/");
    if (this.#is(0.25)) pattern = this.#is(0.02) ? `//${pattern}` : `/${pattern}`;
    else if (this.#is(0.12)) pattern = `**/${pattern}`;
    if (this.#is(0.25)) pattern += "/";
    else if (this.#is(0.1)) pattern += this.#pick(["/**", "/*", "**", "*", "/**/", "/**/*"]);
    // A character that was cut in two cannot be in a file.
    return pattern.toWellFormed();
  }

  #segmentFor(name: string): string {
    if (this.#is(0.1)) return this.#pick(["*", "**", "*?", "?*", "*.*", "***"]);
    if (this.#is(0.05)) return this.#is(0.5) ? name.toUpperCase() : name.toLowerCase();
    const isQuoted = this.#is(0.8);
    let segment = "";
    for (const character of name) {
      if (this.#is(0.12)) segment += this.#forCharacter(character);
      else if (isQuoted && /[*?[\]\\ !#]/.test(character)) segment += `\\${character}`;
      else segment += character;
    }
    if (this.#is(0.08)) segment = segment.slice(0, this.#below(segment.length + 1)) + "*";
    if (this.#is(0.08)) segment = "*" + segment.slice(this.#below(segment.length + 1));
    return segment;
  }

  /** A pattern that matches a character, or almost does. */
  #forCharacter(character: string): string {
    switch (this.#below(7)) {
      case 0:
        return "?".repeat(this.#is(0.7) ? new TextEncoder().encode(character).length : 1);
      case 1:
        return "*";
      case 2:
        return `[${character}${this.#pick(["", "b", "-b", "-z", "é", "\\-"])}]`;
      case 3:
        return `[${this.#pick(["!", "^"])}${
          this.#pick([character, "b", "]", "a-y", "[:digit:]"])
        }]`;
      case 4:
        return `\\${character}`;
      case 5:
        return "**";
      default:
        return this.#pick(CLASSES);
    }
  }
}

/** A path on which git and the product differ. */
export interface Disagreement {
  readonly path: string;
  readonly isDirectory: boolean;
  readonly expected: unknown;
  readonly actual: unknown;
  readonly tree: IgnoreTree;
}

/** One tree with each tree in its own folder. No rule reaches from one folder into another. */
export function joined(trees: readonly IgnoreTree[]): IgnoreTree {
  const entries: Entry[] = [];
  const texts = new Map<string, string>();
  trees.forEach((tree, i) => {
    entries.push([`t${i}`, true]);
    for (const [path, isDirectory] of tree.entries) entries.push([`t${i}/${path}`, isDirectory]);
    for (const [source, text] of tree.texts) texts.set(`t${i}/${source}`, text);
  });
  return { entries, texts };
}

/** Compares git's verdicts, which it counts, with those of the rules and with what a walk lists. */
export async function disagreementsIn(
  trees: readonly IgnoreTree[],
  counts: Record<Verdict, number> = { none: 0, ignore: 0, include: 0 },
): Promise<Disagreement[]> {
  const all = joined(trees);
  const nodes: Record<string, string> = {};
  for (const [path, isDirectory] of all.entries) {
    nodes[isDirectory ? `${path}/` : path] = all.texts.get(path) ?? "";
  }
  const found: Disagreement[] = [];
  await withQuickTree(nodes, async (root) => {
    const expected = await gitDecisions(root, all.entries.map(([path]) => path));
    const listed = new Set(await gitIn(root, ["ls-files", "-z", "-o", "--exclude-standard"]));
    const actual = await ownDecisions(root, all.entries);
    const walked = new Set(await unignoredPathsOf(root, "git"));
    for (const [path, isDirectory] of all.entries) {
      const [theirs, ours] = [expected.get(path), actual.get(path)];
      counts[verdictOf(theirs)]++;
      const isIgnored = verdictOf(theirs) === "ignore";
      if (!isDirectory && listed.has(path) === isIgnored) {
        throw new Error(`git contradicts itself: ${JSON.stringify([path, theirs])}`);
      }
      const differs = theirs?.source !== ours?.source || theirs?.line !== ours?.line ||
        theirs?.pattern !== ours?.pattern;
      if (!differs && walked.has(path) !== isIgnored) continue;
      const tree = trees[Number(/^t(\d+)/.exec(path)![1])]!;
      found.push({
        path,
        isDirectory,
        expected: theirs,
        actual: differs ? ours : `the walk ${walked.has(path) ? "gives" : "leaves out"} it`,
        tree,
      });
    }
  });
  return found;
}

export function showDisagreement(disagreement: Disagreement): string {
  const { path, isDirectory, expected, actual, tree } = disagreement;
  const files = [...tree.texts].map(([source, text]) =>
    `    ${JSON.stringify(source)}: ${JSON.stringify(text)}`
  );
  return [
    `${JSON.stringify(path)}${isDirectory ? " (a directory)" : ""}`,
    `  git: ${JSON.stringify(expected) ?? "no rule"}`,
    `  here: ${JSON.stringify(actual) ?? "no rule"}`,
    ...files,
  ].join("\n");
}

/**
 * What would have matched a search that found nothing.
 *
 * @module
 */
import { Pacer } from "../../cooperate.ts";
import { DirscopeError } from "../../errors.ts";
import { rulesAbove } from "../../gitignore/rules.ts";
import { isInGitDirectory, type Verdict, Verdicts } from "../../gitignore/verdicts.ts";
import { compileGlob, type Glob } from "../../glob/glob.ts";
import { childOf, Scope } from "../../scope.ts";
import type { ToolContext } from "../../tool.ts";
import { Walk, type WalkedDirectory, type WalkStep } from "../../walk.ts";
import { excludes, type FileFilter, fileSelector } from "../discovery/file_filter.ts";
import { KINDS } from "../discovery/paged_walk.ts";
import type { Advice, DiscoveryKind, DiscoveryResult } from "../discovery/result.ts";

/** An argument that keeps entries from being found. */
type Limit = "anywhere" | "case" | "depth" | "excluded" | "ignored" | "kind";

/** The arguments of `find_files` that limit it. */
type FindFilesQuery = FileFilter & {
  readonly root: string;
  readonly max_depth: number | null;
  readonly exclude_dirs: readonly string[] | null;
  readonly use_gitignore: boolean;
};

/** The arguments of `glob_search` that limit it. */
interface GlobSearchQuery {
  readonly root: string;
  readonly pattern: string;
  readonly kind: string;
  readonly case_sensitive: boolean;
  readonly use_gitignore: boolean;
}

/** A search without its limits. */
interface Search {
  readonly root: string;
  readonly usesGitignore: boolean;
  /** Whether any limit but `.gitignore` could be lifted. */
  readonly isLimited: boolean;
  /**
   * Says, for an entry of a directory, which limits keep it from being found, or `undefined` if it would
   * not match without them either.
   */
  limitsIn(
    directory: WalkedDirectory,
  ): (name: string, kind: DiscoveryKind) => readonly Limit[] | undefined;
  /** The argument that lifts a limit. */
  readonly instead: Readonly<Record<Limit, string>>;
}

/** An entry that the search would find without some limits. */
interface Near {
  readonly path: string;
  readonly isDirectory: boolean;
  readonly limits: readonly Limit[];
}

/** Entries that the same limits keep from being found. */
interface Group {
  readonly limits: readonly Limit[];
  count: number;
  /** Why the first of them is left out. */
  readonly first: string;
}

/** How many entries are looked at between two rounds of verdicts. */
const BATCH = 1000;

/** Hints for a search without a match: at most one more walk, within the scan budget. */
export async function hintsFor(result: DiscoveryResult, context: ToolContext): Promise<Advice> {
  const search = searchOf(result);
  if (search === undefined || !(search.isLimited || search.usesGitignore)) return {};
  try {
    const hints = await lookAgain(search, context);
    return hints.length === 0 ? {} : { hints };
  } catch (error) {
    // The advice is lost, not the answer.
    if (error instanceof DirscopeError) return {};
    throw error;
  }
}

function searchOf({ operation, query }: DiscoveryResult): Search | undefined {
  if (operation === "find_files") return fileSearch(query as unknown as FindFilesQuery);
  if (operation === "glob_search") return globSearch(query as unknown as GlobSearchQuery);
  return undefined;
}

function fileSearch(query: FindFilesQuery): Search {
  const strict = fileSelector(query);
  const loose = fileSelector({ ...query, case_sensitive: false });
  const maxDepth = query.max_depth ?? Infinity;
  const excluded = query.exclude_dirs ?? [];
  const isExcluded = excludes(excluded);
  return {
    root: query.root,
    usesGitignore: query.use_gitignore,
    isLimited: maxDepth < Infinity || excluded.length > 0 || query.case_sensitive,
    limitsIn({ prefix, depth }) {
      const shared: Limit[] = [];
      if (depth >= maxDepth) shared.push("depth");
      if (parentsOf(prefix).some(isExcluded)) shared.push("excluded");
      const [looseHere, strictHere] = [loose(prefix), strict(prefix)];
      return (name, kind) => {
        if (!looseHere.wants(name, kind)) return undefined;
        return strictHere.wants(name, kind) ? shared : ["case", ...shared];
      };
    },
    instead: INSTEAD,
  };
}

function globSearch(query: GlobSearchQuery): Search {
  const { pattern, kind: wanted, case_sensitive } = query;
  const deep = pattern.startsWith("**/") ? pattern : `**/${pattern}`;
  const here = compileGlob(pattern, false);
  const anywhere = compileIfValid(deep, false) ?? here;
  const strict = compileIfValid(deep, case_sensitive) ?? compileGlob(pattern, case_sensitive);
  return {
    root: query.root,
    usesGitignore: query.use_gitignore,
    isLimited: deep !== pattern || case_sensitive || wanted !== "any",
    limitsIn({ prefix }) {
      const [h, a, s] = [here, anywhere, strict].map((glob) => glob.in(prefix.slice(0, -1)));
      return (name, kind) => {
        if (!a!.matches(name)) return undefined;
        const limits: Limit[] = [];
        if (!h!.matches(name)) limits.push("anywhere");
        if (!s!.matches(name)) limits.push("case");
        if (wanted !== "any" && wanted !== kind) limits.push("kind");
        return limits;
      };
    },
    instead: { ...INSTEAD, anywhere: `pattern: ${JSON.stringify(deep)}` },
  };
}

function compileIfValid(pattern: string, isCaseSensitive: boolean): Glob | undefined {
  try {
    return compileGlob(pattern, isCaseSensitive);
  } catch (error) {
    if (error instanceof DirscopeError) return undefined;
    throw error;
  }
}

/** `a/b/` lies in `a` and `a/b`. */
function parentsOf(prefix: string): string[] {
  const parts = prefix.split("/").slice(0, -1);
  return parts.map((_, i) => parts.slice(0, i + 1).join("/"));
}

async function lookAgain(search: Search, context: ToolContext): Promise<string[]> {
  const { cwd, roots = ["."], maxScanned } = context;
  const pacer = new Pacer(context);
  const scope = new Scope({ cwd, roots });
  const start = scope.enterDirectory(search.root);
  const walk = new Walk(scope, start, { order: "name", maxScanned }, pacer);
  const verdicts = search.usesGitignore
    ? await Verdicts.below(start, await rulesAbove(scope, start, "git", pacer), pacer)
    : undefined;
  const finder = new NearFinder(search);
  const groups = new Map<string, Group>();
  while (!finder.isDone) {
    await finder.walkOn(walk);
    for (const { path, isDirectory, limits } of finder.take()) {
      if (pacer.isDue()) await pacer.pause();
      const verdict = await verdicts?.of(path, isDirectory);
      const isLeftOut = verdict?.isIgnored || verdict && isInGitDirectory(path, isDirectory);
      const all: readonly Limit[] = isLeftOut ? [...limits, "ignored"] : limits;
      if (all.length === 0) continue;
      const group = groups.get(all.join());
      if (group !== undefined) group.count++;
      else {
        const first = isLeftOut ? ` (first: ${reasonText(scope, verdict!)})` : "";
        groups.set(all.join(), { limits: all, count: 1, first });
      }
    }
  }
  return [...groups.values()]
    .sort((a, b) =>
      a.limits.length - b.limits.length || (a.limits.join() < b.limits.join() ? -1 : 1)
    )
    .map((group) => hintText(group, search, finder.isStopped));
}

/** Collects, a batch at a time, what a walk meets that the search would find without its limits. */
class NearFinder {
  /** Whether all is walked. */
  isDone = false;
  /** Whether the scan budget ran out before. */
  isStopped = false;
  readonly #search: Search;
  #met: Near[] = [];
  #directory: WalkedDirectory | undefined;
  #limitsOf: ReturnType<Search["limitsIn"]> = () => undefined;

  constructor(search: Search) {
    this.#search = search;
  }

  async walkOn(walk: Walk): Promise<void> {
    this.isDone = true;
    await walk.run((step) => {
      this.#visit(step);
      this.isDone = this.#met.length < BATCH;
      return this.isDone;
    });
  }

  take(): Near[] {
    const met = this.#met;
    this.#met = [];
    return met;
  }

  #visit(step: WalkStep): void {
    if (step.type === "stopped") this.isStopped = true;
    if (step.type === "files") this.#meet(step.directory, step.names, "file");
    else if (step.type === "entry") this.#meet(step.directory, [step.name], KINDS[step.kind]);
  }

  #meet(directory: WalkedDirectory, names: readonly string[], kind: DiscoveryKind): void {
    if (directory !== this.#directory) {
      this.#directory = directory;
      this.#limitsOf = this.#search.limitsIn(directory);
    }
    for (const name of names) {
      const limits = this.#limitsOf(name, kind);
      if (limits === undefined) continue;
      this.#met.push({ path: directory.prefix + name, isDirectory: kind === "dir", limits });
    }
  }
}

function reasonText(scope: Scope, { isIgnored, decided }: Verdict): string {
  if (!isIgnored) return "in .git";
  const { directory, rule } = decided!;
  const file = scope.displayedReal(childOf(directory.real, ".gitignore"));
  return `${file}:${rule.line} ${rule.pattern}`;
}

const INSTEAD: Readonly<Record<Limit, string>> = {
  anywhere: "pattern",
  case: "case_sensitive: false",
  depth: "max_depth: null",
  excluded: "exclude_dirs: null",
  ignored: "use_gitignore: false",
  kind: 'kind: "any"',
};

function hintText({ limits, count, first }: Group, search: Search, isStopped: boolean): string {
  const number = isStopped ? `>= ${count}` : `${count}`;
  const isOne = count === 1 && !isStopped;
  if (limits.join() === "case") return `${number} ${isOne ? "differs" : "differ"} only by case`;
  if (limits.join() === "depth") return `${number} ${isOne ? "lies" : "lie"} deeper than max_depth`;
  const instead = limits.map((limit) => search.instead[limit]).join(" and ");
  return `${number} would match with ${instead}${first}`;
}

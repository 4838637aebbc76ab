import { leadsToFile } from "../../../directory/link_target.ts";
import { undefinedIfRefused } from "../../../errors.ts";
import { Verdicts } from "../../../gitignore/verdicts.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { baseNameOf, childOf, isWithin, partsBetween } from "../../../scope/path_text.ts";
import type { Scope } from "../../../scope/scope.ts";
import { placeOf, prefixOf, WalksInTurn } from "../../../walk/walks_in_turn.ts";
import type { ScopedPath } from "../../../scope/scoped_path.ts";
import { type CommonOptions, startAt, type WalkStep } from "../../../walk/walk_options.ts";
import { DEFAULT_SCAN_BUDGET, Walk } from "../../../walk/walk.ts";
import { KIND_FILTERS } from "../../discovery/filters.ts";
import { CHILD_KINDS, type ChildKind } from "../../discovery/child_kinds.ts";
import { describePath } from "../../discovery/entry_metadata.ts";
import { UnreadTally } from "../../skipped.ts";
import { entryBatches } from "../advice/entry_batches.ts";
import { Finder, type PathMatch, type QueryMatches } from "./finder.ts";
import type { Query } from "./parse_query.ts";
import type { Contents } from "../contents/contents.ts";
import { searchBySymbol } from "./symbol_search.ts";
import { type FoundRun, searchByTask } from "./task_search.ts";
import type { TaskRanker } from "../rank/task_ranker.ts";
import type { SearchRoot } from "../task/path_forms.ts";
import type { CommitMention } from "../task/commit_mention.ts";
import type { TaskWords } from "../task/task_words.ts";

/** What to search for, and where. */
export interface SearchRequest {
  readonly queries: readonly Query[];
  readonly kind: keyof typeof KIND_FILTERS;
  /** Maximum entries of a query that is matched as a name, and of one that a task ranks. */
  readonly limits: Readonly<Record<"name" | "task", number>>;
  /** Returns a ranker by a task, and by the commits like it; absent, none is ranked by one. */
  readonly rankerOf?: (task: TaskWords, contents?: Contents) => Promise<TaskRanker>;
  /** Returns the files of the commits that a query means, with the reasons. */
  readonly commitFiles?: (mention: CommitMention) => Promise<ReadonlyMap<string, PathMatch["why"]>>;
  /** What files say; absent where the host keeps that back. */
  readonly contents?: Contents | undefined;
  readonly scope: Scope;
  /** The directories to search, each with the rules that ignore entries. */
  readonly starts: readonly SearchStart[];
  readonly maxScanned: number | undefined;
}

export interface SearchStart extends Pick<CommonOptions, "rules"> {
  readonly start: ScopedPath;
  readonly root: SearchRoot;
}

export interface SearchOutcome {
  /** The matches of each query. */
  readonly matches: readonly QueryMatches[];
  /** Directories that could not be read. */
  readonly unread: UnreadTally;
  /** True if the rules ignored an entry. */
  readonly hasIgnored: boolean;
  /** The number of entries that were read where the scan budget ran out. */
  readonly stoppedAfter: number | undefined;
}

/** Maximum entries that are ranked by a task, as their names are kept; a larger tree is searched by letters alone. */
const MAX_RANKED_ENTRIES = 500_000;

/** From this score of the best entry on, a query is a name and nothing else. Below, it is read as a task, too. */
const SURE_SCORE = 0.9;

/**
 * Matches several queries in one walk. It is breadth-first, so that a scan budget that runs out leaves out only the
 * deepest part; the order of visits makes no other difference.
 *
 * @throws {DirscopeError} If the start cannot be read.
 */
export async function search(
  {
    queries,
    kind,
    limits,
    rankerOf,
    commitFiles,
    contents,
    scope,
    starts,
    maxScanned = DEFAULT_SCAN_BUDGET,
  }: SearchRequest,
  pacer: Pacer,
): Promise<SearchOutcome> {
  const isOfKind = KIND_FILTERS[kind];
  const finder = new Finder(queries, limits.name);
  const unread = new UnreadTally();
  const runs: FoundRun[] = [];
  const links = starts.map(() => new Set<string>());
  let rankable = queries.some(looksIntoFiles) ? MAX_RANKED_ENTRIES : 0;
  let hasIgnored = false;
  let stoppedAfter: number | undefined;
  const visitOther = (step: WalkStep): void => {
    if (step.type === "ignored") hasIgnored = true;
    else if (step.type === "stopped") stoppedAfter = step.scanned;
    else if (step.type === "error") {
      // Of several directories, only the first one must be read.
      if (step.directory.prefix === "") throw step.error;
      unread.visit(step);
    }
  };
  const end = pacer.counts.entries + maxScanned;
  const walk = new WalksInTurn(starts.length, 0, (turn) => {
    const { start, rules } = starts[turn]!;
    return new Walk(scope, startAt(start, prefixOf(turn)), {
      order: "breadth",
      unsortedFiles: true,
      reportIgnored: true,
      rules,
      except: new Set(starts.slice(0, turn).map((before) => before.start.real)),
      maxScanned: end - pacer.counts.entries,
    }, pacer);
  });
  for await (const batches of entryBatches(walk, visitOther)) {
    for (const { directory, names, kind: ownKind } of batches) {
      const { path, prefix } = directory;
      const isLink = ownKind === "link";
      if (isLink) {
        const { turn, below } = placeOf(prefix);
        for (const name of names) links[turn]!.add(below + name);
      }
      // Only where files alone are asked for does it matter where a link leads.
      const isFile = isLink && kind === "file" && leadsToFile(scope, path, names[0]!);
      if (!isOfKind(isFile ? "file" : ownKind)) continue;
      finder.enter(prefix);
      rankable -= names.length;
      if (rankable > 0) runs.push({ prefix, files: names, kind: CHILD_KINDS[ownKind] });
      for (const name of names) {
        finder.visit(name, CHILD_KINDS[ownKind]);
        if (pacer.isDue()) await pacer.pause();
      }
    }
  }
  for (const [turn, area] of starts.entries()) {
    for (const [i, { literals }] of queries.entries()) {
      for (const path of literals[turn]?.pathsThrough(links[turn]!) ?? []) {
        if (pacer.isDue()) await pacer.pause();
        const found = await linkedEntry(path, area, scope, pacer);
        if (found === "ignored") hasIgnored = true;
        if (typeof found === "string" || kind !== "any" && found.kind !== kind) continue;
        // What another of the directories holds is found there.
        if (starts.some((each) => each !== area && isWithin(found.real, each.start.real))) continue;
        const name = baseNameOf(path);
        finder.enter(prefixOf(turn) + path.slice(0, -name.length));
        finder.visitSpelled(i, name, found.kind);
      }
    }
  }
  const matches: QueryMatches[] = [];
  for (const [i, own] of (await finder.results(pacer)).entries()) {
    const { task, symbol, commit } = queries[i]!;
    // What was not walked may hold what no file here does.
    const isWhole = stoppedAfter === undefined && unread.isEmpty && rankable > 0;
    const byCommit = commit && commitFiles && !isSureName(own)
      ? filesAmong(runs, await commitFiles(commit), limits.task)
      : undefined;
    if (byCommit !== undefined) {
      matches.push(byCommit);
      continue;
    }
    const isName = isSureName(own);
    const byTask = rankerOf !== undefined && !isName && task !== undefined && rankable > 0
      ? await searchByTask(await rankerOf(task, contents), runs, own, limits.task, pacer)
      : own;
    // A plain word is a part of a path first.
    const isSought = symbol !== undefined && (symbol.isIdentifier || !isName);
    const sought = isSought && contents !== undefined && rankable > 0
      ? await searchBySymbol(symbol, { contents, runs, limit: limits.task }, own, pacer)
      : undefined;
    const byName = byTask.entries.length > 0 ? byTask : { ...own, weak: byTask.weak };
    const isUnheld = sought?.isHeld === false && symbol!.isIdentifier && contents?.unread === 0 &&
      runs.some((run) => run.kind === "file");
    const unheld = isUnheld ? [symbol!.name] : byTask.unheld;
    matches.push(sought?.matches ?? { ...byName, unheld: isWhole ? unheld : undefined });
  }
  return { matches, unread, hasIgnored, stoppedAfter };
}

function isSureName({ isPartial, entries: [first] }: QueryMatches): boolean {
  return !isPartial && (first?.score ?? 0) >= SURE_SCORE;
}

/** Returns those of some files that the tree has, in their order; `undefined` if it has none. */
function filesAmong(
  runs: readonly FoundRun[],
  files: ReadonlyMap<string, PathMatch["why"]>,
  limit: number,
): QueryMatches | undefined {
  const existing = new Map<string, PathMatch>();
  for (const { prefix, files: names, kind } of files.size === 0 ? [] : runs) {
    for (const name of names) {
      const path = prefix + name;
      const why = files.get(path);
      if (why !== undefined) existing.set(path, { path, name, kind, why, score: 1 });
    }
  }
  const found = [...files.keys()].flatMap((path) => existing.get(path) ?? []);
  const entries = found.slice(0, limit + 1);
  return found.length === 0 ? undefined : {
    entries,
    limit,
    weaker: entries.length <= limit ? found.length - entries.length : 0,
    isPartial: false,
  };
}

/** Reports whether a query may be about what files say. */
export function looksIntoFiles({ task, symbol, commit }: Query): boolean {
  return task !== undefined || symbol !== undefined || commit !== undefined;
}

/** Returns the kind and the real path of an entry behind a link, by the verdict that the walk would give on its own path. */
async function linkedEntry(
  path: string,
  { start, rules }: SearchStart,
  scope: Scope,
  pacer: Pacer,
): Promise<{ readonly kind: ChildKind; readonly real: string } | "ignored" | "missing"> {
  const found = undefinedIfRefused(() => {
    const named = childOf(start.open, path);
    return { kind: describePath(scope, named).kind, real: scope.locateEntry(named).real };
  });
  if (found === undefined || found.kind === "missing") return "missing";
  if (rules !== undefined && isWithin(found.real, start.real)) {
    const verdicts = await Verdicts.by(rules, start, pacer);
    const below = partsBetween(found.real, start.real).join("/");
    const { isIgnored, store } = await verdicts.of(below, found.kind === "dir");
    if (isIgnored || store !== undefined) return "ignored";
  }
  return { kind: found.kind, real: found.real };
}

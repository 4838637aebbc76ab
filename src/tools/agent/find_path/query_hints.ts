import type { Pacer } from "../../../pacing/pacer.ts";
import { clipSafe } from "../../../arguments/argument_error.ts";
import { baseNameOf, childOf, isAbsolute } from "../../../scope/path_text.ts";
import { foldUnicodeCase } from "../../../text/line_safe.ts";
import { prefixOf } from "../../../walk/walks_in_turn.ts";
import { patternHint } from "../advice/pattern_hint.ts";
import type { Hint } from "../../advice.ts";
import { existingKindOf } from "../advice/existing_kind.ts";
import { TASK_IS_CUT } from "../task/task_text.ts";
import { isPattern, spellingsOf } from "../task/spellings.ts";
import type { SearchRoot } from "../task/path_forms.ts";
import { MAX_MATCHED_LENGTH, type Query } from "./parse_query.ts";
import type { FoundByQuery } from "./result.ts";
import { type FindRequest, search, type SearchArea, type SearchOutcome } from "./search.ts";

/** A search and its outcome. */
interface CompletedSearch {
  readonly request: FindRequest;
  readonly area: SearchArea;
  readonly roots: readonly SearchRoot[];
  readonly outcome: SearchOutcome;
  /** Why no history was read, where a query asked for one. */
  readonly noHistory: string | undefined;
}

/**
 * Returns hints for queries that are glob patterns, have no match, or whose best match has typos or is partial; of a walk
 * that was stopped, which cannot tell, how far it came. Makes at most one more walk, for what git's rules left out: of
 * queries without a match, or that name a file which was not found.
 */
export async function queryHints(
  results: readonly FoundByQuery[],
  completed: CompletedSearch,
  pacer: Pacer,
): Promise<Hint[]> {
  const patterns = results.map(({ query, entries: [first] }) =>
    first?.why === "exact" ? undefined : globHint(query, completed)
  );
  const unfound = results.flatMap(({ entries: [first] }, i) => {
    if (patterns[i] !== undefined) return [];
    return first === undefined || namesUnfoundFile(i, completed) ? [i] : [];
  });
  const ignored = await ignoredHints(unfound, completed, pacer);
  const isSingle = results.length === 1;
  const { stoppedAfter } = completed.outcome;
  const stopped: Hint[] = stoppedAfter === undefined
    ? []
    : [`only ${stoppedAfter} entries were read: search a part by root`];
  return stopped.concat(results.flatMap(({ query, entries }, i) => {
    const ofQuery = (hint: Hint): Hint =>
      isSingle ? hint : { kind: "query", query: clipSafe(query), hint };
    if (patterns[i] !== undefined) return [ofQuery(patterns[i])];
    const [first] = entries;
    const { lacksHistory } = completed.outcome.matches[i]!;
    const fallback = first === undefined
      ? noMatchHint(query)
      : lacksHistory && first.why !== "exact"
      ? noHistoryHint(completed.noHistory)
      : WEAK_MATCH_HINTS[first.why];
    const main = ignored.get(i) ?? (stoppedAfter === undefined ? fallback : undefined);
    const cut = completed.request.queries[i]!.isCut ? TASK_IS_CUT : undefined;
    return [cut, main].flatMap((each) => each === undefined ? [] : [ofQuery(each)]);
  }));
}

function noMatchHint(query: string): string {
  return query.length > MAX_MATCHED_LENGTH
    ? "no path holds a word of it"
    : "no path holds its letters in order, anything like its words, or any one of them";
}

/** @param why Why no history was read; `undefined` where the one that was says nothing of any file. */
function noHistoryHint(why?: string): string {
  return `there is no history to rank by${why === undefined ? "" : ` (${why})`}`;
}

/** Hints by the reason of the best entry. */
const WEAK_MATCH_HINTS: Readonly<Record<string, string>> = {
  typo: "nothing is spelt so; these come near",
  partly: "nothing holds all of its words; these hold some",
};

/** Returns the hint for a query that is a glob pattern. */
function globHint(query: string, { area: { scope }, roots }: CompletedSearch): Hint | undefined {
  // A question mark before a space ends a sentence.
  const isSentence = query.length > MAX_MATCHED_LENGTH || /[*?]\s/.test(query.trim());
  if (isSentence || !isPattern(query)) return undefined;
  const marks = globMarks(query);
  const text = spellingsOf(query).findLast((each) =>
    globMarks(each) === marks && isAbsolute(each) === isAbsolute(query)
  );
  return patternHint(text ?? query, scope, roots[0]!.path);
}

/** Returns the characters of a text that make it a pattern. */
function globMarks(text: string): string {
  return text.replace(/[^*?{}]/g, "");
}

/** Reports whether no entry has the name that a query spells out, or the best is not the path of it that exists. */
function namesUnfoundFile(i: number, { request, area, roots, outcome }: CompletedSearch): boolean {
  const [query, { entries }] = [request.queries[i]!, outcome.matches[i]!];
  if (!outcome.hasIgnored) return false;
  const isFile = query.task === undefined && sentPaths(query).some((path) => FILE.test(path));
  if (isFile && !entries.some(({ name }) => isNameIn(query, name))) return true;
  return query.literals.some(({ sent }, turn) => {
    const existing = sent.find(({ path }) =>
      existingKindOf(area.scope, childOf(roots[turn]!.path, path)) !== undefined
    );
    return existing !== undefined && prefixOf(turn) + existing.path !== entries[0]!.path;
  });
}

/** A path, or a name with an ending. */
const FILE = /\/|\.[a-z]\w*$/i;

const sentPaths = ({ literals }: Query): string[] =>
  literals.flatMap(({ sent }) => sent.map(({ path }) => path));

const isNameIn = (query: Query, name: string): boolean =>
  sentPaths(query).some((path) => foldUnicodeCase(baseNameOf(path)) === foldUnicodeCase(name));

const UNIGNORED = { argument: "use_gitignore", value: false } as const;

/** Returns a hint, by a query's index, for those that ignored entries match, or match as what was sent. */
async function ignoredHints(
  unfound: readonly number[],
  { request, area, outcome }: CompletedSearch,
  pacer: Pacer,
): Promise<ReadonlyMap<number, Hint>> {
  if (unfound.length === 0 || !outcome.hasIgnored) return new Map();
  const queries = unfound.map((i) => request.queries[i]!);
  const wider = { ...area, starts: area.starts.map(({ start }) => ({ start })) };
  const { matches, stoppedAfter } = await search({ ...request, queries }, wider, pacer);
  return new Map(
    matches.flatMap(({ entries }, n): [number, Hint][] => {
      const { length, 0: first } = entries;
      const i = unfound[n]!;
      if (first === undefined) return [];
      const [found] = outcome.matches[i]!.entries;
      if (found !== undefined) {
        const isNearer = isNameIn(queries[n]!, first.name) && first.path !== found.path;
        return isNearer
          ? [[i, { kind: "note", text: "what it names is found with {}", ...UNIGNORED }]]
          : [];
      }
      const count = Math.min(length, request.limit);
      const isExact = stoppedAfter === undefined && length <= request.limit;
      return [[i, { kind: "change", ...UNIGNORED, count, isExact }]];
    }),
  );
}

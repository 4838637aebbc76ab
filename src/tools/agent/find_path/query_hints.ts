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
import { MAX_MATCHED_LENGTH, type Query } from "./parse_query.ts";
import type { FoundByQuery } from "./result.ts";
import { search, type SearchOutcome, type SearchRequest } from "./search.ts";

interface CompletedSearch {
  readonly request: SearchRequest;
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
    first?.why === "exact" ? undefined : globHint(query, completed.request)
  );
  const unfound = results.flatMap(({ entries: [first] }, i) => {
    if (patterns[i] !== undefined) return [];
    return first === undefined || namesUnfoundFile(i, completed) ? [i] : [];
  });
  const ignored = await ignoredHints(unfound, completed, pacer);
  const { outcome: { matches, stoppedAfter }, noHistory } = completed;
  const hints: Hint[] = [];
  if (stoppedAfter !== undefined) {
    hints.push(`only ${stoppedAfter} entries were read: search a part by root`);
  }
  for (const [i, { query, entries: [first] }] of results.entries()) {
    const weak = (): Hint | undefined => {
      if (stoppedAfter !== undefined) return undefined;
      if (first === undefined) return noMatchHint(query);
      const isUnranked = matches[i]!.lacksHistory && first.why !== "exact";
      return isUnranked ? noHistoryHint(noHistory) : WEAK_MATCH_HINTS[first.why];
    };
    const isCut = patterns[i] === undefined && completed.request.queries[i]!.isCut;
    const main = patterns[i] ?? ignored.get(i) ?? weak();
    const ofQuery = [...isCut ? [TASK_IS_CUT] : [], ...main === undefined ? [] : [main]];
    hints.push(
      ...results.length === 1
        ? ofQuery
        : ofQuery.map((hint): Hint => ({ kind: "query", query: clipSafe(query), hint })),
    );
  }
  return hints;
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

const WEAK_MATCH_HINTS: Readonly<Record<string, string>> = {
  typo: "nothing is spelt so; these come near",
  partly: "nothing holds all of its words; these hold some",
};

function globHint(query: string, { scope, starts }: SearchRequest): Hint | undefined {
  // A question mark before a space ends a sentence.
  const isSentence = query.length > MAX_MATCHED_LENGTH || /[*?]\s/.test(query.trim());
  if (isSentence || !isPattern(query)) return undefined;
  const marks = globMarks(query);
  const text = spellingsOf(query).findLast((each) =>
    globMarks(each) === marks && isAbsolute(each) === isAbsolute(query)
  );
  return patternHint(text ?? query, scope, starts[0]!.root.path);
}

function globMarks(text: string): string {
  return text.replace(/[^*?{}]/g, "");
}

/** Reports whether no entry has the name that a query spells out, or the best is not the path of it that exists. */
function namesUnfoundFile(i: number, { request, outcome }: CompletedSearch): boolean {
  const [query, { entries }] = [request.queries[i]!, outcome.matches[i]!];
  if (!outcome.hasIgnored) return false;
  const isFile = query.task === undefined && sentPaths(query).some((path) => FILE.test(path));
  if (isFile && !entries.some(({ name }) => isNameIn(query, name))) return true;
  return query.literals.some(({ sent }, turn) => {
    const existing = sent.find(({ path }) =>
      existingKindOf(request.scope, childOf(request.starts[turn]!.root.path, path)) !== undefined
    );
    return existing !== undefined && prefixOf(turn) + existing.path !== entries[0]!.path;
  });
}

const FILE = /\/|\.[a-z]\w*$/i;

const sentPaths = ({ literals }: Query): string[] =>
  literals.flatMap(({ sent }) => sent.map(({ path }) => path));

const isNameIn = (query: Query, name: string): boolean =>
  sentPaths(query).some((path) => foldUnicodeCase(baseNameOf(path)) === foldUnicodeCase(name));

const UNIGNORED = { argument: "use_gitignore", value: false } as const;

/** Returns a hint, by a query's index, for those that ignored entries match, or match as what was sent. */
async function ignoredHints(
  unfound: readonly number[],
  { request, outcome }: CompletedSearch,
  pacer: Pacer,
): Promise<ReadonlyMap<number, Hint>> {
  if (unfound.length === 0 || !outcome.hasIgnored) return new Map();
  const queries = unfound.map((i) => request.queries[i]!);
  const starts = request.starts.map((each) => ({ ...each, rules: undefined }));
  // What the call does not show is not opened: a hint goes by names.
  const byNames = { ...request, queries, starts, contents: undefined };
  const { matches, stoppedAfter } = await search(byNames, pacer);
  const hints = new Map<number, Hint>();
  for (const [n, i] of unfound.entries()) {
    const { length, 0: first } = matches[n]!.entries;
    const [found] = outcome.matches[i]!.entries;
    if (first === undefined) continue;
    if (found === undefined) {
      const count = Math.min(length, request.limits.name);
      const isExact = stoppedAfter === undefined && length <= request.limits.name;
      hints.set(i, { kind: "change", ...UNIGNORED, count, isExact });
    } else if (isNameIn(queries[n]!, first.name) && first.path !== found.path) {
      hints.set(i, { kind: "note", text: "what it names is found with {}", ...UNIGNORED });
    }
  }
  return hints;
}

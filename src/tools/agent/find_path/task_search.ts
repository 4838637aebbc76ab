import type { Pacer } from "../../../pacing/pacer.ts";
import type { ChildKind } from "../../discovery/child_kinds.ts";
import { byScore } from "../match/best_paths.ts";
import { type FileFolder, Ranking, type TaskRanker } from "../rank/task_ranker.ts";
import { isAside, recordFactor } from "../rank/name_score.ts";
import { placeRow } from "../rank/task_reason.ts";
import type { NameMatches, PathMatch, QueryMatches } from "./finder.ts";

/** The score of the best entry: words of a task are never as sure as a name. */
const MAX_TASK_SCORE = 0.7;

/** The share of the entries that what the task spells out may take; of a whole issue, that can be many folders. */
const SPELLED_SHARE = 0.5;

/** Maximum folders that a task names whose files are likelier. */
const MAX_LIFTED = 32;

/** Entries of one kind in one folder. */
export interface FoundRun extends FileFolder {
  readonly kind: ChildKind;
}

/** Maximum entries of documents and settings that a task names in passing: they come last. */
const MAX_ASIDE = 2;

/** Below this coverage of a task, the best file is hardly what is meant. */
const MIN_COVERAGE = 0.25;

/** What to send where little fits. */
const WEAK_ADVICE = {
  withoutTerms: "send terms: words that you expect in the code, in its language",
  withTerms: "send other terms: words that you expect in the code, in its language",
} as const;

/**
 * Returns the entries that a task concerns, best first, up to a limit and one more if there are more.
 *
 * @param own The entries that match it as a name.
 */
export async function searchByTask(
  ranker: TaskRanker,
  runs: readonly FoundRun[],
  own: NameMatches,
  limit: number,
  pacer: Pacer,
): Promise<QueryMatches> {
  const { task, contents } = ranker;
  const hasFiles = runs.some(({ kind }) => kind === "file");
  const folders = own.spelled.filter(({ kind }) => kind === "dir" && hasFiles);
  const named = own.spelled.filter(({ kind }) => kind !== "dir" || !hasFiles);
  const lifted = folders.slice(0, MAX_LIFTED).map(({ path }) => `${path}/`);
  const ranking = await Ranking.of(runs, { ...ranker, lifted }, pacer);
  const isPassing = ({ isName, path, name }: PathMatch) =>
    isName === true && !task.concernsDocuments && (isAside(path) || recordFactor(name) < 1);
  const spelled = own.isPartial
    ? named.filter((entry) => !isPassing(entry)).slice(0, Math.ceil(SPELLED_SHARE * limit))
    : [];
  const last = own.isPartial ? named.filter(isPassing).slice(0, MAX_ASIDE) : [];
  // Of the letters of several words, each path of some length holds the most in order.
  const byLetters = own.isPartial
    ? []
    : own.entries.filter(({ isScattered, kind }) => !isScattered && !(hasFiles && kind === "dir"));
  const others = [...spelled, ...byLetters, ...last];
  const except = new Set([...others, ...folders].map(({ path }) => path));
  const { files, total } = await ranking.best({ limit: limit + 1, except }, pacer);
  const likely = files.map(({ path, name, folder, score, reason }): PathMatch => ({
    path,
    name,
    kind: folder.kind,
    score: MAX_TASK_SCORE * score,
    why: reason ?? "commits",
  }));
  const ranked = [...byLetters, ...likely].sort(byScore);
  // A file that says the whole message is more than a name in it.
  const said = ranking.isMessage ? ranked.splice(0, 1) : [];
  const at = said.length === 0 ? 0 : spelled.findIndex(({ isName }) => isName === true);
  const found = [...spelled.toSpliced(at < 0 ? spelled.length : at, 0, ...said), ...ranked];
  const shown = [...found.slice(0, limit - last.length), ...last];
  const entries: PathMatch[] = [];
  for (const entry of shown) {
    const isRead = entry.kind === "file" && !entry.isLinked;
    entries.push(isRead ? await ranking.withLines(entry, pacer) : entry);
  }
  const [best] = entries;
  const isWeak = best === undefined ||
    best.why !== "exact" && contents !== undefined && ranking.coverageOf(best.path) < MIN_COVERAGE;
  const count = total + others.length;
  return {
    entries: [
      ...withinBudget(entries),
      ...found.slice(shown.length - last.length, limit + 1 - last.length),
    ],
    limit,
    weaker: found.length + last.length <= limit ? count - entries.length : 0,
    isPartial: true,
    lacksHistory: ranker.commits === undefined,
    ...isWeak && {
      weak: `little of the task is here; ${
        WEAK_ADVICE[task.hasTerms ? "withTerms" : "withoutTerms"]
      }`,
    },
    ...hasFiles && { unheld: ranking.unheld },
  };
}

/** Maximum bytes of the rows of an answer: some 600 tokens. */
const MAX_BYTES = 2150;
/** Rows that lines are kept for. */
const MAX_ROWS = 10;
/** What a row and a line take besides their texts: spaces, numbers, marks. */
const ROW_BYTES = 8;
const ESCAPE_BYTES = 8;
/** How many rows farther down the first line of an entry matters as much as a further line of another. */
const ROWS_PER_LINE = 4;

/** Returns entries with as many of their lines as an answer has room for, those of the first entries before others. */
export function withinBudget(entries: readonly PathMatch[]): PathMatch[] {
  const first = entries.slice(0, MAX_ROWS);
  let left = MAX_BYTES;
  for (const { path, why = "" } of first) left -= bytesOf(path + why);
  const places = first.flatMap(({ lines = [] }, i) =>
    lines.map((place, n) => ({ i, place, rank: i + ROWS_PER_LINE * n }))
  );
  const counts = entries.map(() => 0);
  for (const { i, place } of places.sort((a, b) => a.rank - b.rank)) {
    left -= bytesOf(placeRow(place));
    if (left < 0) break;
    counts[i]!++;
  }
  return entries.map(({ lines, ...entry }, i) => ({
    ...entry,
    ...lines !== undefined && counts[i]! > 0 && { lines: lines.slice(0, counts[i]) },
  }));
}

/** Returns what a text takes: its bytes, and more for each mark, of which tokenizers split most, and each escape. */
function bytesOf(text: string): number {
  const marks = text.match(/[^\w\s]/g)?.length ?? 0;
  const escapes = text.split("\\u{").length - 1;
  return new TextEncoder().encode(text).length + marks + ESCAPE_BYTES * escapes + ROW_BYTES;
}

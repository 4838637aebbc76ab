import { DirscopeError } from "../../../errors.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { DEFAULT_SCAN_BUDGET } from "../../../walk/walk.ts";
import { skipReasonOf, UnreadTally } from "../../skipped.ts";
import type { SearchRoot } from "../literals/path_forms.ts";
import { MIN_SCORE_RATIO, type PathMatch, type QueryMatches } from "./finder.ts";
import { type FindRequest, search, type SearchArea, type SearchOutcome } from "./search.ts";

/** A directory to search, and the queries as they are meant there. */
export interface Place extends Pick<FindRequest, "queries" | "rankerOf"> {
  readonly area: SearchArea;
  readonly root: SearchRoot;
  /** The prefix that turns a path from the directory into a displayed one. */
  readonly displayPrefix: string;
}

/** The matches of one query in all places. */
interface PlacedMatches extends Omit<QueryMatches, "entries"> {
  readonly entries: readonly (PathMatch & { readonly place: Place })[];
}

/** The outcome of a search of all places. */
export interface PlacesOutcome extends Omit<SearchOutcome, "matches"> {
  readonly matches: readonly PlacedMatches[];
}

/**
 * Matches several queries in each of some places, one walk a place. One that cannot be read, other than the first, counts
 * as a directory below it would.
 *
 * @throws {DirscopeError} If the first cannot be read.
 */
export async function searchPlaces(
  request: Omit<FindRequest, "queries" | "rankerOf">,
  places: readonly Place[],
  pacer: Pacer,
): Promise<PlacesOutcome> {
  const matches: PlacedMatches[][] = places[0]!.queries.map(() => []);
  const unread = new UnreadTally();
  let hasIgnored = false;
  let stoppedAfter: number | undefined;
  let scanned = 0;
  for (const place of places) {
    const { area, queries, rankerOf } = place;
    const maxScanned = (area.maxScanned ?? DEFAULT_SCAN_BUDGET) - scanned;
    const before = pacer.counts.entries;
    try {
      const own = { ...request, queries, ...rankerOf && { rankerOf } };
      const found = await search(own, { ...area, maxScanned }, pacer);
      for (const [i, { entries, ...rest }] of found.matches.entries()) {
        matches[i]!.push({ ...rest, entries: entries.map((entry) => ({ ...entry, place })) });
      }
      unread.addAll(found.unread.counts);
      hasIgnored ||= found.hasIgnored;
      if (found.stoppedAfter !== undefined) stoppedAfter = scanned + found.stoppedAfter;
    } catch (error) {
      if (place === places[0] || !(error instanceof DirscopeError)) throw error;
      unread.add(skipReasonOf(error.code));
    }
    scanned += pacer.counts.entries - before;
  }
  const all = matches.map((each) => each.length === 1 ? each[0]! : merged(each, request.limit));
  return { matches: all, unread, hasIgnored, stoppedAfter };
}

/** Returns the matches of all places, best first; partial ones only where no place has others. */
function merged(found: readonly PlacedMatches[], limit: number): PlacedMatches {
  const isPartial = found.every((each) => each.isPartial || each.entries.length === 0);
  const highest = [0, 1].map((i) => Math.max(...found.map(({ peaks }) => peaks?.[i] ?? 0)) || 1);
  const all = found.flatMap(({ entries, peaks = highest }) => {
    const fit = peaks.reduce((sum, peak, i) => sum + peak / highest[i]!, 0) / peaks.length;
    return entries.map((each) => {
      const { score, taskReason } = each;
      return { ...each, score: taskReason === undefined ? score : fit * score };
    });
  }).sort((a, b) => b.score - a.score);
  const minScore = isPartial ? 0 : MIN_SCORE_RATIO.full * all[0]!.score;
  const likely = all.filter((each) => isPartial || !each.isPartial && each.score >= minScore);
  const entries = likely.slice(0, limit + 1);
  const left = found.reduce((sum, { weaker }) => sum + weaker, all.length - likely.length);
  return {
    entries,
    weaker: entries.length <= limit ? left : 0,
    isPartial,
    lacksHistory: found.every(({ lacksHistory }) => lacksHistory === true),
  };
}

/** How `ls` lists a folder. */
import type { DiscoveryEntry } from "../tools/discovery/result.ts";
import { SHORT_FORMS } from "../tools/agent/short_facts.ts";
import { pathLines } from "../tools/discovery/render.ts";
import { compareCodePoints } from "../text/compare_code_points.ts";

export { pathLines };

/** The letters of the flags of `ls` in a line. */
export type ListingView = ReadonlySet<string>;

/** Sorts entries as `ls` does: by name, or the newest or largest first, in code point order where they are equal. */
export function sortedForView(
  entries: readonly DiscoveryEntry[],
  view: ListingView,
): readonly DiscoveryEntry[] {
  const order = [...view].findLast((letter) => letter === "t" || letter === "S");
  const valueOf = ({ modified_unix_ms: time, size }: DiscoveryEntry): number =>
    order === undefined ? 0 : (order === "t" ? time : size) ?? -1;
  const sorted = entries.toSorted((a, b) =>
    valueOf(b) - valueOf(a) || compareCodePoints(a.name, b.name)
  );
  if (view.has("r")) sorted.reverse();
  if (!view.has("group-directories-first")) return sorted;
  return sorted.toSorted((a, b) => Number(b.kind === "dir") - Number(a.kind === "dir"));
}

/** Returns rows with sizes and times: in columns at a terminal, else separated by tabs. */
export function longRows(
  entries: readonly DiscoveryEntry[],
  { names, isHuman, isTerminal }: {
    /** The entries as they are shown. */
    readonly names: readonly string[];
    readonly isHuman: boolean;
    readonly isTerminal: boolean;
  },
): string[] {
  const sizes = entries.map(({ size }) =>
    size == null ? "-" : isHuman ? SHORT_FORMS.size(size) : `${size}`
  );
  const width = sizes.reduce((widest, { length }) => Math.max(widest, length), 0);
  return entries.map(({ modified_unix_ms: time }, i) =>
    isTerminal
      ? [sizes[i]!.padStart(width), localMinute(time ?? null), names[i]].join("  ")
      : [names[i], sizes[i], time == null ? "-" : new Date(time).toISOString()].join("\t")
  );
}

/** Returns a time to the minute, as the clock on the wall shows it. */
function localMinute(ms: number | null): string {
  if (ms === null) return "-".padEnd("2000-01-01 00:00".length);
  const date = new Date(ms - new Date(ms).getTimezoneOffset() * 60_000);
  return date.toISOString().replace("T", " ").replace(/:\d\d\.\d{3}Z$/, "");
}

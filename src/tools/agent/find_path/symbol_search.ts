/** Finds the files that define a name, and those that use it. */
import { forEachPaced, type Pacer } from "../../../pacing/pacer.ts";
import { type Steps, takePaced } from "../../../pacing/paced_steps.ts";
import { TopItems } from "../../../pacing/top_items.ts";
import { placeOf } from "../../../walk/walks_in_turn.ts";
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import type { Contents } from "../contents/contents.ts";
import { SymbolFinder, type SymbolLine } from "../contents/symbol_finder.ts";
import { isAside, isTestPath, scoreIn } from "../rank/name_score.ts";
import type { TaskPlace } from "../rank/task_reason.ts";
import { placesAt } from "../rank/places_at.ts";
import { lettersOf } from "../task/task_words.ts";
import type { Symbol } from "../task/symbol.ts";
import type { NameMatches, PathMatch, QueryMatches } from "./finder.ts";
import { type FoundRun, withinBudget } from "./task_search.ts";

/** Maximum lines of a file that defines a name, and of one that uses it: of the first such files, and of others. */
const MAX_LINES = { defining: 6, using: 2, usingLate: 1 } as const;
/** How many of the first entries have more lines. */
const EARLY_ENTRIES = 4;

interface SymbolFile {
  readonly path: string;
  readonly name: string;
  readonly lines: readonly SymbolLine[];
  /** See {@linkcode DEFINES}. */
  readonly defines: number;
  /** How many of the qualifiers its path names. */
  readonly qualified: number;
  /** True of tests and documents, which speak of what others do. */
  readonly isAside: boolean;
  /** How likely somebody works on it. */
  readonly place: number;
}

/**
 * Returns the entries of a symbol, best first: those whose names it is, those that define it, those that use it; none if
 * no file bears it. Tells whether any that was looked through holds it, be it as a part of another name.
 */
export async function searchBySymbol(
  { name, qualifiers }: Symbol,
  { contents, runs, limit }: {
    readonly contents: Contents;
    readonly runs: readonly FoundRun[];
    readonly limit: number;
  },
  own: NameMatches,
  pacer: Pacer,
): Promise<{ readonly matches?: QueryMatches; readonly isHeld: boolean }> {
  const finder = new SymbolFinder(name);
  const wanted = qualifiers.map(lettersOf);
  const found: SymbolFile[] = [];
  const files = await candidates(runs, pacer);
  const isHeld = await contents.findSymbol(files, finder, (file, lines) => {
    const { path, place } = file;
    const letters = lettersOf(path);
    found.push({
      ...file,
      lines,
      defines: lines.reduce<number>((best, { defines }) => Math.max(best, defines), 0),
      qualified: wanted.filter((each) => letters.includes(each)).length,
      isAside: isTestPath(path) || isAside(path),
      place,
    });
  });
  if (found.length === 0) return { isHeld };
  const most = found.reduce((best, { defines }) => Math.max(best, defines), 0);
  const isDefining = ({ defines }: SymbolFile) => defines > 0 && defines === most;
  const compare = (a: SymbolFile, b: SymbolFile): number =>
    Number(isDefining(b)) - Number(isDefining(a)) ||
    Number(a.isAside) - Number(b.isAside) || b.qualified - a.qualified ||
    (isDefining(a) ? b.place - a.place : b.lines.length - a.lines.length) ||
    compareCodePoints(a.path, b.path);
  const best = new TopItems(limit + 1, compare);
  await forEachPaced(found, pacer, (file) => best.add(file));
  const paths = new Set(found.map(({ path }) => path));
  const named = own.spelled.filter((entry) =>
    (entry.kind !== "dir" || lettersOf(entry.name) === lettersOf(name)) && !paths.has(entry.path)
  );
  const entries: PathMatch[] = named.slice(0, limit + 1);
  for (const file of best.kept.toSorted(compare).slice(0, limit + 1 - entries.length)) {
    if (pacer.isDue()) await pacer.pause();
    const defines = isDefining(file);
    const isNamed = own.spelled.some(({ path }) => path === file.path);
    const count = defines
      ? MAX_LINES.defining
      : entries.length < EARLY_ENTRIES
      ? MAX_LINES.using
      : MAX_LINES.usingLate;
    entries.push({
      path: file.path,
      name: file.name,
      kind: "file",
      score: 1 - entries.length / (limit + 2),
      why: isNamed ? "exact" : defines ? `defines ${name}` : `uses ${name}`,
      lines: entries.length < limit
        ? await takePaced(placesOf(file, { symbol: name, most, count }, contents), pacer)
        : [],
    });
  }
  const weaker = entries.length <= limit ? found.length + named.length - entries.length : 0;
  return { isHeld, matches: { entries: withinBudget(entries), limit, weaker, isPartial: false } };
}

/** Returns the files to look through, the likeliest first. */
async function candidates(
  runs: readonly FoundRun[],
  pacer: Pacer,
): Promise<{ readonly path: string; readonly name: string; readonly place: number }[]> {
  const byPlace = new Map<number, { path: string; name: string; place: number }[]>();
  for (const { prefix, files, kind } of runs) {
    if (kind !== "file") continue;
    const score = scoreIn(placeOf(prefix).below);
    await forEachPaced(files, pacer, (name) => {
      const place = score(name, false);
      const same = byPlace.get(place);
      const file = { path: prefix + name, name, place };
      if (same === undefined) byPlace.set(place, [file]);
      else same.push(file);
    });
  }
  const groups = [...byPlace].sort(([a], [b]) => b - a);
  return groups.flatMap(([, files]) => files);
}

/** Returns the lines to tell: those that define the name, then those that use it in the order of the file. */
function placesOf(
  { path, lines }: SymbolFile,
  { symbol, most, count }: {
    readonly symbol: string;
    readonly most: number;
    readonly count: number;
  },
  contents: Contents,
): Steps<TaskPlace[]> {
  const isDefinition = ({ defines }: SymbolLine) => defines > 0 && defines === most;
  const rank = (line: SymbolLine) => isDefinition(line) ? 0 : line.isImport ? 2 : 1;
  const told = lines.toSorted((a, b) => rank(a) - rank(b) || a.line - b.line).slice(0, count);
  const file = { path, lines: contents.readLines(path) ?? [], withText: contents.tellsText };
  return placesAt(file, told.map(({ line }) => line), symbol);
}

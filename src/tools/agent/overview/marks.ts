/** The marks of the files that a task concerns most: `#1` to `#5` after their rows, each with the reason. */
import { lineCost } from "./directory_row.ts";
import { estimateTokens, sumOfCosts } from "./token_cost.ts";
import { leadsToFile } from "../../../directory/link_target.ts";
import { undefinedIfRefused } from "../../../errors.ts";
import { baseNameOf, childOf, isWithin, partsBetween } from "../../../scope/path_text.ts";
import type { Scope } from "../../../scope/scope.ts";
import type { ScopedPath } from "../../../scope/scoped_path.ts";
import type { ScoredPath } from "../match/best_paths.ts";
import { forEachPaced, type Pacer } from "../../../pacing/pacer.ts";
import { LiteralFinder, type Spelled } from "../task/literal_finder.ts";
import type { Literals } from "../task/literals.ts";
import { fileScore } from "../rank/name_score.ts";
import { placeText } from "../rank/task_reason.ts";
import type { LikelyFile } from "./result.ts";
import type { CountedDirectory } from "./counted_directory.ts";

export const MAX_MARKS = 5;
/** Maximum share of a budget for marks, beyond five without reasons: twice as much costs 1 to 2 points of what a task's fix changed. */
const MAX_SHARE = 1 / 16;

/** The marks of one overview. A larger budget has every mark and reason of a smaller one. */
export class Marks {
  /** Tokens that rows leave to the marks: the more, the larger the budget. */
  readonly reserved: number;
  /** Tokens that the marks take. */
  readonly used: number;
  readonly #texts: ReadonlyMap<string, string>;

  /** @param files The files to mark, the likeliest first. */
  constructor(files: readonly LikelyFile[], maxTokens: number) {
    const texts = files.map(({ lines: [place] = [] }, i) =>
      `\t#${i + 1}${place === undefined ? "" : ` line ${place.line}`}`
    );
    const whole = files.map(({ why, lines: [place] = [] }, i) => {
      const reasons = [
        ...why === "contents" && place !== undefined ? [] : [why],
        ...place === undefined ? [] : [`line ${placeText(place)}`],
      ];
      return `\t#${i + 1} ${reasons.join("; ")}`;
    });
    // A mark without its reason still says what to open first.
    const budget = Math.max(tokensOf(texts), Math.floor(MAX_SHARE * maxTokens));
    this.reserved = Math.min(budget, tokensOf(whole));
    for (const [i, text] of whole.entries()) {
      if (tokensOf(texts.with(i, text)) > budget) break;
      texts[i] = text;
    }
    this.used = tokensOf(texts);
    this.#texts = new Map(files.map(({ path }, i) => [path, texts[i]!]));
  }

  /** Returns the mark of a file, to be put after its row; `""` if it has none. */
  of(path: string): string {
    return this.#texts.get(path) ?? "";
  }

  /** Reports whether a path is that of a marked file, or of a directory above one. */
  leadsTo(path: string): boolean {
    return this.#texts.has(path) ||
      path.endsWith("/") && this.#texts.keys().some((each) => each.startsWith(path));
  }
}

function tokensOf(marks: readonly string[]): number {
  return estimateTokens(sumOfCosts(marks.map((mark) => lineCost(mark, 0))));
}

export type SpelledFile = Spelled & Pick<ScoredPath, "path">;

/**
 * Returns the files that a task spells out, the likeliest first: links to files, too, and the files behind other links, by
 * their own path.
 *
 * @param start The directory that the first of `directories` counts.
 */
export async function spelledFiles(
  directories: readonly CountedDirectory[],
  literals: Literals,
  { scope, start }: { readonly scope: Scope; readonly start: ScopedPath },
  pacer: Pacer,
): Promise<SpelledFile[]> {
  const finder = new LiteralFinder<ScoredPath & { readonly isFile: () => boolean }>(literals);
  const allLinks = new Set<string>();
  const isFile = () => true;
  await forEachPaced(directories, pacer, ({ prefix, files, links, path: directory }) => {
    const entryOf = (name: string) => ({ path: prefix + name, score: fileScore(name) });
    for (const name of files) finder.visit(prefix, name, () => ({ ...entryOf(name), isFile }));
    for (const name of links) {
      const isFile = () => leadsToFile(scope, directory!, name);
      finder.visit(prefix, name, () => ({ ...entryOf(name), isFile }));
      allLinks.add(prefix + name);
    }
  });
  await forEachPaced(literals.pathsThrough(allLinks), pacer, (path) => {
    const end = undefinedIfRefused(() => scope.enter(childOf(start.open, path)));
    if (end === undefined || end.isDirectory || !isWithin(end.real, start.real)) return;
    const real = partsBetween(end.real, start.real).join("/");
    const [name, own] = [baseNameOf(path), baseNameOf(real)];
    const holder = directories.find(({ prefix }) => prefix + own === real);
    if (!holder?.files.includes(own)) return;
    finder.visit(path.slice(0, -name.length), name, () => ({ path: real, score: 1, isFile }));
  });
  const { entries } = await finder.spelledOut(pacer);
  return entries.filter((each) => each.isFile());
}

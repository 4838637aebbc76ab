/** How far a path that exists is from the one that was asked for. */
import type { EditCounter } from "../../../text/nearest.ts";
import { COST, NameMatcher } from "./name_matcher.ts";

/** How far a path is. */
interface PathCost {
  readonly cost: number;
  /** Whether more than the last name is shared, where there was more. */
  readonly isRelated: boolean;
}

/** The parts of a path that are compared: the last ones. */
const MAX_PARTS = 16;

/** The most that a directory's name may cost to stand for another. */
const MAX_DIRECTORY = COST.edit + COST.nextEdit;

/** What the last name costs at most, away from where it was asked for. */
const MAX_ELSEWHERE = COST.edit + COST.nextEdit;

/** The same, where no directory is shared. */
const MAX_UNRELATED = COST.extension + 5;

/** A directory left out, one too many, and no directory shared. */
const LEFT_OUT = 38;
const TOO_MANY = 60;
const UNRELATED = 40;

/** What it costs that a module is a file in one path, and in the other the index of a directory. */
const INDEX = 10;

/** The names of such an index, before the extension. */
export const INDEX_STEMS: readonly string[] = ["index", "mod", "__init__"];

const INDEX_NAME = new RegExp(`^(?:${INDEX_STEMS.join("|")})\\.(\\w+)$`);

/** A path that was asked for, from the directory that it is compared in. */
export class AskedPath {
  readonly #directories: readonly NameMatcher[];
  readonly #last: NameMatcher;
  readonly #surcharge: number;
  /** For the index of a directory: the file that may be there instead. */
  readonly #file: AskedPath | undefined;

  /** @param parts At least one. */
  constructor(parts: readonly string[], edits: EditCounter, surcharge = 0) {
    const names = parts.slice(-MAX_PARTS);
    this.#directories = names.slice(0, -1).map((name) => new NameMatcher(name, edits));
    this.#last = new NameMatcher(names.at(-1)!, edits);
    this.#surcharge = surcharge;
    const index = INDEX_NAME.exec(this.#last.name);
    if (index !== null && names.length > 1) {
      const file = [...names.slice(0, -2), `${names.at(-2)}.${index[1]}`];
      this.#file = new AskedPath(file, edits, surcharge + INDEX);
    }
  }

  /** Whether the last name tells of what kind of file it is. */
  get namesFile(): boolean {
    return this.#last.extension !== "";
  }

  /** Whether a path that ends in this name, in a directory of that name, may be near. Quick. */
  mayEndIn(name: string, directory: string): boolean {
    if ((this.#last.cost(name) ?? Infinity) <= MAX_ELSEWHERE) return true;
    if (this.#file?.mayEndIn(name, directory)) return true;
    return this.namesFile && INDEX_NAME.test(name) && this.#last.hasStem(directory);
  }

  /** How far a path is; `undefined` if nobody would mean it. */
  costOf(parts: readonly string[]): PathCost | undefined {
    const names = parts.slice(-MAX_PARTS);
    const costs = [this.#costOf(names), this.#file?.costOf(parts)];
    const index = INDEX_NAME.exec(names.at(-1)!);
    if (index !== null && names.length > 1 && !INDEX_NAME.test(this.#last.name)) {
      costs.push(this.#costOf([...names.slice(0, -2), `${names.at(-2)}.${index[1]}`], INDEX));
    }
    // A module in a directory of its own name.
    if (this.namesFile && names.length > 1 && this.#last.hasStem(names.at(-2)!)) {
      costs.push(this.#costOf([...names.slice(0, -2), names.at(-1)!], INDEX));
    }
    return nearer(costs);
  }

  #costOf(names: readonly string[], more = 0): PathCost | undefined {
    const last = this.#last.cost(names.at(-1)!);
    if (last === undefined) return undefined;
    const { cost, isRelated } = this.#align(names.slice(0, -1));
    if (last > (isRelated ? cost > 0 ? MAX_ELSEWHERE : Infinity : MAX_UNRELATED)) return undefined;
    return { cost: cost + last + this.#surcharge + more, isRelated };
  }

  /**
   * Lays the directories of the two paths beside each other, as an edit distance does with letters. What
   * precedes the first pair costs little: paths are asked for from the wrong directory more often than
   * with a wrong one in the middle.
   */
  #align(names: readonly string[]): PathCost {
    const asked = this.#directories;
    const [rows, columns] = [asked.length, names.length];
    // Each cell: the least cost of these parts, where the last pair is there or further left.
    const related: number[][] = [];
    for (let i = 0; i <= rows; i++) {
      const row: number[] = [];
      related.push(row);
      for (let j = 0; j <= columns; j++) {
        let least = Infinity;
        if (i > 0 && j > 0) {
          const pair = asked[i - 1]!.knownCost(names[j - 1]!) ?? Infinity;
          if (pair <= MAX_DIRECTORY) {
            least = pair + Math.min(related[i - 1]![j - 1]!, costOfLead(i - 1, j - 1));
          }
        }
        if (i > 0) least = Math.min(least, related[i - 1]![j]! + TOO_MANY);
        if (j > 0) least = Math.min(least, row[j - 1]! + LEFT_OUT);
        row.push(least);
      }
    }
    const cost = related[rows]![columns]!;
    const unrelated = costOfLead(rows, columns) + (rows > 0 ? UNRELATED : 0);
    return cost <= unrelated
      ? { cost, isRelated: true }
      : { cost: unrelated, isRelated: rows === 0 };
  }
}

/** What it costs that two paths begin with this many parts that have nothing to do with each other. */
function costOfLead(asked: number, found: number): number {
  if (asked === 0) return found === 0 ? 0 : 20 + 5 * found;
  return found === 0
    ? 60 + 10 * Math.min(6, asked)
    : 60 + 10 * Math.min(4, asked) + 5 * Math.min(4, found);
}

/** The least of some costs. */
export function nearer(costs: readonly (PathCost | undefined)[]): PathCost | undefined {
  let least: PathCost | undefined;
  for (const each of costs) {
    if (each !== undefined && each.cost < (least?.cost ?? Infinity)) least = each;
  }
  return least;
}

/** How far a path that exists is from the one that was asked for. */
import { isModuleOf, NAME_COST, RequestedName } from "./requested_name.ts";

/** How far a path is. */
interface PathDistance {
  readonly cost: number;
  /** Whether more than the last name is shared, where there was more. */
  readonly isRelated: boolean;
}

/** The parts of a path that are compared: the last ones. */
const MAX_COMPARED_PARTS = 16;

/** The most that a directory's name may cost to stand for another. */
const MAX_DIRECTORY_COST = NAME_COST.firstEdit + NAME_COST.nextEdit;

/** What the last name costs at most, away from where it was asked for. */
const MAX_MOVED_NAME_COST = NAME_COST.firstEdit + NAME_COST.nextEdit;

/** The same, where no directory is shared. */
const MAX_UNRELATED_NAME_COST = NAME_COST.extension + 5;

/** A directory left out, one too many, and no directory shared. */
const INSERTION_COST = 38;
const DELETION_COST = 60;
const UNRELATED_COST = 40;

/** What it costs that a module is a file in one path, and in the other a directory with a file of that name, or an index. */
const MODULE_COST = 10;

/** The names of such an index, before the extension. */
export const INDEX_STEMS: readonly string[] = ["index", "mod", "__init__"];

const INDEX_NAME = new RegExp(`^(?:${INDEX_STEMS.join("|")})(?=\\.\\w+$)`);

/** One way to read a path that was asked for. */
interface PathForm {
  readonly directories: readonly RequestedName[];
  readonly last: RequestedName;
}

/** A path that was asked for, from the directory that it is compared in. */
export class RequestedPath {
  readonly #forms: readonly PathForm[];

  /** @param parts At least one. */
  constructor(parts: readonly string[]) {
    this.#forms = formsOf(parts).map((names) => ({
      directories: names.slice(0, -1).map((name) => new RequestedName(name)),
      last: new RequestedName(names.at(-1)!),
    }));
  }

  /** Whether the last name tells of what kind of file it is. */
  get namesFile(): boolean {
    return this.#forms[0]!.last.extension !== "";
  }

  /** Whether a path that ends in this name, in a directory of that name, may be near. Quick. */
  mayEndIn(name: string, directory: string): boolean {
    return this.#forms.some(({ last }) =>
      (last.cost(name) ?? Infinity) <= MAX_MOVED_NAME_COST ||
      INDEX_NAME.test(name) && isModuleOf(last.name, directory)
    );
  }

  /** How far a path is; `undefined` if nobody would mean it. */
  distanceTo(parts: readonly string[]): PathDistance | undefined {
    const existing = formsOf(parts);
    return nearest(
      this.#forms.flatMap((form, i) =>
        existing.map((names, j) => distanceBetween(form, names, MODULE_COST * (i + j)))
      ),
    );
  }
}

/** A path, and for a module that is a directory, the file that it might be: `a/b.ts` for `a/b/index.ts`. */
function formsOf(parts: readonly string[]): readonly (readonly string[])[] {
  const names = parts.slice(-MAX_COMPARED_PARTS);
  const [directory, name] = names.slice(-2);
  if (name === undefined) return [names];
  const file = name.replace(INDEX_NAME, directory!);
  const isModule = file !== name || isModuleOf(name, directory!);
  return isModule ? [names, [...names.slice(0, -2), file]] : [names];
}

function distanceBetween(
  { directories, last }: PathForm,
  names: readonly string[],
  more: number,
): PathDistance | undefined {
  const ofName = last.cost(names.at(-1)!);
  if (ofName === undefined) return undefined;
  const { cost, isRelated } = alignDirectories(directories, names.slice(0, -1));
  const most = isRelated ? cost > 0 ? MAX_MOVED_NAME_COST : Infinity : MAX_UNRELATED_NAME_COST;
  return ofName > most ? undefined : { cost: cost + ofName + more, isRelated };
}

/**
 * Lays the directories of two paths beside each other, as an edit distance does with letters. What
 * precedes the first pair costs little: paths are asked for from the wrong directory more often than
 * with a wrong one in the middle.
 */
function alignDirectories(
  requested: readonly RequestedName[],
  names: readonly string[],
): PathDistance {
  const [rows, columns] = [requested.length, names.length];
  // Each cell: the least cost of these parts, where the last pair is there or further left.
  const related: number[][] = [];
  for (let i = 0; i <= rows; i++) {
    const row: number[] = [];
    related.push(row);
    for (let j = 0; j <= columns; j++) {
      let least = Infinity;
      if (i > 0 && j > 0) {
        const pair = requested[i - 1]!.cachedCost(names[j - 1]!) ?? Infinity;
        if (pair <= MAX_DIRECTORY_COST) {
          least = pair + Math.min(related[i - 1]![j - 1]!, costOfUnrelatedPrefix(i - 1, j - 1));
        }
      }
      if (i > 0) least = Math.min(least, related[i - 1]![j]! + DELETION_COST);
      if (j > 0) least = Math.min(least, row[j - 1]! + INSERTION_COST);
      row.push(least);
    }
  }
  const cost = related[rows]![columns]!;
  const unrelated = costOfUnrelatedPrefix(rows, columns) + (rows > 0 ? UNRELATED_COST : 0);
  return cost <= unrelated ? { cost, isRelated: true } : { cost: unrelated, isRelated: rows === 0 };
}

/** What it costs that two paths begin with this many parts that have nothing to do with each other. */
function costOfUnrelatedPrefix(requested: number, existing: number): number {
  if (requested === 0) return existing === 0 ? 0 : 20 + 5 * existing;
  return existing === 0
    ? 60 + 10 * Math.min(6, requested)
    : 60 + 10 * Math.min(4, requested) + 5 * Math.min(4, existing);
}

/** The least of some costs. */
export function nearest(costs: readonly (PathDistance | undefined)[]): PathDistance | undefined {
  let least: PathDistance | undefined;
  for (const each of costs) {
    if (each !== undefined && each.cost < (least?.cost ?? Infinity)) least = each;
  }
  return least;
}

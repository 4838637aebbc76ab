import { isModuleOf, NAME_COST, RequestedName } from "./requested_name.ts";

/** The distance of an existing path from the requested one. */
interface PathDistance {
  readonly cost: number;
  /** True if the paths share a directory, or the requested one has none. */
  readonly isRelated: boolean;
}

/** Maximum parts of a path that are compared: the last ones. */
const MAX_COMPARED_PARTS = 16;

/** Maximum cost of a directory's name that is aligned with another. */
const MAX_DIRECTORY_COST = NAME_COST.firstEdit + NAME_COST.nextEdit;

/** Maximum cost of the last name in another directory than the requested one. */
const MAX_MOVED_NAME_COST = NAME_COST.firstEdit + NAME_COST.nextEdit;

/** The same, where no directory is shared. */
const MAX_UNRELATED_NAME_COST = NAME_COST.extension + 5;

/** The costs of a directory that the request lacks, of one that it has too many, and of no directory shared. */
const INSERTION_COST = 38;
const DELETION_COST = 60;
const UNRELATED_COST = 40;

/** The cost of `a/b.ts` for `a/b/b.ts` or `a/b/index.ts`, two forms of one module. */
const MODULE_COST = 10;

/** The stems of the names of a module's index file. */
export const INDEX_STEMS: readonly string[] = ["index", "mod", "__init__"];

const INDEX_NAME = new RegExp(`^(?:${INDEX_STEMS.join("|")})(?=\\.\\w+$)`);

/** The requested path, or the other form of the module that it names. */
interface PathForm {
  readonly directories: readonly RequestedName[];
  readonly last: RequestedName;
}

/** A requested path, relative to the base of an interpretation. */
export class RequestedPath {
  readonly #forms: readonly PathForm[];

  /** @param parts At least one. */
  constructor(parts: readonly string[]) {
    this.#forms = formsOf(parts).map((names) => ({
      directories: names.slice(0, -1).map((name) => new RequestedName(name)),
      last: new RequestedName(names.at(-1)!),
    }));
  }

  /** True if the last name has an extension, so that it names a file. */
  get namesFile(): boolean {
    return this.#forms[0]!.last.extension !== "";
  }

  /** Reports, without aligning paths, whether one that ends in this name and directory may be near. */
  mayEndIn(name: string, directory: string): boolean {
    return this.#forms.some(({ last }) =>
      (last.cost(name) ?? Infinity) <= MAX_MOVED_NAME_COST ||
      INDEX_NAME.test(name) && isModuleOf(last.name, directory)
    );
  }

  /** Returns the distance of a path; `undefined` if it is too far. */
  distanceTo(parts: readonly string[]): PathDistance | undefined {
    const existing = formsOf(parts);
    return nearestOf(
      this.#forms.flatMap((form, i) =>
        existing.map((names, j) => distanceBetween(form, names, MODULE_COST * (i + j)))
      ),
    );
  }
}

/** Returns a path, and for a module in a directory of its own, the other form: `a/b.ts` for `a/b/index.ts`. */
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
  formCost: number,
): PathDistance | undefined {
  const nameCost = last.cost(names.at(-1)!);
  if (nameCost === undefined) return undefined;
  const { cost, isRelated } = alignDirectories(directories, names.slice(0, -1));
  const max = isRelated ? cost > 0 ? MAX_MOVED_NAME_COST : Infinity : MAX_UNRELATED_NAME_COST;
  return nameCost > max ? undefined : { cost: cost + nameCost + formCost, isRelated };
}

/**
 * Aligns the directories of two paths, as an edit distance does with letters. Those before the first aligned pair
 * cost little: models start paths at a wrong directory more often than they put a wrong one in the middle.
 */
function alignDirectories(
  requested: readonly RequestedName[],
  names: readonly string[],
): PathDistance {
  const [rows, columns] = [requested.length, names.length];
  // Each cell: the least cost of aligning prefixes of these lengths with at least one aligned pair.
  const related: number[][] = [];
  for (let i = 0; i <= rows; i++) {
    const row: number[] = [];
    related.push(row);
    for (let j = 0; j <= columns; j++) {
      const pair = i > 0 && j > 0 ? requested[i - 1]!.cachedCost(names[j - 1]!) : undefined;
      let least = Infinity;
      if (pair !== undefined && pair <= MAX_DIRECTORY_COST) {
        least = pair + Math.min(related[i - 1]![j - 1]!, unrelatedPrefixCost(i - 1, j - 1));
      }
      if (i > 0) least = Math.min(least, related[i - 1]![j]! + DELETION_COST);
      if (j > 0) least = Math.min(least, row[j - 1]! + INSERTION_COST);
      row.push(least);
    }
  }
  const cost = related[rows]![columns]!;
  const unrelated = unrelatedPrefixCost(rows, columns) + (rows > 0 ? UNRELATED_COST : 0);
  return cost <= unrelated ? { cost, isRelated: true } : { cost: unrelated, isRelated: rows === 0 };
}

/** Returns the cost of prefixes of this many directories each that have nothing in common. */
function unrelatedPrefixCost(requested: number, existing: number): number {
  if (requested === 0) return existing === 0 ? 0 : 20 + 5 * existing;
  return existing === 0
    ? 60 + 10 * Math.min(6, requested)
    : 60 + 10 * Math.min(4, requested) + 5 * Math.min(4, existing);
}

/** Returns the distance of the lowest cost. */
export function nearestOf(costs: readonly (PathDistance | undefined)[]): PathDistance | undefined {
  let least: PathDistance | undefined;
  for (const each of costs) {
    if (each !== undefined && each.cost < (least?.cost ?? Infinity)) least = each;
  }
  return least;
}

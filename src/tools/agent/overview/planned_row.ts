import type { CountedDirectory } from "./counted_directory.ts";

/** A row for an entry of a directory, or for a chain of directories of which each holds only the next. */
export interface PlannedRow {
  /** The directory that holds the entry. */
  readonly owner: CountedDirectory;
  /** The entry's name, or the names of a chain, joined by slashes. */
  readonly name: string;
  readonly kind: "files" | "links" | "others" | "ignored" | "dirs";
  /** The directory of the row; of a chain, the last. */
  readonly directory?: CountedDirectory | undefined;
}

/** Approximate tokens of a row besides its name, with its line end. */
const ROW_BASE_PRICE = 2.5;
/** Approximate characters of a name per token. */
const CHARACTERS_PER_TOKEN = 3.3;

/** Returns the approximate tokens of a name's row. */
export function priceOf({ length }: string): number {
  return ROW_BASE_PRICE + length / CHARACTERS_PER_TOKEN;
}

/** Maximum characters of the names of a chain. */
const MAX_CHAIN_LENGTH = 100;

/** Returns the row of a directory below the root; `a/b/c/` where `a` holds only `b`, and that only `c`. */
export function chainRowOf(first: CountedDirectory): PlannedRow {
  let { name } = first;
  let directory = first;
  while (holdsOneDirectory(directory)) {
    const next = directory.directories[0]!;
    const longer = `${name}/${next.name}`;
    if (longer.length > MAX_CHAIN_LENGTH) break;
    name = longer;
    directory = next;
  }
  return { owner: first.parent!, name, kind: "dirs", directory };
}

function holdsOneDirectory({ entryCount, directories, omitted }: CountedDirectory): boolean {
  const [only] = directories;
  return entryCount === 1 && only?.uncounted === undefined && only?.omitted === omitted;
}

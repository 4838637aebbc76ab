import type { CountedDirectory } from "./counted_directory.ts";

/** A row of a directory's entry, or of a chain of directories of which each holds nothing but the next. */
export interface PlannedRow {
  /** The directory that it is a row of. */
  readonly owner: CountedDirectory;
  /** Its name, or the names of a chain with slashes between. */
  readonly name: string;
  readonly kind: "files" | "links" | "others" | "ignored" | "dirs";
  /** The directory that it stands for, the last of a chain. */
  readonly directory?: CountedDirectory | undefined;
}

/** What a row costs, about: in tokens, with its line end. */
const ROW_BASE_PRICE = 2.5;

/** How many characters of a name cost a token, about. */
const CHARACTERS_PER_TOKEN = 3.3;

/** What the row of a name costs, about. */
export function priceOf({ length }: string): number {
  return ROW_BASE_PRICE + length / CHARACTERS_PER_TOKEN;
}

/** The most characters of the names of a chain. */
const MAX_CHAIN_LENGTH = 100;

/** The row of a directory below the root, or of the chain that begins with it. */
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

/** Whether a directory holds nothing but another, which was read. */
function holdsOneDirectory({ entryCount, directories, omitted }: CountedDirectory): boolean {
  const [only] = directories;
  return entryCount === 1 && only?.uncounted === undefined && only?.omitted === omitted;
}

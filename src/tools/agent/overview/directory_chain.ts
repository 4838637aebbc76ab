import type { CountedDirectory } from "./counted_directory.ts";
import type { PlannedRow } from "./planned_row.ts";

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

import type { CountedDirectory } from "./counted_directory.ts";

/** Directories that share a row, since each holds nothing but the next. */
interface Chain {
  /** Their names, with slashes between. */
  readonly name: string;
  /** The last of them. */
  readonly end: CountedDirectory;
}

/** The most characters of the names of a chain. */
const LONGEST = 100;

/** The chain that begins with a directory; most are of one. */
export function chainFrom(directory: CountedDirectory): Chain {
  let { name } = directory;
  let end = directory;
  while (isSingle(end)) {
    const next = end.directories[0]!;
    const longer = `${name}/${next.name}`;
    if (longer.length > LONGEST) break;
    name = longer;
    end = next;
  }
  return { name, end };
}

/** Whether a directory holds nothing but another, which was read. */
function isSingle({ size, directories, omitted }: CountedDirectory): boolean {
  const [only] = directories;
  return size === 1 && only?.closed === undefined && only?.omitted === omitted;
}

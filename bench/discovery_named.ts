/**
 * Reads the paths that the text of `overview` names.
 *
 * @module
 */
import { fromLineSafe } from "../src/text/line_safe.ts";

/** A row that counts entries without naming them, or that is no entry. */
const NAMELESS = /^(?:… |omitted: )/;

/** A directory, or a chain of them, open or counted. */
const DIRECTORY = /^(.*\/)(?: \([^/]*\))?$/;

/** A link, or what is neither file nor directory. */
const OTHER = /@ -> | \(other\)$/;

/** The mark of a file that a task concerns most: no name shows a tab. */
const MARK = /\t#.*$/;

/** The paths of the files that a text of `overview` names. */
export function filesNamed(text: string): string[] {
  const files: string[] = [];
  /** The directory that each level of indentation lies in; a row may hold several names. */
  const parents = [""];
  for (const line of text.split("\n")) {
    const depth = /^ */.exec(line)![0].length;
    const row = line.slice(depth).replace(MARK, "");
    if (row === "" || NAMELESS.test(row) || OTHER.test(row)) continue;
    const parent = parents[depth];
    if (parent === undefined) throw new Error(`a row deeper than its parent's: ${line}`);
    const directory = DIRECTORY.exec(row)?.[1];
    parents.length = depth + 1;
    if (directory === undefined) files.push(parent + nameOf(row));
    else parents.push(parent + nameOf(directory));
  }
  return files;
}

function nameOf(shown: string): string {
  const name = fromLineSafe(shown);
  if (name === undefined) throw new Error(`no name is shown so: ${shown}`);
  return name;
}

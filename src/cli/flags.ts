/**
 * Reads the flags of the commands that are no tools.
 *
 * @module
 */
import { type Args, parseArgs } from "@std/cli/parse-args";
import { lineSafe } from "../text/line_safe.ts";
import { UsageError } from "./terminal.ts";

/** The flags that a command has, `--help` besides. */
export interface Flags {
  /** Those that take a value. */
  readonly strings?: readonly string[];
  /** Those that take a value, and may be repeated. */
  readonly lists?: readonly string[];
  /** Those that are on unless `--no-…` turns them off. */
  readonly switches?: readonly string[];
  /** How many other words there may be. */
  readonly words: number;
}

/** @throws {UsageError} If a flag is unknown or lacks its value, or a word is too many. */
export function parseFlags(
  words: readonly string[],
  { strings = [], lists = [], switches = [], words: most }: Flags,
): Args {
  const parsed = parseArgs([...words], {
    boolean: ["help", ...switches],
    string: [...strings, ...lists, "_"],
    collect: [...lists],
    negatable: [...switches],
    default: Object.fromEntries(switches.map((name) => [name, true])),
    alias: { help: "h" },
    unknown: (word, key) => {
      if (key !== undefined) throw new UsageError(`unknown option "${lineSafe(word)}"`);
      return true;
    },
  });
  for (const name of [...strings, ...lists]) {
    if ([parsed[name]].flat().includes("")) throw new UsageError(`--${name} needs a value`);
  }
  const extra = parsed._[most];
  if (extra !== undefined) throw new UsageError(`unexpected argument "${lineSafe(String(extra))}"`);
  return parsed;
}

/**
 * A `.gitignore` file, read as npm `ignore` reads it.
 *
 * Npm `ignore` itself is not run. It turns patterns into regular expressions, and nothing bounds how
 * long one of its calls holds the event loop. It reads as git does, but for its units: `?` and a
 * class match a UTF-16 code unit, not a byte. Two corner cases follow git: a NUL ends a line, and `**`
 * beside an escaped slash may be a whole segment.
 */
import type { Pacer } from "../pacing/pacer.ts";
import { type IgnoreFile, parseGitIgnoreFile } from "./git_ignore_file.ts";

/** Parses a `.gitignore` file. */
export function parseNpmIgnoreFile(text: string, pacer: Pacer): Promise<IgnoreFile> {
  return parseGitIgnoreFile(text, pacer, { toUnits: (characters) => characters });
}

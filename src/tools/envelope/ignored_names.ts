/** Which names `LS` leaves out. */
import { compileFnmatch } from "../../glob/fnmatch.ts";
import { isHidden } from "../../scope/path_text.ts";

/** Left out unless `include_hidden` is set, as is every name that starts with a dot. */
const DEFAULT_IGNORE: ReadonlySet<string> = new Set([
  ".git",
  ".hg",
  ".svn",
  "__pycache__",
  "node_modules",
  "target",
  "build",
  "dist",
  ".idea",
  ".vscode",
  ".DS_Store",
  "venv",
  ".venv",
]);

/** The arguments of `LS` that leave names out. */
export interface IgnoreArguments {
  readonly include_hidden: boolean;
  readonly ignore: readonly string[] | null;
}

/**
 * Compiles the arguments into a test of one name.
 *
 * @param displayPrefix The path of the listed directory: `""`, or one that ends in `/`. A pattern that
 * holds a slash or a backslash is matched against the whole path too.
 */
export function ignoredNames(
  { include_hidden, ignore }: IgnoreArguments,
  displayPrefix: string,
): (name: string) => boolean {
  const matchers = (ignore ?? []).map((pattern) => ({
    isForPaths: /[/\\]/.test(pattern),
    matches: matcherOf(pattern),
  }));
  return (name) =>
    !include_hidden && (isHidden(name) || DEFAULT_IGNORE.has(name)) ||
    matchers.some(({ isForPaths, matches }) =>
      matches(name) || isForPaths && matches(displayPrefix + name)
    );
}

/** A leading `**` and slash also match no directory at all, so that such a pattern matches at the top. */
function matcherOf(pattern: string): (text: string) => boolean {
  const matches = compileFnmatch(pattern);
  if (!pattern.startsWith("**/")) return matches;
  const matchesHere = compileFnmatch(pattern.replace(/^(?:\*\*\/)+/, ""));
  return (text) => matches(text) || matchesHere(text);
}

import { compileFnmatch } from "../../glob/fnmatch.ts";
import type { Pacer } from "../../pacing/pacer.ts";
import { isHidden } from "../../scope/path_text.ts";

/** Names that are omitted unless `include_hidden` is set, as is every name that starts with a dot. */
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

interface IgnoreArguments {
  readonly include_hidden: boolean;
  readonly ignore: readonly string[] | null;
}

/** Steps between two reads of the clock; a match costs the length of its text times that of its pattern. */
const STEPS_PER_CLOCK_READ = 50_000;

/**
 * Compiles the arguments into a test of one name.
 *
 * @param displayPrefix The path of the listed directory: `""`, or one that ends in `/`. A pattern that
 * holds a slash or a backslash is matched against the path of an entry too.
 * @returns The test. It yields even within one name if patterns take long.
 */
export async function ignoredNames(
  { include_hidden, ignore }: IgnoreArguments,
  displayPrefix: string,
  pacer: Pacer,
): Promise<(name: string) => boolean | Promise<boolean>> {
  const exact = new Set<string>();
  const matchers: IgnorePattern[] = [];
  for (const pattern of new Set(ignore)) {
    if (/[*?[]/.test(pattern)) matchers.push(ignorePattern(pattern));
    else exact.add(pattern);
    if (pacer.isDue()) await pacer.pause();
  }
  let steps = 0;
  const matchesFrom = (name: string, from: number): boolean | Promise<boolean> => {
    for (let i = from; i < matchers.length; i++) {
      const { length, isForPaths, matches } = matchers[i]!;
      if (matches(name) || isForPaths && matches(displayPrefix + name)) return true;
      steps += length * (name.length + (isForPaths ? displayPrefix.length : 0));
      if (steps < STEPS_PER_CLOCK_READ) continue;
      steps = 0;
      if (pacer.isDue()) return pacer.pause().then(() => matchesFrom(name, i + 1));
    }
    return false;
  };
  return (name) =>
    !include_hidden && (isHidden(name) || DEFAULT_IGNORE.has(name)) ||
    exact.size > 0 && (exact.has(name) || exact.has(displayPrefix + name)) ||
    matchesFrom(name, 0);
}

interface IgnorePattern {
  /** The length of the pattern. */
  readonly length: number;
  readonly isForPaths: boolean;
  readonly matches: (text: string) => boolean;
}

function ignorePattern(pattern: string): IgnorePattern {
  const { length } = pattern;
  const isForPaths = /[/\\]/.test(pattern);
  const matches = compileFnmatch(pattern);
  if (!pattern.startsWith("**/")) return { length, isForPaths, matches };
  // A leading `**` and slash also match no directory at all, so that such a pattern matches at the top.
  const matchesHere = compileFnmatch(pattern.replace(/^(?:\*\*\/)+/, ""));
  return {
    length: 2 * length,
    isForPaths,
    matches: (text) => matches(text) || matchesHere(text),
  };
}

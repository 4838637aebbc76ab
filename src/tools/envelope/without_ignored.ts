import { type EntryKey, nameOf } from "../../directory/entry_key.ts";
import { compileFnmatch } from "../../glob/fnmatch.ts";
import { filterInSteps, type Steps } from "../../pacing/paced_steps.ts";
import { isHidden } from "../../scope/path_text.ts";
import { NAME_MAX } from "../schema.ts";

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

/**
 * Returns the keys whose names the arguments do not ignore, in steps: a pattern at a time, since even one name may
 * take long with all of them. `displayPrefix` is the path of the listed directory: `""`, or one that ends in `/`. A
 * pattern that holds a slash or a backslash is matched against the path of an entry too.
 */
export function* withoutIgnored(
  keys: readonly EntryKey[],
  { include_hidden, ignore }: IgnoreArguments,
  displayPrefix: string,
): Steps<readonly EntryKey[]> {
  const patterns = [...new Set(ignore)];
  const exact = new Set(patterns.filter((pattern) => !WILDCARD.test(pattern)));
  let shown: readonly EntryKey[] = yield* filterInSteps(keys, (key) => {
    const name = nameOf(key);
    const isHiddenByDefault = !include_hidden && (isHidden(name) || DEFAULT_IGNORE.has(name));
    return !isHiddenByDefault && !exact.has(name) && !exact.has(displayPrefix + name);
  });
  for (const pattern of patterns) {
    if (!WILDCARD.test(pattern)) continue;
    yield;
    const { cost, matches } = ignorePattern(pattern, displayPrefix);
    shown = yield* filterInSteps(shown, (key) => !matches(nameOf(key)), cost);
  }
  return shown;
}

const WILDCARD = /[*?[]/;

interface IgnorePattern {
  /** Match cost of a name, in characters of patterns. */
  readonly cost: number;
  readonly matches: (name: string) => boolean;
}

function ignorePattern(pattern: string, displayPrefix: string): IgnorePattern {
  const whole = compileFnmatch(pattern);
  const isForPaths = /[/\\]/.test(pattern);
  if (!isForPaths) return { cost: pattern.length, matches: whole };
  // A leading `**` and slash also match no directory at all, so that such a pattern matches at the top.
  const here = compileFnmatch(pattern.replace(/^(?:\*\*\/)+/, ""));
  const matchesText = (text: string): boolean => whole(text) || here(text);
  return {
    cost: 2 * pattern.length * (2 + displayPrefix.length / NAME_MAX),
    matches: (name) => matchesText(name) || matchesText(displayPrefix + name),
  };
}

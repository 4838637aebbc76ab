import { DirscopeError } from "../../errors.ts";
import { compileGlob, type Glob } from "../../glob/glob.ts";
import { formatValue } from "../../arguments/argument_error.ts";
import type { Exclusion } from "./filters.ts";
import type { Selection } from "../../walk/walk_options.ts";

/** Entries to leave out, and directories not to read. */
export interface ExcludedGlobs extends Exclusion {
  /** Returns the test of whether an entry of a directory is left out, by the directory's path from the root. */
  in(directory: string): Selection;
  readonly matchCost: number;
}

const MAX_MATCH_COST = 10_000;

interface ExcludedGlob {
  readonly text: string;
  /** True once it has left something out. */
  isUsed: boolean;
  readonly isForDirectories: boolean;
  readonly self: Glob;
  /** The directories of which it leaves out the contents alone. */
  readonly holders: Glob | undefined;
}

/**
 * Compiles globs as `glob_search` of `agent` reads them, but for slashes, which count as in `.gitignore`: a glob without one
 * matches at any depth, one at the start means the root, and one at the end directories only. Case counts. Throws
 * `bad_pattern` if one is malformed, or all of them are too costly to match.
 */
export function compileExcluded(texts: readonly string[]): ExcludedGlobs {
  const globs = texts.map(compileOne);
  const matchCost = globs.reduce(
    (sum, { self, holders }) => sum + 1 + self.matchCost + (holders?.matchCost ?? 0),
    0,
  );
  if (matchCost > MAX_MATCH_COST) {
    throw new DirscopeError("bad_pattern", "exclude: too costly to match; send fewer globs");
  }
  return {
    matchCost,
    // Stars alone say how deep to look.
    useless: () =>
      globs.filter(({ text, isUsed }) => !isUsed && !/^[/*]+$/.test(text))
        .map(({ text }) => ({ kind: "useless", argument: "exclude", values: [text] })),
    in(directory) {
      const here = globs.map((glob) => ({ glob, self: glob.self.in(directory) }));
      return (name, kind) => {
        let isMatch = false;
        for (const { glob, self } of here) {
          if (glob.isForDirectories && kind !== "directory" || !self.matches(name)) continue;
          isMatch = glob.isUsed = true;
        }
        return isMatch;
      };
    },
    prunes(path) {
      const slash = path.lastIndexOf("/");
      const [directory, name] = [path.slice(0, Math.max(0, slash)), path.slice(slash + 1)];
      let isMatch = false;
      for (const glob of globs) {
        const { self, holders } = glob;
        if (!self.in(directory).matches(name) && !holders?.in(directory).matches(name)) continue;
        isMatch = glob.isUsed = true;
      }
      return isMatch;
    },
  };
}

function compileOne(text: string): ExcludedGlob {
  const pattern = text.replace(/^\.?\//, "").replace(/\/$/, "");
  const isForDirectories = text.endsWith("/");
  if (pattern === "") {
    throw new DirscopeError("bad_pattern", `exclude: ${formatValue(text)} names no entry`);
  }
  if (pattern.startsWith("!")) {
    const bare = formatValue(pattern.slice(1));
    const fix = `what exclude matches is left out: send ${bare}`;
    throw new DirscopeError("bad_pattern", `exclude: ${formatValue(pattern)}: ${fix}`);
  }
  try {
    // The whole of it first, so that an error has its position.
    const self = compileGlob(pattern, true, true);
    const isAnywhere = !pattern.includes("/") && !/^\.?\//.test(text);
    const [, holders] = isForDirectories ? [] : /^(.+)\/\*\*?$/.exec(pattern) ?? [];
    return {
      text,
      isUsed: false,
      isForDirectories,
      self: isAnywhere ? compileGlob(`**/${pattern}`, true, true) : self,
      holders: holders === undefined ? undefined : compileGlob(holders, true, true),
    };
  } catch (error) {
    if (!(error instanceof DirscopeError)) throw error;
    const reason = error.message.replace("pattern: ", "");
    throw new DirscopeError("bad_pattern", `exclude: ${formatValue(pattern)}: ${reason}`);
  }
}

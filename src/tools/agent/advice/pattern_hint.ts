import { compileGlob } from "../../../glob/glob.ts";
import { isAbsolute, isWithinAsNamed, partsBetween } from "../../../scope/path_text.ts";
import type { Scope } from "../../../scope/scope.ts";
import { undefinedIfRefused } from "../../../errors.ts";
import { meantPath } from "../../meant_path.ts";
import type { Hint } from "../../advice.ts";
import { basesOf } from "./interpretation.ts";

/**
 * Returns the hint for a glob pattern that was sent as a path, or as what to find below a root: what `glob_search` takes.
 *
 * @param root Where a relative pattern may match at any depth; absent, it is a path.
 */
export function patternHint(sent: string, scope: Scope, root?: string): Hint {
  const text = root === undefined ? sent : meantPath(scope, sent);
  if (root !== undefined && !isAbsolute(text)) {
    return hintAt(anywhere(text.replace(/^(?:\.\/)+/, "")), scope.displayed(root));
  }
  const path = scope.resolve(text);
  const bases = [...root === undefined ? [] : [root], ...basesOf(scope)];
  const base = bases.find((each) => isWithinAsNamed(path, each));
  return base === undefined
    ? hintAt(text.replace(/^\/+/, ""), ".")
    : hintAt(partsBetween(path, base).join("/"), scope.displayed(base));
}

/** Returns a pattern that matches below any directory, too. */
export function anywhere(pattern: string): string {
  return pattern.startsWith("**/") ? pattern : `**/${pattern}`;
}

function hintAt(pattern: string, root: string): Hint {
  // No advice repeats what is refused.
  const isTaken = undefinedIfRefused(() => compileGlob(pattern, true, true)) !== undefined;
  return isTaken ? { kind: "pattern", pattern, root } : "this is a pattern: glob_search takes one";
}

import { compileGlob } from "../../../glob/glob.ts";
import {
  isAbsolute,
  isRoot,
  isWithinAsNamed,
  partsBetween,
  partsOf,
  resolvePath,
} from "../../../scope/path_text.ts";
import type { Scope } from "../../../scope/scope.ts";
import type { StartedCall } from "../../call.ts";
import { existenceOf, otherRoots } from "../../meant_path.ts";
import { undefinedIfRefused } from "../../../errors.ts";
import { describeRoots } from "../../../scope/describe_roots.ts";
import { argument, type Hint, hint } from "../../advice.ts";
import { alternatives, isPattern } from "../task/spellings.ts";
import { existingKindOf } from "./existing_kind.ts";
import { basesOf } from "./interpretation.ts";

/**
 * Returns hints at roots that a call without a path did not look at: those that do not exist, those that are not the
 * first, and, where it found nothing, those around the working directory.
 */
export function otherRootsHints(
  sent: string,
  path: string,
  { scope, directories, args }: StartedCall,
  count?: number,
): string[] {
  const { roots, cwd } = scope;
  const gone = roots.filter((root) => existenceOf(scope, root) === "missing");
  const others = directories.length > 1 ? [] : otherRoots(sent, path, scope);
  const isAround = (root: string) => root !== cwd && !isRoot(root) && isWithinAsNamed(cwd, root);
  const around = count === 0 && directories.length === 1 ? roots.filter(isAround) : [];
  const all = args.query ? "; find_path ranks the files of all by the same text" : "";
  const hint = (words: string, of: readonly string[], end = ""): string[] =>
    sent === "." && of.length > 0 ? [`${words}: ${describeRoots(of)}${end}`] : [];
  return [
    ...hint("the host has roots that do not exist", gone),
    ...hint("only the first root was looked at; others to send", others, all),
    ...hint("nothing around it was looked at; a root to send", around),
  ];
}

/** Returns the hint for a path that uses a file as a directory. */
export function fileHint(file: string, scope: Scope): string {
  return `'${scope.displayed(file)}' is a file: nothing lies below it`;
}

/** Returns the hint for a path that is a glob pattern. */
export function patternHint(path: string, scope: Scope): Hint {
  const absolute = scope.resolve(path);
  const base = basesOf(scope).find((each) => isWithinAsNamed(absolute, each.path))?.path;
  return base === undefined
    ? globSearchHint(path.replace(/^\/+/, ""))
    : globSearchHint(partsBetween(absolute, base).join("/"), scope.displayed(base));
}

/** Returns the hint that says with which arguments `glob_search` finds a pattern. */
export function globSearchHint(pattern: string, root = "."): Hint {
  const start = "this is a pattern: glob_search takes";
  if (!isGlob(pattern)) return `${start} one`;
  const where = root === "." ? "" : hint`, ${argument("root", root)}`;
  return hint`${start} ${argument("pattern", pattern)}${where}`;
}

/** Reports whether `glob_search` takes a pattern: no advice repeats what is refused. */
export function isGlob(pattern: string): boolean {
  try {
    compileGlob(pattern, true, true);
    return true;
  } catch {
    return false;
  }
}

/** Returns the hint for a pattern that is refused: the one that is plainly meant, if there is one. */
export function refusedPatternHint(pattern: string, root: string, scope: Scope): Hint | undefined {
  if (isAbsolute(pattern)) return absolutePatternHint(pattern, root, scope);
  const meant = alternatives(pattern)
    .replace(/^(?:[^\\/[\]]+\\)+[^\\/[\]]+$/, (path) => path.replaceAll("\\", "/"))
    .replace(/(^|\/)\*\*+(?=[^*/])/g, "$1**/*")
    .replace(/([^/{},]*)\?\(([^()/{},|]*)\)([^/{},]*)/, "{$1$3,$1$2$3}");
  const parts = meant.split("/").filter((part) => part !== "" && part !== ".");
  if (!parts.includes("..")) return patternToSend(parts, root, root, pattern);
  const whole = partsOf(scope.resolve(root));
  for (const part of parts) {
    if (part !== "..") whole.push(part);
    else if (isPattern(whole.pop() ?? "")) return undefined;
  }
  return absolutePatternHint(`/${whole.join("/")}`, root, scope);
}

/** Returns the hint for an absolute pattern: the one to send in its place, or the roots if it lies in none. */
function absolutePatternHint(pattern: string, root: string, scope: Scope): Hint | undefined {
  const path = scope.resolve(root);
  const real = undefinedIfRefused(() => scope.enterDirectory(root))?.real ?? path;
  const bases = basesOf(scope).map((base) => ({ ...base, root: scope.displayed(base.path) }));
  for (const base of [{ path, real, root }, ...bases]) {
    const start = [base.path, base.real].find((each) => isWithinAsNamed(pattern, each));
    if (start !== undefined) return patternToSend(partsBetween(pattern, start), base.root, root);
  }
  const parts = pattern.split("/").filter((part) => part !== "");
  // A slash that stands for the root.
  return startsAt(path, parts, scope)
    ? patternToSend(parts, root, root)
    : `it lies in none of the allowed roots: ${describeRoots(scope.roots)}`;
}

/** Reports whether the first part of a pattern may match an entry of a directory: it is a pattern, or exists there. */
export function startsAt(directory: string, [first]: readonly string[], scope: Scope): boolean {
  return first !== undefined &&
    (/[*?[{]/.test(first) || existingKindOf(scope, resolvePath(directory, first)) !== undefined);
}

/** Returns the root and the pattern to send in place of others; `undefined` if they are refused as well. */
export function patternToSend(
  parts: readonly string[],
  root: string,
  sentRoot: string,
  sentPattern?: string,
): Hint | undefined {
  const pattern = parts.join("/") || "**";
  if (pattern === sentPattern || !isGlob(pattern)) return undefined;
  const change = root === sentRoot ? "" : hint`${argument("root", root)} and `;
  return hint`send ${change}${argument("pattern", pattern)}`;
}

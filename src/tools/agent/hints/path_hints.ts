import { isWithinAsNamed } from "../../../scope/path_text.ts";
import type { Scope } from "../../../scope/scope.ts";

/** Returns the hint for a path that uses a file as a directory. */
export function fileHint(file: string, scope: Scope): string {
  return `'${scope.displayed(file)}' is a file: nothing lies below it`;
}

/** Returns the hint for a path that is a glob pattern. */
export function patternHint(path: string, scope: Scope): string {
  const isInside = isWithinAsNamed(scope.resolve(path), scope.cwd);
  const pattern = isInside ? scope.displayed(path) : path.replace(/^\/+/, "");
  return `this is a pattern: glob_search takes pattern: ${JSON.stringify(pattern)}`;
}

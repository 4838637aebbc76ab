/** MCP roots of a client: they narrow what a call may list and never widen it. */
import { fromFileUrl } from "@std/path/from-file-url";
import { fromSystem, isAbsolute, isWithinAsNamed, resolvePath } from "../scope/path_text.ts";
import { Scope } from "../scope/scope.ts";
import type { Visibility } from "../scope/visibility.ts";

/**
 * Returns the directories that are in both the server's roots, which are absolute, and a client's.
 *
 * @param uris The client's roots. What is neither a `file:` URI nor an absolute path names no directory.
 * @param visibility A root that it hides is ignored.
 */
export function narrowRoots(
  serverRoots: readonly string[],
  uris: readonly string[],
  visibility?: Visibility,
): readonly string[] {
  const scope = new Scope({ roots: serverRoots, visibility });
  const narrowed = new Set<string>();
  for (const path of uris.map(pathFromUri).filter((path) => path !== undefined)) {
    try {
      // The target of a link must be inside as well.
      narrowed.add(scope.enterDirectory(path).open);
    } catch {
      // Outside the scope, or not a directory.
    }
    for (const root of serverRoots) if (isWithinAsNamed(fromSystem(root), path)) narrowed.add(root);
  }
  return [...narrowed];
}

function pathFromUri(uri: string): string | undefined {
  try {
    // A folder has no query and no fragment: `file:///a#b` is meant for `a#b`, and not for `a`.
    const path = isAbsolute(uri) ? uri : fromFileUrl(uri.replace(/[?#]/g, encodeURIComponent));
    return resolvePath("/", path);
  } catch {
    return undefined;
  }
}

import { compileGlob } from "../../src/glob/glob.ts";

/** Whether a glob matches a path in a walk, where every directory on the way must be live. */
export function globMatches(pattern: string, path: string, isCaseSensitive = true): boolean {
  const glob = compileGlob(pattern, isCaseSensitive);
  const names = path.split("/");
  for (let i = 1; i < names.length; i++) {
    if (!glob.in(names.slice(0, i).join("/")).isLive) return false;
  }
  return glob.in(names.slice(0, -1).join("/")).matches(names.at(-1)!);
}

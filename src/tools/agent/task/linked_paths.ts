import type { Literals } from "./literals.ts";

/** Maximum directories above a path that are looked up among links. */
const MAX_DEPTH = 32;

/**
 * Returns the paths that a text spells out and that go through a link: a walk, which looks through none, cannot find
 * them. `links` holds the paths of links, from the root that the literals are for.
 */
export function pathsThroughLinks(
  literals: Literals | undefined,
  links: ReadonlySet<string>,
): string[] {
  const paths = new Set<string>();
  if (literals === undefined || links.size === 0) return [];
  for (const { path } of literals.all.flatMap(({ forms }) => forms)) {
    let end = path.indexOf("/");
    for (let depth = 0; end > 0 && depth < MAX_DEPTH; depth++, end = path.indexOf("/", end + 1)) {
      if (links.has(path.slice(0, end))) paths.add(path);
    }
  }
  return [...paths];
}

import { rulesAbove } from "../../../gitignore/rules_above.ts";
import { isInGitDirectory, Verdicts } from "../../../gitignore/verdicts.ts";
import { ancestorOf, childOf, isAddressable, isWithin } from "../../../scope/path_text.ts";
import type { ScopedPath } from "../../../scope/scoped_path.ts";
import { Walk } from "../../../walk/walk.ts";
import type { StartedCall } from "../../call.ts";
import { adviceLimits } from "../advice_limits.ts";
import { type EntryBatch, entryBatches } from "../entry_batches.ts";
import type { RequestedPath } from "./requested_path.ts";
import type { Candidates } from "./candidates.ts";
import type { PathFromBase } from "./interpretation.ts";
import { existingKindOf, partsBelow } from "./existing_kind.ts";

/** The kinds of candidates by those of entries; that of a link is that of its target. */
const RUN_KINDS = { directory: "directory", file: "file", link: undefined, other: "file" } as const;

interface ElsewhereSearch {
  /** The paths that candidates are compared with. */
  readonly requested: readonly RequestedPath[];
  /** The interpretation whose base is searched. */
  readonly interpretation: PathFromBase;
  readonly candidates: Candidates;
}

/**
 * Adds candidates from one walk of the tree, in a fixed order, so that equal trees give equal results wherever the
 * bound cuts. Paths that git ignores are no candidates, unless the path leads into one: then only that is walked.
 */
export async function searchElsewhere(search: ElsewhereSearch, call: StartedCall): Promise<void> {
  const { scope, pacer } = call;
  const { requested, interpretation, candidates } = search;
  const { start, path } = await walkStartOf(interpretation, call);
  const walk = new Walk(scope, start, {
    order: "breadth",
    unsortedFiles: true,
    rules: await rulesAbove(scope, start, "git", pacer),
    ...adviceLimits(call),
  }, pacer);
  const addMatches = ({ directory: { prefix, name: parent }, names, kind }: EntryBatch): void => {
    for (const name of names) {
      if (!requested.some((each) => each.mayEndIn(name, parent))) continue;
      const found = childOf(path, prefix + name);
      if (found === interpretation.path || !isAddressable(name)) continue;
      candidates.add({
        path: found,
        parts: partsBelow(found, interpretation.base.path),
        kind: RUN_KINDS[kind] ?? existingKindOf(scope, found) ?? "link",
      });
    }
  };
  for await (const runs of entryBatches(walk)) runs.forEach(addMatches);
}

/** Returns the base, or the deepest existing directory of the path if git ignores that. */
async function walkStartOf(
  { path, base, deepest }: PathFromBase,
  { scope, pacer }: StartedCall,
): Promise<{ readonly start: ScopedPath; readonly path: string }> {
  const start = scope.enterDirectory(base.path);
  const whole = { start, path: base.path };
  const real = deepest?.directory.real ?? base.real;
  if (deepest === undefined || real === base.real || !isWithin(real, base.real)) return whole;
  const below = partsBelow(real, base.real).join("/");
  const verdicts = await Verdicts.below(scope, start, pacer);
  const { isIgnored } = await verdicts.of(below, true);
  if (!isIgnored && !isInGitDirectory(below, true)) return whole;
  return { start: deepest.directory, path: ancestorOf(path, deepest.rest.length) };
}

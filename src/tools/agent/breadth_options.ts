import { rulesAbove } from "../../gitignore/rules.ts";
import type { Pacer } from "../../pacing/pacer.ts";
import { baseNameOf, isHidden } from "../../scope/path_text.ts";
import type { Scope } from "../../scope/scope.ts";
import type { ScopedPath } from "../../scope/scoped_path.ts";
import type { BreadthOrder } from "../../walk/steps.ts";
import type { View } from "./changes/snapshot.ts";

/** A tree, and what of it is looked at. */
export interface LookedAt {
  readonly scope: Scope;
  readonly start: ScopedPath;
  readonly view: View;
  readonly maxScanned: number | undefined;
}

/** How `overview` walks a tree, and `changes` after it: both must meet the same. */
export async function breadthOptions(
  { scope, start, view: { use_gitignore, include_hidden }, maxScanned }: LookedAt,
  pacer: Pacer,
): Promise<BreadthOrder> {
  return {
    order: "breadth",
    unsortedFiles: true,
    rules: use_gitignore ? await rulesAbove(scope, start, "git", pacer) : undefined,
    ...!include_hidden && { prune: (path: string) => isHidden(baseNameOf(path)) },
    maxScanned,
  };
}

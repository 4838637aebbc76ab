import { rulesAbove } from "../../gitignore/rules.ts";
import { baseNameOf, isHidden } from "../../scope/path_text.ts";
import type { ScopedPath } from "../../scope/scoped_path.ts";
import type { BreadthOrder } from "../../walk/steps.ts";
import type { StartedCall } from "../call.ts";
import type { View } from "./changes/snapshot.ts";

/** How `overview` walks a tree, and `changes` after it: both must meet the same. */
export async function breadthOptions(
  { scope, pacer, maxScanned }: StartedCall,
  start: ScopedPath,
  { use_gitignore, include_hidden }: View,
): Promise<BreadthOrder> {
  return {
    order: "breadth",
    unsortedFiles: true,
    rules: use_gitignore ? await rulesAbove(scope, start, "git", pacer) : undefined,
    ...!include_hidden && { prune: (path: string) => isHidden(baseNameOf(path)) },
    maxScanned,
  };
}

import { rulesAbove } from "../../../gitignore/rules_above.ts";
import { forEachPaced } from "../../../pacing/pacer.ts";
import { Walk } from "../../../walk/walk.ts";
import type { StartedCall } from "../../call.ts";
import type { SearchPlan } from "../../discovery/search_plan.ts";
import { realPathsBefore } from "../../meant_path.ts";
import { adviceLimits, entryBatches } from "./entry_batches.ts";

interface MatchCounts {
  /** The number of matches of each plan. */
  readonly counts: readonly number[];
  /** True if all were counted. */
  readonly isExact: boolean;
}

/** Counts the matches of several plans in one walk of each directory that a call searched. */
export async function countMatches(
  plans: readonly SearchPlan[],
  usesRules: boolean,
  call: StartedCall,
): Promise<MatchCounts> {
  const { scope, pacer } = call;
  const counts = plans.map(() => 0);
  let isExact = true;
  for (const [turn, searched] of call.directories.entries()) {
    const start = scope.enterDirectory(searched);
    const walk = new Walk(scope, start, {
      order: "path",
      rules: usesRules ? await rulesAbove(scope, start, "project", pacer) : undefined,
      except: realPathsBefore(scope, call.directories, turn),
      maxDepth: Math.max(...plans.map(({ maxDepth = Infinity }) => maxDepth)),
      prune: (path) => plans.every((plan) => plan.prune(path)),
      followsLink: (path) => plans.some((plan) => plan.followsLink?.(path) === true),
      select(directory) {
        const selections = plans.map((plan) => plan.select(directory));
        return (name, kind) => selections.some((selects) => selects(name, kind));
      },
      linkCost: Math.max(...plans.map(({ linkCost = 0 }) => linkCost)),
      selectCost: plans.reduce((sum, { selectCost = 0 }) => sum + selectCost, 0),
      ...adviceLimits(call),
    }, pacer);
    const batches = entryBatches(walk, ({ type }) => isExact &&= type !== "stopped");
    for await (const batch of batches) {
      for (const { directory, names, kind } of batch) {
        for (const [i, { select, maxDepth = Infinity }] of plans.entries()) {
          if (directory.depth > maxDepth) continue;
          const selects = select(directory);
          await forEachPaced(names, pacer, (name) => {
            if (selects(name, kind)) counts[i]!++;
          });
        }
      }
    }
  }
  return { counts, isExact };
}

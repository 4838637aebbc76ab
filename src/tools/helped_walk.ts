/** Walks that workers may help. */
import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import type { WalkWorkers } from "../tool.ts";
import type { Help } from "../walk/help.ts";
import type { WalkOptions } from "../walk/steps.ts";
import { Walk } from "../walk/walk.ts";

/** What a walk is made of. */
export interface WalkParts {
  readonly scope: Scope;
  readonly start: ScopedPath;
  readonly options: WalkOptions;
  readonly pacer: Pacer;
}

/** A walk that the host's workers help once it has proved long. */
export function helpedWalk(
  parts: WalkParts,
  { workers }: { readonly workers?: WalkWorkers | undefined },
): Walk {
  const { scope, start, options, pacer } = parts;
  const hasFilter = options.prune !== undefined ||
    options.order === "path" && options.select !== undefined;
  const isLoner = workers === undefined || hasFilter && options.filter === undefined ||
    // Workers leave to the walk what takes long.
    scope.visibility?.in(start)?.isCostly === true;
  return new Walk(
    scope,
    start,
    options,
    pacer,
    isLoner ? {} : { help: helpBy(workers, parts) },
  );
}

function helpBy(workers: WalkWorkers, parts: WalkParts): Help {
  return {
    // While a walk runs, workers may come.
    get after() {
      return workers.after;
    },
    start: async (walk) => {
      const { AheadOpener } = await import("../ahead/ahead_opener.ts");
      return new AheadOpener({ ...parts, workers }, walk);
    },
  };
}

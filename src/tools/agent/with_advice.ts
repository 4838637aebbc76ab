import type { PagedSpec } from "../discovery/paged_tool.ts";
import type { StartedCall } from "../discovery/invocation.ts";
import type { Advice, DiscoveryResult } from "../discovery/result.ts";
import { hintsFor } from "./hints.ts";
import { adviceForFailure, suggest } from "./suggestions.ts";

/** Makes the results of a tool carry `suggestions` and `hints`. */
export function withAdvice(spec: PagedSpec): PagedSpec {
  return { ...spec, advise };
}

async function advise(result: DiscoveryResult, call: StartedCall): Promise<Advice> {
  const { operation, query, count, truncated, entries, error } = result;
  const path = (query.path ?? query.root) as string;
  if (error !== undefined) return await adviceForFailure(error, path, call);
  if (operation === "stat_path") {
    return entries[0]!.exists ? {} : await suggest(path, call, { isListed: false, isCheap: false });
  }
  const isWhole = !truncated && typeof call.cursor !== "string";
  return count === 0 && isWhole ? await hintsFor(result, call) : {};
}

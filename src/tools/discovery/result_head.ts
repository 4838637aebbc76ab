import { type Call, requestedPathOf } from "../call.ts";
import type { ResultHead } from "./result.ts";

/** What the result of a call says first. */
export function resultHeadOf(call: Call): ResultHead {
  const { tool: { DEFINITION }, query, scope, started } = call;
  const { cursor: _, ...asked } = Object(query) as Record<string, unknown>;
  const path = requestedPathOf(started === undefined ? call : { ...call, query: started.args });
  const root = path === undefined || scope === undefined ? "." : scope.displayed(path);
  return { operation: DEFINITION.function.name, root, query: asked };
}

/** What precedes an entry's path from the root of a call when it is displayed. */
export function displayPrefixOf({ root }: Pick<ResultHead, "root">): string {
  return root === "." ? "" : root.endsWith("/") ? root : `${root}/`;
}

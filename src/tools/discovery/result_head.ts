import { type Call, requestedPathOf } from "../call.ts";
import type { ResultHead } from "./result.ts";

export function resultHeadOf(call: Call): ResultHead {
  const { tool: { DEFINITION }, query, scope, started } = call;
  const { cursor: _, ...args } = query ?? {};
  const path = requestedPathOf(started === undefined ? call : { ...call, query: started.args });
  const root = path === undefined || scope === undefined ? "." : scope.displayed(path);
  const roots = (started?.directories ?? []).map((each) => scope!.displayed(each));
  return {
    operation: DEFINITION.function.name,
    root,
    ...roots.length > 1 && { roots },
    query: args,
  };
}

export function displayPrefixOf({ root }: Pick<ResultHead, "root">): string {
  return root === "." ? "" : root.endsWith("/") ? root : `${root}/`;
}

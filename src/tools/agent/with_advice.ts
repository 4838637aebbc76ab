import type { ToolDefinition } from "../../tool.ts";
import type { StartedCall } from "../call.ts";
import type { Page, PagedSpec } from "../discovery/paged_tool.ts";
import type { Advice, DiscoveryResult } from "../discovery/result.ts";
import { hintsFor } from "./hints.ts";
import { adviceForFailure, suggest } from "./suggestions.ts";

/** Makes the results of a tool carry `suggestions` and `hints`. Its searches leave out what git ignores. */
export function withAdvice<Arguments>(spec: PagedSpec<Arguments>): PagedSpec<Arguments> {
  const TRAITS = { ...spec.TRAITS, loggedAs: "agent" } as const;
  return { ...spec, TRAITS, DEFINITION: leavingOutIgnored(spec.DEFINITION), advise };
}

async function advise(result: DiscoveryResult, call: StartedCall, page?: Page): Promise<Advice> {
  const { operation, entries, error } = result;
  // The path that was found, not the one that was sent.
  const query = call.args as DiscoveryResult["query"];
  const path = (query.path ?? query.root) as string;
  if (error !== undefined) return await adviceForFailure(error, path, call);
  if (operation === "stat_path") {
    return entries[0]!.exists ? {} : await suggest(path, call, { isListed: false, isCheap: false });
  }
  return typeof query.cursor === "string" ? {} : await hintsFor({ ...result, query }, call, page);
}

/** A definition whose `use_gitignore`, if it has one, is on by default. */
function leavingOutIgnored(definition: ToolDefinition): ToolDefinition {
  const { parameters } = definition.function;
  const { use_gitignore } = parameters.properties;
  if (use_gitignore === undefined) return definition;
  const properties = {
    ...parameters.properties,
    use_gitignore: { ...use_gitignore, default: true },
  };
  return {
    ...definition,
    function: { ...definition.function, parameters: { ...parameters, properties } },
  };
}

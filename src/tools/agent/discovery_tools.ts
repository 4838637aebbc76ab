import { isAbsolute } from "../../scope/path_text.ts";
import type { ToolDefinition } from "../../tool.ts";
import type { AnyArguments, StartedCall } from "../call.ts";
import { FIND_FILES } from "../discovery/find_files.ts";
import { GLOB_SEARCH } from "../discovery/glob_search.ts";
import { LIST_DIR } from "../discovery/list_dir.ts";
import { LIST_DIR_ENTRIES } from "../discovery/list_dir_entries.ts";
import { type Page, type PagedSpec, pagedTool, singlePageTool } from "../discovery/paged_tool.ts";
import type { Advice, DiscoveryResult } from "../discovery/result.ts";
import { STAT_PATH } from "../discovery/stat_path.ts";
import type { DiscoveryTools } from "../discovery/tools.ts";
import { correctedFilters } from "./corrected_filters.ts";
import { absolutePatternHint } from "./hints/path_hints.ts";
import { searchHints } from "./hints/search_hints.ts";
import { adviceForFailure, suggestPaths } from "./suggestions/path_suggestions.ts";

/** The five tools of `discovery` as toolset `agent` has them, with suggestions and hints, by wire name. */
export const DISCOVERY_TOOLS: DiscoveryTools = {
  stat_path: singlePageTool(withAdvice(STAT_PATH.SPEC)),
  find_files: pagedTool(withAdvice({ ...FIND_FILES.SPEC, normalizeArguments: correctedFilters })),
  glob_search: pagedTool(withAdvice(GLOB_SEARCH.SPEC)),
  list_dir_entries: pagedTool(withAdvice(LIST_DIR_ENTRIES.SPEC)),
  list_dir: singlePageTool(withAdvice(LIST_DIR.SPEC)),
};

/** Adds suggestions and hints to a tool, and makes its searches leave out what git ignores by default. */
function withAdvice<Arguments extends AnyArguments>(
  spec: PagedSpec<Arguments>,
): PagedSpec<Arguments> {
  const TRAITS = { ...spec.TRAITS, loggedAs: "agent", isForgiving: true } as const;
  return { ...spec, TRAITS, DEFINITION: leavingOutIgnored(spec.DEFINITION), advise };
}

async function advise(result: DiscoveryResult, call: StartedCall, page?: Page): Promise<Advice> {
  const { operation, entries, error } = result;
  // The arguments as they were understood: escapes of a path as sent may be decoded here.
  const query = call.args as DiscoveryResult["query"];
  const path = (query.path ?? query.root) as string;
  const { pattern } = query;
  if (error?.code === "bad_pattern" && typeof pattern === "string" && isAbsolute(pattern)) {
    const hint = absolutePatternHint(pattern, path, call.scope);
    return hint === undefined ? {} : { hints: [hint] };
  }
  if (error !== undefined) return await adviceForFailure(error, path, call);
  if (operation !== "stat_path") {
    const isFirstPage = typeof query.cursor !== "string";
    return isFirstPage ? await searchHints({ ...result, query }, call, page) : {};
  }
  const options = { isForListing: false, mayWalk: true };
  return entries[0]!.exists ? {} : await suggestPaths(path, call, options);
}

/** Returns a definition whose `use_gitignore`, if it has one, is on by default. */
function leavingOutIgnored(definition: ToolDefinition): ToolDefinition {
  const { parameters } = definition.function;
  const { use_gitignore } = parameters.properties;
  if (use_gitignore === undefined) return definition;
  const properties = {
    ...parameters.properties,
    use_gitignore: { ...use_gitignore, default: true },
  };
  const parametersOfAgent = { ...parameters, properties };
  return { ...definition, function: { ...definition.function, parameters: parametersOfAgent } };
}

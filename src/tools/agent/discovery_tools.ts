import { isAbsolute } from "../../scope/path_text.ts";
import type { ToolDefinition } from "../../tool.ts";
import type { AnyArguments, StartedCall } from "../call.ts";
import { FIND_FILES } from "../discovery/find_files.ts";
import { GLOB_SEARCH } from "../discovery/glob_search.ts";
import { LIST_DIR } from "../discovery/list_dir.ts";
import { LIST_DIR_ENTRIES } from "../discovery/list_dir_entries.ts";
import {
  type FoundInOrder,
  type Page,
  type PagedSpec,
  pagedTool,
  singlePageTool,
} from "../discovery/paged_tool.ts";
import type { Advice, DiscoveryResult } from "../discovery/result.ts";
import { STAT_PATH } from "../discovery/stat_path.ts";
import { definitionOf, leanDefinition } from "../schema.ts";
import type { AgentDiscoveryTools } from "./agent_discovery_tools.ts";
import { correctedFilters } from "./corrected_filters.ts";
import { absolutePatternHint } from "./hints/path_hints.ts";
import { searchHints } from "./hints/search_hints.ts";
import { LEAN_TEXTS } from "./lean_texts.ts";
import { refinedArguments } from "./refined_arguments.ts";
import { PROPERTIES } from "./refined_search.ts";
import { listingToolResult, searchToolResult, statToolResult } from "./short_facts.ts";
import { adviceForFailure, suggestPaths } from "./suggestions/path_suggestions.ts";

/** The five tools of `discovery` as toolset `agent` has them, with suggestions and hints, by wire name. */
export const DISCOVERY_TOOLS: AgentDiscoveryTools = {
  stat_path: { ...singlePageTool(withAdvice(STAT_PATH.SPEC)), toResult: statToolResult },
  find_files: {
    ...pagedTool(searchWithAdvice(FIND_FILES.SPEC, correctedFilters)),
    toResult: searchToolResult,
  },
  glob_search: { ...pagedTool(searchWithAdvice(GLOB_SEARCH.SPEC)), toResult: searchToolResult },
  list_dir_entries: {
    ...pagedTool(withAdvice(LIST_DIR_ENTRIES.SPEC)),
    toResult: listingToolResult,
  },
  list_dir: { ...singlePageTool(withAdvice(LIST_DIR.SPEC)), toResult: listingToolResult },
};

/** Adds suggestions and hints to a tool, and has its definition say what a model needs. */
function withAdvice<Arguments extends AnyArguments>(
  spec: PagedSpec<Arguments>,
): PagedSpec<Arguments> {
  const { DEFINITION: checks } = spec;
  const TRAITS = { ...spec.TRAITS, loggedAs: "agent", isForgiving: true, checks } as const;
  const DEFINITION = leanDefinition(checks, LEAN_TEXTS[checks.function.name]);
  return { ...spec, DEFINITION, TRAITS, advise };
}

/** The same for a search, which besides has more arguments, and leaves out what git ignores by default. */
function searchWithAdvice<Arguments extends AnyArguments & { readonly cursor: string | null }>(
  spec: PagedSpec<Arguments>,
  correct: (args: Arguments) => Arguments = (args) => args,
): PagedSpec<Arguments> {
  return {
    ...withAdvice({ ...spec, DEFINITION: refinedDefinition(spec.DEFINITION) }),
    normalizeArguments: (args) => refinedArguments(correct(args)),
  };
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
    const found = isFirstPage ? await searchHints({ ...result, query }, call, page) : [];
    const hints = [...cutHints(query.sort, entries.length, page?.found), ...found];
    return hints.length === 0 ? {} : { hints };
  }
  const options = { isForListing: false, mayWalk: true };
  return entries[0]!.exists ? {} : await suggestPaths(path, call, options);
}

/** Returns hints at what a search that is not sorted by path does not show. */
function cutHints(sort: unknown, shown: number, found: FoundInOrder | undefined): string[] {
  if (found === undefined) return [];
  const { count, stopped } = found;
  const [first, more] = sort === "size" ? ["largest", "larger"] : ["newest", "newer"];
  if (stopped !== undefined) {
    return [
      `only ${stopped.scanned} entries were read: others may be ${more}; search a part by root`,
    ];
  }
  return count > shown ? [`${count} match; these are the ${first}`] : [];
}

/** Returns a definition with the arguments that a search has in this toolset, whose `use_gitignore` is on by default. */
function refinedDefinition({ function: { name, description, parameters } }: ToolDefinition) {
  const { function: { parameters: refined } } = definitionOf(name, description, PROPERTIES);
  const { cursor, ...others } = parameters.properties;
  const properties = {
    ...others,
    use_gitignore: { ...others.use_gitignore!, default: true },
    ...refined.properties,
    cursor: cursor!,
  };
  const parametersOfAgent = { ...parameters, properties };
  return {
    type: "function",
    function: { name, description, parameters: parametersOfAgent },
  } as const;
}

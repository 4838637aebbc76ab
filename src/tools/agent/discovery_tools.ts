import type { PagedTool } from "../../tool.ts";
import type { AnyArguments, StartedCall } from "../call.ts";
import { FIND_FILES, type FindFilesArguments } from "../discovery/find_files.ts";
import { GLOB_SEARCH, type GlobSearchArguments } from "../discovery/glob_search.ts";
import { LIST_DIR } from "../discovery/list_dir.ts";
import { LIST_DIR_ENTRIES } from "../discovery/list_dir_entries.ts";
import {
  type FoundInOrder,
  type Page,
  type PagedSpec,
  pagedTool,
  singlePageTool,
} from "../discovery/paged_tool.ts";
import type { DiscoveryResult } from "../discovery/result.ts";
import { STAT_PATH } from "../discovery/stat_path.ts";
import type { DiscoveryTools } from "../discovery/tools.ts";
import { publishedDefinition, type SearchArguments, searchDefinition } from "./definitions.ts";
import { type AdviceData, adviceInWords } from "../advice.ts";
import { otherRootsHints } from "./advice/other_roots.ts";
import { searchHints } from "./advice/search_hints.ts";
import { puttingRight } from "./put_right/put_right.ts";
import { listingToolResult, searchToolResult, statToolResult } from "./short_facts.ts";
import { adviceForFailure, suggestPaths } from "./advice/path_suggestions.ts";

/** The tools of `discovery` as toolset `agent` has them. */
export type AgentDiscoveryTools = Omit<DiscoveryTools, "find_files" | "glob_search"> & {
  /** Finds files by extension, name, path, depth and time, by path or the newest or largest first. */
  readonly find_files: PagedTool<DiscoveryResult, FindFilesArguments & SearchArguments>;
  /** Finds entries by a glob, and as `find_files` does. */
  readonly glob_search: PagedTool<DiscoveryResult, GlobSearchArguments & SearchArguments>;
};

/** The five tools of `discovery` as toolset `agent` has them, with suggestions and hints, by wire name. */
export const DISCOVERY_TOOLS: AgentDiscoveryTools = {
  stat_path: { ...singlePageTool(withAdvice(STAT_PATH.SPEC)), toResult: statToolResult },
  find_files: { ...pagedTool(withAdvice(FIND_FILES.SPEC)), toResult: searchToolResult },
  glob_search: { ...pagedTool(withAdvice(GLOB_SEARCH.SPEC)), toResult: searchToolResult },
  list_dir_entries: {
    ...pagedTool(withAdvice(LIST_DIR_ENTRIES.SPEC)),
    toResult: listingToolResult,
  },
  list_dir: { ...singlePageTool(withAdvice(LIST_DIR.SPEC)), toResult: listingToolResult },
};

/** Adds suggestions, hints and putting right to a tool, and has its definition say what a model needs. */
function withAdvice<Arguments extends AnyArguments>(
  spec: PagedSpec<Arguments>,
): PagedSpec<Arguments> {
  const searchesRoots = spec.TRAITS.pathArgument === "root";
  const checks = searchesRoots ? searchDefinition(spec.DEFINITION) : spec.DEFINITION;
  const own = { loggedAs: "agent", searchesRoots, ...puttingRight(checks) } as const;
  const TRAITS = { ...spec.TRAITS, ...own };
  return {
    ...spec,
    DEFINITION: publishedDefinition(checks),
    TRAITS,
    advise: async (...finished) => adviceInWords(await adviceOn(...finished)),
  };
}

async function adviceOn(
  result: DiscoveryResult,
  call: StartedCall,
  page: Page | undefined,
): Promise<AdviceData> {
  const { operation, entries, error } = result;
  // The arguments as they were put right: escapes of a path as sent may be decoded here.
  const query = call.args as DiscoveryResult["query"];
  const path = (query.path ?? query.root) as string;
  if (error !== undefined) {
    return await adviceForFailure(error, path, call);
  }
  if (operation === "stat_path") {
    return entries[0]!.exists ? {} : await suggestPaths(path, call, false);
  }
  const { found, search } = page ?? {};
  const cut = cutHints(query.sort, entries.length, found);
  if (typeof query.cursor === "string") return { hints: cut };
  const isStopped = result.truncated && entries.length === 0 && !found;
  const stopped = isStopped ? [`only ${call.pacer.counts.entries} entries were read`] : [];
  const ignored = page?.ignored ?? [];
  const hints = search &&
    await searchHints({ result: { ...result, query }, call, ignored, search });
  const sent = (result.query.path ?? result.query.root) as string;
  const others = otherRootsHints(sent, path, call);
  return { hints: [...stopped, ...cut, ...hints ?? [], ...others] };
}

/** Returns hints at what a search that is not sorted by path does not show. */
function cutHints(sort: unknown, shown: number, found: FoundInOrder | undefined): string[] {
  if (found === undefined) return [];
  const { count, stopped } = found;
  const [first, more] = sort === "size" ? ["largest", "larger"] : ["newest", "newer"];
  return stopped
    ? [`only ${stopped.scanned} entries were read: others may be ${more}; search a part by root`]
    : count > shown
    ? [`${count} match; these are the ${first}`]
    : [];
}

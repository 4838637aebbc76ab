/**
 * `find_files` of toolset `discovery`. An argument is added or changed in {@linkcode PROPERTIES}.
 *
 * @module
 */
import type { Scope } from "../../scope/scope.ts";
import type { PagedTool, ToolDefinition } from "../../tool.ts";
import { ExcludedDirectories, fileSelector, filterCost } from "./filters.ts";
import { type PagedSpec, pagedTool } from "./paged_tool.ts";
import type { DiscoveryResult } from "./result.ts";
import { searchPages } from "./search_pages.ts";
import { type SearchPlan, withFileLinks } from "./search_plan.ts";
import {
  type ArgumentsOf,
  CURSOR_HELP,
  definitionOf,
  GITIGNORE_HELP,
  type InputOf,
  MAX_CURSOR_LENGTH,
  NAME_MAX,
  PATH_MAX,
} from "../schema.ts";

/** The name, type, bounds, default and help of each argument of `find_files`. */
export const PROPERTIES = {
  root: { path: "The directory to search.", default: "." },
  max_depth: { integer: "How deep to search; 1: direct children only.", minimum: 1 },
  extensions: {
    texts:
      'Only names that end in one of these extensions, with or without the dot: ["ts", ".md"].',
    maxLength: NAME_MAX,
  },
  name_contains: { text: "Only file names that contain this text.", maxLength: NAME_MAX },
  path_contains: {
    text: "Only paths, relative to root, that contain this text.",
    maxLength: PATH_MAX,
  },
  exclude_dirs: {
    texts:
      'Directories not to search, by exact name ("node_modules") or path from root ("src/gen").',
    maxLength: 1024,
  },
  case_sensitive: { flag: "Whether the text filters and extensions distinguish case." },
  use_gitignore: { flag: GITIGNORE_HELP },
  limit: { integer: "Most files in one page.", minimum: 1, maximum: 1000, default: 100 },
  cursor: { text: CURSOR_HELP, maxLength: MAX_CURSOR_LENGTH },
} as const;

/** The arguments of `find_files`; {@linkcode DEFINITION} describes them. */
export type FindFilesArguments = InputOf<typeof PROPERTIES>;

type Arguments = ArgumentsOf<typeof PROPERTIES>;

/** The definition of `find_files`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = definitionOf(
  "find_files",
  "Find regular files anywhere below a directory, filtered by extension, name, path and depth. Second choice after stat_path: prefer it to listing directories one by one. Sorted by path, in pages.",
  PROPERTIES,
);

const SPEC: PagedSpec<Arguments> = {
  DEFINITION,
  TRAITS: { pathArgument: "root", isRooted: true, loggedAs: "discovery", lines: "rows" },
  open: (request) =>
    searchPages(request, { planOf, limit: request.args.limit, hasSizes: !request.lean }),
};

function planOf(
  { max_depth, exclude_dirs, ...filter }: Arguments,
  agentScope: Scope | undefined,
): SearchPlan {
  const isLenient = agentScope !== undefined;
  const selectionIn = fileSelector(filter, isLenient);
  const excluded = new ExcludedDirectories(exclude_dirs ?? [], isLenient);
  return withFileLinks({
    maxDepth: max_depth === null ? Infinity : max_depth - 1,
    prune: (path) => excluded.prunes(path),
    exclusions: [excluded],
    select: ({ prefix }) => selectionIn(prefix),
    selectCost: filterCost(filter),
  }, agentScope);
}

/** `find_files` of toolset `discovery`. */
export const TOOL: PagedTool<DiscoveryResult, FindFilesArguments> = pagedTool(SPEC);

/** The base of `find_files` of toolset `agent`. */
export const FIND_FILES = { SPEC } as const;

/**
 * Finds regular files below a directory, in code point order of their path. Requires `--allow-read` permission for it.
 *
 * @example Usage
 * ```ts
 * import { execute } from "@dirscope/dirscope/discovery/find-files";
 * import { assertEquals } from "@std/assert";
 *
 * const { entries, truncated } = await execute(
 *   { root: "sample", extensions: ["py"] },
 *   { cwd: "fixtures" },
 * );
 * assertEquals(entries.map(({ path }) => path), ["sample/src/main.py", "sample/src/utils/helpers.py"]);
 * assertEquals(truncated, false);
 * ```
 *
 * @param args The arguments that the model sent; see {@linkcode DEFINITION}.
 * @param context The context of the host.
 * @returns The result, or an error in its shape.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export const execute: PagedTool<DiscoveryResult, FindFilesArguments>["execute"] = TOOL.execute;

/** Yields all pages of a call from one walk; following the cursors returns the same pages. */
export const pages: PagedTool<DiscoveryResult, FindFilesArguments>["pages"] = TOOL.pages;

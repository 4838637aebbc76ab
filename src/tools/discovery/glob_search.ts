/**
 * `glob_search` of toolset `discovery`. An argument is added or changed in {@linkcode PROPERTIES}.
 *
 * @module
 */
import { compileGlob } from "../../glob/glob.ts";
import type { Scope } from "../../scope/scope.ts";
import type { PagedTool, ToolDefinition } from "../../tool.ts";
import { KIND_FILTERS } from "./filters.ts";
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
  MAX_GLOB_LENGTH,
} from "../schema.ts";

/** The name, type, bounds, default and help of each argument of `glob_search`. */
export const PROPERTIES = {
  pattern: {
    text:
      'The glob, matched against paths relative to root: * and ? inside a name, [a-z], [!a], {a,b}, ** as a whole segment for any number of directories: "src/**/*.{js,ts}". Dot names match like any other. A literal [ is [[]: "app/[[]id]/*.ts".',
    maxLength: MAX_GLOB_LENGTH,
    required: true,
  },
  root: { path: "The directory to search.", default: "." },
  kind: {
    choice: ["file", "dir", "any"],
    about: '"any" includes symlinks and the rest.',
    default: "any",
  },
  case_sensitive: { flag: "Whether the pattern distinguishes case.", default: true },
  use_gitignore: { flag: GITIGNORE_HELP },
  max_results: { integer: "Most matches in one page.", minimum: 1, maximum: 1000, default: 100 },
  cursor: { text: CURSOR_HELP, maxLength: MAX_CURSOR_LENGTH },
} as const;

/** The arguments of `glob_search`; {@linkcode DEFINITION} describes them. */
export type GlobSearchArguments = InputOf<typeof PROPERTIES>;

type Arguments = ArgumentsOf<typeof PROPERTIES>;

/** The definition of `glob_search`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = definitionOf(
  "glob_search",
  "Find files and directories whose path matches a glob. Choose it when you know the shape of the path; directories that cannot match are not read. Sorted by path, in pages.",
  PROPERTIES,
);

const SPEC: PagedSpec<Arguments> = {
  DEFINITION,
  TRAITS: {
    pathArgument: "root",
    wordArguments: ["pattern", "root"],
    isRooted: true,
    loggedAs: "discovery",
    lines: "rows",
  },
  open: (request) =>
    searchPages(request, { planOf, limit: request.args.max_results, hasSizes: false }),
};

function planOf(
  { pattern, kind, case_sensitive }: Arguments,
  agentScope: Scope | undefined,
): SearchPlan {
  const glob = compileGlob(pattern, case_sensitive, agentScope !== undefined);
  const isKind = KIND_FILTERS[kind];
  return withFileLinks({
    ...agentScope && { followsLink: (path: string) => glob.leadsThrough(path) },
    prune: (path) => !glob.in(path).isLive,
    select: ({ prefix }) => {
      const here = glob.in(prefix.slice(0, -1));
      return (name, kind) => isKind(kind) && here.matches(name);
    },
    selectCost: glob.matchCost,
  }, agentScope);
}

/** `glob_search` of toolset `discovery`. */
export const TOOL: PagedTool<DiscoveryResult, GlobSearchArguments> = pagedTool(SPEC);

/** The base of `glob_search` of toolset `agent`. */
export const GLOB_SEARCH = { SPEC } as const;

/**
 * Finds entries whose path matches a glob, in code point order of their path. Requires `--allow-read` permission for it.
 *
 * @example Usage
 * ```ts
 * import { execute } from "@dirscope/dirscope/discovery/glob-search";
 * import { assertEquals } from "@std/assert";
 *
 * const { entries } = await execute({ pattern: "{docs,src}/*.{md,py}" }, { cwd: "fixtures/sample" });
 * assertEquals(entries.map(({ path }) => path), ["docs/guide.md", "src/main.py"]);
 * const { error } = await execute({ pattern: "src/{a" });
 * assertEquals(error, { code: "bad_pattern", message: "pattern: unclosed brace at character 5" });
 * ```
 *
 * @param args The arguments that the model sent; see {@linkcode DEFINITION}.
 * @param context The context of the host.
 * @returns The result, or an error in its shape.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export const execute: PagedTool<DiscoveryResult, GlobSearchArguments>["execute"] = TOOL.execute;

/** Yields all pages of a call from one walk; following the cursors returns the same pages. */
export const pages: PagedTool<DiscoveryResult, GlobSearchArguments>["pages"] = TOOL.pages;

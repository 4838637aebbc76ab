/**
 * `glob_search` of toolset `discovery`.
 *
 * @module
 */
import type { ArgumentsOf } from "../../arguments/parse_arguments.ts";
import { rulesAbove } from "../../gitignore/rules.ts";
import type { ToolDefinition } from "../../tool.ts";
import type { PathOrder } from "../../walk/steps.ts";
import { Walk } from "../../walk/walk.ts";
import { type PagedSpec, type PagedTool, pagedTool } from "./paged_tool.ts";
import { pageWalk } from "./page_walk.ts";
import { searchFilter } from "./search_filter.ts";
import {
  choice,
  CURSOR,
  define,
  flag,
  integer,
  MAX_GLOB,
  optionalPath,
  useGitignore,
} from "../schema.ts";

const PROPERTIES = {
  pattern: {
    type: "string",
    maxLength: MAX_GLOB,
    description:
      'The glob, matched against paths relative to root: * and ? inside a name, [a-z], [!a], {a,b}, ** as a whole segment for any number of directories: "src/**/*.{js,ts}". Dot names match like any other. A literal [ is [[]: "app/[[]id]/*.ts".',
  } as const,
  root: optionalPath("The directory to search."),
  kind: choice(
    '"any" includes symlinks and the rest.',
    ["file", "dir", "any"],
    "any",
  ),
  case_sensitive: flag("Whether the pattern distinguishes case.", true),
  use_gitignore: useGitignore(false),
  max_results: integer("Most matches in one page.", { minimum: 1, maximum: 1000 }, 100),
  cursor: CURSOR,
};

/** The arguments of `glob_search`; {@linkcode DEFINITION} says what they mean. */
export type GlobSearchArguments = {
  readonly pattern: string;
  readonly root?: string | null | undefined;
  readonly kind?: "file" | "dir" | "any" | null | undefined;
  readonly case_sensitive?: boolean | null | undefined;
  readonly use_gitignore?: boolean | null | undefined;
  readonly max_results?: number | null | undefined;
  readonly cursor?: string | null | undefined;
};

type Arguments = ArgumentsOf<typeof PROPERTIES, "pattern">;

/** The definition of `glob_search`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = define<GlobSearchArguments>(
  "glob_search",
  "Find files and directories whose path matches a glob. Choose it when you know the shape of the path; directories that cannot match are not read. Sorted by path, in pages.",
  { properties: PROPERTIES, required: ["pattern"] },
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
  async open(request) {
    const { args, scope, pacer, maxScanned, position, displayPrefix, reportsIgnored } = request;
    const filter = searchFilter({ ...args, type: "glob" });
    const start = scope.enterDirectory(args.root);
    const rules = args.use_gitignore ? await rulesAbove(scope, start, "git", pacer) : undefined;
    const options: PathOrder = {
      order: "path",
      ...filter,
      rules,
      reportIgnored: reportsIgnored,
      after: position,
      maxScanned,
      ...request.isSinglePage && { window: args.max_results + 1 },
    };
    const walk = new Walk(scope, start, options, pacer);
    return pageWalk(walk, {
      limit: args.max_results,
      displayPrefix,
      hasSizes: false,
      unreadAbove: position === undefined ? rules?.unread ?? 0 : 0,
    });
  },
};

/** `glob_search` of toolset `discovery`. */
export const TOOL: PagedTool<GlobSearchArguments> = pagedTool(SPEC);

/** What toolset `agent` makes its own `glob_search` of. */
export const GLOB_SEARCH: PagedSpec = SPEC;

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
 * @param args What the model sent; see {@linkcode DEFINITION}.
 * @param context What the host gives.
 * @returns The result, or an error in its shape.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export const execute: PagedTool<GlobSearchArguments>["execute"] = TOOL.execute;

/** All pages of a call, from one walk that is kept open: what following the cursors gives. */
export const pages: PagedTool<GlobSearchArguments>["pages"] = TOOL.pages;

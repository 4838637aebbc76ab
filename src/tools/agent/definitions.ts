/** The definitions of `discovery`'s tools in toolset `agent`: more arguments for searches, fewer tokens for all. */
import type { ToolDefinition } from "../../tool.ts";
import { AGENT_GITIGNORE_HELP, definitionOf, type InputOf, leanDefinition } from "../schema.ts";

/** The arguments that `find_files` and `glob_search` have in this toolset alone. */
export const PROPERTIES = {
  sort: {
    choice: ["path", "modified", "size"],
    about: "modified: newest first; size: largest first.",
    default: "path",
  },
  modified_within: { text: 'How long ago at most: "90m", "2h", "3d".', maxLength: 40 },
  exclude: {
    texts: 'Globs to leave out: "*.test.ts", "docs/**".',
    maxLength: 1000,
  },
} as const;

/** The type of those arguments. */
export type SearchArguments = InputOf<typeof PROPERTIES>;

/** Returns the definition of a search, to check its arguments by. Its `use_gitignore` is on by default. */
export function searchDefinition(
  { function: { name, description, parameters } }: ToolDefinition,
): ToolDefinition {
  const { function: { parameters: own } } = definitionOf(name, description, PROPERTIES);
  const { cursor, ...others } = parameters.properties;
  const properties = {
    ...others,
    use_gitignore: { ...others.use_gitignore!, default: true },
    ...own.properties,
    cursor: cursor!,
  };
  return {
    type: "function",
    function: { name, description, parameters: { ...parameters, properties } },
  };
}

/** Returns the definition of a tool as it is published. */
export function publishedDefinition(checks: ToolDefinition): ToolDefinition {
  return leanDefinition(checks, LEAN_TEXTS[checks.function.name]);
}

/** The descriptions of arguments that several tools have. */
const COMMON_TEXTS = {
  root: "The directory to search.",
  use_gitignore: AGENT_GITIGNORE_HELP,
  cursor: "next_cursor of the page before.",
} as const;

/** Descriptions in fewer tokens than those of `discovery`, by tool and argument; of the tool itself by `""`. */
const LEAN_TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  stat_path: {
    "": "Say whether a path exists and what it is, with size and time. A symlink is not followed.",
    path: "The path.",
  },
  find_files: {
    ...COMMON_TEXTS,
    "": "Find files below a directory by extension, name, path or age.",
    max_depth: "1: direct children only.",
    extensions: 'With or without the dot: ["ts", ".md"].',
    name_contains: "Text in the name.",
    path_contains: "Text in the path from root.",
    exclude_dirs: 'Names ("node_modules") or paths from root ("src/gen").',
    case_sensitive: "For texts and extensions.",
    limit: "Files a page.",
  },
  glob_search: {
    ...COMMON_TEXTS,
    "": "Find files and directories whose path matches a glob.",
    pattern:
      'From root: "src/**/*.{js,ts}". ** is a whole segment; dot names match too; a literal [ is [[].',
    kind: '"any": links too.',
    case_sensitive: "For the pattern.",
    max_results: "Matches a page.",
  },
  list_dir_entries: {
    ...COMMON_TEXTS,
    "": "List the direct children of a directory with sizes and times.",
    path: "The directory.",
    include_hidden: "Show names that start with a dot.",
    limit: "Entries a page.",
  },
  list_dir: {
    "": "List the names of all direct children of a directory.",
    path: "The directory.",
  },
};

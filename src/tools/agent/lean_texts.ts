/** What the definitions of `discovery`'s tools say in toolset `agent`, in fewer tokens. */
import { AGENT_GITIGNORE_HELP } from "../schema.ts";

/** The descriptions of arguments that several tools have. */
const COMMON_TEXTS = {
  root: "The directory to search.",
  use_gitignore: AGENT_GITIGNORE_HELP,
  cursor: "next_cursor of the page before.",
} as const;

/** Descriptions in fewer tokens than those of `discovery`, by tool and argument; of the tool itself by `""`. */
export const LEAN_TEXTS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
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
      'From root: "src/**/*.{js,ts}". ** is a whole segment; Dot names match too; a literal [ is [[].',
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

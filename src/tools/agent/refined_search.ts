/** The arguments that `find_files` and `glob_search` have in toolset `agent` alone. */
import type { InputOf } from "../schema.ts";

/** The name, type, bounds, default and help of each of them. */
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

/** Those arguments; the DEFINITIONs of the two tools describe them. */
export type RefinedArguments = InputOf<typeof PROPERTIES>;

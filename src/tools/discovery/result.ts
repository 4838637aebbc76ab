/** The result of the tools of toolset `discovery`. */
import type { OutputSchema } from "../../tool.ts";
import { objectSchema } from "../schema.ts";
import type { SkipReason } from "../skipped.ts";

export type { SkipReason };

/** The kind of an entry; a link is never followed. */
export type DiscoveryKind = "dir" | "file" | "other" | "symlink" | "missing";

/** One entry. Its fields depend on the operation. */
export interface DiscoveryEntry {
  /** The path, relative to the working directory; absolute only if outside it. */
  readonly path: string;
  /** The last part of the path. */
  readonly name: string;
  /** The kind of entry. */
  readonly kind: DiscoveryKind;
  /** True if it exists (`stat_path`). */
  readonly exists?: boolean;
  /** The size of a file in bytes; else `null`. */
  readonly size?: number | null;
  /** The modification time in milliseconds since 1970; `null` if unknown. */
  readonly modified_unix_ms?: number | null;
  /** The target of a link as stored (`stat_path`). */
  readonly link_target?: string;
}

/** The codes of errors. */
export const DISCOVERY_ERROR_CODES = [
  "bad_cursor",
  "bad_pattern",
  "busy",
  "invalid_argument",
  "invalid_root",
  "io_error",
  "not_a_directory",
  "not_found",
  "outside_root",
  "permission_denied",
  "timed_out",
] as const;

/** The code of an error. */
export type DiscoveryErrorCode = typeof DISCOVERY_ERROR_CODES[number];

/** The error of a call. */
export interface DiscoveryFailure {
  /** The code of the error. */
  readonly code: DiscoveryErrorCode;
  /** The message for the model. */
  readonly message: string;
}

/** The rules of git that are not known. */
export interface UnknownRules {
  /**
   * With `use_gitignore`: the scope ends inside what may be a repository, whose upper rules are not known; or its
   * git directory lies outside the scope.
   */
  readonly rules_above_scope?: "unknown";
  /** Present in the second of those cases. */
  readonly git_directory?: "outside_scope";
  /** The number of unreadable `.gitignore` files, `info/exclude` among them; absent if 0. */
  readonly unreadable_gitignore?: number;
  /** The number of repositories with an unreadable index: tracked files in them may count as ignored. */
  readonly unreadable_index?: number;
}

/** The suggestions of toolset `agent` for a path. */
export interface Suggestions {
  /** The existing paths most similar to one that does not exist or lies outside, the likeliest first. */
  readonly suggestions?: readonly string[];
}

/** The advice of toolset `agent` where nothing was found. */
export interface Advice extends Suggestions {
  /** Changes that make a search find something, or what is wrong with a path. */
  readonly hints?: readonly string[];
}

/** The first fields of every result of toolsets `discovery` and `agent`. */
export interface ResultHead {
  /** The tool's name. */
  readonly operation: string;
  /** The path of the directory that was searched or listed, relative to `cwd`; `.` if the arguments were refused. */
  readonly root: string;
  /** The roots that were searched, by their paths, where it is more than one. */
  readonly roots?: readonly string[];
  /** Every argument but the cursor, defaults filled in; empty if they were refused. */
  readonly query: Readonly<Record<string, unknown>>;
}

/** The success or the error of a call; narrowing on `success` narrows the result. */
export type CallOutcome =
  | { readonly success: true; readonly error?: undefined }
  | { readonly success: false; readonly error: DiscoveryFailure };

/** The result of every tool of the toolset. Equal query, equal tree, equal bytes. */
export type DiscoveryResult = CallOutcome & DiscoveryFields;

/** The fields of every result, of an error too. */
export interface DiscoveryFields extends ResultHead, Advice {
  /** The number of entries. */
  readonly count: number;
  /** True if there is more. */
  readonly truncated: boolean;
  /** The `cursor` of the next page. */
  readonly next_cursor?: string;
  /** The entries found, in order. */
  readonly entries: readonly DiscoveryEntry[];
  /** Counts of entries left out, by reason. */
  readonly skipped?: Readonly<Partial<Record<SkipReason, number>>>;
}

/** A list of texts. */
export const TEXTS_SCHEMA = { type: "array", items: { type: "string" } } as const;

/** A number of entries. */
export const COUNT_SCHEMA = { type: "integer", minimum: 0 } as const;

/** A {@linkcode DiscoveryFailure}. */
export const ERROR_SCHEMA: OutputSchema = objectSchema({
  code: { enum: DISCOVERY_ERROR_CODES },
  message: { type: "string" },
});

/** The JSON Schema of a {@linkcode DiscoveryResult}. */
export const OUTPUT_SCHEMA: OutputSchema = objectSchema({
  success: { type: "boolean" },
  operation: { type: "string" },
  root: { type: "string", description: "Where it looked." },
  roots: TEXTS_SCHEMA,
  query: { type: "object", description: "Every argument, defaults filled in." },
  count: COUNT_SCHEMA,
  truncated: { type: "boolean", description: "Whether there is more." },
  next_cursor: { type: "string", description: "Send it as cursor for more." },
  entries: {
    type: "array",
    items: objectSchema({
      name: { type: "string" },
      path: { type: "string" },
      kind: { enum: ["dir", "file", "other", "symlink", "missing"] satisfies DiscoveryKind[] },
      exists: { type: "boolean" },
      size: { type: ["integer", "null"], description: "Bytes, of a file." },
      modified_unix_ms: { type: ["number", "null"] },
      link_target: { type: "string" },
    }, ["exists", "size", "modified_unix_ms", "link_target"]),
  },
  skipped: {
    type: "object",
    additionalProperties: COUNT_SCHEMA,
    description: "What was left out, counted by reason.",
  },
  error: ERROR_SCHEMA,
  suggestions: TEXTS_SCHEMA,
  hints: TEXTS_SCHEMA,
}, ["roots", "next_cursor", "skipped", "error", "suggestions", "hints"]);

/** The one result shape of toolset `discovery`. */
import type { OutputSchema } from "../../tool.ts";
import { objectSchema } from "../schema.ts";
import type { SkipReason } from "../skipped.ts";

export type { SkipReason };

/** What an entry is; a link is never followed. */
export type DiscoveryKind = "dir" | "file" | "other" | "symlink" | "missing";

/** One entry. Which fields it has depends on the operation. */
export interface DiscoveryEntry {
  /** The path, relative to the working directory; absolute only if outside it. */
  readonly path: string;
  /** The last part of the path. */
  readonly name: string;
  /** What it is. */
  readonly kind: DiscoveryKind;
  /** Whether it exists (`stat_path`). */
  readonly exists?: boolean;
  /** Bytes, of a file; else `null`. */
  readonly size?: number | null;
  /** When it was last modified, in milliseconds since 1970; `null` if unknown. */
  readonly modified_unix_ms?: number | null;
  /** The target of a link as stored (`stat_path`). */
  readonly link_target?: string;
}

/** Why a call may fail. */
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

/** Why a call failed. */
export type DiscoveryErrorCode = typeof DISCOVERY_ERROR_CODES[number];

/** What went wrong with a call. */
export interface DiscoveryFailure {
  /** Why it failed. */
  readonly code: DiscoveryErrorCode;
  /** What to tell the model. */
  readonly message: string;
}

/** What is not known of the rules that git would follow. */
export interface UnknownRules {
  /**
   * With `use_gitignore`: the scope ends inside what may be a repository, whose upper rules are not known; or what
   * git keeps of it lies outside the scope.
   */
  readonly rules_above_scope?: "unknown";
  /** There in the second of those cases. */
  readonly git_directory?: "outside_scope";
  /** How many `.gitignore` files, `info/exclude` among them, could not be read; absent where none. */
  readonly unreadable_gitignore?: number;
  /** Of how many repositories the index could not: tracked files in them may count as ignored. */
  readonly unreadable_index?: number;
}

/** What toolset `agent` suggests for a path. */
export interface Suggestions {
  /** Existing paths that come nearest to one that does not exist or lies outside, the likeliest first. */
  readonly suggestions?: readonly string[];
}

/** What toolset `agent` adds where nothing was found. */
export interface Advice extends Suggestions {
  /** What would have matched a search that found nothing, or what is wrong with a path. */
  readonly hints?: readonly string[];
}

/** What every result of toolsets `discovery` and `agent` says first. */
export interface ResultHead {
  /** The tool's name. */
  readonly operation: string;
  /** The displayed path that the call means; `.` until the arguments are checked. */
  readonly root: string;
  /** Every argument but the cursor, defaults filled in; empty until they are checked. */
  readonly query: Readonly<Record<string, unknown>>;
}

/** Whether a call succeeded; narrowing on `success` narrows the result. */
export type CallOutcome =
  | { readonly success: true; readonly error?: undefined }
  | { readonly success: false; readonly error: DiscoveryFailure };

/** The result of every tool of the toolset. Equal query, equal tree, equal bytes. */
export type DiscoveryResult = CallOutcome & DiscoveryFields;

/** What every result has, whether the call succeeded or not. */
export interface DiscoveryFields extends ResultHead, Advice {
  /** The number of entries. */
  readonly count: number;
  /** Whether there is more. */
  readonly truncated: boolean;
  /** What to send as `cursor` for more. */
  readonly next_cursor?: string;
  /** What was found, in order. */
  readonly entries: readonly DiscoveryEntry[];
  /** What was left out, counted by reason. */
  readonly skipped?: Readonly<Partial<Record<SkipReason, number>>>;
}

/** The JSON Schema of a list of texts. */
export const TEXTS_SCHEMA = { type: "array", items: { type: "string" } } as const;

/** The JSON Schema of a count. */
export const COUNT_SCHEMA = { type: "integer", minimum: 0 } as const;

/** The JSON Schema of an `error`. */
export const ERROR_SCHEMA: OutputSchema = objectSchema({
  code: { enum: DISCOVERY_ERROR_CODES },
  message: { type: "string" },
});

/** The JSON Schema of a {@linkcode DiscoveryResult}. */
export const OUTPUT_SCHEMA: OutputSchema = objectSchema({
  success: { type: "boolean" },
  operation: { type: "string" },
  root: { type: "string", description: "Where it looked." },
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
}, ["next_cursor", "skipped", "error", "suggestions", "hints"]);

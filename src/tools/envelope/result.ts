/** The standard envelope: its types, its JSON Schema, its text and its errors. */
import { ArgumentError, clipSafe } from "../../arguments/argument_error.ts";
import { DirscopeError, type ErrorCode } from "../../errors.ts";
import { lineSafe } from "../../text/line_safe.ts";
import type { OutputSchema } from "../../tool.ts";
import { rowSafe } from "../row_safe.ts";
import {
  MAX_ARGUMENT_PATH_BYTES,
  MAX_GLOB_LENGTH,
  MAX_LIST_ITEMS,
  objectSchema,
} from "../schema.ts";

/** An entry of an envelope. */
export interface EnvelopeEntry {
  /** The path relative to the project root. */
  readonly path: string;
  /** The kind of entry; a link is never resolved. */
  readonly type: "dir" | "file" | "link";
}

/** Why a call may fail. */
export const ENVELOPE_ERROR_CODES = [
  "ACCESS_DENIED",
  "INTERNAL_ERROR",
  "INVALID_PARAM",
  "NOT_FOUND",
] as const;

/** Why a call failed. */
export type EnvelopeErrorCode = typeof ENVELOPE_ERROR_CODES[number];

/** The standard envelope. */
export type Envelope = EnvelopeFields & EnvelopeOutcome;

/** The page of a call that succeeded, or what went wrong. */
export type EnvelopeOutcome =
  | {
    /** `partial` if there are more entries than were returned. */
    readonly status: "success" | "partial";
    /** The page, and whether there are more entries. */
    readonly data: { readonly entries: readonly EnvelopeEntry[]; readonly truncated: boolean };
    /** Never there. */
    readonly error?: undefined;
  }
  | {
    /** The call failed. */
    readonly status: "error";
    /** Empty. */
    readonly data: { readonly entries?: undefined; readonly truncated?: undefined };
    /** What went wrong. */
    readonly error: EnvelopeFailure;
  };

/** What went wrong with a call. */
export interface EnvelopeFailure {
  /** Why it failed. */
  readonly code: EnvelopeErrorCode;
  /** What to tell the model. */
  readonly message: string;
}

/** What every envelope has. */
export interface EnvelopeFields {
  /** The listing for the model, or the error message. */
  readonly text: string;
  /** Counts, and the time taken in milliseconds. */
  readonly stats: Readonly<Record<string, number>>;
  /** The call. */
  readonly context: {
    /** The working directory, relative to the project root. */
    readonly cwd: string;
    /** What the model sent, unchanged. */
    readonly params_input: unknown;
    /** The listed directory, resolved, relative to the project root. */
    readonly path_resolved: string;
  };
}

/** What follows an entry's path in the text. */
const ENVELOPE_TYPE_SUFFIXES: Readonly<Record<EnvelopeEntry["type"], string>> = {
  dir: "/",
  file: "",
  link: "@",
};

/** The JSON Schema of an {@linkcode Envelope}. */
export const OUTPUT_SCHEMA: OutputSchema = objectSchema({
  status: { enum: ["success", "partial", "error"] satisfies Envelope["status"][] },
  data: objectSchema({
    entries: {
      type: "array",
      items: objectSchema({
        path: { type: "string" },
        type: { enum: Object.keys(ENVELOPE_TYPE_SUFFIXES) },
      }),
    },
    truncated: { type: "boolean" },
  }, ["entries", "truncated"]),
  text: { type: "string" },
  stats: { type: "object", additionalProperties: { type: "number" } },
  context: objectSchema({
    cwd: { type: "string" },
    params_input: { type: "object" },
    path_resolved: { type: "string" },
  }),
  error: objectSchema({
    code: { enum: ENVELOPE_ERROR_CODES },
    message: { type: "string" },
  }),
}, ["error"]);

/** One page of a directory. */
export interface EnvelopeListing {
  /** The listed directory, relative to the project root. */
  readonly resolved: string;
  /** The entries, in order. */
  readonly page: readonly EnvelopeEntry[];
  /** Whether there are more. */
  readonly truncated: boolean;
  /** Counts of the whole directory. */
  readonly counts: Readonly<Record<"total_entries" | "dirs" | "files" | "links", number>>;
}

/** The text of a page that starts at `offset`. */
export function envelopeText(listing: EnvelopeListing, offset: number): string {
  const { resolved, page, truncated, counts: { total_entries, dirs, files, links } } = listing;
  const lines = [
    `Listed ${page.length} entries in '${lineSafe(resolved)}'`,
    `(Total: ${total_entries} items - ${dirs} dirs, ${files} files, ${links} links)`,
  ];
  if (truncated) {
    const end = offset + page.length;
    const left = total_entries - end;
    lines.push(
      `[Truncated: Showing ${offset}-${end} of ${total_entries}. ${left} more items available.]`,
      `Use offset=${end} to view next page.`,
    );
  }
  if (page.length > 0) lines.push("");
  return [...lines, ...page.map(({ path, type }) => rowSafe(path) + ENVELOPE_TYPE_SUFFIXES[type])]
    .join("\n");
}

/** A FIFO, socket or device was named: it is no directory, and reading it could wait for ever. */
export class SpecialFileError extends DirscopeError {
  constructor() {
    super("not_a_directory");
  }
}

/** The error for a call that failed. `path` is the path that the model sent. */
export function envelopeFailureOf(error: DirscopeError, path: string): EnvelopeFailure {
  if (error instanceof ArgumentError) {
    return { code: "INVALID_PARAM", message: argumentMessageOf(error) };
  }
  const failure = error instanceof SpecialFileError ? SPECIAL_FILE : ERROR_MESSAGES[error.code];
  if (failure === undefined) {
    return { code: "INTERNAL_ERROR", message: `Failed to list directory - ${error.message}` };
  }
  const [code, message] = failure;
  return { code, message: message.replace("{path}", () => lineSafe(path)) };
}

function argumentMessageOf({ problem, argument = "" }: ArgumentError): string {
  if (problem === "unknown") return `unknown argument '${clipSafe(argument)}'.`;
  const tooLong = problem === "too_long" ? OVERLONG_ARGUMENT_MESSAGES[argument] : undefined;
  return tooLong ?? ARGUMENT_MESSAGES[argument] ?? "arguments must be an object.";
}

const OVERLONG_ARGUMENT_MESSAGES: Readonly<Record<string, string>> = {
  ignore:
    `ignore must be a list of at most ${MAX_LIST_ITEMS} glob patterns of at most ${MAX_GLOB_LENGTH} characters.`,
  path: `path must be a string of at most ${MAX_ARGUMENT_PATH_BYTES} bytes.`,
};

const ARGUMENT_MESSAGES: Readonly<Record<string, string>> = {
  ignore: "ignore must be a list of glob patterns.",
  include_hidden: "include_hidden must be a boolean.",
  limit: "limit must be an integer between 1 and 200.",
  offset: "offset must be a non-negative integer.",
  path: "path must be a non-empty string without NUL characters.",
};

type ErrorMessage = readonly [code: EnvelopeErrorCode, message: string];

const INTERNAL: ErrorMessage = ["INTERNAL_ERROR", "Failed to list directory - input/output error"];

const NOT_FOUND: ErrorMessage = ["NOT_FOUND", "Path '{path}' does not exist."];

const SPECIAL_FILE: ErrorMessage = [
  "INVALID_PARAM",
  "'{path}' is a FIFO, socket or device, not a directory.",
];

/** What an error says, if not its own message. */
const ERROR_MESSAGES: Readonly<Partial<Record<ErrorCode, ErrorMessage>>> = {
  invalid_path: INTERNAL,
  io_error: INTERNAL,
  link_loop: ["INTERNAL_ERROR", "Failed to list directory - too many levels of symbolic links"],
  name_too_long: NOT_FOUND,
  not_a_directory: [
    "INVALID_PARAM",
    "'{path}' is a file, not a directory. Use 'Read' tool to view its content.",
  ],
  not_found: NOT_FOUND,
  outside_scope: ["ACCESS_DENIED", "Access denied. Path must be within the project root."],
  permission_denied: ["ACCESS_DENIED", "Permission denied accessing '{path}'."],
  unaddressable: NOT_FOUND,
};

/** The standard envelope: its types, its JSON Schema and its text. */
import { lineSafe } from "../../text/line_safe.ts";
import type { OutputSchema } from "../../tool.ts";
import { rowSafe } from "../row_safe.ts";
import { objectSchema } from "../schema.ts";

/** An entry of an envelope. */
export interface EnvelopeEntry {
  /** The path relative to the project root. */
  readonly path: string;
  /** The kind of entry; a link is never resolved. */
  readonly type: "dir" | "file" | "link";
}

/** The codes of errors. */
export const ENVELOPE_ERROR_CODES = [
  "ACCESS_DENIED",
  "INTERNAL_ERROR",
  "INVALID_PARAM",
  "NOT_FOUND",
] as const;

/** The code of an error. */
export type EnvelopeErrorCode = typeof ENVELOPE_ERROR_CODES[number];

/** The standard envelope. */
export type Envelope = EnvelopeFields & EnvelopeOutcome;

/** The page of a call that succeeded, or its error. */
export type EnvelopeOutcome =
  | {
    /** `partial` if there are more entries than were returned. */
    readonly status: "success" | "partial";
    /** The page; `truncated` if there are more entries. */
    readonly data: { readonly entries: readonly EnvelopeEntry[]; readonly truncated: boolean };
    /** Never present. */
    readonly error?: undefined;
  }
  | {
    /** The call failed. */
    readonly status: "error";
    /** Empty. */
    readonly data: { readonly entries?: undefined; readonly truncated?: undefined };
    /** The error. */
    readonly error: EnvelopeFailure;
  };

/** The error of a call. */
export interface EnvelopeFailure {
  /** The code of the error. */
  readonly code: EnvelopeErrorCode;
  /** The message for the model. */
  readonly message: string;
}

/** The fields of every envelope. */
export interface EnvelopeFields {
  /** The listing for the model, or the error message. */
  readonly text: string;
  /** Counts, and the time taken in milliseconds. */
  readonly stats: Readonly<Record<string, number>>;
  /** The call. */
  readonly context: {
    /** The working directory, relative to the project root. */
    readonly cwd: string;
    /** The arguments that the model sent, unchanged. */
    readonly params_input: unknown;
    /** The listed directory, resolved, relative to the project root. */
    readonly path_resolved: string;
  };
}

/** The suffixes of paths in the text. */
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
  /** The entries of the page, in order. */
  readonly page: readonly EnvelopeEntry[];
  /** Set if there are more entries after the page. */
  readonly truncated: boolean;
  /** Counts of the directory, all pages together. */
  readonly counts: Readonly<Record<"total_entries" | "dirs" | "files" | "links", number>>;
}

/** Returns the text of a page that starts at `offset`. */
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

/**
 * `LS` of toolset `envelope`: one directory, in the standard envelope (spec 1).
 *
 * @module
 */
import { relative } from "@std/path/posix/relative";
import { ArgumentError } from "../../arguments/argument_error.ts";
import { type ArgumentsOf, parseArguments } from "../../arguments/parse_arguments.ts";
import { Pacer } from "../../pacing/pacer.ts";
import { kindOf, nameOf } from "../../directory/entry_key.ts";
import { isHidden } from "../../scope/path_text.ts";
import { DirscopeError } from "../../errors.ts";
import { compileFnmatch } from "../../glob/fnmatch.ts";
import { readLinkTarget } from "../../directory/link_target.ts";
import { Scope } from "../../scope/scope.ts";
import { TopK } from "../../pacing/top_k.ts";
import { streamChildren } from "../../walk/stream_children.ts";
import { lineSafe } from "../../text/line_safe.ts";
import type {
  OutputSchema,
  ParametersSchema,
  Tool,
  ToolContext,
  ToolDefinition,
} from "../../tool.ts";
import { define, OPTIONAL_PATH } from "../schema.ts";

const PARAMETERS = {
  type: "object",
  properties: {
    path: {
      ...OPTIONAL_PATH,
      description: "Directory path to list (relative to project root or absolute within it).",
    },
    offset: {
      type: ["integer", "null"],
      minimum: 0,
      description: "Pagination start index (>=0).",
      default: 0,
    },
    limit: {
      type: ["integer", "null"],
      minimum: 1,
      maximum: 200,
      description: "Max items to return (1-200).",
      default: 100,
    },
    include_hidden: {
      type: ["boolean", "null"],
      description:
        "Whether to include hidden files (starting with '.') and the folders that are ignored by default, such as node_modules.",
      default: false,
    },
    ignore: {
      type: ["array", "null"],
      items: { type: "string" },
      description: "Optional list of glob patterns to ignore.",
      default: null,
    },
  },
  required: [],
  additionalProperties: false,
} as const satisfies ParametersSchema;

type Arguments = ArgumentsOf<typeof PARAMETERS>;

/** The definition of `LS`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = define(
  "LS",
  "List files and directories in a given path with pagination and filters.",
  PARAMETERS,
);

/** An entry of an envelope. */
export interface EnvelopeEntry {
  /** The path relative to the project root. */
  readonly path: string;
  /** What it is; a link is never resolved. */
  readonly type: "dir" | "file" | "link";
}

/** Why a call failed. */
export type EnvelopeErrorCode = "ACCESS_DENIED" | "INTERNAL_ERROR" | "INVALID_PARAM" | "NOT_FOUND";

/** The standard envelope. */
export interface Envelope {
  /** `partial` if there are more entries than were returned. */
  readonly status: "success" | "partial" | "error";
  /** The page; empty where the call failed. */
  readonly data: {
    /** The entries of the page. */
    readonly entries?: readonly EnvelopeEntry[];
    /** Whether there are more. */
    readonly truncated?: boolean;
  };
  /** The listing for the model, or the error message. */
  readonly text: string;
  /** Counts, and the time taken in milliseconds. */
  readonly stats: Readonly<Record<string, number>>;
  /** What was asked. */
  readonly context: {
    /** The working directory, relative to the project root. */
    readonly cwd: string;
    /** What the model sent, unchanged. */
    readonly params_input: unknown;
    /** The listed directory, resolved, relative to the project root. */
    readonly path_resolved: string;
  };
  /** What went wrong, only with status `error`. */
  readonly error?: { readonly code: EnvelopeErrorCode; readonly message: string };
}

/** The JSON Schema of an {@linkcode Envelope}. */
export const OUTPUT_SCHEMA: OutputSchema = {
  type: "object",
  properties: {
    status: { enum: ["success", "partial", "error"] },
    data: {
      type: "object",
      properties: {
        entries: {
          type: "array",
          items: {
            type: "object",
            properties: { path: { type: "string" }, type: { enum: ["dir", "file", "link"] } },
            required: ["path", "type"],
            additionalProperties: false,
          },
        },
        truncated: { type: "boolean" },
      },
      additionalProperties: false,
    },
    text: { type: "string" },
    stats: { type: "object", additionalProperties: { type: "number" } },
    context: {
      type: "object",
      properties: {
        cwd: { type: "string" },
        params_input: { type: "object" },
        path_resolved: { type: "string" },
      },
      required: ["cwd", "params_input", "path_resolved"],
      additionalProperties: false,
    },
    error: {
      type: "object",
      properties: {
        code: {
          enum: [
            "ACCESS_DENIED",
            "INTERNAL_ERROR",
            "INVALID_PARAM",
            "NOT_FOUND",
          ] satisfies EnvelopeErrorCode[],
        },
        message: { type: "string" },
      },
      required: ["code", "message"],
      additionalProperties: false,
    },
  },
  required: ["status", "data", "text", "stats", "context"],
  additionalProperties: false,
};

/** What is left out, besides names that start with a dot, unless `include_hidden` is set. */
const DEFAULT_IGNORE: ReadonlySet<string> = new Set([
  ".git",
  ".hg",
  ".svn",
  "__pycache__",
  "node_modules",
  "target",
  "build",
  "dist",
  ".idea",
  ".vscode",
  ".DS_Store",
  "venv",
  ".venv",
]);

/**
 * Lists one directory of the project in the standard envelope (spec 1). Requires `--allow-read`
 * permission for the project root, which is the first of `context.roots`, or the working directory.
 *
 * @example Usage
 * ```ts
 * import { execute } from "@dirscope/dirscope/envelope/ls";
 * import { assertEquals } from "@std/assert";
 *
 * const { status, text } = await execute({ path: "src" }, { cwd: "fixtures/sample" });
 * assertEquals(status, "success");
 * assertEquals(
 *   text,
 *   "Listed 2 entries in 'src'\n(Total: 2 items - 1 dirs, 1 files, 0 links)\n\nsrc/utils/\nsrc/main.py",
 * );
 * ```
 *
 * @param args What the model sent; see {@linkcode DEFINITION}.
 * @param context What the host gives.
 * @returns The envelope.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export async function execute(args: unknown, context: ToolContext = {}): Promise<Envelope> {
  const start = performance.now();
  const time = (): number => Math.round(performance.now() - start);
  const params_input = typeof args === "object" && args !== null && !Array.isArray(args)
    ? args
    : {};
  const pacer = new Pacer(context);
  const project = projectOf(context);
  let path = ".";
  try {
    const parsed = parseArguments<Arguments>(DEFINITION, args);
    path = parsed.path;
    const listing = await list(parsed, project, pacer);
    return {
      status: listing.truncated ? "partial" : "success",
      data: { entries: listing.page, truncated: listing.truncated },
      text: textOf(listing, parsed.offset),
      stats: { time_ms: time(), ...listing.counts, returned: listing.page.length },
      context: { cwd: project.cwd, params_input, path_resolved: listing.resolved },
    };
  } catch (error) {
    if (!(error instanceof DirscopeError)) throw error;
    const [code, message] = describeError(error, lineSafe(path));
    return {
      status: "error",
      data: {},
      text: message,
      stats: { time_ms: time() },
      context: { cwd: project.cwd, params_input, path_resolved: "." },
      error: { code, message },
    };
  }
}

/** `LS` of toolset `envelope`. */
export const TOOL: Tool<Envelope> = {
  DEFINITION,
  TRAITS: { pathArgument: "path", isLogged: false, lines: "rows" },
  OUTPUT_SCHEMA,
  execute,
  toResult: (output) => ({
    text: output.text,
    structured: output,
    isError: output.status === "error",
  }),
};

interface Project {
  readonly scope: Scope;
  /** The project root, as it was given. */
  readonly root: string;
  /** The working directory, relative to the project root. */
  readonly cwd: string;
}

function projectOf({ cwd, roots }: ToolContext): Project {
  const scope = Scope.within({ cwd, roots: roots?.slice(0, 1) });
  const root = scope.roots[0] ?? scope.cwd;
  return { scope, root, cwd: relative(root, scope.cwd) || "." };
}

/** Where the project root leads; its own text, where that may not be asked. */
function realOf(scope: Scope, root: string): string {
  try {
    return scope.enter(root).real;
  } catch (error) {
    if (error instanceof DirscopeError) return root;
    throw error;
  }
}

interface EnvelopeListing {
  /** The listed directory, relative to the project root. */
  readonly resolved: string;
  readonly page: readonly EnvelopeEntry[];
  readonly truncated: boolean;
  readonly counts: Readonly<Record<"total_entries" | "dirs" | "files" | "links", number>>;
}

async function list(options: Arguments, project: Project, pacer: Pacer): Promise<EnvelopeListing> {
  const { scope, root } = project;
  const start = scope.enterDirectory(options.path);
  const resolved = relative(realOf(scope, root), start.real) || ".";
  const displayPrefix = resolved === "." ? "" : `${resolved}/`;
  const isIgnored = isIgnoredBy(options, displayPrefix);
  const counts = { dir: 0, file: 0, link: 0 };
  const end = options.offset + options.limit;
  const first = new TopK(end);
  await streamChildren(scope, start, pacer, (key) => {
    const name = nameOf(key);
    if (isIgnored(name)) return;
    const kind = kindOf(key);
    const type = kind === "directory" ? "dir" : kind === "link" ? "link" : "file";
    const isDirectory = kind === "directory" ||
      kind === "link" && readLinkTarget(scope, start, name).resolution.outcome === "directory";
    counts[type]++;
    first.add(sortKey(name, type, isDirectory));
  });
  const sorted = await first.sorted(pacer);
  const total_entries = counts.dir + counts.file + counts.link;
  return {
    resolved,
    page: sorted.slice(options.offset, end).map((key) => entryOf(key, displayPrefix)),
    truncated: end < total_entries,
    counts: {
      total_entries,
      dirs: counts.dir,
      files: counts.file,
      links: counts.link,
    },
  };
}

/**
 * A string that sorts as the entry does: directories and links to directories first, then by the name
 * in lower case, then by the name. NUL cannot be part of a name, and sorts before all that can.
 */
function sortKey(name: string, type: EnvelopeEntry["type"], isDirectory: boolean): string {
  return `${isDirectory ? 0 : 1}\0${name.toLowerCase()}\0${name}\0${type}`;
}

function entryOf(key: string, displayPrefix: string): EnvelopeEntry {
  const [, , name, type] = key.split("\0");
  return { path: displayPrefix + name, type: type as EnvelopeEntry["type"] };
}

/** What `include_hidden` and `ignore` leave out. */
function isIgnoredBy(
  { include_hidden, ignore }: Arguments,
  displayPrefix: string,
): (name: string) => boolean {
  const matchers = (ignore ?? []).map((pattern) => ({
    isForPaths: /[/\\]/.test(pattern),
    matches: matcherOf(pattern),
  }));
  return (name) =>
    !include_hidden && (isHidden(name) || DEFAULT_IGNORE.has(name)) ||
    matchers.some(({ isForPaths, matches }) =>
      matches(name) || isForPaths && matches(displayPrefix + name)
    );
}

/** A leading `**` and `/` stand for no directory too: `**` `/foo` matches `foo`. */
function matcherOf(pattern: string): (text: string) => boolean {
  const matches = compileFnmatch(pattern);
  if (!pattern.startsWith("**/")) return matches;
  const matchesHere = matcherOf(pattern.replace(/^(?:\*\*\/)+/, ""));
  return (text) => matches(text) || matchesHere(text);
}

function textOf({ resolved, page, truncated, counts }: EnvelopeListing, offset: number): string {
  const { total_entries, dirs, files, links } = counts;
  const end = offset + page.length;
  const lines = [
    `Listed ${page.length} entries in '${lineSafe(resolved)}'`,
    `(Total: ${total_entries} items - ${dirs} dirs, ${files} files, ${links} links)`,
  ];
  if (truncated) {
    const left = total_entries - end;
    lines.push(
      `[Truncated: Showing ${offset}-${end} of ${total_entries}. ${left} more items available.]`,
      `Use offset=${end} to view next page.`,
    );
  }
  if (page.length > 0) {
    lines.push(
      "",
      ...page.map(({ path, type }) => lineSafe(path) + SUFFIXES[type]),
    );
  }
  return lines.join("\n");
}

const SUFFIXES: Readonly<Record<EnvelopeEntry["type"], string>> = { dir: "/", file: "", link: "@" };

const ARGUMENT_MESSAGES: Readonly<Record<string, string>> = {
  ignore: "ignore must be a list of glob patterns.",
  include_hidden: "include_hidden must be a boolean.",
  limit: "limit must be an integer between 1 and 200.",
  offset: "offset must be a non-negative integer.",
  path: "path must be a non-empty string without NUL characters.",
};

function describeError(error: DirscopeError, path: string): [EnvelopeErrorCode, string] {
  if (error instanceof ArgumentError) {
    if (error.problem === "unknown") {
      return ["INVALID_PARAM", `unknown argument '${lineSafe(error.argument ?? "")}'.`];
    }
    return [
      "INVALID_PARAM",
      ARGUMENT_MESSAGES[error.argument ?? ""] ?? "arguments must be an object.",
    ];
  }
  switch (error.code) {
    case "not_found":
      return ["NOT_FOUND", `Path '${path}' does not exist.`];
    case "outside_scope":
      return ["ACCESS_DENIED", "Access denied. Path must be within the project root."];
    case "not_a_directory":
      return [
        "INVALID_PARAM",
        `'${path}' is a file, not a directory. Use 'Read' tool to view its content.`,
      ];
    case "permission_denied":
      return ["ACCESS_DENIED", `Permission denied accessing '${path}'.`];
    default:
      return [
        "INTERNAL_ERROR",
        "Failed to list directory - input/output error",
      ];
  }
}

/**
 * `list_dir` of toolset `codex`: a page of a breadth-first listing (spec 2).
 *
 * @module
 */
import { ArgumentError } from "../../arguments/argument_error.ts";
import { type ArgumentsOf, parseArguments } from "../../arguments/parse_arguments.ts";
import { compareCodePoints } from "../../text/compare_code_points.ts";
import { Pacer } from "../../pacing/pacer.ts";
import type { EntryKind } from "../../directory/entry_key.ts";
import { DirscopeError, type ErrorCode } from "../../errors.ts";
import { Scope } from "../../scope/scope.ts";
import { lineSafe } from "../../text/line_safe.ts";
import type { ParametersSchema, Tool, ToolContext, ToolDefinition } from "../../tool.ts";
import { Walk } from "../../walk/walk.ts";
import { define } from "../schema.ts";

const PARAMETERS = {
  type: "object",
  properties: {
    dir_path: {
      type: "string",
      pattern: "^[^\\u0000]*$",
      description: "The directory to list, as an absolute path.",
    },
    offset: {
      type: ["integer", "null"],
      minimum: 1,
      description: "The number of the first entry to return, from 1.",
      default: 1,
    },
    limit: {
      type: ["integer", "null"],
      minimum: 1,
      description: "Most entries to return.",
      default: 25,
    },
    depth: {
      type: ["integer", "null"],
      minimum: 1,
      description: "How many levels to list; 1 lists the direct children only.",
      default: 2,
    },
  },
  required: ["dir_path"],
  additionalProperties: false,
} as const satisfies ParametersSchema;

type Arguments = ArgumentsOf<typeof PARAMETERS>;

/** The definition of `list_dir`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = define(
  "list_dir",
  "List a directory level by level, up to a depth, one page at a time. A last line `More than N entries found` says that there is more: raise offset by limit for the next page.",
  PARAMETERS,
);

/** What the tool gives back. */
export interface CodexOutput {
  /** The listing, or the error message. */
  readonly content: string;
  /** Whether the call succeeded. */
  readonly success: boolean;
}

/** Longest name that is shown, and longest path that is sorted by, in bytes of UTF-8. */
const MAX_ENTRY_LENGTH = 500;

const INDENTATION_SPACES = 2;

/**
 * Lists a directory breadth first, one page of it (spec 2). Requires `--allow-read` permission for it.
 *
 * @example Usage
 * ```ts
 * import { execute } from "@dirscope/dirscope/codex/list-dir";
 * import { assertEquals } from "@std/assert";
 *
 * const dir_path = `${Deno.cwd()}/fixtures/sample`;
 * assertEquals(await execute({ dir_path, limit: 3 }), {
 *   content: `Absolute path: ${dir_path}\ndocs/\n  guide.md\nsrc/\nMore than 3 entries found`,
 *   success: true,
 * });
 * assertEquals(await execute({ dir_path: "." }), {
 *   content: "dir_path must be an absolute path",
 *   success: false,
 * });
 * ```
 *
 * @param args What the model sent; see {@linkcode DEFINITION}.
 * @param context What the host gives.
 * @returns The page, or an error message.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export async function execute(args: unknown, context: ToolContext = {}): Promise<CodexOutput> {
  try {
    const parsed = parseArguments<Arguments>(DEFINITION, args);
    if (!parsed.dir_path.startsWith("/")) {
      throw new ArgumentError("dir_path must be an absolute path", "out_of_range", "dir_path");
    }
    const lines = await list(parsed, context);
    const header = `Absolute path: ${lineSafe(parsed.dir_path)}`;
    return { content: [header, ...lines].join("\n"), success: true };
  } catch (error) {
    if (!(error instanceof DirscopeError)) throw error;
    return { content: messageOf(error), success: false };
  }
}

/** `list_dir` of toolset `codex`. */
export const TOOL: Tool<CodexOutput> = {
  DEFINITION,
  TRAITS: { pathArgument: "dir_path", isLogged: false, lines: "rows" },
  execute,
  toResult: ({ content, success }) => ({ text: content, isError: !success }),
  fromResult: ({ text, isError }) => ({ content: text, success: !isError }),
};

const OUT_OF_RANGE: Readonly<Record<string, string>> = {
  depth: "depth must be greater than zero",
  dir_path: "dir_path must be an absolute path",
  limit: "limit must be greater than zero",
  offset: "offset must be a 1-indexed entry number",
};

const TAILS: Readonly<Partial<Record<ErrorCode, string>>> = {
  not_a_directory: "not a directory",
  not_found: "not found",
  outside_scope: "access denied",
  permission_denied: "permission denied",
  unaddressable: "not found",
};

function messageOf(error: DirscopeError): string {
  if (error instanceof OffsetError) return error.message;
  if (error instanceof ArgumentError) {
    const own = error.problem === "out_of_range" ? OUT_OF_RANGE[error.argument ?? ""] : undefined;
    return own ?? `failed to parse function arguments: ${error.message}`;
  }
  const tail = error.code === "scan_limit" ? error.message : TAILS[error.code];
  return `failed to read directory: ${tail ?? "input/output error"}`;
}

class OffsetError extends DirscopeError {
  constructor() {
    super("invalid_argument", "offset exceeds directory entry count");
  }
}

interface Listed {
  /** The path from the listed directory. */
  readonly path: string;
  readonly name: string;
  readonly kind: EntryKind;
  readonly depth: number;
}

async function list(
  { dir_path, offset, limit, depth }: Arguments,
  context: ToolContext,
): Promise<string[]> {
  const pacer = new Pacer(context);
  const scope = new Scope(context);
  const start = scope.enterDirectory(dir_path);
  const walk = new Walk(scope, start, {
    order: "breadth",
    maxDepth: depth - 1,
    maxScanned: context.maxScanned,
  }, pacer);
  const first = offset - 1;
  const end = first + limit;
  const page: Listed[] = [];
  let count = 0;
  const add = (prefix: string, level: number, name: string, kind: EntryKind): void => {
    if (count >= first && count < end) page.push({ path: prefix + name, name, kind, depth: level });
    count++;
  };
  await walk.run((step) => {
    switch (step.type) {
      case "files":
        for (const name of step.names) {
          add(step.directory.prefix, step.directory.depth, name, "file");
        }
        break;
      case "entry":
        add(step.directory.prefix, step.directory.depth, step.name, step.kind);
        break;
      case "error":
        if (step.directory.depth === 0) throw new DirscopeError(step.code);
        break;
      case "stopped":
        throw new DirscopeError("scan_limit", `more than ${step.scanned} entries`);
    }
    return count <= end;
  });
  if (count > 0 && first >= count) throw new OffsetError();
  const lines = page.map((entry) => ({ entry, key: cut(entry.path) }))
    .sort((a, b) =>
      compareCodePoints(a.key, b.key) || compareCodePoints(a.entry.path, b.entry.path)
    )
    .map(({ entry }) => lineOf(entry));
  if (count > end) lines.push(`More than ${limit} entries found`);
  return lines;
}

const SUFFIXES: Readonly<Record<EntryKind, string>> = {
  directory: "/",
  file: "",
  link: "@",
  other: "?",
};

function lineOf({ name, kind, depth }: Listed): string {
  return " ".repeat(INDENTATION_SPACES * depth) + lineSafe(cut(name)) + SUFFIXES[kind];
}

/** The longest beginning that fits, whole characters only. */
function cut(text: string): string {
  if (text.length * 3 <= MAX_ENTRY_LENGTH) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_ENTRY_LENGTH));
  return text.slice(0, read);
}

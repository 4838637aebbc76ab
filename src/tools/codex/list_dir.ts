/**
 * `list_dir` of toolset `codex`: one page of a breadth-first listing. Arguments: {@linkcode PROPERTIES}.
 *
 * @module
 */
import { ArgumentError } from "../../arguments/argument_error.ts";
import type { EntryKind } from "../../directory/entry_key.ts";
import { DirscopeError, type ErrorCode } from "../../errors.ts";
import { forEachPaced } from "../../pacing/pacer.ts";
import { sortPaced } from "../../pacing/sort_paced.ts";
import { baseNameOf, isAbsolute } from "../../scope/path_text.ts";
import { compareCodePoints } from "../../text/compare_code_points.ts";
import { lineSafe } from "../../text/line_safe.ts";
import type { Tool, ToolDefinition } from "../../tool.ts";
import type { WalkedDirectory, WalkOptions } from "../../walk/walk_options.ts";
import { Walk } from "../../walk/walk.ts";
import type { StartedCall } from "../call.ts";
import { defineTool } from "../define_tool.ts";
import { rowSafe } from "../row_safe.ts";
import {
  type ArgumentsOf,
  definitionOf,
  type InputOf,
  NO_NUL_PATTERN,
  PATH_MAX,
} from "../schema.ts";
import { UnreadTally } from "../skipped.ts";

/** The name, type, bounds, default and help of each argument of `list_dir`. */
export const PROPERTIES = {
  dir_path: {
    text: "The directory to list, as an absolute path. Send escapes such as \\u{20} as shown.",
    maxLength: PATH_MAX,
    pattern: NO_NUL_PATTERN,
    required: true,
  },
  offset: { integer: "The number of the first entry to return, from 1.", minimum: 1, default: 1 },
  limit: { integer: "Most entries to return.", minimum: 1, default: 25 },
  depth: {
    integer: "How many levels to list; 1 lists the direct children only.",
    minimum: 1,
    default: 2,
  },
} as const;

/** The arguments of `list_dir`; {@linkcode DEFINITION} describes them. */
export type CodexListDirArguments = InputOf<typeof PROPERTIES>;

type Arguments = ArgumentsOf<typeof PROPERTIES>;

/** The definition of `list_dir`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = definitionOf(
  "list_dir",
  "List a directory level by level, up to a depth, one page at a time. A last line `More than N entries found` says that there is more: raise offset by limit for the next page. There, an indented entry without its parent above it lies in a directory of an earlier page.",
  PROPERTIES,
);

/** The result of a call. */
export interface CodexOutput {
  /** The listing, or the error message. */
  readonly content: string;
  /** True if the call succeeded. */
  readonly success: boolean;
}

/** `list_dir` of toolset `codex`. */
export const TOOL: Tool<CodexOutput, CodexListDirArguments> = defineTool<Arguments, CodexOutput>({
  DEFINITION,
  TRAITS: { pathArgument: "dir_path", isRooted: false, lines: "rows" },
  toResult: ({ content, success }) => ({ text: content, isError: !success }),
  fromResult: ({ text, isError }) => ({ content: text, success: !isError }),
  checkArguments({ dir_path }) {
    if (!isAbsolute(dir_path)) throw new ArgumentError("dir_path must be an absolute path");
  },
  run: async (call) => ({ content: await listBreadthFirst(call), success: true }),
  fail: (error) => ({ content: messageOf(error), success: false }),
});

/**
 * Lists a directory breadth first, one page of it. Requires `--allow-read` permission for it.
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
 * @param args The arguments that the model sent; see {@linkcode DEFINITION}.
 * @param context The context of the host.
 * @returns The page, or an error message.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export const execute: Tool<CodexOutput, CodexListDirArguments>["execute"] = TOOL.execute;

const OUT_OF_RANGE: Readonly<Record<string, string>> = {
  depth: "depth must be greater than zero",
  limit: "limit must be greater than zero",
  offset: "offset must be a 1-indexed entry number",
};

/** The end of the message for an error; where there is none, that of the error itself. */
const ERROR_MESSAGES: Readonly<Partial<Record<ErrorCode, string>>> = {
  invalid_path: "input/output error",
  io_error: "input/output error",
  link_loop: "too many levels of symbolic links",
  name_too_long: "not found",
  not_a_directory: "not a directory",
  not_found: "not found",
  outside_scope: "access denied",
  permission_denied: "permission denied",
  unaddressable: "not found",
};

function messageOf(error: DirscopeError): string {
  if (!(error instanceof ArgumentError)) {
    return `failed to read directory: ${ERROR_MESSAGES[error.code] ?? error.message}`;
  }
  // This tool throws without a `problem`; the parser always states one.
  if (error.problem === undefined) return error.message;
  const own = error.problem === "out_of_range" ? OUT_OF_RANGE[error.argument ?? ""] : undefined;
  return own ?? `failed to parse function arguments: ${error.message}`;
}

async function listBreadthFirst(call: StartedCall<Arguments>): Promise<string> {
  const { args: { dir_path, offset, limit, depth }, scope, pacer, maxScanned } = call;
  const options: WalkOptions = { order: "breadth", maxDepth: depth - 1, maxScanned };
  const walk = new Walk(scope, scope.enterDirectory(dir_path), options, pacer);
  const first = offset - 1;
  const end = first + limit;
  const page: string[] = [];
  let count = 0;
  const add = ({ prefix }: WalkedDirectory, name: string, kind: EntryKind): void => {
    if (count >= first && count < end) page.push(pathSortKey(prefix + name, kind));
    count++;
  };
  const unread = new UnreadTally();
  await walk.run((step) => {
    unread.visit(step);
    switch (step.type) {
      case "files":
        for (const name of step.names) add(step.directory, name, "file");
        break;
      case "entry":
        add(step.directory, step.name, step.kind);
        break;
      case "error":
        if (step.directory.depth === 0 || step.error.code === "scan_limit") throw step.error;
        break;
      case "stopped":
        throw new DirscopeError("scan_limit", `more than ${step.scanned} entries`);
    }
    return count <= end;
  });
  unread.report(call);
  if (count > 0 && first >= count) throw new ArgumentError("offset exceeds directory entry count");
  let text = `Absolute path: ${lineSafe(dir_path)}`;
  const keys = await sortPaced(page, pacer, compareCodePoints);
  await forEachPaced(keys, pacer, (key) => void (text += `\n${rowOf(key)}`));
  pacer.check();
  return count > end ? `${text}\nMore than ${limit} entries found` : text;
}

/**
 * Returns a string that sorts as the entry does: by its clipped path, then by the path. NUL cannot occur in a
 * path, and sorts before every character that can.
 */
function pathSortKey(path: string, kind: EntryKind): string {
  const shown = clipped(path);
  return shown.length === path.length ? `${path}\0\0${kind}` : `${shown}\0${path}\0\0${kind}`;
}

const CODEX_SUFFIXES: Readonly<Record<EntryKind, string>> = {
  directory: "/",
  file: "",
  link: "@",
  other: "?",
};

function rowOf(key: string): string {
  const [sortedPath, kind] = key.split("\0\0") as [string, EntryKind];
  const path = sortedPath.slice(sortedPath.indexOf("\0") + 1);
  const depth = path.split("/").length - 1;
  return "  ".repeat(depth) + rowSafe(clipped(baseNameOf(path))) +
    CODEX_SUFFIXES[kind];
}

/** Maximum UTF-8 bytes of a shown name, and of a path in a sort key. */
const MAX_ENTRY_BYTES = 500;

/** Clips a text to {@linkcode MAX_ENTRY_BYTES}, at a character boundary. */
function clipped(text: string): string {
  if (text.length * 3 <= MAX_ENTRY_BYTES) return text;
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(MAX_ENTRY_BYTES));
  return text.slice(0, read);
}

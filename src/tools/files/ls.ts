/**
 * `ls` of toolset `files`: all files below a directory that git does not ignore. Arguments: {@linkcode PROPERTIES}.
 *
 * @module
 */
import { ArgumentError } from "../../arguments/argument_error.ts";
import type { ErrorCode } from "../../errors.ts";
import { rulesAbove } from "../../gitignore/rules_above.ts";
import { baseNameOf } from "../../scope/path_text.ts";
import { jsonSafe } from "../../text/line_safe.ts";
import type { Tool, ToolDefinition } from "../../tool.ts";
import type { WalkOptions, WalkStep } from "../../walk/walk_options.ts";
import { Walk } from "../../walk/walk.ts";
import { requestedPathOf, type StartedCall, withPath } from "../call.ts";
import { defineTool } from "../define_tool.ts";
import {
  type ArgumentsOf,
  definitionOf,
  type InputOf,
  NO_NUL_PATTERN,
  PATH_MAX,
} from "../schema.ts";
import { UnreadTally } from "../skipped.ts";

/** The name, type, bounds, default and help of each argument of `ls`. */
export const PROPERTIES = {
  path: {
    text: "Absolute or relative path to list files from.",
    minLength: 1,
    maxLength: PATH_MAX,
    pattern: NO_NUL_PATTERN,
    required: true,
  },
  "max-depth": {
    integer: "Maximum recursive depth to traverse; 1 lists the directory's own files only.",
    minimum: 1,
    default: 10,
  },
  "max-files": {
    integer: "Maximum number of files to return.",
    minimum: 1,
    maximum: 100_000,
    default: 100,
  },
} as const;

/** The arguments of `ls`; {@linkcode DEFINITION} describes them. */
export type FilesLsArguments = InputOf<typeof PROPERTIES>;

type Arguments = ArgumentsOf<typeof PROPERTIES>;

/** The definition of `ls`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = definitionOf(
  "ls",
  "List all files below a directory, recursively, as full paths sorted by path. Leaves out what .gitignore files ignore, .git and .DS_Store; includes other hidden files; follows symbolic links inside the allowed directories. truncated says whether max-depth or max-files cut the list.",
  PROPERTIES,
);

/** The result of a call, in the shape of an MCP `CallToolResult`. */
export interface FilesOutput {
  /** One text: the list as JSON, or the error message. */
  readonly content: readonly [{ readonly type: "text"; readonly text: string }];
  /** True if the text is an error message. */
  readonly isError: boolean;
}

/** `ls` of toolset `files`. */
export const TOOL: Tool<FilesOutput, FilesLsArguments> = defineTool<Arguments, FilesOutput>({
  DEFINITION,
  TRAITS: { pathArgument: "path", isRooted: true, lines: "json" },
  toResult: ({ content: [{ text }], isError }) => ({ text, isError }),
  fromResult: ({ text, isError }) => output(text, isError),
  run: async (call) => output(jsonSafe(JSON.stringify(await listFiles(call), null, 2)), false),
  fail(error, call) {
    if (error instanceof ArgumentError) return output(`Error: ${error.message}`, true);
    const words = ERROR_MESSAGES[error.code];
    const message = withPath(words ?? CANNOT_READ, requestedPathOf(call));
    return output(`Error: ${message}${words === undefined ? ` - ${error.message}` : ""}`, true);
  },
});

/**
 * Lists the files below a directory. It follows links that stay inside the roots. Requires `--allow-read`
 * permission for the directory.
 *
 * @example Usage
 * ```ts
 * import { execute } from "@dirscope/dirscope/files/ls";
 * import { assertEquals } from "@std/assert";
 *
 * const { content: [{ text }] } = await execute({ path: "src" }, { cwd: "fixtures/sample" });
 * const { files, truncated } = JSON.parse(text);
 * const root = `${Deno.cwd()}/fixtures/sample/src`;
 * assertEquals(files, [`${root}/main.py`, `${root}/utils/helpers.py`]);
 * assertEquals(truncated, false);
 * ```
 *
 * @param args The arguments that the model sent; see {@linkcode DEFINITION}.
 * @param context The context of the host.
 * @returns The list as JSON text, or an error message.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export const execute: Tool<FilesOutput, FilesLsArguments>["execute"] = TOOL.execute;

function output(text: string, isError: boolean): FilesOutput {
  return { content: [{ type: "text", text }], isError };
}

const DOES_NOT_EXIST = "Path does not exist: {path}";
const CANNOT_READ = "Cannot read path: {path}";

/** The message for an error; where there is none, {@linkcode CANNOT_READ} and that of the error itself. */
const ERROR_MESSAGES: Readonly<Partial<Record<ErrorCode, string>>> = {
  invalid_path: CANNOT_READ,
  io_error: CANNOT_READ,
  link_loop: DOES_NOT_EXIST,
  name_too_long: DOES_NOT_EXIST,
  not_a_directory: DOES_NOT_EXIST,
  not_found: DOES_NOT_EXIST,
  outside_scope: "Path outside allowed directories: {path}",
  permission_denied: "Permission denied: {path}",
  scan_limit: CANNOT_READ,
  unaddressable: DOES_NOT_EXIST,
};

interface FilesListing {
  readonly files: readonly string[];
  readonly truncated: boolean;
  readonly "total-files": number;
  readonly "max-depth-reached": boolean;
  readonly "max-files-reached": boolean;
  /** The number of unreadable directories and `.gitignore` files; absent if 0. */
  readonly unreadable?: number;
}

async function listFiles(call: StartedCall<Arguments>): Promise<FilesListing> {
  const { args, scope, pacer } = call;
  const maxFiles = args["max-files"];
  const { isDirectory, ...start } = scope.enter(args.path);
  if (!isDirectory) return filesListing([start.real], maxFiles);
  const rules = await rulesAbove(scope, start, "git", pacer);
  const walk = new Walk(scope, start, { ...filesWalkOptions(call), rules }, pacer);
  const displayPrefix = start.real.endsWith("/") ? start.real : `${start.real}/`;
  const files: string[] = [];
  const unread = new UnreadTally();
  let isTooDeep = false;
  let isStopped = false;
  await walk.run((step) => {
    if (step.type === "error") {
      if (step.error.code === "scan_limit") isStopped = true;
      else if (step.directory.depth === 0) throw step.error;
    }
    unread.visit(step);
    if (step.type === "too_deep") isTooDeep = true;
    if (step.type === "stopped") isStopped = true;
    for (const name of fileNamesOf(step)) {
      if (name !== DS_STORE) files.push(displayPrefix + step.directory.prefix + name);
    }
    return files.length <= maxFiles;
  });
  unread.addCounts(pacer.counts);
  unread.report(call);
  return filesListing(files, maxFiles, { isTooDeep, isStopped, unreadable: unread.total });
}

/** The metadata file of macOS, found in any folder; it is never listed. */
const DS_STORE = ".DS_Store";

function filesWalkOptions({ args, maxScanned }: StartedCall<Arguments>): WalkOptions {
  return {
    order: "path",
    maxDepth: args["max-depth"] - 1,
    resolveLinks: true,
    followLinks: true,
    prune: (path) => baseNameOf(path) === DS_STORE,
    maxScanned,
  };
}

/** Returns the files of a step: a FIFO, socket, device or link to a file counts as one. */
function fileNamesOf(step: WalkStep): readonly string[] {
  if (step.type === "files") return step.names;
  const isFile = step.type === "entry" &&
    (step.kind === "other" || step.target?.resolution.outcome === "file");
  return isFile ? [step.name] : [];
}

/** @param foundFiles The files found, at least one more than `maxFiles` if there are more. */
function filesListing(
  foundFiles: readonly string[],
  maxFiles: number,
  { isTooDeep = false, isStopped = false, unreadable = 0 } = {},
): FilesListing {
  const isTooMany = foundFiles.length > maxFiles;
  return {
    files: foundFiles.slice(0, maxFiles),
    truncated: isTooDeep || isTooMany || isStopped,
    "total-files": Math.min(foundFiles.length, maxFiles + 1),
    "max-depth-reached": isTooDeep,
    "max-files-reached": isTooMany,
    ...unreadable > 0 && { unreadable },
  };
}

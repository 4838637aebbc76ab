/**
 * `ls` of toolset `files`: all files below a directory, as git sees it (spec 3).
 *
 * @module
 */
import { ArgumentError } from "../../arguments/argument_error.ts";
import { type ArgumentsOf, parseArguments } from "../../arguments/parse_arguments.ts";
import { Pacer } from "../../pacing/pacer.ts";
import { DirscopeError, type ErrorCode } from "../../errors.ts";
import { rulesAbove } from "../../gitignore/rules.ts";
import { baseNameOf } from "../../scope/path_text.ts";
import { Scope } from "../../scope/scope.ts";
import { lineSafe } from "../../text/line_safe.ts";
import type { ParametersSchema, Tool, ToolContext, ToolDefinition } from "../../tool.ts";
import { Walk } from "../../walk/walk.ts";
import { define, PATH } from "../schema.ts";

const PARAMETERS = {
  type: "object",
  properties: {
    path: {
      ...PATH,
      description: "Absolute or relative path to list files from.",
    },
    "max-depth": {
      type: ["integer", "null"],
      minimum: 1,
      description: "Maximum recursive depth to traverse; 1 lists the directory's own files only.",
      default: 10,
    },
    "max-files": {
      type: ["integer", "null"],
      minimum: 1,
      maximum: 100_000,
      description: "Maximum number of files to return.",
      default: 100,
    },
  },
  required: ["path"],
  additionalProperties: false,
} as const satisfies ParametersSchema;

type Arguments = ArgumentsOf<typeof PARAMETERS>;

/** The definition of `ls`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = define(
  "ls",
  "List all files below a directory, recursively, as full paths sorted by path. Leaves out what .gitignore files ignore, .git and .DS_Store; includes other hidden files; follows symbolic links inside the allowed directories. truncated says whether max-depth or max-files cut the list.",
  PARAMETERS,
);

/** The output: the shape of an MCP `CallToolResult`. */
export interface FilesOutput {
  /** One text: JSON, or the error message. */
  readonly content: readonly [{ readonly type: "text"; readonly text: string }];
  /** Whether the text is an error message. */
  readonly isError: boolean;
}

/**
 * Lists the files below a directory, links followed inside the roots (spec 3). Requires `--allow-read`
 * permission for it.
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
 * @param args What the model sent; see {@linkcode DEFINITION}.
 * @param context What the host gives.
 * @returns The list as JSON text, or an error message.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export async function execute(args: unknown, context: ToolContext = {}): Promise<FilesOutput> {
  let path = "";
  try {
    const parsed = parseArguments<Arguments>(DEFINITION, args);
    path = parsed.path;
    return output(JSON.stringify(await list(parsed, context), null, 2), false);
  } catch (error) {
    if (!(error instanceof DirscopeError)) throw error;
    const message = error instanceof ArgumentError
      ? error.message
      : ERRORS[error.code](lineSafe(path));
    return output(`Error: ${message}`, true);
  }
}

/** `ls` of toolset `files`. */
export const TOOL: Tool<FilesOutput> = {
  DEFINITION,
  TRAITS: { pathArgument: "path", isLogged: false, lines: "rows" },
  execute,
  toResult: ({ content: [{ text }], isError }) => ({ text, isError }),
  fromResult: ({ text, isError }) => output(text, isError),
};

function output(text: string, isError: boolean): FilesOutput {
  return { content: [{ type: "text", text }], isError };
}

const missing = (path: string): string => `Path does not exist: ${path}`;
const unreadable = (path: string): string => `Cannot read path: ${path}`;

const ERRORS: Readonly<Record<ErrorCode, (path: string) => string>> = {
  bad_cursor: unreadable,
  bad_pattern: unreadable,
  invalid_argument: unreadable,
  invalid_path: unreadable,
  io_error: unreadable,
  link_loop: missing,
  name_too_long: missing,
  not_a_directory: missing,
  not_found: missing,
  outside_scope: (path) => `Path outside allowed directories: ${path}`,
  permission_denied: (path) => `Permission denied: ${path}`,
  scan_limit: unreadable,
  unaddressable: missing,
};

interface FilesListing {
  readonly files: readonly string[];
  readonly truncated: boolean;
  readonly "total-files": number;
  readonly "max-depth-reached": boolean;
  readonly "max-files-reached": boolean;
}

async function list(options: Arguments, context: ToolContext): Promise<FilesListing> {
  const pacer = new Pacer(context);
  const scope = Scope.within(context);
  const { isDirectory, ...start } = scope.enter(options.path);
  if (!isDirectory) return listingOf([start.real], false, false, false);
  const walk = new Walk(scope, start, {
    order: "path",
    maxDepth: options["max-depth"] - 1,
    resolveLinks: true,
    followLinks: true,
    prune: (path) => baseNameOf(path) === ".DS_Store",
    rules: await rulesAbove(scope, start, "git", pacer),
    maxScanned: context.maxScanned,
  }, pacer);
  const displayPrefix = start.real.endsWith("/") ? start.real : `${start.real}/`;
  const maxFiles = options["max-files"];
  const files: string[] = [];
  let isTooDeep = false;
  let isStopped = false;
  const add = (prefix: string, name: string): void => {
    if (name !== ".DS_Store") files.push(displayPrefix + prefix + name);
  };
  await walk.run((step) => {
    switch (step.type) {
      case "files":
        for (const name of step.names) add(step.directory.prefix, name);
        break;
      case "entry":
        if (step.kind === "other" || step.target?.resolution.outcome === "file") {
          add(step.directory.prefix, step.name);
        }
        break;
      case "error":
        if (step.directory.depth === 0) throw new DirscopeError(step.code);
        break;
      case "too_deep":
        isTooDeep = true;
        break;
      case "stopped":
        isStopped = true;
    }
    return files.length <= maxFiles;
  });
  return listingOf(files.slice(0, maxFiles + 1), isTooDeep, files.length > maxFiles, isStopped);
}

/** @param found The files, and the one that is too many, if the walk stopped there. */
function listingOf(
  found: readonly string[],
  isTooDeep: boolean,
  isTooMany: boolean,
  isStopped: boolean,
): FilesListing {
  return {
    files: isTooMany ? found.slice(0, -1) : found,
    truncated: isTooDeep || isTooMany || isStopped,
    "total-files": found.length,
    "max-depth-reached": isTooDeep,
    "max-files-reached": isTooMany,
  };
}

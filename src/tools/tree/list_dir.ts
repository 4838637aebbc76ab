/**
 * `list_dir` of toolset `tree`: a directory as an indented tree or a flat list (spec 0).
 *
 * @example Usage
 * ```ts
 * import { execute } from "@dirscope/dirscope/tree/list-dir";
 * import { assertEquals } from "@std/assert";
 *
 * const text = await execute({ path: "fixtures/sample", recursive: true, show_data: true });
 * assertEquals(
 *   text,
 *   `docs/ (folder)
 *   guide.md (file)
 * src/ (folder)
 *   main.py (file)
 *   utils/ (folder)
 *     helpers.py (file)`,
 * );
 * ```
 *
 * @module
 */
import { ArgumentError } from "../../arguments/argument_error.ts";
import { type ArgumentsOf, parseArguments } from "../../arguments/parse_arguments.ts";
import { Pacer } from "../../pacing/pacer.ts";
import { DirscopeError, type ErrorCode } from "../../errors.ts";
import { rulesAbove } from "../../gitignore/rules.ts";
import {
  jsonListRenderer,
  jsonTreeRenderer,
  type ShownEntry,
  textRenderer,
  type TreeRenderer,
} from "./render.ts";
import { baseNameOf } from "../../scope/path_text.ts";
import { Scope } from "../../scope/scope.ts";
import { lineSafe } from "../../text/line_safe.ts";
import type { ParametersSchema, Tool, ToolContext, ToolDefinition } from "../../tool.ts";
import type { EntryStep } from "../../walk/steps.ts";
import { Walk } from "../../walk/walk.ts";
import { define, OPTIONAL_PATH } from "../schema.ts";

const PARAMETERS = {
  type: "object",
  properties: {
    path: {
      ...OPTIONAL_PATH,
      description:
        "The directory to list, absolute or relative to the working directory. Default: the working directory.",
    },
    recursive: {
      type: ["boolean", "null"],
      description: "Descend into subdirectories.",
      default: false,
    },
    follow_folder_symlinks: {
      type: ["boolean", "null"],
      description:
        "With recursive: also descend into symlinks that point to directories. Each directory is listed once, so loops end.",
      default: false,
    },
    follow_file_symlinks: {
      type: ["boolean", "null"],
      description:
        'Show a symlink that leads to a file, through any chain of symlinks, as that file (type "file").',
      default: false,
    },
    filter: {
      type: ["string", "null"],
      enum: ["files", "folders", "both", null],
      description:
        '"both" gives an indented tree; "files" or "folders" gives a flat list of relative paths of that kind. Only output is filtered: subdirectories are descended into all the same.',
      default: "both",
    },
    show_data: {
      type: ["boolean", "null"],
      description:
        "Text format: annotate each entry with (file), (folder) or (link -> TARGET). JSON always has the types.",
      default: false,
    },
    depth: {
      type: ["integer", "null"],
      minimum: 0,
      description:
        "With recursive: how many levels to descend; 0 lists the direct children only. Default: no limit.",
      default: null,
    },
    format: {
      type: ["string", "null"],
      enum: ["text", "json", null],
      description: '"text" is for reading and the cheapest in tokens; "json" is for programs.',
      default: "text",
    },
    use_gitignore: {
      type: ["boolean", "null"],
      description:
        "Leave out what .gitignore files ignore, those of parent directories included, and .git directories. Ignored directories are never opened.",
      default: false,
    },
    target: {
      type: ["string", "null"],
      enum: ["return_value", "session_memory", "project_memory", null],
      description:
        "Where the result goes: back to you, or into session or project memory under memory_key.",
      default: "return_value",
    },
    memory_key: {
      type: ["string", "null"],
      description: "The memory key to write to. Required with a memory target, else ignored.",
      default: null,
    },
  },
  required: [],
  additionalProperties: false,
} as const satisfies ParametersSchema;

type Arguments = ArgumentsOf<typeof PARAMETERS>;

/** The definition of `list_dir`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = define(
  "list_dir",
  "List the contents of a directory, sorted by name, with optional recursion, symlink following, filtering, .gitignore rules and type annotations. A large tree gives a large result: set depth, filter or use_gitignore to keep it small.",
  PARAMETERS,
);

/**
 * Lists a directory (spec 0). Requires `--allow-read` permission for it.
 *
 * Entries are sorted by name in code point order. At most `context.maxScanned` directory entries are
 * read, and a listing grows to some 268 million characters; one that stops there says so in its last
 * line, or, as JSON, is an error.
 *
 * @example Usage
 * ```ts
 * import { execute } from "@dirscope/dirscope/tree/list-dir";
 * import { assertEquals } from "@std/assert";
 *
 * assertEquals(
 *   await execute({ path: "sample", filter: "files", recursive: true }, { cwd: "fixtures" }),
 *   "docs/guide.md\nsrc/main.py\nsrc/utils/helpers.py",
 * );
 * assertEquals(await execute({ depth: -1 }), "Error: depth must be an integer of at least 0 or null, not -1.");
 * ```
 *
 * @param args What the model sent; see {@linkcode DEFINITION}.
 * @param context What the host gives.
 * @returns The listing, `Saved to <target>: <key>`, or one line that starts `Error: `.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export async function execute(args: unknown, context: ToolContext = {}): Promise<string> {
  let path = "";
  try {
    const parsed = parseArguments<Arguments>(DEFINITION, args);
    path = parsed.path;
    const save = memoryOf(parsed, context);
    const listing = await list(parsed, context);
    if (save === undefined) return listing;
    await save(listing);
    return `Saved to ${parsed.target}: ${lineSafe(parsed.memory_key ?? "")}`;
  } catch (error) {
    if (!(error instanceof DirscopeError)) throw error;
    return `Error: ${ERRORS[error.code](lineSafe(path), error.message)}`;
  }
}

/** `list_dir` of toolset `tree`. An error is a text that starts `Error: `. */
export const TOOL: Tool<string> = {
  DEFINITION,
  TRAITS: { pathArgument: "path", isLogged: false, lines: "rows" },
  execute,
  toResult: (text) => ({ text, isError: text.startsWith("Error: ") }),
  fromResult: ({ text }) => text,
};

const notADirectory = (path: string): string => `'${path}' is not a directory.`;
const cannotRead = (path: string): string => `cannot read '${path}'.`;

const ERRORS: Readonly<Record<ErrorCode, (path: string, message: string) => string>> = {
  bad_cursor: (_path, message) => `${message}.`,
  bad_pattern: (_path, message) => `${message}.`,
  invalid_argument: (_path, message) => `${message}.`,
  invalid_path: cannotRead,
  io_error: cannotRead,
  link_loop: notADirectory,
  name_too_long: notADirectory,
  not_a_directory: notADirectory,
  not_found: notADirectory,
  outside_scope: (path) => `access denied: '${path}' is outside the allowed roots.`,
  permission_denied: (path) => `permission denied: '${path}'.`,
  scan_limit: (_path, message) => `${message}.`,
  unaddressable: notADirectory,
};

/** What saves a listing to the memory that is asked for. */
function memoryOf(
  { target, memory_key: key }: Arguments,
  context: ToolContext,
): ((listing: string) => Promise<void>) | undefined {
  if (target === "return_value") return undefined;
  if (key === null || key === "") {
    throw new ArgumentError(`memory_key is required with target "${target}"`);
  }
  const { memory, projectMemory } = context;
  if (target === "session_memory" && memory !== undefined) {
    // Defined, not assigned: the key may be `__proto__`.
    const property = { configurable: true, enumerable: true, writable: true };
    return (value) =>
      Promise.resolve(void Object.defineProperty(memory, key, { ...property, value }));
  }
  if (target === "project_memory" && projectMemory !== undefined) {
    return async (value) => {
      try {
        await projectMemory.setValue(key, value);
      } catch {
        throw new ArgumentError(`target "${target}" could not be written`);
      }
    };
  }
  throw new ArgumentError(
    `target "${target}" is not available here: the host provides no such memory`,
  );
}

/** Most UTF-16 units of a listing: half of what a string can hold, since one step may add a quarter. */
const MAX_LENGTH = 2 ** 28;

async function list(options: Arguments, context: ToolContext): Promise<string> {
  const pacer = new Pacer(context);
  const scope = new Scope(context);
  const start = scope.enterDirectory(options.path);
  const rules = options.use_gitignore
    ? await rulesAbove(scope, start, context.gitignore ?? "any-match", pacer)
    : undefined;
  const walk = new Walk(scope, start, {
    order: "name",
    maxDepth: options.recursive ? options.depth ?? Infinity : 0,
    resolveLinks: true,
    followLinks: options.recursive && options.follow_folder_symlinks,
    rules,
    maxScanned: context.maxScanned,
  }, pacer);
  const renderer = rendererFor(options, start.real);
  let lastLine: string | undefined;
  const stop = (entries: number): void => {
    const message = `stopped after ${entries} entries`;
    if (options.format === "json") throw new DirscopeError("scan_limit", message);
    lastLine = `[${message}]`;
  };
  await walk.run((step) => {
    switch (step.type) {
      case "files":
        if (options.filter !== "folders") renderer.files(step.directory, step.names, step.isPlain);
        break;
      case "entry": {
        const entry = shownEntry(step, options);
        if (options.filter === "both" || (options.filter === "folders") === entry.isFolder) {
          renderer.entry(step.directory, entry, step.descends);
        }
        break;
      }
      case "error":
        if (step.directory.depth === 0) throw new DirscopeError(step.code);
        renderer.leave();
        break;
      case "leave":
        renderer.leave();
        break;
      case "stopped":
        stop(step.scanned);
    }
    if (renderer.length <= MAX_LENGTH) return true;
    stop(pacer.entries);
    return false;
  });
  return renderer.finish(lastLine);
}

function rendererFor({ filter, format, show_data }: Arguments, real: string): TreeRenderer {
  const isFlat = filter !== "both";
  if (format === "text") return textRenderer({ isFlat, isAnnotated: show_data });
  return isFlat ? jsonListRenderer() : jsonTreeRenderer(baseNameOf(real) || "/");
}

function shownEntry(step: EntryStep, options: Arguments): ShownEntry {
  const { name, isPlain, target } = step;
  if (target === undefined) {
    const isFolder = step.kind === "directory";
    return { name, isPlain, type: isFolder ? "folder" : "file", isFolder };
  }
  const { stored, resolution } = target;
  if (options.follow_file_symlinks) {
    if (resolution.outcome === "file") return { name, isPlain, type: "file", isFolder: false };
    if (resolution.outcome === "cycle") {
      const loop = { isFolder: false, target: resolution.stored, isLoop: true };
      return { name, isPlain, type: "link", ...loop };
    }
  }
  const isFolder = resolution.outcome === "directory";
  return { name, isPlain, type: "link", isFolder, target: stored };
}

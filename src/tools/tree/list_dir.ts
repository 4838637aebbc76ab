/**
 * `list_dir` of toolset `tree`: a directory as an indented tree or a flat list. Arguments: {@linkcode PROPERTIES}.
 *
 * @module
 */
import { DirscopeError, type ErrorCode } from "../../errors.ts";
import { rulesAbove } from "../../gitignore/rules_above.ts";
import { baseNameOrRoot } from "../../scope/path_text.ts";
import { lineSafe } from "../../text/line_safe.ts";
import type { Tool, ToolDefinition } from "../../tool.ts";
import type { WalkOptions, WalkStep } from "../../walk/walk_options.ts";
import { Walk } from "../../walk/walk.ts";
import { requestedPathOf, type StartedCall, withPath } from "../call.ts";
import { defineTool } from "../define_tool.ts";
import { type ArgumentsOf, definitionOf, type InputOf } from "../schema.ts";
import { UnreadTally } from "../skipped.ts";
import { memoryTarget } from "./memory_target.ts";
import { rendererFor, type TreeRenderer } from "./render.ts";
import { shownEntry } from "./shown_entry.ts";

/** The name, type, bounds, default and help of each argument of `list_dir`. */
export const PROPERTIES = {
  path: {
    path:
      "The directory to list, absolute or relative to the working directory. Default: the working directory.",
    default: ".",
  },
  recursive: { flag: "Descend into subdirectories." },
  follow_folder_symlinks: {
    flag:
      "With recursive: also descend into symlinks that point to directories. Each directory is listed once, so loops end.",
  },
  follow_file_symlinks: {
    flag:
      'Show a symlink that leads to a file, through any chain of symlinks, as that file (type "file").',
  },
  filter: {
    choice: ["files", "folders", "both"],
    about:
      '"both" gives an indented tree; "files" or "folders" gives a flat list of relative paths of that kind, "files" with every symlink that leads to no folder, even to nothing. Only output is filtered: subdirectories are descended into all the same.',
    default: "both",
  },
  show_data: {
    flag:
      "Text format: annotate each entry with (file), (folder) or (link -> TARGET). JSON always has the types.",
  },
  depth: {
    integer:
      "With recursive: how many levels to descend; 0 lists the direct children only. Default: no limit.",
    minimum: 0,
  },
  format: {
    choice: ["text", "json"],
    about: '"text" is for reading and the cheapest in tokens; "json" is for programs.',
    default: "text",
  },
  use_gitignore: {
    flag:
      "Leave out what .gitignore files ignore, those of parent directories included, and .git directories. Ignored directories are never opened. Unless the host takes git's own verdicts, a ! line brings back only what its own file ignores.",
  },
  target: {
    choice: ["return_value", "session_memory", "project_memory"],
    about:
      "Where the result goes: back to you, or into session or project memory under memory_key.",
    default: "return_value",
  },
  memory_key: {
    text: "The memory key to write to. Required with a memory target, else ignored.",
    maxLength: 1024,
  },
} as const;

/** The arguments of `list_dir`; {@linkcode DEFINITION} describes them. */
export type TreeListDirArguments = InputOf<typeof PROPERTIES>;

type Arguments = ArgumentsOf<typeof PROPERTIES>;

/** The definition of `list_dir`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = definitionOf(
  "list_dir",
  "List the contents of a directory, sorted by name, with optional recursion, symlink following, filtering, .gitignore rules and type annotations. A large tree gives a large result: set depth, filter or use_gitignore to keep it small.",
  PROPERTIES,
);

/** `list_dir` of toolset `tree`. An error is a text that starts `Error: `. */
export const TOOL: Tool<string, TreeListDirArguments> = toolFor({ isView: false });

/** The same as the command `tree` shows it: text says where links lead, and folders alone are a tree, too. */
export const TREE_VIEW: Tool<string, TreeListDirArguments> = toolFor({ isView: true });

function toolFor(view: { readonly isView: boolean }): Tool<string, TreeListDirArguments> {
  return defineTool<Arguments, string>({
    DEFINITION,
    TRAITS: { pathArgument: "path", isRooted: false, lines: "rows" },
    toResult: (text) => ({ text, isError: text.startsWith("Error: ") }),
    fromResult: ({ text }) => text,
    checkArguments: memoryTarget,
    async run(call) {
      const { target, memory_key } = call.args;
      const listing = await listTree(call, view);
      const save = memoryTarget(call.args, call);
      if (save === undefined) return listing;
      await save(listing);
      return `Saved to ${target}: ${lineSafe(memory_key ?? "")}`;
    },
    fail(error, call) {
      const words = ERROR_MESSAGES[error.code];
      if (words === undefined) return `Error: ${error.message}.`;
      return `Error: ${withPath(words, requestedPathOf(call))}`;
    },
  });
}

/**
 * Lists a directory. Requires `--allow-read` permission for it.
 *
 * Entries are sorted by name in code point order. A listing stops after `context.maxScanned` directory
 * entries, or at about 268 million characters; its last line then states that. In JSON, that is an error.
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
 * assertEquals(await execute({ depth: -1 }), "Error: depth must be an integer of at least 0, not -1.");
 * ```
 *
 * @param args The arguments that the model sent; see {@linkcode DEFINITION}.
 * @param context The context of the host.
 * @returns The listing, `Saved to <target>: <key>`, or one line that starts `Error: `.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export const execute: Tool<string, TreeListDirArguments>["execute"] = TOOL.execute;

const NOT_A_DIRECTORY = "'{path}' is not a directory.";
const CANNOT_READ = "cannot read '{path}'.";

/** The message for an error; where there is none, that of the error itself. */
const ERROR_MESSAGES: Readonly<Partial<Record<ErrorCode, string>>> = {
  invalid_path: CANNOT_READ,
  io_error: CANNOT_READ,
  link_loop: NOT_A_DIRECTORY,
  name_too_long: NOT_A_DIRECTORY,
  not_a_directory: NOT_A_DIRECTORY,
  not_found: NOT_A_DIRECTORY,
  outside_scope: "access denied: '{path}' is outside the allowed roots.",
  permission_denied: "permission denied: '{path}'.",
  unaddressable: NOT_A_DIRECTORY,
};

/** Maximum UTF-16 units in a listing. A string holds twice as many; one step may add half as many. */
const MAX_LISTING_UNITS = 2 ** 28;

async function listTree(
  call: StartedCall<Arguments>,
  view: { readonly isView: boolean },
): Promise<string> {
  const { args, scope, pacer } = call;
  const start = scope.enterDirectory(args.path);
  const rules = args.use_gitignore
    ? await rulesAbove(scope, start, call.gitignore ?? "any-match", pacer)
    : undefined;
  const renderer = rendererFor({ ...args, ...view }, baseNameOrRoot(start.real));
  const unread = new UnreadTally();
  const walk = new Walk(scope, start, { ...treeWalkOptions(call), rules }, pacer);
  let stoppedAfter: number | undefined;
  await walk.run((step) => {
    if (step.type === "stopped") stoppedAfter = step.scanned;
    const isTooLarge = step.type === "error" && step.error.code === "scan_limit";
    if (step.type === "error" && step.directory.depth === 0 && !isTooLarge) throw step.error;
    unread.visit(step);
    renderStep(step, renderer, args);
    if (!isTooLarge && renderer.length <= MAX_LISTING_UNITS) return true;
    stoppedAfter = pacer.counts.entries;
    return false;
  });
  unread.addCounts(pacer.counts);
  unread.report(call);
  if (stoppedAfter === undefined) return renderer.finish();
  const message = `stopped after ${stoppedAfter} entries`;
  if (args.format === "json") throw new DirscopeError("scan_limit", message);
  return renderer.finish(`[${message}]`);
}

function renderStep(step: WalkStep, renderer: TreeRenderer, options: Arguments): void {
  const { filter } = options;
  if (step.type === "error" || step.type === "leave") renderer.leave();
  else if (step.type === "files" && filter !== "folders") {
    renderer.files(step.directory, step.names, step.isPlain);
  } else if (step.type === "entry") {
    const entry = shownEntry(step, options);
    if (filter !== "both" && (filter === "folders") !== entry.isFolder) return;
    renderer.entry(step.directory, entry, step.descends);
  }
}

function treeWalkOptions({ args, maxScanned }: StartedCall<Arguments>): WalkOptions {
  const { recursive, depth, follow_folder_symlinks } = args;
  return {
    order: "name",
    maxDepth: recursive ? depth ?? Infinity : 0,
    resolveLinks: true,
    followLinks: recursive && follow_folder_symlinks,
    maxScanned,
  };
}

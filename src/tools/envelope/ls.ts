/**
 * `LS` of toolset `envelope`: one directory, in the standard envelope. Arguments: {@linkcode PROPERTIES}.
 *
 * @module
 */
import { relative } from "@std/path/posix/relative";
import { entryKindOf, nameOf } from "../../directory/entry_key.ts";
import { readLinkTarget } from "../../directory/link_target.ts";
import { DirscopeError, mapErrors, undefinedIfRefused } from "../../errors.ts";
import { forEachPaced } from "../../pacing/pacer.ts";
import { takePaced } from "../../pacing/paced_steps.ts";
import { sortPaced } from "../../pacing/sort_paced.ts";
import { TopItems } from "../../pacing/top_items.ts";
import { statResolved } from "../../scope/file_system.ts";
import { isWithin } from "../../scope/path_text.ts";
import { Scope } from "../../scope/scope.ts";
import type { ScopedPath } from "../../scope/scoped_path.ts";
import type { Tool, ToolDefinition } from "../../tool.ts";
import { compareCodePoints } from "../../text/compare_code_points.ts";
import { readChildren } from "../../walk/read_children.ts";
import { type Call, requestedPathOf, type StartedCall } from "../call.ts";
import { defineTool } from "../define_tool.ts";
import { type ArgumentsOf, definitionOf, type InputOf, MAX_GLOB_LENGTH } from "../schema.ts";
import { visibilityOf } from "../visibility_of.ts";
import { envelopeFailureOf, SpecialFileError } from "./error_messages.ts";
import { withoutIgnored } from "./without_ignored.ts";
import {
  type Envelope,
  type EnvelopeEntry,
  type EnvelopeListing,
  envelopeText,
  OUTPUT_SCHEMA,
} from "./result.ts";

export { OUTPUT_SCHEMA };
export type { Envelope, EnvelopeEntry, EnvelopeErrorCode } from "./result.ts";

/** The name, type, bounds, default and help of each argument of `LS`. */
export const PROPERTIES = {
  path: {
    path:
      "Directory path to list (relative to the working directory, or absolute within the project root).",
    default: ".",
  },
  offset: { integer: "Pagination start index (>=0).", minimum: 0, default: 0 },
  limit: { integer: "Max items to return (1-200).", minimum: 1, maximum: 200, default: 100 },
  include_hidden: {
    flag:
      "Whether to include entries of any kind that are hidden (starting with '.') or ignored by default, such as node_modules and build.",
  },
  ignore: {
    texts:
      "Optional list of fnmatch patterns to ignore, for names (*.log) or paths from project root. Hide a folder by its bare name: foo, not foo/ or foo/**.",
    minLength: 0,
    maxLength: MAX_GLOB_LENGTH,
  },
} as const;

/** The arguments of `LS`; {@linkcode DEFINITION} describes them. */
export type EnvelopeLSArguments = InputOf<typeof PROPERTIES>;

type Arguments = ArgumentsOf<typeof PROPERTIES>;

/** The definition of `LS`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = definitionOf(
  "LS",
  "List files and directories in a given path with pagination and filters.",
  PROPERTIES,
);

/** `LS` of toolset `envelope`. */
export const TOOL: Tool<Envelope, EnvelopeLSArguments> = defineTool<Arguments, Envelope>({
  DEFINITION,
  TRAITS: { pathArgument: "path", isRooted: true, lines: "rows" },
  OUTPUT_SCHEMA,
  toResult: (output) => ({
    text: output.text,
    structured: output,
    isError: output.status === "error",
  }),
  async run(started, call) {
    const project = await projectOf(call);
    const listing = await listPage(started, project);
    const { page, truncated, counts, resolved } = listing;
    return {
      status: truncated ? "partial" : "success",
      data: { entries: page, truncated },
      text: envelopeText(listing, started.args.offset),
      stats: { time_ms: timeOf(call), ...counts, returned: page.length },
      context: { cwd: project.cwd, ...paramsInput(call), path_resolved: resolved },
    };
  },
  async fail(thrown, call) {
    const error = envelopeFailureOf(thrown, requestedPathOf(call) ?? ".");
    // Where the working directory is gone, there is no project.
    const { cwd } = await projectOf(call).catch(() => ({ cwd: "." }));
    return {
      status: "error",
      data: {},
      text: error.message,
      stats: { time_ms: timeOf(call) },
      context: { cwd, ...paramsInput(call), path_resolved: "." },
      error,
    };
  },
});

function timeOf({ startTime }: Call): number {
  return Math.round(performance.now() - startTime);
}

function paramsInput({ sent }: Call): { readonly params_input: unknown } {
  return { params_input: typeof sent === "object" && !Array.isArray(sent) ? sent ?? {} : {} };
}

/**
 * Lists one directory of the project in the standard envelope. Requires `--allow-read` permission for
 * the project root, which is the first of `context.roots`, or the working directory.
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
 * @param args The arguments that the model sent; see {@linkcode DEFINITION}.
 * @param context The context of the host.
 * @returns The envelope.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export const execute: Tool<Envelope, EnvelopeLSArguments>["execute"] = TOOL.execute;

interface Project {
  readonly scope: Scope;
  /** The project root, as the host spells it. */
  readonly root: string;
  /** The working directory, relative to the project root. */
  readonly cwd: string;
}

/** Returns the first root and a scope of that root alone; a call with refused arguments has no scope yet. */
async function projectOf({ context, scope: callScope }: Call<Arguments>): Promise<Project> {
  const { cwd, roots } = context;
  const hasOneRoot = roots === undefined || roots.length < 2;
  const scope = callScope !== undefined && hasOneRoot ? callScope : Scope.within({
    cwd,
    roots: roots?.slice(0, 1),
    visibility: callScope === undefined ? await visibilityOf(context) : callScope.visibility,
  });
  const root = scope.roots[0] ?? scope.cwd;
  return { scope, root, cwd: cwdIn(scope, root) };
}

/** Compares as text, or resolved where the root or the working directory is spelt through a link. */
function cwdIn(scope: Scope, root: string): string {
  return isWithin(scope.cwd, root)
    ? relative(root, scope.cwd) || "."
    : relative(resolvedOrSame(scope, root), resolvedOrSame(scope, scope.cwd)) || ".";
}

/** Returns the resolved path, or the path itself if it may not be read. */
function resolvedOrSame(scope: Scope, path: string): string {
  return undefinedIfRefused(() => scope.enter(path).real) ?? path;
}

/** Enters the directory to list. A path below a file does not exist; only the file is "not a directory". */
function enterListedDirectory(scope: Scope, path: string): ScopedPath {
  const { isDirectory, ...entered } = enterExisting(scope, path);
  if (isDirectory) return entered;
  const { isFile } = mapErrors(() => statResolved(scope.fileSystem, entered));
  throw isFile ? new DirscopeError("not_a_directory") : new SpecialFileError();
}

function enterExisting(scope: Scope, path: string): ReturnType<Scope["enter"]> {
  try {
    return scope.enter(path);
  } catch (error) {
    const isBelowFile = error instanceof DirscopeError && error.code === "not_a_directory";
    throw isBelowFile ? new DirscopeError("not_found") : error;
  }
}

async function listPage(
  { args: options, pacer }: StartedCall<Arguments>,
  project: Project,
): Promise<EnvelopeListing> {
  const { scope } = project;
  const start = enterListedDirectory(scope, options.path);
  const resolved = relative(resolvedOrSame(scope, project.root), start.real) || ".";
  const displayPrefix = resolved === "." ? "" : `${resolved}/`;
  const children = await readChildren(scope, start, pacer);
  const shown = await takePaced(withoutIgnored(children, options, displayPrefix), pacer);
  const counts = { dir: 0, file: 0, link: 0 };
  const end = options.offset + options.limit;
  const first = new TopItems<string>(end, compareCodePoints);
  await forEachPaced(shown, pacer, (key) => {
    const name = nameOf(key);
    const kind = entryKindOf(key);
    const type = kind === "directory" ? "dir" : kind === "link" ? "link" : "file";
    const isDirectory = kind === "directory" ||
      kind === "link" && readLinkTarget(scope, start, name).resolution.outcome === "directory";
    counts[type]++;
    first.add(entrySortKey(name, type, isDirectory));
  });
  const sorted = await sortPaced(first.kept, pacer, compareCodePoints);
  const { dir: dirs, file: files, link: links } = counts;
  const total_entries = dirs + files + links;
  return {
    resolved,
    page: sorted.slice(options.offset, end).map((key) => envelopeEntryOf(key, displayPrefix)),
    truncated: end < total_entries,
    counts: { total_entries, dirs, files, links },
  };
}

/**
 * Returns a string that sorts as the entry does: directories and links to directories first, then by the name
 * in lower case, then by the name. NUL cannot occur in a name, and sorts before every character that can.
 */
function entrySortKey(name: string, type: EnvelopeEntry["type"], isDirectory: boolean): string {
  return `${isDirectory ? 0 : 1}\0${name.toLowerCase()}\0${name}\0${type}`;
}

function envelopeEntryOf(key: string, displayPrefix: string): EnvelopeEntry {
  const [, , name, type] = key.split("\0");
  return { path: displayPrefix + name, type: type as EnvelopeEntry["type"] };
}

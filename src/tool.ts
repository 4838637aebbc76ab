/** The interface of a tool: its definition, its `execute`, and the context of a call. */
import type { TreeCache } from "./cache/tree_cache.ts";
import type { CallLog, LoggedCall } from "./call_log.ts";
import type { DirscopeError } from "./errors.ts";
import type { VisibilityPolicy } from "./visibility_policy.ts";

/** The values of an argument's `type` keyword. */
export type ArgumentType = "string" | "boolean" | "integer" | "array";

/** The JSON Schema (draft 2020-12) of one argument. A type alias, so that providers' SDKs accept it. */
export type ArgumentSchema = {
  /** A plain type. `null` for an optional argument means absent all the same. */
  readonly type: ArgumentType;
  /** The meaning of the argument, written for a model. */
  readonly description: string;
  /** The value used when the argument is absent. */
  readonly default?: string | boolean | number;
  /** The values allowed. */
  readonly enum?: string[];
  /** The smallest integer allowed. */
  readonly minimum?: number;
  /** The largest integer allowed. */
  readonly maximum?: number;
  /** Minimum number of characters. */
  readonly minLength?: number;
  /** Maximum number of characters; of a string with a `pattern`, which is a path, the maximum of bytes, too. */
  readonly maxLength?: number;
  /** A regular expression that a string must match. */
  readonly pattern?: string;
  /** Minimum number of items. */
  readonly minItems?: number;
  /** Maximum number of items. */
  readonly maxItems?: number;
  /** The schema of an array's items. */
  readonly items?: {
    readonly type: "string";
    readonly minLength?: number;
    readonly maxLength?: number;
    readonly pattern?: string;
  };
};

/** The JSON Schema (draft 2020-12) of a tool's arguments. A type alias, as {@linkcode ArgumentSchema}. */
export type ParametersSchema = {
  /** `"object"`: arguments are an object. */
  readonly type: "object";
  /** Argument name to schema, in the order in which help shows them. */
  readonly properties: Readonly<Record<string, ArgumentSchema>>;
  /** The required arguments. */
  readonly required: string[];
  /** `false`: an unknown argument is an error. */
  readonly additionalProperties: false;
};

/** The JSON Schema (draft 2020-12) of an output that is an object. */
export interface OutputSchema {
  /** `"object"`: outputs are objects. */
  readonly type: "object";
  /** Field name to schema. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** The fields that are always present. */
  readonly required: readonly string[];
  /** `false`: no other field is present. */
  readonly additionalProperties: false;
}

/** A tool's definition in the OpenAI function-tool form. */
export interface ToolDefinition {
  /** The kind of tool. */
  readonly type: "function";
  /** The tool itself. */
  readonly function: {
    /** The wire name, unique in its toolset. */
    readonly name: string;
    /** The purpose of the tool and when to choose it, written for a model. */
    readonly description: string;
    /** The single source of argument names, types, bounds, defaults and help. */
    readonly parameters: ParametersSchema;
  };
}

/** Storage that outlives a session: key to text, for one project. */
export interface ProjectMemory {
  /** Stores `value` under `key`; when it resolves, the value is durable. */
  setValue(key: string, value: string): void | Promise<void>;
  /** Returns the value stored under `key`, or `undefined`. */
  getValue(key: string): string | undefined | Promise<string | undefined>;
}

/** The progress of a running call. */
export interface Progress {
  /** Directories read so far. */
  readonly directories: number;
  /** Directory entries read so far. */
  readonly entries: number;
}

/** The context of a call: everything that the host passes besides the model's arguments. */
export interface ToolContext {
  /** Base of relative paths. @default {Deno.cwd()}, or the first root if all are absolute and none holds it */
  cwd?: string | undefined;
  /**
   * The allowed roots. Relative ones start from `cwd`; an empty list allows nothing. Without this, `envelope`,
   * `files`, `discovery` and `agent` allow `cwd`, and Deno's own permissions decide for `tree` and `codex`.
   */
  roots?: readonly string[] | undefined;
  /** Session memory, for `target: "session_memory"`. */
  memory?: Record<string, string> | undefined;
  /** Project memory, for `target: "project_memory"`. */
  projectMemory?: ProjectMemory | undefined;
  /** Cancels the call: `execute` rejects with an `AbortError` within 100 ms. */
  signal?: AbortSignal | undefined;
  /** Called several times a second during a long call. The counts never go back. */
  onProgress?: ((progress: Progress) => void) | undefined;
  /** Maximum directory entries that a walk of one call may read. @default {2_000_000} */
  maxScanned?: number | undefined;
  /**
   * Called at the end of a call of toolsets `tree`, `codex` and `files` that could not read everything below
   * its path, with the number of directories and `.gitignore` files by reason. The results of the other
   * toolsets hold these counts.
   */
  onSkipped?: ((skipped: Readonly<Record<string, number>>) => void) | undefined;
  /**
   * The combination of `.gitignore` files in toolset `tree`: any file that ignores an entry is enough, or
   * git's own verdict counts.
   *
   * @default {"any-match"}
   */
  gitignore?: "any-match" | "git" | undefined;
  /** Records every call of toolsets `discovery` and `agent`. */
  log?: CallLog | undefined;
  /** The visibility policy: paths that the host hides or re-includes. */
  policy?: VisibilityPolicy | undefined;
  /** The cache of what earlier calls read. Results are the same without it. */
  cache?: TreeCache | undefined;
  /**
   * What an answer to a task may tell of files: the `text` of lines; only `places`, which are numbers of lines and the
   * task's own words; or `none`: no file is opened for what it says, and names and commits alone rank. @default {"text"}
   */
  contents?: "text" | "places" | "none" | undefined;
}

/** Options of {@linkcode Tool.pages}. */
export interface PagesOptions {
  /**
   * Set to leave out what no report shows: cursors, and the sizes of `find_files`, each of which costs a system
   * call. It has no effect where calls are logged, or on tools of another machine. @default {false}
   */
  readonly lean?: boolean;
  /**
   * Set to get all entries of a search by time or size, on its one page, whatever its limit, and with the last page the
   * hints at all that was left out. It has no effect where calls are logged, or on tools of another machine.
   * @default {false}
   */
  readonly whole?: boolean;
}

/** Any tool's output in one shape, which the command and the MCP server use. */
export interface ToolResult {
  /** Everything that a model needs. */
  readonly text: string;
  /** The output as data, for the toolsets that return objects. */
  readonly structured?: unknown;
  /** Set if the tool reports an error. */
  readonly isError: boolean;
}

/** An output as lines, for terminals and pipes. */
export interface ToolReport {
  /** The request and the number of results, in one line. */
  readonly header: string;
  /** The entries, one a line. */
  readonly lines: readonly string[];
  /** The raw paths of the entries. They may hold any character but NUL. */
  readonly paths: readonly string[];
  /** What follows the line of each entry for a reader, if the tool says it: why it was found, and rows of its places. */
  readonly tails?: readonly string[];
  /** The places to read in each entry, if the tool tells them, as `LINE:TEXT`. */
  readonly places?: readonly (readonly string[])[];
  /** The lists that they are, in order, where there are several: a line about each, and its number of entries. */
  readonly sections?: readonly { readonly heading: string; readonly count: number }[];
  /** The cursor of the next page. */
  readonly cursor: string | undefined;
  /** The number of directories and files that were skipped, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** Hints, one a line. */
  readonly notes: readonly string[];
}

/** Properties of a tool that a host needs besides its definition. */
export interface ToolTraits {
  /** The argument that names the path to read. */
  readonly pathArgument: "dir_path" | "path" | "root";
  /** The arguments that the words of a command line fill, in this order. @default {[pathArgument]} */
  readonly wordArguments?: readonly string[];
  /** Set if it needs roots: it reads nothing outside them, by default the working directory. */
  readonly isRooted: boolean;
  /** The toolset under whose name {@linkcode ToolContext.log} records its calls; absent if it does not. */
  readonly loggedAs?: LoggedCall["toolset"];
  /** Puts right what a model sent, before it is checked. @default {arguments are checked as they were sent} */
  readonly putRight?: (sent: unknown, context: ToolContext) => unknown;
  /** The DEFINITION with the bounds that it leaves out, to check arguments by. @default {DEFINITION} */
  readonly checks?: ToolDefinition;
  /** Set if a call without a path concerns all roots, not the first alone. @default {false} */
  readonly searchesRoots?: boolean;
  /** Set if it looks for words of a task in files, unless {@linkcode ToolContext.contents} is `none`. @default {false} */
  readonly readsContents?: boolean;
  /** Maximum entries of a task where no limit is sent: fewer than of a name. @default {it takes no tasks} */
  readonly taskLimit?: number;
  /** The kind of lines in its text, which decides the colours; `json` if the text is JSON. */
  readonly lines: "facts" | "rows" | "json";
}

/**
 * The type of arguments that a program may pass: any whose type is not known, such as those of a model, or else
 * `Input`. A misspelt or mistyped literal does not compile.
 */
export type Sent<Input, Args> = unknown extends Args ? Args
  : string extends keyof Args ? Args
  : Input;

/** A tool: a definition for the model, and the function that executes a call. */
export interface Tool<Output = unknown, Input = unknown> {
  /** The definition to give to the model. */
  readonly DEFINITION: ToolDefinition;
  /** The properties that a host needs besides. */
  readonly TRAITS: ToolTraits;
  /** The JSON Schema of `structured`, errors included; absent if there is none. */
  readonly OUTPUT_SCHEMA?: OutputSchema;
  /**
   * Executes one call. Where the arguments are wrong or the disk cannot be read, it resolves to the tool's own
   * error shape.
   *
   * @param args The arguments as the model sent them, unchecked.
   * @param context The context of the call.
   * @throws {DOMException} `AbortError` when `context.signal` aborts.
   */
  execute<Args>(args: Sent<Input, Args>, context?: ToolContext): Promise<Output>;
  /**
   * Returns the output of a call that its host cannot execute, or ends: an error in the tool's own shape. No
   * file is read.
   *
   * @param error The reason, in a message that is safe to show.
   * @param args The arguments as the model sent them, unchecked.
   * @param context The context of the call.
   */
  fail(error: DirscopeError, args: unknown, context?: ToolContext): Promise<Output>;
  /** Turns an output of `execute` into text, data and an error flag. */
  toResult(output: Output): ToolResult;
  /** Turns a result back into the output. Only for tools whose output is not `structured` itself. */
  fromResult?(result: ToolResult): Output;
  /** Turns an output into lines, for the tools that find entries; an error has none. */
  toReport?(output: Output): ToolReport | undefined;
  /**
   * Iterates over all pages of a call, in one walk. They equal those of calls with the cursors.
   *
   * @throws {DOMException} `AbortError` when `context.signal` aborts.
   */
  pages?<Args>(
    args: Sent<Input, Args>,
    context?: ToolContext,
    options?: PagesOptions,
  ): AsyncIterable<Output>;
}

/** A tool with pages. */
export type PagedTool<Output = unknown, Input = unknown> =
  & Tool<Output, Input>
  & Required<Pick<Tool<Output, Input>, "pages">>;

/**
 * Turns any tool's output into one shape, `{ text, structured?, isError }`.
 *
 * @example Usage
 * ```ts
 * import { toToolResult, TOOLSETS } from "@dirscope/dirscope";
 * import { assertEquals } from "@std/assert";
 *
 * const { list_dir } = TOOLSETS.tree;
 * const output = await list_dir.execute({ path: "no such folder" }, {});
 * assertEquals(toToolResult(list_dir, output), {
 *   text: "Error: 'no such folder' is not a directory.",
 *   isError: true,
 * });
 * ```
 *
 * @param tool The tool that returned the output.
 * @param output The value that its `execute` resolved to.
 * @returns The output as text, data where the tool has them, and whether it is an error.
 */
export function toToolResult<Output>(tool: Tool<Output>, output: Output): ToolResult {
  return tool.toResult(output);
}

/** What a tool is: its definition, its `execute`, and the context that a host gives it. */
import type { TreeCache } from "./cache/tree_cache.ts";
import type { CallLog, LoggedCall } from "./call_log.ts";
import type { DirscopeError } from "./errors.ts";
import type { VisibilityPolicy } from "./visibility_policy.ts";

/** What an argument's `type` keyword may hold. */
export type ArgumentType = "string" | "boolean" | "integer" | "array";

/** The JSON Schema (draft 2020-12) of one argument. A type alias, so that providers' SDKs accept it. */
export type ArgumentSchema = {
  /** Plain. `null` for an optional argument means absent all the same. */
  readonly type: ArgumentType;
  /** What the argument means, written for a model. */
  readonly description: string;
  /** The value used when the argument is absent. */
  readonly default?: string | boolean | number;
  /** The values allowed. */
  readonly enum?: string[];
  /** The smallest integer allowed. */
  readonly minimum?: number;
  /** The largest integer allowed. */
  readonly maximum?: number;
  /** The fewest characters allowed. */
  readonly minLength?: number;
  /** The most characters allowed; of a string with a `pattern`, which is a path, the most bytes, too. */
  readonly maxLength?: number;
  /** A regular expression that a string must match. */
  readonly pattern?: string;
  /** The fewest items allowed. */
  readonly minItems?: number;
  /** The most items allowed. */
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
  /** Arguments are an object. */
  readonly type: "object";
  /** Argument name to schema, in the order in which help shows them. */
  readonly properties: Readonly<Record<string, ArgumentSchema>>;
  /** The arguments that must be given. */
  readonly required: string[];
  /** An unknown argument is an error. */
  readonly additionalProperties: false;
};

/** The JSON Schema (draft 2020-12) of an output that is an object. */
export interface OutputSchema {
  /** Outputs are objects. */
  readonly type: "object";
  /** Field name to schema. */
  readonly properties: Readonly<Record<string, unknown>>;
  /** The fields that are always there. */
  readonly required: readonly string[];
  /** No other field is there. */
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
    /** What the tool does and when to choose it, written for a model. */
    readonly description: string;
    /** The single source of argument names, types, bounds, defaults and help. */
    readonly parameters: ParametersSchema;
  };
}

/** Storage that outlives a session: key to text, for one project. */
export interface ProjectMemory {
  /** Stores `value` under `key`; when it resolves, the value is durable. */
  setValue(key: string, value: string): void | Promise<void>;
  /** The value stored under `key`, or `undefined`. */
  getValue(key: string): string | undefined | Promise<string | undefined>;
}

/** How far a running call has come. */
export interface Progress {
  /** Directories read so far. */
  readonly directories: number;
  /** Directory entries read so far. */
  readonly entries: number;
}

/** What a host gives a call besides the model's arguments. */
export interface ToolContext {
  /** Base of relative paths. @default {Deno.cwd()} */
  cwd?: string;
  /**
   * The allowed roots. Relative ones start from `cwd`; an empty list allows nothing. Without this,
   * `envelope`, `files`, `discovery` and `agent` allow `cwd`, and Deno's own permissions decide for `tree`
   * and `codex`.
   */
  roots?: readonly string[];
  /** Session memory, for `target: "session_memory"`. */
  memory?: Record<string, string>;
  /** Project memory, for `target: "project_memory"`. */
  projectMemory?: ProjectMemory;
  /** Cancels the call: `execute` rejects with an `AbortError` within 100 ms. */
  signal?: AbortSignal;
  /** Called several times a second during a long call. The counts never go back. */
  onProgress?: (progress: Progress) => void;
  /** The most directory entries that a walk of one call may read. @default {2_000_000} */
  maxScanned?: number;
  /**
   * Called at the end of a call of toolsets `tree`, `codex` and `files` that could not read everything below
   * its path, with the number of directories and `.gitignore` files by reason. The results of the other
   * toolsets tell it.
   */
  onSkipped?: (skipped: Readonly<Record<string, number>>) => void;
  /**
   * How `.gitignore` files combine in toolset `tree`: any file that ignores an entry is enough, or git's
   * own verdict counts.
   *
   * @default {"any-match"}
   */
  gitignore?: "any-match" | "git";
  /** Records every call of toolsets `discovery` and `agent`. */
  log?: CallLog;
  /** What the host hides or shows besides. */
  policy?: VisibilityPolicy;
  /** What a second call need not read again. Results are the same without it. */
  cache?: TreeCache;
}

/** What the pages of a call hold. */
export interface PagesOptions {
  /**
   * Leaves out what no report shows: cursors, and the sizes of `find_files`, each of which costs a system
   * call. It has no effect where calls are logged. @default {false}
   */
  readonly lean?: boolean;
}

/** Any tool's output in one shape, which the command and the MCP server use. */
export interface ToolResult {
  /** Everything that a model needs. */
  readonly text: string;
  /** The output as data, for the toolsets that return objects. */
  readonly structured?: unknown;
  /** Whether the tool reports an error. */
  readonly isError: boolean;
}

/** An output as lines, for terminals and pipes. */
export interface ToolReport {
  /** What was asked and how much was found, in one line. */
  readonly header: string;
  /** One line an entry. */
  readonly lines: readonly string[];
  /** The raw paths of the entries. They may hold any character but NUL. */
  readonly paths: readonly string[];
  /** What to send for the next page. */
  readonly cursor: string | undefined;
  /** What was left out, counted by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  /** What may help, a line each. */
  readonly notes: readonly string[];
}

/** What a host must know of a tool besides its definition. */
export interface ToolTraits {
  /** The argument that names the path to look at. */
  readonly pathArgument: "dir_path" | "path" | "root";
  /**
   * The arguments that the words of a command line fill, in this order. @default {[pathArgument]}
   */
  readonly wordArguments?: readonly string[];
  /** Whether it needs roots: it looks nowhere outside them, by default the working directory. */
  readonly isRooted: boolean;
  /** The toolset under whose name {@linkcode ToolContext.log} records its calls; absent if it does not. */
  readonly loggedAs?: LoggedCall["toolset"];
  /** Whether it keeps snapshots in {@linkcode ToolContext.cache}. @default {false} */
  readonly keepsSnapshots?: boolean;
  /** What a line of its text is, which tells how to colour it. */
  readonly lines: "facts" | "rows";
}

/**
 * What a program may pass as arguments: anything whose type is not known, such as what a model sent, or else
 * `Input`. A misspelt or mistyped literal does not compile.
 */
export type Sent<Input, Args> = unknown extends Args ? Args
  : string extends keyof Args ? Args
  : Input;

/** A tool: a definition for the model, and the function that carries out a call. */
export interface Tool<Output = unknown, Input = unknown> {
  /** The definition to give to the model. */
  readonly DEFINITION: ToolDefinition;
  /** What a host must know besides. */
  readonly TRAITS: ToolTraits;
  /** The JSON Schema of `structured`, errors included; absent if there is none. */
  readonly OUTPUT_SCHEMA?: OutputSchema;
  /**
   * Carries out one call. Where the model did something wrong or the disk refused, it resolves to the
   * tool's own error shape.
   *
   * @param args What the model sent, unchecked.
   * @param context What the host gives.
   * @throws {DOMException} `AbortError` when `context.signal` aborts.
   */
  execute<Args>(args: Sent<Input, Args>, context?: ToolContext): Promise<Output>;
  /**
   * What a call resolves to that its host cannot carry out, or ends: an error in the tool's own shape. The disk is
   * not touched.
   *
   * @param error Why, in a message that is safe to show.
   * @param args What the model sent, unchecked.
   * @param context What the host gives.
   */
  fail(error: DirscopeError, args: unknown, context?: ToolContext): Promise<Output>;
  /** Turns an output of `execute` into text, data and an error flag. */
  toResult(output: Output): ToolResult;
  /** Turns a result back into the output. Only for tools whose output is not `structured` itself. */
  fromResult?(result: ToolResult): Output;
  /** Turns an output into lines, for the tools that find entries; an error has none. */
  toReport?(output: Output): ToolReport | undefined;
  /**
   * Gives all pages of a call, from one walk that is kept open. They equal what following the cursors gives.
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
 * @param tool The tool that gave the output.
 * @param output What its `execute` resolved to.
 * @returns The output as text, data where the tool has them, and whether it is an error.
 */
export function toToolResult<Output>(tool: Tool<Output>, output: Output): ToolResult {
  return tool.toResult(output);
}

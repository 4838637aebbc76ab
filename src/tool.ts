/**
 * What a tool is: its definition, its `execute`, and the context that a host gives it.
 *
 * @module
 */

/** The JSON type names that an argument's `type` keyword may hold. */
export type ArgumentType = "string" | "boolean" | "integer" | "array" | "null";

/** The JSON Schema (draft 2020-12) of one argument. */
export interface ArgumentSchema {
  /** One type, or several where the argument is optional: `null` means absent. */
  readonly type: ArgumentType | readonly ArgumentType[];
  /** What the argument means, written for a model. */
  readonly description: string;
  /** The value used when the argument is absent. */
  readonly default?: string | boolean | number | null;
  /** The values allowed. */
  readonly enum?: readonly (string | null)[];
  /** The smallest integer allowed. */
  readonly minimum?: number;
  /** The largest integer allowed. */
  readonly maximum?: number;
  /** The fewest characters allowed. */
  readonly minLength?: number;
  /** A regular expression that a string must match. */
  readonly pattern?: string;
  /** The schema of an array's items. */
  readonly items?: {
    readonly type: "string";
    readonly minLength?: number;
    readonly pattern?: string;
  };
}

/** The JSON Schema (draft 2020-12) of a tool's arguments. */
export interface ParametersSchema {
  /** Arguments are an object. */
  readonly type: "object";
  /** Argument name to schema, in the order in which help shows them. */
  readonly properties: Readonly<Record<string, ArgumentSchema>>;
  /** The arguments that must be given. */
  readonly required: readonly string[];
  /** An unknown argument is an error. */
  readonly additionalProperties: false;
}

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

/** A call of a discovery tool, as a {@linkcode CallLog} records it. */
export interface LoggedCall {
  /** Which toolset's tool was called. */
  readonly toolset: "agent" | "discovery";
  /** The tool. */
  readonly operation: string;
  /** The base of relative paths, absolute. */
  readonly cwd: string;
  /** The allowed roots, absolute. */
  readonly roots: readonly string[];
  /** The scan budget that the host set, or `null`. */
  readonly maxScanned: number | null;
  /** The arguments with their defaults, the cursor included; as they were sent, where they were refused. */
  readonly query: unknown;
  /** What the call resolved to. */
  readonly result: object;
}

/** Where the calls of toolsets `discovery` and `agent` are recorded. */
export interface CallLog {
  /** Records a call before it resolves; when this resolves, the record is durable. */
  append(call: LoggedCall): void | Promise<void>;
}

/** How far a running call has come. */
export interface Progress {
  /** Directories read so far. */
  readonly directories: number;
  /** Directory entries read so far. */
  readonly entries: number;
}

/** What a host gives a call, besides the model's arguments. */
export interface ToolContext {
  /** Base of relative paths. @default {Deno.cwd()} */
  cwd?: string;
  /**
   * The allowed roots, relative ones taken from `cwd`; an empty list allows nothing. Absent, `envelope`,
   * `files`, `discovery` and `agent` allow `cwd`; for `tree` and `codex` Deno's own permissions decide.
   */
  roots?: readonly string[];
  /** Session memory, for `target: "session_memory"`. */
  memory?: Record<string, string>;
  /** Project memory, for `target: "project_memory"`. */
  projectMemory?: ProjectMemory;
  /** Cancels the call: `execute` rejects with an `AbortError` within 100 ms. */
  signal?: AbortSignal;
  /** Called now and then during a long call, several times a second. */
  onProgress?: (progress: Progress) => void;
  /** Most directory entries that one call may read. @default {2_000_000} */
  maxScanned?: number;
  /**
   * How `.gitignore` files combine: an entry is ignored if any file ignores it, or by git's own
   * verdict. Toolset `tree` only.
   *
   * @default {"any-match"}
   */
  gitignore?: "any-match" | "git";
  /** Records every call of toolsets `discovery` and `agent`. */
  log?: CallLog;
}

/** How all pages of a call are given. */
export interface PagesOptions {
  /**
   * Leaves out what reports do not show: cursors, and the sizes of `find_files`, which cost a system call
   * for each file. Not where the calls are logged. @default {false}
   */
  readonly lean?: boolean;
}

/** Any tool's output in one shape, as the CLI and MCP send it on. */
export interface ToolResult {
  /** Everything that a model needs, by itself. */
  readonly text: string;
  /** The output as data, for the toolsets that return objects. */
  readonly structured?: unknown;
  /** Whether the tool reports an error. */
  readonly isError: boolean;
}

/** An output as lines, for a terminal and for pipes. */
export interface ToolReport {
  /** What was asked and how much was found, in one line. */
  readonly header: string;
  /** One line an entry. */
  readonly lines: readonly string[];
  /** The paths of the entries as they are, which may hold any character but NUL. */
  readonly paths: readonly string[];
  /** What to send for more. */
  readonly cursor: string | undefined;
  /** What was left out, and hints: a line each. */
  readonly notes: readonly string[];
}

/** What a host must know of a tool besides its definition. */
export interface ToolTraits {
  /** The argument that names the path to look at. */
  readonly pathArgument: "dir_path" | "path" | "root";
  /** Whether {@linkcode ToolContext.log} records its calls. */
  readonly isLogged: boolean;
  /** What a line of its text is, which tells how to colour it. */
  readonly lines: "facts" | "rows";
}

/** A tool: a definition for the model, and the function that carries out a call. */
export interface Tool<Output = unknown> {
  /** The definition to give to the model. */
  readonly DEFINITION: ToolDefinition;
  /** What a host must know besides. */
  readonly TRAITS: ToolTraits;
  /** The JSON Schema of what `toResult` gives as data, errors included, where it gives any. */
  readonly OUTPUT_SCHEMA?: OutputSchema;
  /**
   * Carries out one call. It resolves to the tool's own error shape for whatever the model did wrong
   * or the disk refused.
   *
   * @param args What the model sent, unchecked.
   * @param context What the host gives.
   * @throws {DOMException} `AbortError` when `context.signal` aborts.
   */
  execute(args: unknown, context?: ToolContext): Promise<Output>;
  /** Turns an output of `execute` into text, data and an error flag. */
  toResult(output: Output): ToolResult;
  /** Turns a result back into the output, of the tools whose output is not the data of the result. */
  fromResult?(result: ToolResult): Output;
  /** Turns an output into lines, for the tools that find entries; an error has none. */
  toReport?(output: Output): ToolReport | undefined;
  /**
   * All pages of a call, from one walk that is kept open: what following the cursors gives.
   *
   * @throws {DOMException} `AbortError` when `context.signal` aborts.
   */
  pages?(args: unknown, context?: ToolContext, options?: PagesOptions): AsyncIterable<Output>;
}

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

/**
 * What every call of toolsets `discovery` and `agent` starts with, and how it fails.
 *
 * @module
 */
import { ArgumentError } from "../../arguments/argument_error.ts";
import { parseArguments } from "../../arguments/parse_arguments.ts";
import { Pacer } from "../../pacing/pacer.ts";
import { DirscopeError, type ErrorCode } from "../../errors.ts";
import { Scope } from "../../scope/scope.ts";
import { lineSafe } from "../../text/line_safe.ts";
import type { ToolContext, ToolDefinition } from "../../tool.ts";
import type { DiscoveryErrorCode, DiscoveryFailure, SkipReason } from "./result.ts";

/** A tool: its definition, and which argument names its root. */
export interface Callable {
  readonly definition: ToolDefinition;
  readonly rootArgument: "path" | "root";
}

/** What a call works with: checked arguments, and nothing touched yet. */
export interface StartedCall<Arguments> {
  readonly args: Arguments;
  readonly scope: Scope;
  readonly pacer: Pacer;
}

/** One call, from what the model sent on. */
export class DiscoveryCall<Arguments> {
  readonly operation: string;
  /** The displayed root, once it is known. */
  root = ".";
  /** Every argument but the cursor, once they are checked. */
  query: Readonly<Record<string, unknown>> = {};
  /** The cursor, once the arguments are checked; `undefined` for a tool without pages. */
  cursor: string | null | undefined;
  readonly #tool: Callable;
  readonly #raw: unknown;
  readonly #context: ToolContext;

  /**
   * @param tool What is called.
   * @param raw What the model sent.
   * @param context What the host gives.
   */
  constructor(tool: Callable, raw: unknown, context: ToolContext) {
    this.operation = tool.definition.function.name;
    this.#tool = tool;
    this.#raw = raw;
    this.#context = context;
  }

  /**
   * Checks the arguments. The disk is not touched.
   *
   * @throws {DirscopeError} If an argument is refused.
   */
  begin(): StartedCall<Arguments> {
    const args = parseArguments<Record<string, unknown>>(this.#tool.definition, this.#raw);
    const { cursor, ...query } = args;
    this.query = query;
    this.cursor = cursor as string | null | undefined;
    const { cwd, roots = ["."] } = this.#context;
    const pacer = new Pacer(this.#context);
    // Without `roots`, nothing outside the working directory.
    const scope = new Scope({ cwd, roots });
    this.root = scope.displayed(args[this.#tool.rootArgument] as string);
    return { args: args as Arguments, scope, pacer };
  }

  /**
   * Turns what a call threw into the toolset's error.
   *
   * @throws What is no {@linkcode DirscopeError}.
   */
  failureOf(error: unknown): DiscoveryFailure {
    if (!(error instanceof DirscopeError)) throw error;
    const { rootArgument } = this.#tool;
    const path = this.query[rootArgument];
    const isPath = error instanceof ArgumentError && error.argument === rootArgument &&
      typeof (this.#raw as Record<string, unknown>)[error.argument] === "string";
    if (isPath) return { code: "invalid_root", message: error.message };
    const [code, message] = ERRORS[error.code];
    return {
      code,
      message: message(typeof path === "string" ? lineSafe(path) : "", error.message),
    };
  }
}

/** What a directory that could not be read counts as. */
export function skipReasonOf(code: ErrorCode): SkipReason {
  return SKIP_REASONS[code] ?? "io_error";
}

const SKIP_REASONS: Readonly<Partial<Record<ErrorCode, SkipReason>>> = {
  link_loop: "vanished",
  name_too_long: "name_too_long",
  not_a_directory: "vanished",
  not_found: "vanished",
  outside_scope: "outside_root",
  permission_denied: "permission_denied",
  unaddressable: "unaddressable",
};

const ERRORS: Readonly<
  Record<ErrorCode, readonly [DiscoveryErrorCode, (path: string, message: string) => string]>
> = {
  bad_cursor: ["bad_cursor", (_path, message) => message],
  bad_pattern: ["bad_pattern", (_path, message) => message],
  invalid_argument: ["invalid_argument", (_path, message) => message],
  invalid_path: ["invalid_root", (path) => `'${path}' is not a valid path`],
  io_error: ["io_error", (path) => `cannot read '${path}'`],
  link_loop: ["invalid_root", (path) => `'${path}' leads through too many links`],
  name_too_long: ["invalid_root", (path) => `'${path}' is too long`],
  not_a_directory: ["not_a_directory", (path) => `'${path}' is not a directory`],
  not_found: ["not_found", (path) => `'${path}' does not exist`],
  outside_scope: ["outside_root", (path) => `'${path}' is outside the allowed roots`],
  permission_denied: ["permission_denied", (path) => `permission denied: '${path}'`],
  scan_limit: ["io_error", (_path, message) => message],
  unaddressable: ["not_found", (path) => `'${path}' does not exist`],
};

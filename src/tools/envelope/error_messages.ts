import { ArgumentError, clipSafe } from "../../arguments/argument_error.ts";
import { DirscopeError, type ErrorCode } from "../../errors.ts";
import { withPath } from "../call.ts";
import { MAX_GLOB_LENGTH, MAX_LIST_ITEMS, PATH_MAX } from "../schema.ts";
import type { EnvelopeErrorCode, EnvelopeFailure } from "./result.ts";

/** The error of a call that names a FIFO, socket or device: reading one could block for ever. */
export class SpecialFileError extends DirscopeError {
  constructor() {
    super("not_a_directory");
  }
}

/** Returns the error of a call that failed. `path` is the requested path. */
export function envelopeFailureOf(error: DirscopeError, path: string): EnvelopeFailure {
  if (error instanceof ArgumentError) {
    return { code: "INVALID_PARAM", message: argumentMessageOf(error) };
  }
  const failure = error instanceof SpecialFileError ? SPECIAL_FILE : ERROR_MESSAGES[error.code];
  if (failure === undefined) {
    return { code: "INTERNAL_ERROR", message: `Failed to list directory - ${error.message}` };
  }
  const [code, message] = failure;
  return { code, message: withPath(message, path) };
}

function argumentMessageOf({ problem, argument = "" }: ArgumentError): string {
  if (problem === "unknown") return `unknown argument '${clipSafe(argument)}'.`;
  const tooLong = problem === "too_long" ? OVERLONG_ARGUMENT_MESSAGES[argument] : undefined;
  return tooLong ?? ARGUMENT_MESSAGES[argument] ?? "arguments must be an object.";
}

const OVERLONG_ARGUMENT_MESSAGES: Readonly<Record<string, string>> = {
  ignore:
    `ignore must be a list of at most ${MAX_LIST_ITEMS} glob patterns of at most ${MAX_GLOB_LENGTH} characters.`,
  path: `path must be a string of at most ${PATH_MAX} bytes.`,
};

const ARGUMENT_MESSAGES: Readonly<Record<string, string>> = {
  ignore: "ignore must be a list of glob patterns.",
  include_hidden: "include_hidden must be a boolean.",
  limit: "limit must be an integer between 1 and 200.",
  offset: "offset must be a non-negative integer.",
  path: "path must be a non-empty string without NUL characters.",
};

type ErrorMessage = readonly [code: EnvelopeErrorCode, message: string];

const INTERNAL: ErrorMessage = ["INTERNAL_ERROR", "Failed to list directory - input/output error"];
const NOT_FOUND: ErrorMessage = ["NOT_FOUND", "Path '{path}' does not exist."];
const SPECIAL_FILE: ErrorMessage = [
  "INVALID_PARAM",
  "'{path}' is a FIFO, socket or device, not a directory.",
];

/** The code and message for an error; where there are none, `INTERNAL_ERROR` and that of the error itself. */
const ERROR_MESSAGES: Readonly<Partial<Record<ErrorCode, ErrorMessage>>> = {
  invalid_path: INTERNAL,
  io_error: INTERNAL,
  link_loop: ["INTERNAL_ERROR", "Failed to list directory - too many levels of symbolic links"],
  name_too_long: NOT_FOUND,
  not_a_directory: [
    "INVALID_PARAM",
    "'{path}' is a file, not a directory. Use 'Read' tool to view its content.",
  ],
  not_found: NOT_FOUND,
  outside_scope: ["ACCESS_DENIED", "Access denied. Path must be within the project root."],
  permission_denied: ["ACCESS_DENIED", "Permission denied accessing '{path}'."],
  unaddressable: NOT_FOUND,
};

/** What each error of the core means in toolsets `discovery` and `agent`. */
import { ArgumentError } from "../../arguments/argument_error.ts";
import type { DirscopeError, ErrorCode } from "../../errors.ts";
import { namedRoots } from "../../scope/named_roots.ts";
import { lineSafe } from "../../text/line_safe.ts";
import type { Call } from "../call.ts";
import { MAX_GLOB } from "../schema.ts";
import type { DiscoveryErrorCode, DiscoveryFailure } from "./result.ts";

/** The toolset's error for a call that failed. */
export function failureOf(
  error: DirscopeError,
  { tool: { TRAITS: { pathArgument } }, sent, query, started }: Call,
): DiscoveryFailure {
  const value = (query ?? Object(sent))[pathArgument];
  const path = typeof value === "string" ? value : undefined;
  if (error instanceof ArgumentError && error.argument === pathArgument && path !== undefined) {
    return { code: "invalid_root", message: error.message };
  }
  if (error instanceof ArgumentError && error.problem === "too_long") {
    return TOO_LONG[error.argument ?? ""] ?? { code: "invalid_argument", message: error.message };
  }
  const { code, message } = MEANINGS[error.code];
  return { code, message: message?.(lineSafe(path ?? ""), started?.scope.roots) ?? error.message };
}

/** Arguments that are refused in the words of what reads them, however they are malformed. */
const TOO_LONG: Readonly<Record<string, DiscoveryFailure>> = {
  cursor: { code: "bad_cursor", message: "cursor is damaged" },
  pattern: {
    code: "bad_pattern",
    message: `pattern: longer than ${MAX_GLOB} characters at character ${MAX_GLOB + 1}`,
  },
};

interface Meaning {
  /** What a call that fails says. */
  readonly code: DiscoveryErrorCode;
  /** What to tell the model; without it, the error's own message. */
  readonly message?: (path: string, roots?: readonly string[]) => string;
}

const missing = (path: string): string => `'${path}' does not exist`;

const MEANINGS: Readonly<Record<ErrorCode, Meaning>> = {
  bad_cursor: { code: "bad_cursor" },
  bad_pattern: { code: "bad_pattern" },
  busy: { code: "busy" },
  invalid_argument: { code: "invalid_argument" },
  invalid_path: { code: "invalid_root", message: (path) => `'${path}' is not a valid path` },
  io_error: { code: "io_error", message: (path) => `cannot read '${path}'` },
  link_loop: {
    code: "invalid_root",
    message: (path) => `'${path}' leads through too many links`,
  },
  name_too_long: {
    code: "invalid_root",
    message: (path) => `'${path}' is too long`,
  },
  not_a_directory: {
    code: "not_a_directory",
    message: (path) => `'${path}' is not a directory`,
  },
  not_found: { code: "not_found", message: missing },
  outside_scope: {
    code: "outside_root",
    message: (path, roots) =>
      `'${path}' is outside the allowed roots${roots ? `: ${namedRoots(roots)}` : ""}`,
  },
  permission_denied: {
    code: "permission_denied",
    message: (path) => `permission denied: '${path}'`,
  },
  scan_limit: { code: "io_error" },
  timed_out: { code: "timed_out" },
  host_failed: { code: "io_error" },
  unaddressable: { code: "not_found", message: missing },
};

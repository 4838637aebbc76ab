/** The words of toolsets `discovery` and `agent` for each error. */
import { ArgumentError } from "../../arguments/argument_error.ts";
import type { DirscopeError, ErrorCode } from "../../errors.ts";
import { describeRoots } from "../../scope/describe_roots.ts";
import { isWithinAsNamed } from "../../scope/path_text.ts";
import { lineSafe } from "../../text/line_safe.ts";
import { type Call, type StartedCall, withPath } from "../call.ts";
import { existenceOf } from "../meant_path.ts";
import { MAX_GLOB_LENGTH } from "../schema.ts";
import type { DiscoveryErrorCode, DiscoveryFailure } from "./result.ts";

export function discoveryFailureOf(error: DirscopeError, call: Call): DiscoveryFailure {
  const { tool: { DEFINITION, TRAITS: { pathArgument, putRight } }, sent, query, started } = call;
  const value: unknown = (query ?? Object(sent))[pathArgument];
  const path = typeof value === "string" ? value : undefined;
  if (error instanceof ArgumentError && error.argument === pathArgument && path !== undefined) {
    const advice = putRight && path === "" ? ': send "." instead' : "";
    return { code: "invalid_root", message: error.message + advice };
  }
  if (error instanceof ArgumentError && error.problem === "too_long") {
    return OVERLONG_ARGUMENTS[error.argument ?? ""] ??
      { code: "invalid_argument", message: error.message };
  }
  if (putRight && error instanceof ArgumentError && error.problem === "unknown") {
    const owner = ownerOf(error.argument!);
    const isElsewhere = owner !== undefined && owner !== DEFINITION.function.name;
    const advice = isElsewhere ? `; ${owner} takes it` : "";
    return { code: "invalid_argument", message: error.message + advice };
  }
  const [code, words] = ERROR_MESSAGES[error.code];
  const message = words === undefined ? error.message : withPath(words, path);
  const base = code === "not_found" && started && missingBase(started, pathArgument);
  if (base) return { code, message: `${message}; nor does the host's ${base}` };
  const roots = error.code === "outside_scope" ? started?.scope.roots : undefined;
  return { code, message: roots ? `${message}: ${describeRoots(roots)}` : message };
}

/** Returns the working directory, or the root that a path lies in, if it does not exist: no path from it does. */
function missingBase({ scope, args }: StartedCall, pathArgument: string): string | undefined {
  const path = scope.resolve(args[pathArgument] as string);
  const root = scope.roots.findLast((each) => isWithinAsNamed(path, each));
  const bases = [["working directory", scope.cwd], ["root", root]] as const;
  const missing = bases.find(([, base]) => base && existenceOf(scope, base) === "missing");
  return missing && `${missing[0]}, '${lineSafe(missing[1]!)}'`;
}

/**
 * The arguments of tools of toolset `agent` that others are often sent, by tool. Their DEFINITIONs are not asked: a tool
 * that imports its neighbours makes a circle.
 */
export const OWN_ARGUMENTS: Readonly<Record<string, readonly string[]>> = {
  glob_search: ["pattern"],
  find_files: [
    ...["extensions", "name_contains", "path_contains", "exclude_dirs", "max_depth"],
    ...["sort", "modified_within", "exclude"],
  ],
  find_path: ["query", "queries"],
};

function ownerOf(argument: string): string | undefined {
  return Object.keys(OWN_ARGUMENTS).find((tool) => OWN_ARGUMENTS[tool]!.includes(argument));
}

/** The errors of arguments that are too long, where their own parser words them. */
const OVERLONG_ARGUMENTS: Readonly<Record<string, DiscoveryFailure>> = {
  cursor: { code: "bad_cursor", message: "cursor is damaged" },
  pattern: {
    code: "bad_pattern",
    message: `pattern: longer than ${MAX_GLOB_LENGTH} characters at character ` +
      `${MAX_GLOB_LENGTH + 1}`,
  },
};

/** The code and message for an error; without a message, the error's own. */
type CodeAndMessage = readonly [code: DiscoveryErrorCode, message?: string];

const NOT_FOUND: CodeAndMessage = ["not_found", "'{path}' does not exist"];

const ERROR_MESSAGES: Readonly<Record<ErrorCode, CodeAndMessage>> = {
  bad_cursor: ["bad_cursor"],
  bad_pattern: ["bad_pattern"],
  busy: ["busy"],
  invalid_argument: ["invalid_argument"],
  invalid_path: ["invalid_root", "'{path}' is not a valid path"],
  io_error: ["io_error", "cannot read '{path}'"],
  link_loop: ["invalid_root", "'{path}' leads through too many links"],
  name_too_long: ["invalid_root", "'{path}' is too long"],
  not_a_directory: ["not_a_directory", "'{path}' is not a directory"],
  not_found: NOT_FOUND,
  outside_scope: ["outside_root", "'{path}' is outside the allowed roots"],
  permission_denied: ["permission_denied", "permission denied: '{path}'"],
  scan_limit: ["io_error"],
  timed_out: ["timed_out"],
  host_failed: ["io_error"],
  unaddressable: NOT_FOUND,
};

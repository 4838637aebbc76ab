import { DirscopeError } from "../errors.ts";
import { untilAborted } from "../pacing/until_aborted.ts";
import { Scope } from "../scope/scope.ts";
import type { Call } from "./call.ts";

/** Returns the error, if a call, or a page of it, could not be recorded. */
export async function recordCall(
  { tool: { DEFINITION, TRAITS }, sent, query, scope, context }: Call,
  output: object,
  cursor: string | null,
): Promise<DirscopeError | undefined> {
  const { log, maxScanned = null, policy = null, signal } = context;
  const { loggedAs } = TRAITS;
  if (log === undefined || loggedAs === undefined) return undefined;
  const { name, parameters: { properties } } = DEFINITION.function;
  const hasCursor = Object.hasOwn(properties, "cursor");
  try {
    const { cwd, roots } = scope ?? Scope.within(context);
    const appended = log.append({
      toolset: loggedAs,
      operation: name,
      cwd,
      roots,
      maxScanned,
      policy,
      query: query === undefined ? sent : { ...query, ...hasCursor && { cursor } },
      result: output,
    });
    if (appended !== undefined) await untilAborted(appended, signal);
    return undefined;
  } catch (error) {
    if (!(error instanceof DirscopeError)) throw error;
    return new DirscopeError("host_failed", `the log could not record the call: ${error.message}`);
  }
}

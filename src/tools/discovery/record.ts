/**
 * The record of a call, for a log.
 *
 * @module
 */
import { resolve } from "@std/path/posix/resolve";
import type { LoggedCall, ToolContext } from "../../tool.ts";

/** A call, and what came of it. */
export interface EndedCall {
  /** What the model sent. */
  readonly raw: unknown;
  readonly result: {
    readonly operation: string;
    readonly query: Readonly<Record<string, unknown>>;
  };
  /** The cursor of the page; `undefined` for a tool without pages. */
  readonly cursor?: string | null | undefined;
}

/** Records a call in the context's log, if it has one. */
export async function recordCall(
  context: ToolContext,
  toolset: LoggedCall["toolset"],
  { raw, result, cursor }: EndedCall,
): Promise<void> {
  if (context.log === undefined) return;
  const cwd = resolve(context.cwd ?? Deno.cwd());
  const isRefused = Object.keys(result.query).length === 0;
  await context.log.append({
    toolset,
    operation: result.operation,
    cwd,
    roots: (context.roots ?? ["."]).map((root) => resolve(cwd, root)),
    maxScanned: context.maxScanned ?? null,
    query: isRefused ? raw : { ...result.query, ...cursor !== undefined && { cursor } },
    result,
  });
}

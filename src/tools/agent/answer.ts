/**
 * How the tools of `agent` that give one answer carry out a call.
 *
 * @module
 */
import type { ToolContext } from "../../tool.ts";
import { type Callable, DiscoveryCall, type StartedCall } from "../discovery/invocation.ts";
import { recordCall } from "../discovery/record.ts";
import type { DiscoveryFailure } from "../discovery/result.ts";

/** What every result says of its call. */
export interface Asked {
  readonly operation: string;
  readonly root: string;
  readonly query: Readonly<Record<string, unknown>>;
}

/** A tool, its answer, and its answer where the call failed. */
export interface AnsweringTool<Arguments, Result extends Asked> extends Callable {
  succeed(asked: Asked, begun: StartedCall<Arguments>, context: ToolContext): Promise<Result>;
  fail(asked: Asked, error: DiscoveryFailure, context: ToolContext): Promise<Result>;
}

/** Carries out a call, and records it. */
export async function answer<Arguments, Result extends Asked>(
  tool: AnsweringTool<Arguments, Result>,
  raw: unknown,
  context: ToolContext,
): Promise<Result> {
  const call = new DiscoveryCall<Arguments>(tool, raw, context);
  let result: Result;
  try {
    const begun = call.begin();
    result = await tool.succeed(askedBy(call), begun, context);
  } catch (error) {
    result = await tool.fail(askedBy(call), call.failureOf(error), context);
  }
  await recordCall(context, "agent", { raw, result });
  return result;
}

function askedBy({ operation, root, query }: DiscoveryCall<unknown>): Asked {
  return { operation, root, query };
}

/** How the tools of toolset `agent` that give one answer, not pages, carry out a call. */
import type { Tool, ToolContext } from "../../tool.ts";
import { Invocation, type ResultHead, type StartedCall } from "../discovery/invocation.ts";
import { recorded } from "../discovery/recorded.ts";
import type { DiscoveryFailure } from "../discovery/result.ts";

/** What makes a tool: all of it but how it is called, and its answers. */
export interface AnsweringSpec<Arguments, Result> extends Omit<Tool<Result>, "execute" | "pages"> {
  /** The answer to a call whose arguments are right. */
  succeed(head: ResultHead, call: StartedCall<Arguments>): Promise<Result>;
  /** The answer to a call that failed; `call` is not there where the arguments were refused. */
  fail(head: ResultHead, error: DiscoveryFailure, call?: StartedCall<Arguments>): Promise<Result>;
}

/** Makes a tool that records its calls. */
export function answeringTool<Arguments, Result extends ResultHead>(
  { succeed, fail, ...tool }: AnsweringSpec<Arguments, Result>,
): Tool<Result> {
  const execute = async (args: unknown, context: ToolContext = {}): Promise<Result> => {
    const invocation = new Invocation<Arguments>(tool, args, context);
    try {
      const started = await invocation.start();
      return await succeed(invocation.head, started);
    } catch (error) {
      return await fail(invocation.head, invocation.failureOf(error), invocation.started);
    }
  };
  return recorded("agent", { ...tool, execute });
}

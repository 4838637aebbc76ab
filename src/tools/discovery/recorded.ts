import { DirscopeError } from "../../errors.ts";
import { untilAborted } from "../../pacing/until_aborted.ts";
import { Scope } from "../../scope/scope.ts";
import { failedOutput } from "../failed_output.ts";
import { checkedContext } from "../checked_context.ts";
import type { LoggedCall, PagesOptions, Tool, ToolContext } from "../../tool.ts";

/** What a record takes from an output. */
interface RecordedOutput {
  readonly operation: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly next_cursor?: string;
}

/**
 * Makes a tool record each call, and each page of it, in `context.log` before it resolves. What cannot be
 * recorded is not given out: the call then resolves to an error that says why.
 */
export function recorded<Output extends RecordedOutput, T extends Tool<Output>>(
  toolset: LoggedCall["toolset"],
  tool: T & Tool<Output>,
): T {
  const { properties } = tool.DEFINITION.function.parameters;
  const hasCursor = Object.hasOwn(properties, "cursor");
  const append = async (call: RecordedCall<Output>): Promise<void> => {
    const { log, maxScanned = null, policy = null, signal } = call.context;
    if (log === undefined) return;
    const { operation, query } = call.output;
    const { cwd, roots } = Scope.within(call.context);
    const isRefused = Object.keys(query).length === 0;
    const appended = log.append({
      toolset,
      operation,
      cwd,
      roots,
      maxScanned,
      policy,
      query: isRefused ? call.args : { ...query, ...hasCursor && { cursor: call.cursor } },
      result: withoutSnapshot(call.output),
    });
    if (appended !== undefined) await untilAborted(appended, signal);
  };
  /** Why a call could not be recorded, as the output to give in place of its own. */
  const record = async (call: RecordedCall<Output>): Promise<Output | undefined> => {
    try {
      await append(call);
      return undefined;
    } catch (error) {
      if (!(error instanceof DirscopeError)) throw error;
      const reason = `the call could not be logged: ${error.message}`;
      return await failedOutput(tool, call, new DirscopeError("host_failed", reason));
    }
  };
  return {
    ...tool,
    async execute(args: unknown, context: ToolContext = {}): Promise<Output> {
      const checked = checkedContext(context);
      const output = await tool.execute(args, checked);
      const call = { args, context: checked, output, cursor: cursorIn(args) };
      return await record(call) ?? output;
    },
    ...tool.pages && {
      async *pages(
        args: unknown,
        context: ToolContext = {},
        options: PagesOptions = {},
      ): AsyncGenerator<Output> {
        let cursor = cursorIn(args);
        // A record holds a whole page, as `execute` would give it.
        const checked = checkedContext(context);
        const all = tool.pages!(args, checked, checked.log === undefined ? options : {});
        for await (const output of all) {
          const failure = await record({ args, context: checked, output, cursor });
          cursor = output.next_cursor ?? null;
          yield failure ?? output;
          if (failure !== undefined) return;
        }
      },
    },
  };
}

/** What a tool gives without its snapshot, so that a log is the same with a cache and without. */
function withoutSnapshot(output: object): object {
  if (typeof (output as { readonly snapshot?: unknown }).snapshot !== "string") return output;
  const { snapshot: _snapshot, ...rest } = output as { readonly snapshot?: unknown };
  return rest;
}

interface RecordedCall<Output> {
  readonly args: unknown;
  readonly context: ToolContext;
  readonly output: Output;
  /** The cursor of the page. */
  readonly cursor: string | null;
}

/** The cursor that was sent with a call. */
function cursorIn(args: unknown): string | null {
  const { cursor } = Object(args) as { readonly cursor?: unknown };
  return typeof cursor === "string" && cursor !== "" ? cursor : null;
}

/**
 * The tools of `discovery` as toolset `agent` has them: they say what may help where nothing was found.
 *
 * @module
 */
import type { PagesOptions, Tool, ToolContext } from "../../tool.ts";
import { recordCall } from "../discovery/record.ts";
import type { Advice, DiscoveryResult } from "../discovery/result.ts";
import { hintsFor } from "./hints.ts";
import { suggest, suggestionsFor } from "./suggestions.ts";

/** Makes a tool of `discovery` one of `agent`: the same, with `suggestions` and `hints`. */
export function withAdvice(tool: Tool<DiscoveryResult>): Tool<DiscoveryResult> {
  return {
    ...tool,
    async execute(args: unknown, context: ToolContext = {}): Promise<DiscoveryResult> {
      const { log: _, ...quiet } = context;
      const result = await advised(await tool.execute(args, quiet), args, quiet);
      await recordCall(context, "agent", {
        raw: args,
        result,
        cursor: tool.pages && cursorOf(args),
      });
      return result;
    },
    ...tool.pages && {
      async *pages(
        args: unknown,
        context: ToolContext = {},
        options: PagesOptions = {},
      ): AsyncGenerator<DiscoveryResult> {
        const { log, ...quiet } = context;
        let cursor: string | null | undefined = cursorOf(args);
        let isFirst = !cursor;
        // What is recorded is whole.
        for await (const page of tool.pages!(args, quiet, log === undefined ? options : {})) {
          const result: DiscoveryResult = isFirst ? await advised(page, args, quiet) : page;
          await recordCall(context, "agent", { raw: args, result, cursor });
          cursor = result.next_cursor;
          isFirst = false;
          yield result;
        }
      },
    },
  };
}

async function advised(
  result: DiscoveryResult,
  args: unknown,
  context: ToolContext,
): Promise<DiscoveryResult> {
  return { ...result, ...await adviceFor(result, args, context) };
}

function adviceFor(
  result: DiscoveryResult,
  args: unknown,
  context: ToolContext,
): Promise<Advice> | Advice {
  const { success, operation, query, count, truncated, entries, error } = result;
  const path = (query.path ?? query.root) as string;
  if (error !== undefined) return suggestionsFor(error, path, context);
  if (operation === "stat_path") return entries[0]!.exists ? {} : suggest(path, context);
  const isFirst = !cursorOf(args);
  return success && count === 0 && !truncated && isFirst ? hintsFor(result, context) : {};
}

/** The cursor that was sent with a call. */
function cursorOf(args: unknown): string | null {
  const { cursor } = Object(args) as { readonly cursor?: unknown };
  return typeof cursor === "string" ? cursor : null;
}

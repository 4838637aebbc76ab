/** Calls to inject faults into, with their outputs in one common form. */
import type { DiscoveryResult, Tool, ToolsetName } from "../../mod.ts";
import { problemsOf } from "./shapes.ts";

type Arguments = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly problems: readonly string[];
  /** True if the output, or its last page, is an error. */
  readonly isError: boolean;
  /** The entries that it shows, as paths from the working directory. */
  readonly paths: readonly string[];
  /** The number of skipped directories by reason, if the tool counts them. */
  readonly skipped: Readonly<Record<string, number>> | undefined;
  /** The whole output, without clock readings. */
  readonly text: string;
}

/** A call, or a series that follows cursors. */
export interface FaultCall {
  readonly name: string;
  /** The path in its arguments, from the working directory. */
  readonly base: string;
  /** True if its entries are advice, which may be lost if the named path cannot be read. */
  readonly isAdvice?: boolean;
  /** True if it requests pages one by one, so that a directory may be read several times. */
  readonly isPaged?: boolean;
  /** True if it leaves out the entry of a directory that vanished. */
  readonly dropsVanished?: boolean;
  run(cwd: string): Promise<Answer>;
}

export interface OutputReader<Output> {
  readonly base?: string;
  readonly isAdvice?: boolean;
  readonly dropsVanished?: boolean;
  /** The argument that holds the working directory. */
  readonly cwdArgument?: string;
  paths?(output: Output, cwd: string): readonly string[];
  problems?(output: Output): readonly string[];
  skipped?(output: Output): Readonly<Record<string, number>>;
}

export function single<Output>(
  toolset: ToolsetName,
  tool: Tool<Output>,
  args: Arguments,
  reading: OutputReader<Output> = {},
): FaultCall {
  const { base = "", isAdvice = false, dropsVanished = false, cwdArgument } = reading;
  return {
    name: nameOf(toolset, tool, args),
    base,
    isAdvice,
    dropsVanished,
    async run(cwd) {
      const all = cwdArgument === undefined ? args : { ...args, [cwdArgument]: cwd };
      const output = await tool.execute(all, { cwd });
      const { isError } = tool.toResult(output);
      return {
        problems: [
          ...problemsOf({ toolset, tool: tool as Tool }, output, all),
          ...isError ? [] : reading.problems?.(output) ?? [],
        ],
        isError,
        paths: isError ? [] : reading.paths?.(output, cwd) ?? [],
        skipped: isError ? undefined : reading.skipped?.(output),
        text: JSON.stringify(output).replace(/"time_ms":\d+/, ""),
      };
    },
  };
}

/** All pages, each requested with the cursor of the previous one. A failed page is requested once more. */
export function paged(tool: Tool<DiscoveryResult>, args: Arguments): FaultCall {
  return pagesOf([tool, args, "page by page"], async (cwd) => {
    const pages: DiscoveryResult[] = [];
    let cursor: string | undefined;
    let tries = 0;
    do {
      const page = await tool.execute({ ...args, cursor }, { cwd });
      pages.push(page);
      if (page.error === undefined) cursor = page.next_cursor;
      else if (tries++ > 0) break;
    } while (cursor !== undefined || pages.at(-1)!.error !== undefined);
    return pages;
  });
}

export function streamed(tool: Tool<DiscoveryResult>, args: Arguments): FaultCall {
  return pagesOf([tool, args, "pages()"], (cwd) => Array.fromAsync(tool.pages!(args, { cwd })));
}

function pagesOf(
  [tool, args, how]: readonly [tool: Tool<DiscoveryResult>, args: Arguments, how: string],
  read: (cwd: string) => Promise<DiscoveryResult[]>,
): FaultCall {
  return {
    name: `${nameOf("discovery", tool, args)}, ${how}`,
    base: typeof args.path === "string" ? args.path : "",
    isPaged: how === "page by page",
    run: async (cwd) => answerOf(tool, await read(cwd)),
  };
}

function answerOf(tool: Tool<DiscoveryResult>, pages: readonly DiscoveryResult[]): Answer {
  const skipped: Record<string, number> = {};
  for (const page of pages) {
    for (const [reason, count] of Object.entries(page.skipped ?? {})) {
      // Only directories count here.
      if (!["hidden", "ignored", "unreadable_gitignore", "unreadable_index"].includes(reason)) {
        skipped[reason] = (skipped[reason] ?? 0) + count;
      }
    }
  }
  return {
    problems: pages.flatMap((page) =>
      problemsOf({ toolset: "discovery", tool: tool as Tool }, page)
    ),
    isError: pages.at(-1)!.error !== undefined,
    paths: pages.flatMap(({ entries }) => entries.map(({ path }) => path)),
    skipped,
    text: JSON.stringify(pages),
  };
}

function nameOf<Output>(toolset: ToolsetName, tool: Tool<Output>, args: Arguments): string {
  return `${toolset} ${tool.DEFINITION.function.name} ${JSON.stringify(args)}`;
}

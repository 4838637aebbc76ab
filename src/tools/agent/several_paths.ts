/** Asks a tool about several paths at once: models send a list where one path goes. */
import { ArgumentError } from "../../arguments/argument_error.ts";
import { listOfText, understoodArguments } from "../../arguments/understood_arguments.ts";
import { isWithinAsNamed, resolvePath, workingDirectory } from "../../scope/path_text.ts";
import type { Tool, ToolContext } from "../../tool.ts";
import { lineSafe } from "../../text/line_safe.ts";
import type { CallOutcome, ResultHead } from "../discovery/result.ts";

/** Maximum paths of one call. */
const MAX_PATHS = 10;

/** Arguments as a model sent them. */
type Sent = Readonly<Record<string, unknown>>;

/** The part of a tool that knows how the answers for several paths are one. */
export interface SeveralPaths<Output> {
  /**
   * Returns the arguments that are other for one path: its share of a budget, say.
   *
   * @param outputs The outputs for the paths before it.
   * @param left The number of paths without an output, with this one.
   * @throws {ArgumentError} If there are too many paths.
   */
  share?(sent: Sent, outputs: readonly Output[], left: number): Sent;
  /** Merges the outputs, at least one of which is no error. */
  merge(outputs: readonly Output[], sent: Sent): Output;
}

/** Returns a tool that takes a list of paths as well. Each path is a call; a path inside another is left out. */
export function takingSeveralPaths<Output extends CallOutcome>(
  tool: Tool<Output>,
  { share, merge }: SeveralPaths<Output>,
): Tool<Output> {
  const { pathArgument } = tool.TRAITS;
  return {
    ...tool,
    TRAITS: { ...tool.TRAITS, takesSeveralPaths: true },
    async execute(raw: unknown, context: ToolContext = {}): Promise<Output> {
      const sent = understoodArguments(tool.DEFINITION, raw);
      const paths = pathsIn(Object(sent)[pathArgument], context);
      if (paths === undefined) return await tool.execute(sent, context);
      const outputs: Output[] = [];
      for (const path of paths) {
        const own = { ...sent as Sent, [pathArgument]: path };
        try {
          const shared = share?.(own, outputs, paths.length - outputs.length);
          outputs.push(await tool.execute({ ...own, ...shared }, context));
        } catch (error) {
          if (!(error instanceof ArgumentError)) throw error;
          return await tool.fail(error, own, context);
        }
      }
      return outputs.length > 1 && outputs.some(({ error }) => error === undefined)
        ? merge(outputs, sent as Sent)
        : outputs[0]!;
    },
  };
}

/** Returns the paths of a list without those in others; `undefined` if it is none that can be taken. */
function pathsIn(value: unknown, { cwd = "." }: ToolContext): string[] | undefined {
  const list = typeof value === "string" && value.startsWith("[") ? listOfText(value) : value;
  const isList = Array.isArray(list) && list.length > 0 && list.length <= MAX_PATHS &&
    list.every((path) => typeof path === "string");
  if (!isList) return undefined;
  const base = resolvePath(workingDirectory(), `${cwd}`);
  const whole = list.map((path) => resolvePath(base, path));
  return list.filter((_, i) =>
    !whole.some((other, j) =>
      j !== i && isWithinAsNamed(whole[i]!, other) &&
      // Of equal ones, the first counts.
      (j < i || !isWithinAsNamed(other, whole[i]!))
    )
  );
}

/** Adds up counts by name. */
export function sumOfCounts<Counts extends object>(all: readonly Counts[]): Counts {
  const sum: Record<string, number> = {};
  for (const counts of all) {
    for (const [name, count] of Object.entries(counts)) sum[name] = (sum[name] ?? 0) + count;
  }
  return sum as Counts;
}

/** Returns the path of a result as its text shows it, or the paths. */
export function shownRoot({ root, query }: ResultHead): string {
  const paths = query.path ?? query.root;
  return Array.isArray(paths) ? paths.map(lineSafe).join(", ") : lineSafe(root);
}

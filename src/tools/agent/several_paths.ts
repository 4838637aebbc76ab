/** Asks a tool about several paths at once: models send a list where one path goes. */
import { ArgumentError } from "../../arguments/argument_error.ts";
import { parseSent } from "../../arguments/parse_arguments.ts";
import { listOfText, understoodArguments } from "../../arguments/understood_arguments.ts";
import { resolvePath, workingDirectory } from "../../scope/path_text.ts";
import type { Tool, ToolContext } from "../../tool.ts";
import { DEFAULT_SCAN_BUDGET } from "../../walk/walk.ts";
import { lineSafe } from "../../text/line_safe.ts";
import type { CallOutcome, ResultHead, UnknownRules } from "../discovery/result.ts";
import type { AnyArguments } from "../call.ts";

/** Maximum paths of one call. */
const MAX_PATHS = 10;

/** The part of a tool that knows how the answers for several paths are one. */
export interface SeveralPaths<Output> {
  /**
   * Returns the arguments that are other for one path: its share of a budget, say.
   *
   * @param args The arguments of the whole call.
   * @param outputs The outputs for the paths before it.
   * @param left The number of paths without an output, with this one.
   * @throws {ArgumentError} If there are too many paths.
   */
  share?(args: AnyArguments, outputs: readonly Output[], left: number): AnyArguments;
  /** Merges the outputs, at least one of which is no error. */
  merge(outputs: readonly Output[], args: AnyArguments): Output;
}

/** Returns a tool that takes a list of paths as well. Each path is a call, with its share of the scan budget. */
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
      const ofPath = (path: string) => ({ ...sent as AnyArguments, [pathArgument]: path });
      const [first, ...others] = paths;
      if (others.length === 0) return await tool.execute(ofPath(first!), context);
      const maxScanned = Math.ceil((context.maxScanned ?? DEFAULT_SCAN_BUDGET) / paths.length);
      const outputs: Output[] = [];
      try {
        const args = parseSent<AnyArguments>(tool, ofPath(first!));
        for (const path of paths) {
          const shared = share?.(args, outputs, paths.length - outputs.length);
          outputs.push(
            await tool.execute({ ...ofPath(path), ...shared }, { ...context, maxScanned }),
          );
        }
        return outputs.some(({ error }) => error === undefined)
          ? merge(outputs, args)
          : outputs[0]!;
      } catch (error) {
        if (!(error instanceof ArgumentError)) throw error;
        return await tool.fail(error, ofPath(first!), context);
      }
    },
  };
}

/** Returns the different paths of a list; `undefined` if it is none that can be taken. */
function pathsIn(value: unknown, { cwd = "." }: ToolContext): string[] | undefined {
  const list = typeof value === "string" && value.startsWith("[") ? listOfText(value) : value;
  const isList = Array.isArray(list) && list.length > 0 && list.length <= MAX_PATHS &&
    list.every((path) => typeof path === "string");
  if (!isList) return undefined;
  const base = resolvePath(workingDirectory(), `${cwd}`);
  const whole = list.map((path) => resolvePath(base, path));
  return list.filter((_, i) => whole.indexOf(whole[i]!) === i);
}

/** Returns what is unknown of git's rules in any of several results. */
export function mergedUnknownRules(outputs: readonly UnknownRules[]): UnknownRules {
  const { rules_above_scope, git_directory }: UnknownRules = Object.assign({}, ...outputs);
  const counts = outputs.map(({ unreadable_gitignore, unreadable_index }) => ({
    ...unreadable_gitignore !== undefined && { unreadable_gitignore },
    ...unreadable_index !== undefined && { unreadable_index },
  }));
  return {
    ...rules_above_scope && { rules_above_scope },
    ...git_directory && { git_directory },
    ...sumOfCounts(counts),
  };
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

/** Prints entries on standard output, and notices on standard error. */
import { isAddressablePath } from "../scope/path_text.ts";
import type { ToolContext, ToolReport } from "../tool.ts";
import type { DiscoveryResult } from "../tools/discovery/result.ts";
import type { CallOutput } from "./call_outputs.ts";
import type { CommandLine } from "./command_line.ts";
import { EXIT, type Terminal } from "./terminal.ts";

/** An output of a call that runs, and the line that called. */
export interface RunningCall extends CommandLine, CallOutput {
  readonly context: ToolContext & { readonly onSkipped: NonNullable<ToolContext["onSkipped"]> };
  readonly heading: string;
}

/** Prints a report of entries: each as a line, or its raw path. */
export async function printEntries(
  call: RunningCall,
  report: ToolReport,
  terminal: Terminal,
): Promise<number> {
  const { header, paths, tails, places, sections, cursor } = report;
  // A view leaves out hidden entries, as the programs of its name do.
  const { hidden: _, ...others } = report.skipped;
  const skipped = call.view === undefined ? report.skipped : others;
  const isRaw = call.flags.null;
  call.context.onSkipped(skipped);
  const lines = isRaw ? [] : await shownLines(call, report, terminal);
  const textOf = (line: string, i: number): string =>
    terminal.isTerminal ? line + (tails?.[i] ?? "") : pipedText(line, places?.[i]);
  const rows = isRaw ? paths.map(rawRow) : lines.map((line, i) => `${textOf(line, i)}\n`);
  const unaddressable = rows.filter((row) => row === "").length;
  if (call.view !== undefined && !isRaw) await terminal.print(call.heading);
  let start = 0;
  for (const { heading, count } of sections ?? [{ heading: undefined, count: rows.length }]) {
    if (heading !== undefined) await terminal.printError(heading, EXIT.ok);
    const text = rows.slice(start, start += count).join("");
    await terminal.print(text);
  }
  const hasHeader = !call.isPart && call.view === undefined;
  const notices = [
    ...hasHeader ? [header] : [],
    ...!call.isPart && cursor !== undefined ? [`--cursor ${cursor}`] : [],
    ...report.notes,
    ...unaddressable === 0 ? [] : [`left out: ${unaddressable} not valid UTF-8`],
  ];
  const status = unaddressable === 0 ? EXIT.ok : EXIT.toolError;
  return notices.length === 0 ? status : await terminal.printError(notices.join("\n"), status);
}

/** Returns the lines of a report, in colours; `ls` shows names, and with `-l` their sizes and times. */
async function shownLines(
  call: RunningCall,
  { lines }: ToolReport,
  terminal: Terminal,
): Promise<readonly string[]> {
  const { tool, view, flags } = call;
  const output = call.output as DiscoveryResult;
  let shown = lines;
  if (view !== undefined) {
    const entries = output.entries.map((entry) => ({ ...entry, path: entry.name }));
    const rows = tool.toReport!({ ...output, entries })!.lines;
    shown = flags.l ? rows : rows.map((row) => row.split("\t", 1)[0]!);
  }
  return shown.length === 0 ? [] : (await colored(shown.join("\n"), call, terminal)).split("\n");
}

/** Returns the rows of an entry for another command: its path alone, or `PATH:LINE:TEXT` for each of its places. */
function pipedText(line: string, places: readonly string[] = []): string {
  return places.length === 0 ? line : places.map((place) => `${line}:${place}`).join("\n");
}

/** Returns a path as it is, with its NUL, as another command takes it; empty if text cannot hold it. */
function rawRow(path: string): string {
  // A command would take it for an option.
  const prefix = path.startsWith("-") ? "./" : "";
  return isAddressablePath(path) ? `${prefix}${path}\0` : "";
}

/** Returns text as a terminal shows it: rows in colours, where the line or the terminal has them. */
export async function colored(
  text: string,
  { tool, args, flags }: CommandLine,
  terminal: Terminal,
): Promise<string> {
  const isAuto = (flags.color ?? "auto") === "auto";
  const isColored = isAuto ? terminal.isColored : flags.color === "always";
  if (!isColored || args.format === "json" || tool.TRAITS.lines !== "rows") return text;
  return (await import("./colors.ts")).colorize(text);
}

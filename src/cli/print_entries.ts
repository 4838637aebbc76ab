/** Prints entries on standard output, and notices on standard error. */
import { isAddressablePath } from "../scope/path_text.ts";
import { lineSafe } from "../text/line_safe.ts";
import type { ToolContext, ToolReport } from "../tool.ts";
import type { DiscoveryResult } from "../tools/discovery/result.ts";
import type { CallOutput } from "./call_outputs.ts";
import { type CommandLine, pathOf } from "./command_line.ts";
import { EXIT, type Terminal } from "./terminal.ts";

/** An output of a call that runs, and the line that called. */
export interface RunningCall extends CommandLine, CallOutput {
  readonly context: ToolContext & { readonly onSkipped: NonNullable<ToolContext["onSkipped"]> };
  readonly args: CommandLine["args"];
  readonly heading: string;
  /** Has advice given where rules of git above a path are not known: once, since it is the same for all. */
  onUnknownRules(path: string): void;
}

/** Prints entries as the line asks: as a search does, or as `ls` does. */
export async function printEntries(
  call: RunningCall,
  report: ToolReport,
  terminal: Terminal,
): Promise<number> {
  const { flags, view } = call;
  const output = call.output as DiscoveryResult;
  const isFolder = output.operation === "list_dir_entries";
  const isLong = view?.has("l") ?? (isFolder && terminal.isTerminal);
  if (view === undefined && (!isLong || flags.json)) {
    return flags.json ? EXIT.ok : await printReport(call, report, terminal);
  }
  const { longRows, pathLines } = await import("./listing_view.ts");
  if (flags.json) return EXIT.ok;
  const { entries } = output;
  const hasNames = view !== undefined && isFolder && (!isLong || terminal.isTerminal);
  const showsTargets = isLong && terminal.isTerminal;
  const names = pathLines(
    hasNames ? entries.map((each) => ({ ...each, path: each.name })) : entries,
  ).map((row, i) => {
    const target = showsTargets ? entries[i]!.link_target : undefined;
    return target === undefined ? row : `${row} -> ${lineSafe(target)}`;
  });
  const lines = isLong
    ? longRows(entries, {
      names: (await colored(names.join("\n"), call, terminal)).split("\n"),
      isHuman: view?.has("h") === true,
      isTerminal: terminal.isTerminal,
    })
    : names;
  if (view === undefined) return await printReport(call, { ...report, lines }, terminal);
  const { hidden: _, ...skipped } = report.skipped;
  const whole = { ...report, lines, skipped, cursor: undefined };
  const heading = hasNames && !flags.null ? call.heading : "";
  return await printReport({ ...call, heading, isPart: !output.truncated }, whole, terminal);
}

async function printReport(
  call: RunningCall,
  report: ToolReport,
  terminal: Terminal,
): Promise<number> {
  const { header, lines, paths, reasons, sections, cursor, skipped } = report;
  const notes = await notesOf(report, call);
  const isRaw = call.flags.null;
  call.context.onSkipped(skipped);
  // Another command reads paths alone.
  const tails = terminal.isTerminal ? reasons?.map((reason) => `\t${reason}`) : undefined;
  const shown = lines.length === 0 || isRaw
    ? []
    : (await colored(lines.join("\n"), call, terminal)).split("\n");
  const rows = isRaw ? paths.map(rawRow) : shown.map((line, i) => `${line}${tails?.[i] ?? ""}\n`);
  const unaddressable = rows.filter((row) => row === "").length;
  let start = 0;
  for (const { heading, count } of sections ?? [{ heading: undefined, count: rows.length }]) {
    if (heading !== undefined) await terminal.printError(heading, EXIT.ok);
    const text = rows.slice(start, start += count).join("");
    await terminal.print(call.view === undefined ? text : call.heading + text);
  }
  const { count = 0, truncated } = call.output as DiscoveryResult;
  // A familiar command prints no notice in a pipe, unless something is missing.
  const isQuiet = call.named !== "tool" && !terminal.isTerminal && count > 0 && !truncated &&
    cursor === undefined && Object.keys(skipped).length === 0;
  const notices = [
    ...call.isPart
      ? []
      : [...isQuiet ? [] : [header], ...cursor === undefined ? [] : [`--cursor ${cursor}`]],
    // Who follows cursors by hand may not know of it.
    ...cursor !== undefined && call.args.cursor !== undefined
      ? ["hint: --all prints every page"]
      : [],
    ...notes.filter((note) => !isQuiet || !/ more belongs? to \./.test(note)),
    ...unaddressable === 0 ? [] : [`left out: ${unaddressable} not valid UTF-8`],
  ];
  const status = unaddressable === 0 ? EXIT.ok : EXIT.toolError;
  return notices.length === 0 ? status : await terminal.printError(notices.join("\n"), status);
}

/** Returns the notes of a report, without that on rules which a permission would tell: advice on it comes last. */
async function notesOf(
  { notes }: ToolReport,
  call: RunningCall,
): Promise<readonly string[]> {
  // A person who gives a scope wants no more to be read.
  if (notes.length === 0 || call.flags.scope.length > 0) return notes;
  const { NO_REPOSITORY_NOTE } = await import("../tools/agent/unknown_rules_text.ts");
  const others = notes.filter((note) => !note.endsWith(NO_REPOSITORY_NOTE));
  if (others.length < notes.length) call.onUnknownRules(pathOf(call));
  return others;
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

/** Runs a command line that calls a tool. */
import { ArgumentError } from "../arguments/argument_error.ts";
import { parseSent } from "../arguments/parse_arguments.ts";
import { lineSafe } from "../text/line_safe.ts";
import type { Progress, ToolContext } from "../tool.ts";
import { skippedLines, UnreadTally } from "../tools/skipped.ts";
import { contextOf } from "./call_context.ts";
import { callOutputs } from "./call_outputs.ts";
import { type CommandLine, linesOf, parseCommandLine, pathOf } from "./command_line.ts";
import type { RunningCall } from "./print_entries.ts";
import { printOutput } from "./print_output.ts";
import { untilSignal } from "./signals.ts";
import { EXIT, type Terminal, UsageError } from "./terminal.ts";

/** Time that a call runs before a terminal shows its progress, in milliseconds. */
const PROGRESS_AFTER_MS = 1000;

const CLEAR_LINE = "\r\x1b[K";

/** Runs a command line that calls a tool. */
export async function runTool(words: readonly string[], terminal: Terminal): Promise<number> {
  const isVersion = words.length === 1 && ["--version", "-V"].includes(words[0]!);
  // The version alone is printed without loading a tool.
  if (isVersion) return await printVersion(terminal);
  const line = await parseCommandLine(words);
  if (terminal.grant !== undefined) {
    terminal.grant((await import("./required_permissions.ts")).permissionsOfLine(line));
  }
  const commandLine = await withInput(line, terminal);
  const { memory, log, "excludes-file": excludesFile, help, version } = commandLine.flags;
  if (version) return await printVersion(terminal);
  if (help) return await terminal.print(await requestedHelp(commandLine));
  linesOf(commandLine).forEach(checkArguments);
  if ((memory ?? log ?? excludesFile) === undefined) {
    return await runInTurn(commandLine, {}, terminal);
  }
  const { checkFiles } = await import("./permissions.ts");
  const { permissionsOfLine } = await import("./required_permissions.ts");
  checkFiles(commandLine.flags, permissionsOfLine(commandLine));
  const { openStores } = await import("./stores.ts");
  using stores = await openStores(commandLine.flags);
  return await runInTurn(commandLine, stores.context, terminal);
}

/** Returns a line with standard input in place of a task that is `-`. */
async function withInput(line: CommandLine, { readInput }: Terminal): Promise<CommandLine> {
  const name = ["query", "queries"].find((each) => [line.args[each]].flat().includes("-"));
  if (name === undefined || line.flags.help) return line;
  const input = await readInput();
  const value = [line.args[name]].flat().map((each) => each === "-" ? input : each);
  return { ...line, args: { ...line.args, [name]: name === "query" ? input : value } };
}

/** @throws {UsageError} If the DEFINITION refuses an argument; the message names its flag. */
function checkArguments({ tool, args }: CommandLine): void {
  try {
    parseSent(tool, args);
  } catch (error) {
    if (!(error instanceof ArgumentError)) throw error;
    const { properties } = tool.DEFINITION.function.parameters;
    const [name = ""] = /^[\w-]+/.exec(error.message) ?? [];
    const start = Object.hasOwn(properties, name) ? `--${name.replaceAll("_", "-")}` : name;
    throw new UsageError(start + error.message.slice(name.length));
  }
}

/** Runs a call for each path of a line. */
async function runInTurn(
  commandLine: CommandLine,
  stores: ToolContext,
  terminal: Terminal,
): Promise<number> {
  const lines = linesOf(commandLine);
  const hasHeadings = !commandLine.flags.json && lines.length > 1;
  let worst: number = EXIT.ok;
  let hasPrinted = false;
  for (const line of lines) {
    const heading = hasHeadings ? `${hasPrinted ? "\n" : ""}${lineSafe(pathOf(line))}:\n` : "";
    const context = { ...await contextOf(line), ...stores };
    const status = await runCall({ ...line, context, heading }, terminal);
    hasPrinted ||= status === EXIT.ok;
    worst = Math.max(worst, status);
  }
  return worst;
}

async function printVersion({ print }: Terminal): Promise<number> {
  return await print(`dirscope ${(await import("../version.ts")).PACKAGE_VERSION}\n`);
}

async function requestedHelp(line: CommandLine): Promise<string> {
  const { generalHelp, lineHelp } = await import("./help.ts");
  return line.name === undefined ? generalHelp() : await lineHelp(line);
}

async function runCall(
  call: Omit<RunningCall, "output" | "isPart" | "context"> & { readonly context: ToolContext },
  terminal: Terminal,
): Promise<number> {
  const progress = terminal.showsStatus ? progressLine(terminal) : undefined;
  return await untilSignal(["SIGINT"], async (signal) => {
    const skipped = new UnreadTally();
    const context = {
      ...call.context,
      signal,
      onSkipped: skipped.addAll.bind(skipped),
      ...progress && { onProgress: progress.show },
    };
    try {
      let worst: number = EXIT.ok;
      let { heading } = call;
      for await (const output of callOutputs(call, context, terminal)) {
        progress?.clear();
        const status = await printOutput({ ...call, ...output, heading, context }, terminal);
        worst = Math.max(worst, status);
        heading = "";
      }
      if (skipped.isEmpty) return worst;
      return await terminal.printError(skippedLines(skipped.counts).join("\n"), worst);
    } finally {
      progress?.clear();
    }
  });
}

/** Returns a status line that shows the progress of a long call. */
function progressLine({ writeStatus }: Terminal) {
  const start = performance.now();
  let isShown = false;
  return {
    show({ directories, entries }: Progress): void {
      if (performance.now() - start < PROGRESS_AFTER_MS) return;
      isShown = true;
      writeStatus(`${CLEAR_LINE}${entries} entries in ${directories} directories …`);
    },
    clear(): void {
      if (isShown) writeStatus(CLEAR_LINE);
    },
  };
}

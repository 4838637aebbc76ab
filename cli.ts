#!/usr/bin/env -S deno run --allow-read=.
/**
 * The command: `deno run --allow-read=. cli.ts [TOOL] [PATH] [--argument value …]`.
 *
 * @module
 */
import { resolve } from "@std/path/resolve";
import config from "./deno.json" with { type: "json" };
import { ArgumentError, parseArguments } from "./src/arguments.ts";
import { type CommandLine, parseCommandLine, UsageError } from "./src/cli/command_line.ts";
import { lineSafe } from "./src/text.ts";
import { type Progress, type ProjectMemory, type ToolContext, toToolResult } from "./src/tool.ts";

/** Exit status of the command. */
const EXIT = { ok: 0, toolError: 1, usage: 2, interrupted: 130 } as const;

/** How long a call runs before a terminal shows its progress, in milliseconds. */
const PROGRESS_AFTER_MS = 1000;

const CLEAR_LINE = "\r\x1b[K";

/**
 * Runs the command. Requires `--allow-read` permission for what it is asked to list, and never
 * prompts for it.
 *
 * @param argv The command line, without the program.
 * @returns The exit status: 0; 1 the tool reports an error; 2 wrong usage; 130 interrupted.
 */
export async function main(argv: readonly string[]): Promise<number> {
  try {
    return await run(argv);
  } catch (error) {
    if (error instanceof ClosedPipe) return EXIT.ok;
    if (!(error instanceof OutputError)) throw error;
    return await complain("dirscope: cannot write the output", EXIT.toolError);
  }
}

async function run(argv: readonly string[]): Promise<number> {
  if (argv[0] === "mcp") return await mcp(argv.slice(1));
  let commandLine: CommandLine;
  try {
    commandLine = parseCommandLine(argv);
    if (commandLine.wantsVersion) return await print(`dirscope ${config.version}\n`);
    if (commandLine.wantsHelp) {
      const { helpFor } = await import("./src/cli/help.ts");
      return await print(`${helpFor(commandLine.tool)}\n`);
    }
    parseArguments(commandLine.tool.DEFINITION, commandLine.args);
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof ArgumentError)) throw error;
    return await complain(`dirscope: ${error.message} (--help shows the usage)`, EXIT.usage);
  }
  const { scope, memory } = commandLine;
  const context: ToolContext = scope === undefined ? {} : { roots: scope };
  if (memory === undefined) return await call(commandLine, context);
  const opened = await openMemory(memory);
  if (typeof opened === "string") return await complain(opened, EXIT.toolError);
  return await call(commandLine, { ...context, projectMemory: opened });
}

/** Opens a memory file, or says in one line what keeps it from being opened. */
async function openMemory(file: string): Promise<ProjectMemory | string> {
  const hint = missingPermission(file, ["read", "write"]);
  if (hint !== undefined) return hint;
  try {
    const { SqliteProjectMemory } = await import("./src/memory/sqlite_project_memory.ts");
    return await SqliteProjectMemory.open(file, { project: Deno.cwd() });
  } catch {
    return `dirscope: cannot open '${lineSafe(file)}' as a memory file`;
  }
}

/** `dirscope mcp`: serves until standard input ends, or until a signal. */
async function mcp(words: readonly string[]): Promise<number> {
  const { MCP_HELP, missingFlags, parseMcpCommand, serve } = await import(
    "./src/cli/mcp_command.ts"
  );
  try {
    const command = parseMcpCommand(words);
    if (command.wantsHelp) return await print(`${MCP_HELP}\n`);
    for (const path of command.scope) {
      const hint = missingPermission(path, ["read"]);
      if (hint !== undefined) return await complain(hint, EXIT.toolError);
    }
    const flags = missingFlags(command);
    if (flags.length > 0) {
      return await complain(`dirscope: no permission: add ${flags.join(" ")}`, EXIT.toolError);
    }
    const memory = command.memory === undefined ? undefined : await openMemory(command.memory);
    if (typeof memory === "string") return await complain(memory, EXIT.toolError);
    const options = memory === undefined ? {} : { projectMemory: memory };
    return await untilSignal(async (signal) => {
      await serve(command, { options, signal, report: (line) => writeNow(`${line}\n`) });
      return EXIT.ok;
    });
  } catch (error) {
    if (error instanceof UsageError) {
      return await complain(`dirscope: ${error.message} (--help shows the usage)`, EXIT.usage);
    }
    if (
      !(error instanceof Deno.errors.AddrInUse || error instanceof Deno.errors.AddrNotAvailable)
    ) {
      throw error;
    }
    return await complain(
      "dirscope: cannot listen there: the address is taken or not this machine's",
      EXIT.toolError,
    );
  }
}

/** Serves until a signal ends it. An interrupt shows in the exit status; being asked to end does not. */
async function untilSignal(serve: (signal: AbortSignal) => Promise<number>): Promise<number> {
  const abort = new AbortController();
  let isInterrupted = false;
  const interrupt = (): void => {
    isInterrupted = true;
    abort.abort();
  };
  const terminate = (): void => abort.abort();
  Deno.addSignalListener("SIGINT", interrupt);
  if (Deno.build.os !== "windows") Deno.addSignalListener("SIGTERM", terminate);
  try {
    const status = await serve(abort.signal);
    return isInterrupted ? EXIT.interrupted : status;
  } finally {
    Deno.removeSignalListener("SIGINT", interrupt);
    if (Deno.build.os !== "windows") Deno.removeSignalListener("SIGTERM", terminate);
  }
}

async function call(commandLine: CommandLine, context: ToolContext): Promise<number> {
  const { tool, args, wantsAll } = commandLine;
  const abort = new AbortController();
  const interrupt = (): void => abort.abort();
  Deno.addSignalListener("SIGINT", interrupt);
  const progress = Deno.stderr.isTerminal() ? progressLine() : undefined;
  const wholeContext: ToolContext = {
    ...context,
    signal: abort.signal,
    ...progress && { onProgress: progress.show },
  };
  try {
    if (!wantsAll || tool.pages === undefined) {
      const output = await tool.execute(args, wholeContext);
      progress?.clear();
      return await show(commandLine, output);
    }
    for await (const page of tool.pages(args, wholeContext)) {
      progress?.clear();
      const status = await show(commandLine, page);
      if (status !== EXIT.ok) return status;
    }
    return EXIT.ok;
  } catch (error) {
    if (!abort.signal.aborted || error instanceof OutputError) throw error;
    return EXIT.interrupted;
  } finally {
    progress?.clear();
    Deno.removeSignalListener("SIGINT", interrupt);
  }
}

/** Prints an output: the result on stdout, what is said about it on stderr. */
async function show(commandLine: CommandLine, output: unknown): Promise<number> {
  const { tool, args, pathArgument, wantsAll, wantsJson, wantsNull } = commandLine;
  const asJson = (): string => `${JSON.stringify(output, null, 2)}\n`;
  const report = tool.toReport?.(output);
  if (report === undefined) {
    const { text, isError } = toToolResult(tool, output);
    if (isError) {
      const path = pathArgument === undefined ? "." : String(args[pathArgument] ?? ".");
      return await complain(missingPermission(path, ["read"]) ?? text, EXIT.toolError);
    }
    if (wantsJson && typeof output !== "string") return await print(asJson());
    return await print(`${args.format === "json" ? text : await colored(text)}\n`);
  }
  if (wantsJson) return await print(asJson());
  const { header, lines, paths, cursor, notes } = report;
  await print(
    wantsNull
      ? paths.map((path) => `${path}\0`).join("")
      : await colored(lines.map((line) => `${line}\n`).join("")),
  );
  const about = wantsAll
    ? notes
    : [header, ...cursor === undefined ? [] : [`--cursor ${cursor}`], ...notes];
  return about.length === 0 ? EXIT.ok : await complain(about.join("\n"), EXIT.ok);
}

async function colored(text: string): Promise<string> {
  const isColored = Deno.stdout.isTerminal() && !Deno.noColor;
  return isColored ? (await import("./src/cli/colors.ts")).colorize(text) : text;
}

/** Says, in one line, which permission to add, or nothing if none is missing. */
function missingPermission(
  path: string,
  names: readonly ("read" | "write")[],
): string | undefined {
  const absolute = resolve(path);
  const missing = names.filter((name) =>
    Deno.permissions.querySync({ name, path: absolute }).state !== "granted"
  );
  if (missing.length === 0) return undefined;
  // Deno splits the list of paths at commas, and knows no escape.
  const value = absolute.includes(",") ? "" : `=${shellQuoted(lineSafe(absolute))}`;
  const flags = missing.map((name) => `--allow-${name}${value}`);
  return `dirscope: no permission for '${lineSafe(path)}': add ${flags.join(" ")}`;
}

function shellQuoted(word: string): string {
  return /^[\w./@:+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** One line on a terminal that says how far a long call has come. */
function progressLine() {
  const start = performance.now();
  let isShown = false;
  return {
    show({ directories, entries }: Progress): void {
      if (performance.now() - start < PROGRESS_AFTER_MS) return;
      isShown = true;
      writeNow(`${CLEAR_LINE}${entries} entries in ${directories} directories …`);
    },
    clear(): void {
      if (isShown) writeNow(CLEAR_LINE);
    },
  };
}

function writeNow(text: string): void {
  Deno.stderr.writeSync(new TextEncoder().encode(text));
}

async function print(text: string): Promise<number> {
  await write(Deno.stdout, text);
  return EXIT.ok;
}

async function complain(message: string, status: number): Promise<number> {
  try {
    await write(Deno.stderr, `${message}\n`);
  } catch (error) {
    // Nobody reads what went wrong, but the exit status still says that it did.
    if (!(error instanceof OutputError)) throw error;
  }
  return status;
}

/** The output cannot be written: the disk is full. */
class OutputError extends Error {}

/** The reader has had enough, as `| head` has. */
class ClosedPipe extends OutputError {}

async function write(stream: typeof Deno.stdout, text: string): Promise<void> {
  let bytes = new TextEncoder().encode(text);
  try {
    while (bytes.length > 0) bytes = bytes.subarray(await stream.write(bytes));
  } catch (error) {
    throw error instanceof Deno.errors.BrokenPipe ? new ClosedPipe() : new OutputError();
  }
}

if (import.meta.main) Deno.exit(await main(Deno.args));

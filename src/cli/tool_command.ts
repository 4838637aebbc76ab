/**
 * `dirscope [TOOL] [PATH] [--argument value …]`: one call of a tool.
 *
 * @module
 */
import { ArgumentError } from "../arguments/argument_error.ts";
import { parseArguments } from "../arguments/parse_arguments.ts";
import { isWithin, resolvePath } from "../scope/path_text.ts";
import { type Progress, type ToolContext, toToolResult } from "../tool.ts";
import type { ToolsetName } from "../toolsets.ts";
import { type CommandLine, parseCommandLine } from "./command_line.ts";
import { untilSignal } from "./signals.ts";
import { EXIT, type Terminal, UsageError } from "./terminal.ts";

/** How long a call runs before a terminal shows its progress, in milliseconds. */
const PROGRESS_AFTER_MS = 1000;

const CLEAR_LINE = "\r\x1b[K";

/** Carries out a command line that names no other command. */
export async function runTool(words: readonly string[], terminal: Terminal): Promise<number> {
  if (words.length === 1 && VERSION_FLAGS.has(words[0]!)) return await printVersion(terminal);
  const commandLine = await parseCommandLine(words);
  const { tool, args, scope, memory, log } = commandLine;
  if (commandLine.wantsVersion) return await printVersion(terminal);
  if (commandLine.wantsHelp) {
    const { helpFor } = await import("./help.ts");
    return await terminal.print(`${helpFor(tool)}\n`);
  }
  try {
    parseArguments(tool.DEFINITION, args);
  } catch (error) {
    throw error instanceof ArgumentError ? new UsageError(error.message) : error;
  }
  const roots = scope ?? rootsWithoutScope(commandLine);
  const context: ToolContext = roots === undefined ? {} : { roots };
  if (memory !== undefined || log !== undefined) {
    const { openStores } = await import("./stores.ts");
    Object.assign(context, await openStores({ memory, log }));
  }
  return await call(commandLine, context, terminal);
}

/** A path outside the working directory is its own root: a person's permissions decide about it. */
function rootsWithoutScope({ toolset, tool, args }: CommandLine): readonly string[] | undefined {
  const path = args[tool.TRAITS.pathArgument];
  if (WITHOUT_ROOTS.includes(toolset) || typeof path !== "string") return undefined;
  return isWithin(resolvePath(Deno.cwd(), path), Deno.cwd()) ? undefined : [path];
}

/** The toolsets whose tools have no roots unless they are given some. */
const WITHOUT_ROOTS: readonly ToolsetName[] = ["tree", "codex"];

/** How the version alone is asked for, which needs no tool. */
const VERSION_FLAGS: ReadonlySet<string> = new Set(["--version", "-V"]);

async function printVersion({ print }: Terminal): Promise<number> {
  const { VERSION } = await import("../version.ts");
  return await print(`dirscope ${VERSION}\n`);
}

async function call(
  commandLine: CommandLine,
  context: ToolContext,
  terminal: Terminal,
): Promise<number> {
  const { tool, args, wantsAll } = commandLine;
  const progress = terminal.isWatched ? progressLine(terminal) : undefined;
  return await untilSignal(["SIGINT"], async (signal) => {
    const whole = { ...context, signal, ...progress && { onProgress: progress.show } };
    try {
      if (!wantsAll || tool.pages === undefined) {
        const output = await tool.execute(args, whole);
        progress?.clear();
        return await show(commandLine, output, terminal);
      }
      for await (const page of tool.pages(args, whole, { lean: !commandLine.wantsJson })) {
        progress?.clear();
        const status = await show(commandLine, page, terminal);
        if (status !== EXIT.ok) return status;
      }
      return EXIT.ok;
    } finally {
      progress?.clear();
    }
  });
}

/** Prints an output: the result on standard output, what is said about it on standard error. */
async function show(
  commandLine: CommandLine,
  output: unknown,
  { print, printError, isColored }: Terminal,
): Promise<number> {
  const { tool, args, wantsAll, wantsJson, wantsNull } = commandLine;
  const hasColors = isColored && args.format !== "json" &&
    tool.TRAITS.lines === "rows";
  const asJson = (): string => `${JSON.stringify(output, null, 2)}\n`;
  const report = tool.toReport?.(output);
  if (report === undefined) {
    const { text, isError } = toToolResult(tool, output);
    const isOutside = (output as { readonly in_scope?: unknown }).in_scope === false;
    if (isError || isOutside) {
      const path = String(args[tool.TRAITS.pathArgument] ?? ".");
      const { missingPermission } = await import("./permissions.ts");
      const hint = missingPermission(path, ["read"]);
      if (hint !== undefined) return await printError(`dirscope: ${hint}`, EXIT.toolError);
      if (isError) return await printError(text, EXIT.toolError);
    }
    if (wantsJson && typeof output !== "string") return await print(asJson());
    return await print(`${hasColors ? await colored(text) : text}\n`);
  }
  if (wantsJson) return await print(asJson());
  const { header, lines, paths, cursor, notes } = report;
  const text = lines.length === 0 ? "" : `${lines.join("\n")}\n`;
  await print(
    wantsNull ? paths.map((path) => `${path}\0`).join("") : hasColors ? await colored(text) : text,
  );
  const about = wantsAll
    ? notes
    : [header, ...cursor === undefined ? [] : [`--cursor ${cursor}`], ...notes];
  return about.length === 0 ? EXIT.ok : await printError(about.join("\n"), EXIT.ok);
}

async function colored(text: string): Promise<string> {
  return (await import("./colors.ts")).colorize(text);
}

/** One line on a terminal that says how far a long call has come. */
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

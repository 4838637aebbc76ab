import { ArgumentError } from "../arguments/argument_error.ts";
import { parseArguments } from "../arguments/parse_arguments.ts";
import { isWithin, resolvePath } from "../scope/path_text.ts";
import { type Progress, type ToolContext, toToolResult } from "../tool.ts";
import { type CommandLine, parseCommandLine } from "./command_line.ts";
import { untilSignal } from "./signals.ts";
import { EXIT, type Terminal, UsageError } from "./terminal.ts";

/** How long a call runs before a terminal shows its progress, in milliseconds. */
const PROGRESS_AFTER_MS = 1000;

const CLEAR_LINE = "\r\x1b[K";

/** Carries out a command line that names a tool. */
export async function runTool(words: readonly string[], terminal: Terminal): Promise<number> {
  if (words.length === 1 && VERSION_FLAGS.has(words[0]!)) return await printVersion(terminal);
  const commandLine = await parseCommandLine(words);
  const { tool, args, flags: { scope, memory, log, help, version } } = commandLine;
  if (version) return await printVersion(terminal);
  if (help) {
    const { helpFor } = await import("./help.ts");
    return await terminal.print(`${helpFor(tool)}\n`);
  }
  try {
    parseArguments(tool.DEFINITION, args);
  } catch (error) {
    throw error instanceof ArgumentError ? new UsageError(error.message) : error;
  }
  const roots = scope.length > 0 ? scope : rootsWithoutScope(commandLine);
  const context: ToolContext = roots === undefined ? {} : { roots };
  if (memory !== undefined || log !== undefined) {
    const { openStores } = await import("./stores.ts");
    Object.assign(context, await openStores({ memory, log }));
  }
  return await call(commandLine, context, terminal);
}

/**
 * A path outside the working directory becomes the first root; beyond it, a person's permissions decide.
 * Nothing for what the default roots serve.
 */
function rootsWithoutScope({ tool, args }: CommandLine): readonly string[] | undefined {
  const { pathArgument, isRooted } = tool.TRAITS;
  const path = args[pathArgument];
  if (!isRooted || typeof path !== "string") return undefined;
  return isWithin(resolvePath(Deno.cwd(), path), Deno.cwd()) ? undefined : [path, "/"];
}

/** Flags that, alone, ask for the version without loading a tool. */
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
  const { tool, args, flags } = commandLine;
  const progress = terminal.isWatched ? progressLine(terminal) : undefined;
  return await untilSignal(["SIGINT"], async (signal) => {
    const whole = { ...context, signal, ...progress && { onProgress: progress.show } };
    try {
      if (!flags.all || tool.pages === undefined) {
        const output = await tool.execute(args, whole);
        progress?.clear();
        return await show(commandLine, output, terminal);
      }
      for await (const page of tool.pages(args, whole, { lean: !flags.json })) {
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

/** Prints the result on standard output, and what is said about it on standard error. */
async function show(
  commandLine: CommandLine,
  output: unknown,
  { print, printError, isColored }: Terminal,
): Promise<number> {
  const { tool, args, flags } = commandLine;
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
    if (flags.json && typeof output !== "string") return await print(asJson());
    return await print(`${hasColors ? await colored(text) : text}\n`);
  }
  if (flags.json) return await print(asJson());
  const { header, lines, paths, cursor, notes } = report;
  const text = lines.length === 0 ? "" : `${lines.join("\n")}\n`;
  await print(
    flags.null ? paths.map((path) => `${path}\0`).join("") : hasColors ? await colored(text) : text,
  );
  const about = flags.all
    ? notes
    : [header, ...cursor === undefined ? [] : [`--cursor ${cursor}`], ...notes];
  return about.length === 0 ? EXIT.ok : await printError(about.join("\n"), EXIT.ok);
}

async function colored(text: string): Promise<string> {
  return (await import("./colors.ts")).colorize(text);
}

/** A line on a terminal that shows the progress of a long call. */
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

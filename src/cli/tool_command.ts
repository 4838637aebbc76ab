import { ArgumentError } from "../arguments/argument_error.ts";
import { parseSent } from "../arguments/parse_arguments.ts";
import { loadTool } from "../catalog.ts";
import { DENO_FILE_SYSTEM } from "../scope/file_system.ts";
import {
  absolutePath,
  isAddressablePath,
  isSameAsNamed,
  isWithin,
  isWithinAsNamed,
  parentOf,
  resolvePath,
  rootOf,
  workingDirectory,
} from "../scope/path_text.ts";
import { Scope } from "../scope/scope.ts";
import { jsonSafe } from "../text/line_safe.ts";
import { type Progress, type ToolContext, type ToolReport, toToolResult } from "../tool.ts";
import type { DiscoveryResult } from "../tools/discovery/result.ts";
import { skippedLines, UnreadTally } from "../tools/skipped.ts";
import { type CallOutput, callOutputs } from "./call_outputs.ts";
import { type CommandLine, parseCommandLine } from "./command_line.ts";
import { untilSignal } from "./signals.ts";
import { EXIT, type Terminal, UsageError } from "./terminal.ts";
import type { ToolFlags } from "./tool_flags.ts";

/** Time that a call runs before a terminal shows its progress, in milliseconds. */
const PROGRESS_AFTER_MS = 1000;

const CLEAR_LINE = "\r\x1b[K";

/** Runs a command line that calls a tool. */
export async function runTool(words: readonly string[], terminal: Terminal): Promise<number> {
  const isVersion = words.length === 1 && ["--version", "-V"].includes(words[0]!);
  // The version alone is printed without loading a tool.
  if (isVersion) return await printVersion(terminal);
  const commandLine = await parseCommandLine(words);
  const { tool, args, flags } = commandLine;
  const { memory, log, cache, help, version } = flags;
  if (version) return await printVersion(terminal);
  if (help) return await terminal.print(`${await requestedHelp(commandLine)}\n`);
  try {
    for (const path of pathsOf(commandLine)) {
      const own = path === undefined ? {} : { [tool.TRAITS.pathArgument]: path };
      parseSent(tool, { ...args, ...own });
    }
  } catch (error) {
    throw error instanceof ArgumentError ? new UsageError(error.message) : error;
  }
  if (memory === undefined && log === undefined && cache === undefined) {
    return await runInTurn(commandLine, {}, terminal);
  }
  const { openStores } = await import("./stores.ts");
  // One call reads nothing twice: only snapshots are worth caching.
  using stores = await openStores(flags, { cacheBytes: 0 });
  return await runInTurn(commandLine, stores.context, terminal);
}

/** Runs a call for each path of a line, and for each folder that `ls -R` meets. */
async function runInTurn(
  commandLine: CommandLine,
  stores: ToolContext,
  terminal: Terminal,
): Promise<number> {
  const { tool: { TRAITS }, args } = commandLine;
  const paths = await inOrder(commandLine);
  const at = (path: string): CommandLine => ({
    ...commandLine,
    args: { ...args, [TRAITS.pathArgument]: path },
  });
  const lines = paths.length === 1 ? [commandLine] : paths.map((path) => at(path!));
  const left = lines.toReversed();
  const hasHeadings = paths.length > 1 || commandLine.view?.has("R") === true;
  const unknown = new Set<string>();
  const onUnknownRules = (path: string): void => void unknown.add(path);
  let worst: number = EXIT.ok;
  for (let isFirst = true, line; (line = left.pop()) !== undefined; isFirst = false) {
    const heading = hasHeadings ? `${isFirst ? "" : "\n"}${pathsOf(line)[0] ?? "."}:\n` : "";
    const onFolders = (paths: readonly string[]): void => {
      for (const path of paths.toReversed()) left.push(at(path));
    };
    const call = { ...line, heading, onFolders, onUnknownRules };
    worst = Math.max(worst, await runCall(call, { ...await contextOf(line), ...stores }, terminal));
  }
  if (unknown.size === 0) return worst;
  const { unknownRulesAdvice } = await import("./permissions.ts");
  const advice = unknownRulesAdvice([...unknown][0]!);
  return advice === undefined ? worst : await terminal.printError(advice, worst);
}

/** Returns the paths of a line; of `ls`, those of files first. */
async function inOrder(commandLine: CommandLine): Promise<(string | undefined)[]> {
  const paths = pathsOf(commandLine);
  if (commandLine.view === undefined || paths.length === 1) return paths;
  const { namesFolder } = await import("./permissions.ts");
  const [folders = [], others = []] = [true, false].map((isFolder) =>
    paths.filter((path) => namesFolder(path!) === isFolder)
  );
  return [...others, ...folders];
}

/** Returns the context of a call: what it may see. */
async function contextOf(commandLine: CommandLine): Promise<ToolContext> {
  const { flags, hidden } = commandLine;
  const { scope, hide } = flags;
  const roots = scope.length > 0 ? scope : rootsWithoutScope(commandLine);
  if (!hasPolicy(flags) && hidden.length === 0) return { ...roots && { roots } };
  const { policyOf } = await import("./policy.ts");
  // Without a scope, the patterns start from the working directory, as those of a `.gitignore` there. What is hidden
  // below a folder is no reason to hide the folder that a line names.
  const [path = "."] = pathsOf(commandLine);
  const from = scope.length > 0 ? scope : hasPolicy(flags) ? ["."] : [path];
  return {
    ...roots && { roots },
    policy: policyOf({ ...flags, hide: [...hide, ...hidden] }, from),
  };
}

async function printVersion({ print }: Terminal): Promise<number> {
  return await print(`dirscope ${(await import("../version.ts")).PACKAGE_VERSION}\n`);
}

function hasPolicy(flags: ToolFlags): boolean {
  const { hide, show, "ignore-file": ignoreFiles, "excludes-file": excludesFile } = flags;
  return [...hide, ...show, ...ignoreFiles].length > 0 || excludesFile !== undefined;
}

/** Returns the paths that a line names; of a line without one, `undefined`. */
function pathsOf({ tool, args }: Pick<CommandLine, "tool" | "args">): (string | undefined)[] {
  return [args[tool.TRAITS.pathArgument]].flat() as (string | undefined)[];
}

/**
 * Returns roots that leave the decision to Deno's permissions. Tools name paths from the first root: the working
 * directory, or a path that leads out of it. A tool that stats an entry itself, be it a link, starts above it.
 */
function rootsWithoutScope(commandLine: CommandLine): readonly string[] | undefined {
  const { isRooted, lines } = commandLine.tool.TRAITS;
  if (!isRooted) return undefined;
  const [path = ".", ...others] = pathsOf(commandLine);
  if (others.length > 0) return [".", rootOf(absolutePath(path))];
  const absolute = absolutePath(path);
  const root = rootOf(absolute);
  if (lines === "facts") {
    return isWithinAsNamed(absolute, workingDirectory())
      ? [".", root]
      : [parentOf(absolute), path, root];
  }
  return [leavesWorkingDirectory(path) ? path : ".", root];
}

function leavesWorkingDirectory(path: string): boolean {
  const cwd = workingDirectory();
  const absolute = resolvePath(cwd, path);
  if (isSameAsNamed(absolute, cwd)) return false;
  if (!isWithinAsNamed(absolute, cwd)) return true;
  try {
    const scope = new Scope();
    return !isWithin(scope.enter(path).real, scope.enter(cwd).real);
  } catch {
    // The tool reports the error.
    return false;
  }
}

async function requestedHelp(commandLine: CommandLine): Promise<string> {
  const { tool, toolset, isExplicit, habit } = commandLine;
  if (habit !== undefined) return (await import("./help.ts")).habitHelp(habit, tool);
  return isExplicit
    ? await (await import("./tool_help.ts")).toolHelp(tool, toolset)
    : (await import("./help.ts")).generalHelp();
}

/** A call of a line that may have several. */
interface CallInTurn extends CommandLine {
  /** What its output begins with, as text. */
  readonly heading: string;
  /** Has folders listed after this one. */
  onFolders(paths: readonly string[]): void;
  /** Has advice given where rules of git above a path are not known: once, since it is the same for all. */
  onUnknownRules(path: string): void;
}

async function runCall(
  commandLine: CallInTurn,
  context: ToolContext,
  terminal: Terminal,
): Promise<number> {
  const progress = terminal.showsStatus ? progressLine(terminal) : undefined;
  return await untilSignal(["SIGINT"], async (signal) => {
    const skipped = new UnreadTally();
    const callContext = {
      ...context,
      signal,
      onSkipped: skipped.addAll.bind(skipped),
      ...progress && { onProgress: progress.show },
    };
    const call = { ...commandLine, context: callContext };
    try {
      let worst: number = EXIT.ok;
      for await (const { output, isPart } of callOutputs(commandLine, callContext, terminal)) {
        progress?.clear();
        worst = Math.max(worst, await printOutput({ ...call, isPart }, output, terminal));
      }
      if (skipped.isEmpty) return worst;
      return await terminal.printError(skippedLines(skipped.counts).join("\n"), worst);
    } finally {
      progress?.clear();
    }
  });
}

/** A command line whose call runs. */
interface RunningCall extends CallInTurn, Pick<CallOutput, "isPart"> {
  /** The context of its call. */
  readonly context: ToolContext & Required<Pick<ToolContext, "onSkipped">>;
}

/** Prints the result on standard output, its notices on standard error. With `--json`, errors are results. */
async function printOutput(
  commandLine: RunningCall,
  output: unknown,
  terminal: Terminal,
): Promise<number> {
  const { tool, args, flags, habit } = commandLine;
  const report = tool.toReport?.(output);
  if (flags.quiet && report !== undefined) {
    return report.paths.length > 0 ? EXIT.ok : EXIT.toolError;
  }
  const result = report === undefined ? toToolResult(tool, output) : undefined;
  const isJsonText = tool.TRAITS.lines === "json" && result?.isError === false;
  const isJson = flags.json && typeof output !== "string" && !isJsonText;
  if (isJson) {
    await terminal.print(`${jsonSafe(JSON.stringify(output, null, flags.all ? 0 : 2))}\n`);
  }
  const { view, heading } = commandLine;
  if (view !== undefined && report !== undefined) {
    return await printListing({ ...commandLine, view }, output as DiscoveryResult, terminal);
  }
  if (result === undefined) {
    if (isJson) return EXIT.ok;
    const isListing = terminal.isTerminal && tool.DEFINITION.function.name === "list_dir_entries";
    if (!isListing || flags.null) return await printReport(commandLine, report!, terminal);
    const { entries } = output as DiscoveryResult;
    const lines = await longRowsOf(entries, commandLine, terminal);
    return await printReport(commandLine, { ...report!, lines }, terminal);
  }
  const { text, isError } = result;
  const { in_scope, fresh } = output as Readonly<Record<string, unknown>>;
  const hint = isError || in_scope === false ? await permissionHint(commandLine) : undefined;
  if (hint !== undefined) return await terminal.printError(`dirscope: ${hint}`, EXIT.toolError);
  const lacksCache = fresh === true && !isError && flags.cache === undefined;
  if (lacksCache) await terminal.printError(CACHE_ADVICE, EXIT.ok);
  if (isJson) return isError ? EXIT.toolError : EXIT.ok;
  if (isError) {
    return await terminal.printError(await errorWithSuggestions(text, commandLine), EXIT.toolError);
  }
  const isTree = habit === "tree" && args.filter === "folders" && !flags.json;
  const shown = isTree ? asTree(text) : text;
  return await terminal.print(`${heading}${await colored(shown, commandLine, terminal)}\n`);
}

/** Returns a list of folders, which has whole paths, as a tree. */
function asTree(paths: string): string {
  return paths.replace(/[^/\n]+\/(?=[^\n])/g, "  ");
}

const CACHE_ADVICE =
  "dirscope: no snapshot outlives a command without --cache FILE: pass it to overview, then to changes";

/** Returns advice on a missing permission, for the path or for the target of its links. */
async function permissionHint(commandLine: CommandLine): Promise<string | undefined> {
  const { flags } = commandLine;
  const { missingPermission } = await import("./permissions.ts");
  const [path = "."] = pathsOf(commandLine);
  const hint = missingPermission(path, ["read"]);
  if (hint !== undefined || flags.scope.length > 0 || hasPolicy(flags)) return hint;
  try {
    return missingPermission(DENO_FILE_SYSTEM.realPath(absolutePath(path)), ["read"]);
  } catch {
    return undefined;
  }
}

/** Returns the text of an error, with the command that the path may have meant, or else existing paths near it. */
async function errorWithSuggestions(
  text: string,
  { tool, toolset, args, isExplicit, context }: RunningCall,
): Promise<string> {
  const path = args[tool.TRAITS.pathArgument] ?? ".";
  // The tools of `agent` suggest paths themselves, and `codex` takes absolute ones alone.
  if (toolset !== "tree" || typeof path !== "string") return text;
  const { commandAdvice } = await import("./nearest_command.ts");
  const advice = isExplicit ? undefined : await commandAdvice([path]);
  if (advice !== undefined) return `${text.replace(/\.$/, "")}: ${advice}`;
  const suggesting = await loadTool("agent", "list_dir");
  const roots = context.roots ?? [".", rootOf(absolutePath(path))];
  const output = await suggesting.execute({ path }, { ...context, roots });
  const { error } = output as { readonly error?: { readonly code: string } };
  if (error?.code !== "not_found") return text;
  // After its first line, the error, it has suggestions alone.
  return [text, ...toToolResult(suggesting, output).text.split("\n").slice(1)].join("\n");
}

/** Prints entries on standard output, and notices on standard error. */
async function printReport(
  commandLine: RunningCall,
  report: ToolReport,
  terminal: Terminal,
): Promise<number> {
  const { header, lines, paths, sections, cursor, skipped } = report;
  const notes = await notesOf(report, commandLine);
  const isRaw = commandLine.flags.null;
  commandLine.context.onSkipped(skipped);
  const rows = isRaw ? paths.map(rawRow) : lines.map((line) => `${line}\n`);
  const unaddressable = rows.filter((row) => row === "").length;
  let start = 0;
  for (const { heading, count } of sections ?? [{ heading: undefined, count: rows.length }]) {
    if (heading !== undefined) await terminal.printError(heading, EXIT.ok);
    const text = rows.slice(start, start += count).join("");
    await terminal.print(isRaw ? text : await colored(text, commandLine, terminal));
  }
  const notices = [
    ...commandLine.isPart ? [] : [header, ...cursor === undefined ? [] : [`--cursor ${cursor}`]],
    ...notes,
    ...unaddressable === 0 ? [] : [`left out: ${unaddressable} not valid UTF-8`],
  ];
  const status = unaddressable === 0 ? EXIT.ok : EXIT.toolError;
  return notices.length === 0 ? status : await terminal.printError(notices.join("\n"), status);
}

/** Prints what `ls` lists, and has the folders in it listed next if it is to list all below. */
async function printListing(
  commandLine: RunningCall & Required<Pick<CommandLine, "view">>,
  output: DiscoveryResult,
  terminal: Terminal,
): Promise<number> {
  const { tool, flags, view, heading, context, onFolders } = commandLine;
  const { pathLines, sortedForView } = await import("./listing_view.ts");
  const isFolder = output.operation === "list_dir_entries";
  const entries = sortedForView(output.entries, view);
  if (view.has("R") && isFolder) {
    onFolders(entries.filter(({ kind }) => kind === "dir").map(({ path }) => path));
  }
  if (flags.json) return EXIT.ok;
  const { header, cursor: _, skipped: { hidden: _hidden, ...skipped }, ...report } = tool.toReport!(
    { ...output, entries },
  )!;
  const isTable = view.has("l") && !terminal.isTerminal;
  const shown = isFolder && !isTable
    ? entries.map((entry) => ({ ...entry, path: entry.name }))
    : entries;
  const lines = view.has("l") ? await longRowsOf(shown, commandLine, terminal) : pathLines(shown);
  if (isFolder && !isTable && !flags.null) await terminal.print(heading);
  const isPart = !output.truncated;
  const whole = { ...report, header, cursor: undefined, skipped, lines };
  return await printReport({ ...commandLine, isPart, context }, whole, terminal);
}

/** Returns rows with sizes and times. */
async function longRowsOf(
  entries: DiscoveryResult["entries"],
  commandLine: CommandLine,
  terminal: Terminal,
): Promise<string[]> {
  const { longRows, pathLines } = await import("./listing_view.ts");
  const names = (await colored(pathLines(entries).join("\n"), commandLine, terminal)).split("\n");
  const isHuman = commandLine.view?.has("h") === true;
  return longRows(entries, { names, isHuman, isTerminal: terminal.isTerminal });
}

/** Returns the notes of a report, without that on rules which a permission would tell: advice on it comes last. */
async function notesOf(
  { notes }: ToolReport,
  { flags, onUnknownRules, ...commandLine }: RunningCall,
): Promise<readonly string[]> {
  // A person who gives a scope wants no more to be read.
  if (notes.length === 0 || flags.scope.length > 0) return notes;
  const { NO_REPOSITORY_NOTE } = await import("../tools/agent/unknown_rules_text.ts");
  const others = notes.filter((note) => !note.endsWith(NO_REPOSITORY_NOTE));
  if (others.length < notes.length) onUnknownRules(pathsOf(commandLine)[0] ?? ".");
  return others;
}

/** Returns a path as it is, with its NUL, as another command takes it; empty if text cannot hold it. */
function rawRow(path: string): string {
  // A command would take it for an option.
  const prefix = path.startsWith("-") ? "./" : "";
  return isAddressablePath(path) ? `${prefix}${path}\0` : "";
}

async function colored(
  text: string,
  { tool, args, flags }: CommandLine,
  terminal: Terminal,
): Promise<string> {
  const isAuto = (flags.color ?? "auto") === "auto";
  const isColored = isAuto ? terminal.isColored : flags.color === "always";
  if (!isColored || args.format === "json" || tool.TRAITS.lines !== "rows") return text;
  return (await import("./colors.ts")).colorize(text);
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

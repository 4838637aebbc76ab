/** Prints an output of a call. */
import { loadTool } from "../catalog.ts";
import { DENO_FILE_SYSTEM } from "../scope/file_system.ts";
import { absolutePath, rootOf } from "../scope/path_text.ts";
import { jsonSafe, lineSafe } from "../text/line_safe.ts";
import { type ToolContext, type ToolResult, toToolResult } from "../tool.ts";
import { hasPolicy } from "./call_context.ts";
import { type CommandLine, pathOf } from "./command_line.ts";
import { colored, printEntries, type RunningCall } from "./print_entries.ts";
import type { Advice } from "../tools/discovery/result.ts";
import { EXIT, shellQuoted, type Terminal } from "./terminal.ts";

/** Prints the result on standard output, its notices on standard error. With `--json`, errors are results. */
export async function printOutput(call: RunningCall, terminal: Terminal): Promise<number> {
  const { tool, flags, output } = call;
  const shown = await inFlags(output);
  const report = tool.toReport?.(shown);
  if (flags.quiet && report !== undefined) {
    return report.paths.length > 0 ? EXIT.ok : EXIT.toolError;
  }
  const result = report === undefined ? toToolResult(tool, shown) : undefined;
  const isJsonText = tool.TRAITS.lines === "json" && result?.isError === false;
  const isJson = flags.json === true && typeof output !== "string" && !isJsonText;
  if (isJson) {
    await terminal.print(`${jsonSafe(JSON.stringify(output, null, flags.all ? 0 : 2))}\n`);
  }
  const status = report === undefined
    ? await printResult({ ...call, ...result!, isJson }, terminal)
    : await printEntries(call, report, terminal);
  const { sought, isPart, context, named } = call;
  const { count = 0 } = output as { readonly count?: number };
  if (sought === undefined || isPart || isJson || status !== EXIT.ok || count > 0) return status;
  if (named === undefined && call.args[tool.TRAITS.pathArgument] === undefined) {
    // A word alone names a folder. No name has it either, so the listing says that it is missing.
    const listing = await loadTool("tree", "list_dir");
    const args = { path: sought };
    const output = await listing.execute(args, context);
    const missing = { ...call, tool: listing, toolset: "tree", args, output } as const;
    return await printResult(
      { ...missing, ...toToolResult(listing, output), isJson: false },
      terminal,
    );
  }
  const near = await suggestions(sought, context);
  return near === "" ? status : await terminal.printError(near, status);
}

/** Returns an output with its hints in the words of the command: `--max-depth` for `max_depth`. */
async function inFlags(output: unknown): Promise<unknown> {
  const { hints } = Object(output) as Advice;
  if (hints === undefined || hints.length === 0) return output;
  const { hintsOf, worded } = await import("../tools/advice.ts");
  const inWords = hintsOf(hints).map((hint) =>
    worded(hint, ({ argument, value }) => {
      const flag = argument.replaceAll("_", "-");
      if (value === undefined) return `--${flag}`;
      if (value === false) return `--no-${flag}`;
      const values = [value].flat().map((each) => ` ${shellQuoted(String(each))}`);
      return values.map((each) => `--${flag}${each}`).join(" ") || `no --${flag}`;
    })
  );
  return { ...output as object, hints: inWords };
}

/** Prints a result that is one text, unless it was printed as JSON, and advice on it. */
async function printResult(
  call: RunningCall & ToolResult & { readonly isJson: boolean },
  terminal: Terminal,
): Promise<number> {
  const { heading, text, isError, isJson } = call;
  const { in_scope } = call.output as Readonly<Record<string, unknown>>;
  const hint = isError || in_scope === false ? await permissionHint(call) : undefined;
  if (hint !== undefined) return await terminal.printError(`dirscope: ${hint}`, EXIT.toolError);
  if (isJson) return isError ? EXIT.toolError : EXIT.ok;
  if (isError) {
    // The tools of `agent` suggest paths themselves, and `codex` takes absolute ones alone.
    const near = call.toolset === "tree" ? await suggestions(pathOf(call), call.context) : "";
    return await terminal.printError([text, near].filter(Boolean).join("\n"), EXIT.toolError);
  }
  const shown = await colored(text, call, terminal);
  return await terminal.print(`${heading}${shown}${shown === "" ? "" : "\n"}`);
}

/** Returns advice on a missing permission, for the path or for the target of its links. */
async function permissionHint(commandLine: CommandLine): Promise<string | undefined> {
  const { flags } = commandLine;
  const { missingPermission } = await import("./permissions.ts");
  const { permissionsOfLine } = await import("./required_permissions.ts");
  const path = pathOf(commandLine);
  const needs = permissionsOfLine(commandLine);
  const hint = missingPermission(path, needs);
  if (hint !== undefined || flags.scope.length > 0 || hasPolicy(flags)) return hint;
  try {
    return missingPermission(DENO_FILE_SYSTEM.realPath(absolutePath(path)), needs);
  } catch (error) {
    // Of some paths, such as /proc, Deno grants nothing less.
    return Object(error).name === "NotCapable"
      ? `no permission for '${lineSafe(path)}': Deno reads it under --allow-all alone`
      : undefined;
  }
}

/** Returns lines that suggest existing paths near one that does not exist. */
async function suggestions(path: string, context: ToolContext): Promise<string> {
  const suggesting = await loadTool("agent", "list_dir");
  const roots = context.roots ?? [".", rootOf(absolutePath(path))];
  const output = await suggesting.execute({ path }, { ...context, roots });
  const { error } = output as { readonly error?: { readonly code: string } };
  if (error?.code !== "not_found") return "";
  // After its first line, the error, it has suggestions alone.
  return toToolResult(suggesting, output).text.split("\n").slice(1).join("\n");
}

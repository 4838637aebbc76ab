/** Prints an output of a call. */
import { DENO_FILE_SYSTEM } from "../scope/file_system.ts";
import { absolutePath } from "../scope/path_text.ts";
import { jsonSafe, lineSafe } from "../text/line_safe.ts";
import { type ToolResult, toToolResult } from "../tool.ts";
import { hasPolicy } from "./call_context.ts";
import { type CommandLine, pathOf } from "./command_line.ts";
import { colored, printEntries, type RunningCall } from "./print_entries.ts";
import type { Advice } from "../tools/discovery/result.ts";
import { EXIT, shellQuoted, type Terminal } from "./terminal.ts";

/** Prints the result on standard output, its notices on standard error. With `--json`, errors are results. */
export async function printOutput(call: RunningCall, terminal: Terminal): Promise<number> {
  const { tool, flags, output } = call;
  const shown = await inFlags(output);
  const isJsonText = tool.TRAITS.lines === "json" || call.args.format === "json";
  const isJson = flags.json === true && typeof output !== "string" && !isJsonText;
  const report = tool.toReport?.(shown);
  if (isJson) {
    await terminal.print(`${jsonSafe(JSON.stringify(output, null, flags.all ? 0 : 2))}\n`);
    if (report !== undefined) return EXIT.ok;
  }
  return report === undefined
    ? await printResult({ ...call, ...toToolResult(tool, shown), isJson }, terminal)
    : await printEntries(call, report, terminal);
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
      return `--${flag} ${shellQuoted(String(value))}`;
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
  if (isError) return await terminal.printError(text, EXIT.toolError);
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

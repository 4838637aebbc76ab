/** Reads a command line: a tool, and arguments by the flags of its DEFINITION. */
import { lineSafe } from "../text/line_safe.ts";
import type { ArgumentType, Tool } from "../tool.ts";
import type { ToolsetName } from "../toolsets.ts";
import { findTool, toolsetNamed } from "./find_tool.ts";
import { OWN_FLAGS } from "./own_flags.ts";
import { UsageError } from "./terminal.ts";
import type { ToolFlags } from "./tool_flags.ts";

/** A command line that names a tool. */
export interface CommandLine {
  readonly tool: Tool;
  /** The tool's arguments, unchecked. */
  readonly args: Readonly<Record<string, unknown>>;
  /** The command's own flags. */
  readonly flags: ToolFlags;
}

/** @throws {UsageError} If a flag is unknown, or a word too many. */
export async function parseCommandLine(argv: readonly string[]): Promise<CommandLine> {
  const { toolset, rest } = takeToolset(argv);
  const named = await findTool(rest[0], toolset);
  const found = named ?? await findTool("list_dir", toolset);
  if (found === undefined) {
    throw new UsageError(
      `toolset ${toolset} has no tool of that name: name one of its tools first`,
    );
  }
  const { tool } = found;
  const { properties } = tool.DEFINITION.function.parameters;
  const words = named === undefined ? rest : rest.slice(1);
  const parsed: ToolFlags = words.some((word) => word.startsWith("-"))
    ? (await import("./tool_flags.ts")).parseToolFlags(words, properties)
    : { ...NO_FLAGS, _: words };
  const args: Record<string, unknown> = {};
  for (const [name, schema] of Object.entries(properties)) {
    const value = parsed[name];
    const isGiven = Array.isArray(value) ? value.length > 0 : value !== undefined;
    if (isGiven) args[name] = valueOf(value, schema.type);
  }
  if (parsed.json && properties.format?.enum?.includes("json")) args.format = "json";
  const { pathArgument } = tool.TRAITS;
  const [path, ...extra] = parsed._;
  if (path !== undefined && Object.hasOwn(args, pathArgument)) extra.unshift(path);
  else if (path !== undefined) args[pathArgument] = path;
  if (extra.length > 0) throw new UsageError(`unexpected argument "${lineSafe(String(extra[0]))}"`);
  if (!parsed.help) checkFlags(tool, parsed);
  return { tool, args, flags: parsed };
}

/** What is parsed where no word is a flag. */
const NO_FLAGS = { all: false, json: false, null: false, help: false, version: false, scope: [] };

/** @throws {UsageError} If a flag is given that the tool does not take. */
function checkFlags(tool: Tool, parsed: ToolFlags): void {
  for (const [name, { refusal }] of Object.entries(OWN_FLAGS)) {
    const isGiven = parsed[name] !== undefined && parsed[name] !== false;
    const reason = isGiven ? refusal?.(tool) : undefined;
    if (reason !== undefined) throw new UsageError(reason);
  }
}

/** Reads `--toolset` first, which decides the flags that the other words may be. */
function takeToolset(argv: readonly string[]): {
  readonly toolset: ToolsetName | undefined;
  readonly rest: string[];
} {
  const rest = [...argv];
  const end = rest.indexOf("--");
  const at = rest.findIndex((word, i) =>
    (end < 0 || i < end) && (word === "--toolset" || word.startsWith("--toolset="))
  );
  if (at < 0) return { toolset: undefined, rest };
  const [word, next] = rest.slice(at, at + 2);
  const toolset = word === "--toolset" ? next : word!.slice("--toolset=".length);
  rest.splice(at, word === "--toolset" ? 2 : 1);
  return { toolset: toolsetNamed(toolset ?? ""), rest };
}

/** Turns the text of an integer into a number. Other text is left for the DEFINITION to refuse. */
function valueOf(value: unknown, type: ArgumentType): unknown {
  return type === "integer" && typeof value === "string" && /^[+-]?\d+$/.test(value)
    ? Number(value)
    : value;
}

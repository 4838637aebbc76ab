/**
 * Turns a command line into a tool and its arguments. The flags are those of the tool's DEFINITION.
 *
 * @module
 */
import { typesOf } from "../arguments/argument_error.ts";
import { lineSafe } from "../text/line_safe.ts";
import type { ArgumentType, Tool } from "../tool.ts";
import type { ToolsetName } from "../toolsets.ts";
import { findTool, TOOLSET_NAMES, toolsetNamed } from "./find_tool.ts";
import { UsageError } from "./terminal.ts";
import type { ToolFlags } from "./tool_flags.ts";

/** What a command line asks for. */
export interface CommandLine {
  readonly tool: Tool;
  /** The tool's arguments, unchecked. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly scope: readonly string[] | undefined;
  readonly memory: string | undefined;
  readonly log: string | undefined;
  /** Every page, not only the first. */
  readonly wantsAll: boolean;
  readonly wantsJson: boolean;
  /** Raw paths, each ended by NUL. */
  readonly wantsNull: boolean;
  readonly wantsHelp: boolean;
  readonly wantsVersion: boolean;
}

/** The flags that are the command's own, not a tool's. */
export const OWN_FLAGS: Readonly<Record<string, { value?: string; help: string }>> = {
  scope: {
    value: "DIR",
    help:
      "Allow nothing outside DIR. Repeat for several. Default: the working directory; for tree and codex, what --allow-read grants.",
  },
  memory: {
    value: "FILE",
    help: "Keep project memory in this SQLite file. Needs --allow-read and --allow-write for it.",
  },
  log: {
    value: "FILE",
    help:
      "Record the call of a tool of agent or discovery in this SQLite file, best kept outside what is listed. Needs --allow-read and --allow-write for it.",
  },
  toolset: { value: "NAME", help: `One of ${TOOLSET_NAMES.join(", ")}.` },
  all: { help: "Print every page, for the tools that have pages." },
  null: { help: "Print raw paths, each ended by a NUL, for the tools that find entries." },
  json: { help: "Print JSON." },
  help: { help: "Show this help (-h)." },
  version: { help: "Show the version (-V)." },
};

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
    if (isGiven) args[name] = valueOf(value, typesOf(schema));
  }
  if (parsed.json && properties.format?.enum?.includes("json")) args.format = "json";
  const { pathArgument } = tool.TRAITS;
  const [path, ...extra] = parsed._;
  if (path !== undefined && Object.hasOwn(args, pathArgument)) extra.unshift(path);
  else if (path !== undefined) args[pathArgument] = path;
  if (extra.length > 0) throw new UsageError(`unexpected argument "${lineSafe(String(extra[0]))}"`);
  if (!parsed.help) checkFlags(tool, parsed);
  return {
    tool,
    args,
    scope: parsed.scope.length > 0 ? parsed.scope : undefined,
    memory: parsed.memory,
    log: parsed.log,
    wantsAll: parsed.all,
    wantsJson: parsed.json,
    wantsNull: parsed.null,
    wantsHelp: parsed.help,
    wantsVersion: parsed.version,
  };
}

/** What is parsed of words that are no flags. */
const NO_FLAGS = { all: false, json: false, null: false, help: false, version: false, scope: [] };

function checkFlags(tool: Tool, parsed: ToolFlags): void {
  const { name } = tool.DEFINITION.function;
  if (parsed.all && tool.pages === undefined) {
    throw new UsageError(`${name} has no pages for --all`);
  }
  if (parsed.null && tool.toReport === undefined) {
    throw new UsageError(`${name} has no list of paths for --null`);
  }
  if (parsed.log !== undefined && !tool.TRAITS.isLogged) {
    throw new UsageError("--log is for the tools of agent and discovery");
  }
}

/** `--toolset` says whose flags the rest are, so it is read first. */
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

/** An integer is turned into a number; what is none is left for the DEFINITION to refuse. */
function valueOf(value: unknown, types: readonly ArgumentType[]): unknown {
  return types.includes("integer") && typeof value === "string" && /^[+-]?\d+$/.test(value)
    ? Number(value)
    : value;
}

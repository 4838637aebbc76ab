/**
 * What a word of a command line may become.
 *
 * @module
 */
import { typesOf } from "../arguments/argument_error.ts";
import type { ArgumentSchema } from "../tool.ts";
import type { ToolsetName } from "../toolsets.ts";
import { OWN_FLAGS } from "./command_line.ts";
import { allTools, findTool, type FoundTool, TOOLSET_NAMES } from "./find_tool.ts";
import { firstSentence } from "./first_sentence.ts";

/** A word, and what it means, in one line. */
export interface Candidate {
  readonly word: string;
  readonly help: string;
}

interface Flag extends Candidate {
  /** The values that it takes; none where a value follows that only the user knows. */
  readonly values: readonly string[] | undefined;
}

/** What may follow a command's or a tool's name. */
interface Rest {
  readonly flags: readonly Flag[];
  readonly words: readonly Candidate[];
}

/** A command that is no tool. */
interface Command {
  readonly help: string;
  readonly flags: readonly Flag[];
  /** The words that may follow; none without. */
  readonly words?: () => readonly Candidate[] | Promise<readonly Candidate[]>;
}

/**
 * The words that the last one may become; none where it is a path, or only the user knows.
 *
 * @param words The words after the program's name, up to the one that is being typed.
 */
export async function candidatesFor(words: readonly string[]): Promise<readonly Candidate[]> {
  const current = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const { flags, words: others } = await restOf(before);
  const flag = flags.find(({ word }) => word === before.at(-1));
  const candidates = flag?.values !== undefined
    ? flag.values.map((word) => ({ word, help: flag.help }))
    : current.startsWith("-")
    ? flags
    : others;
  return candidates
    .filter(({ word }) => word.startsWith(current))
    .map(({ word, help }) => ({ word, help: firstSentence(help) }));
}

/** What may follow, by the words before. */
async function restOf(before: readonly string[]): Promise<Rest> {
  const at = before.indexOf("--toolset");
  const toolset = at < 0 ? undefined : TOOLSET_NAMES.find((name) => name === before[at + 1]);
  const name = before.find((_, i) => at < 0 || i < at || i > at + 1);
  if (name !== undefined && name === before[0] && Object.hasOwn(COMMANDS, name)) {
    const { flags, words } = COMMANDS[name]!;
    return { flags, words: await words?.() ?? [] };
  }
  const tool = await findTool(name, toolset);
  const flags = flagsOf(tool ?? await findTool("list_dir", toolset));
  if (name !== undefined) return { flags, words: [] };
  const commands = Object.keys(COMMANDS).map((word) => ({ word, help: COMMANDS[word]!.help }));
  return { flags, words: [...toolset === undefined ? commands : [], ...await tools(toolset)] };
}

async function tools(toolset?: ToolsetName): Promise<Candidate[]> {
  const found = new Map<string, string>();
  for (
    const { tool: { DEFINITION: { function: { name, description } } } } of await allTools(toolset)
  ) {
    if (!found.has(name)) found.set(name, description);
  }
  return [...found].map(([word, help]) => ({ word, help }));
}

function flagsOf(found: FoundTool | undefined): Flag[] {
  const { properties = {} } = found?.tool.DEFINITION.function.parameters ?? {};
  const refused = found === undefined ? [] : [
    ...found.tool.pages === undefined ? ["all"] : [],
    ...found.tool.toReport === undefined ? ["null"] : [],
    ...found.tool.TRAITS.isLogged ? [] : ["log"],
  ];
  const own = Object.entries(OWN_FLAGS).filter(([name]) => !refused.includes(name)).map((
    [name, { value, help }],
  ) => name === "toolset" ? TOOLSET : flag(name, help, value === undefined ? undefined : []));
  return [...Object.entries(properties).flatMap(argumentFlags), ...own];
}

function argumentFlags([key, schema]: [string, ArgumentSchema]): Flag[] {
  const name = key.replaceAll("_", "-");
  const { description } = schema;
  if (typesOf(schema).includes("boolean")) {
    return [flag(name, description), flag(`no-${name}`, `Not: ${description}`)];
  }
  return [flag(name, description, (schema.enum ?? []).filter((value) => value !== null))];
}

function flag(name: string, help: string, values?: readonly string[]): Flag {
  return { word: `--${name}`, help, values };
}

const TOOLSET = flag("toolset", "Which toolset.", TOOLSET_NAMES);
const HELP = flag("help", "Show the help.");

const COMMANDS: Readonly<Record<string, Command>> = {
  completions: {
    help: "Print a completion script.",
    flags: [HELP],
    words: () => ["bash", "zsh", "fish"].map((word) => ({ word, help: `A script for ${word}.` })),
  },
  definition: {
    help: "Print a tool's definition as JSON.",
    flags: [
      TOOLSET,
      flag("format", "Which provider's form.", ["openai", "responses", "anthropic", "mcp"]),
      HELP,
    ],
    words: () => tools(),
  },
  mcp: {
    help: "Serve the tools over MCP.",
    flags: [
      TOOLSET,
      flag("scope", "Allow nothing outside a directory.", []),
      flag("http", "Serve over HTTP: [HOST:]PORT.", []),
      flag("token-env", "The variable that holds the bearer token.", []),
      flag("allow-host", "Answer under this host name, too.", []),
      flag("no-structured", "Send text alone."),
      flag("memory", "The file that keeps project memory.", []),
      flag("log", "The file that records the calls.", []),
      HELP,
    ],
  },
  replay: { help: "Run the calls of a log again.", flags: [HELP] },
  tools: { help: "List the tools.", flags: [TOOLSET, HELP] },
};

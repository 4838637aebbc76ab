/** Completes a word of a command line. */
import type { ArgumentSchema } from "../tool.ts";
import type { ToolsetName } from "../toolsets.ts";
import { allTools, findTool, type FoundTool, TOOLSET_NAMES } from "./find_tool.ts";
import { type CommandUsage, type Flag, flagsOf } from "./flags.ts";
import { HABITS, habitsOf, toolBy } from "./habits.ts";
import { OWN_FLAGS, ownFlagsOf } from "./own_flags.ts";
import { USAGES } from "./usages.ts";
import { firstSentence } from "./wrap.ts";

/** A word, and what it means, in one line. */
interface Candidate {
  readonly word: string;
  readonly help: string;
}

interface FlagCandidate extends Candidate {
  /** The values that it takes, none of them known perhaps; `undefined` for a switch. */
  readonly values: readonly string[] | undefined;
}

/** What may follow the words before. */
interface Rest {
  readonly flags: readonly FlagCandidate[];
  readonly words: readonly Candidate[];
}

/**
 * The completions of the last word; none where it is a path or something that only the user knows.
 *
 * @param words The words after the program's name. The last one is being typed.
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
  if (name !== undefined && name === before[0] && Object.hasOwn(USAGES, name)) {
    return await afterCommand(USAGES[name as keyof typeof USAGES]);
  }
  const tool = await findTool(name, toolset);
  const letters = before.filter((word) => /^-[^-]/.test(word)).flatMap((word) => [...word]);
  const flags = toolFlags(tool ?? await findTool(toolBy(letters) ?? "list_dir", toolset));
  if (name !== undefined) return { flags, words: [] };
  return { flags, words: [...toolset === undefined ? commands() : [], ...await tools(toolset)] };
}

async function afterCommand(usage: CommandUsage): Promise<Rest> {
  const { word } = usage;
  return {
    flags: flagsOf(usage).map(([name, flag]) => candidate(`--${name}`, flag)),
    words: word === "tool"
      ? await tools()
      : Array.isArray(word)
      ? word.map((each: string) => ({ word: each, help: `For ${each}.` }))
      : [],
  };
}

function commands(): Candidate[] {
  return Object.entries(USAGES).map(([word, { summary }]) => ({ word, help: `${summary}.` }));
}

async function tools(toolset?: ToolsetName): Promise<Candidate[]> {
  const found = new Map<string, string>();
  for (const { tool: { DEFINITION } } of await allTools(toolset)) {
    const { name, description } = DEFINITION.function;
    if (!found.has(name)) found.set(name, description);
  }
  return [...found].map(([word, help]) => ({ word, help }));
}

function toolFlags(found: FoundTool | undefined): FlagCandidate[] {
  const { properties = {} } = found?.tool.DEFINITION.function.parameters ?? {};
  const own = ownFlagsOf(found?.tool);
  return [
    ...Object.entries(properties).flatMap(argumentFlags),
    ...own.flatMap((name) => {
      const { letter } = OWN_FLAGS[name]!;
      const words = [`--${name}`, ...letter === undefined ? [] : [`-${letter}`]];
      return words.map((word) => candidate(word, OWN_FLAGS[name]!));
    }),
    ...habitsOf(found?.tool).map((letter) => candidate(`-${letter}`, HABITS[letter]!)),
  ];
}

function argumentFlags([key, schema]: [string, ArgumentSchema]): FlagCandidate[] {
  const name = key.replaceAll("_", "-");
  const help = schema.description;
  if (schema.type === "boolean") {
    return [candidate(`--${name}`, { help }), candidate(`--no-${name}`, { help: `Not: ${help}` })];
  }
  return [candidate(`--${name}`, { help, value: "", choices: schema.enum ?? [] })];
}

function candidate(word: string, { help, value, choices = [] }: Flag): FlagCandidate {
  return { word, help, values: value === undefined ? undefined : choices };
}

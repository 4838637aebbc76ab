/** Completes a word of a command line. */
import type { ToolsetName } from "../catalog.ts";
import { allTools, findTool, type FoundTool, TOOLSET_NAMES } from "./find_tool.ts";
import { type CommandUsage, type Flag, flagsOf } from "./flags.ts";
import { HABITS, habitsOf, toolBy } from "./habits.ts";
import { OWN_FLAGS, ownFlagsOf } from "./own_flags.ts";
import { argumentFlags } from "./tool_flags.ts";
import { USAGES } from "./usages.ts";
import { firstSentence } from "./wrap.ts";

/** A word, and what it means, in one line. */
interface Candidate {
  readonly word: string;
  readonly help: string;
}

/** A word as it is typed. One that is no flag has help alone. */
type Offer = readonly [word: string, flag: Flag];

/** What may follow the words before. */
interface Rest {
  readonly flags: readonly Offer[];
  readonly words: readonly Offer[];
}

/**
 * The completions of the last word; none where it is a path or something that only the user knows.
 *
 * @param words The words after the program's name. The last one is being typed.
 */
export async function candidatesFor(words: readonly string[]): Promise<readonly Candidate[]> {
  const current = words.at(-1) ?? "";
  const before = words.slice(0, -1);
  const rest = await restOf(before);
  const flag = rest.flags.find(([word]) => word === before.at(-1))?.[1];
  const offers = flag?.value !== undefined
    ? (flag.choices ?? []).map((choice): Offer => [choice, flag])
    : current.startsWith("-")
    ? rest.flags
    : rest.words;
  return offers
    .filter(([word]) => word.startsWith(current))
    .map(([word, { help }]) => ({ word, help: firstSentence(help) }));
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
  const choices = Array.isArray(word) ? word : [];
  return {
    flags: flagsOf(usage).map(([name, flag]) => [`--${name}`, flag]),
    words: word === "tool"
      ? await tools()
      : choices.map((each: string) => [each, { help: `For ${each}.` }]),
  };
}

function commands(): Offer[] {
  return Object.entries(USAGES).map(([word, { summary }]) => [word, { help: `${summary}.` }]);
}

async function tools(toolset?: ToolsetName): Promise<Offer[]> {
  const found = new Map<string, Flag>();
  for (const { tool: { DEFINITION } } of await allTools(toolset)) {
    const { name, description } = DEFINITION.function;
    if (!found.has(name)) found.set(name, { help: description });
  }
  return [...found];
}

function toolFlags(found: FoundTool | undefined): Offer[] {
  const { properties = {} } = found?.tool.DEFINITION.function.parameters ?? {};
  return [
    ...Object.entries(argumentFlags(properties)).flatMap(argumentOffers),
    ...ownFlagsOf(found?.tool).flatMap((name): Offer[] => {
      const flag = OWN_FLAGS[name]!;
      const words = [`--${name}`, ...flag.letter === undefined ? [] : [`-${flag.letter}`]];
      return words.map((word) => [word, flag]);
    }),
    ...habitsOf(found?.tool).map((letter): Offer => [`-${letter}`, HABITS[letter]!]),
  ];
}

function argumentOffers([key, flag]: [string, Flag]): Offer[] {
  const name = key.replaceAll("_", "-");
  const no: Offer = [`--no-${name}`, { help: `Not: ${flag.help}` }];
  return [[`--${name}`, flag], ...flag.value === undefined ? [no] : []];
}

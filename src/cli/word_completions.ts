/** Completes a word of a command line. */
import type { ToolsetName } from "../catalog.ts";
import { readingOf } from "./command_line.ts";
import { allTools, HABITS, type Reading, TOOLSET_NAMES, toolsOf } from "./find_tool.ts";
import { type CommandUsage, type Flag, flagsOf } from "./flags.ts";
import { DIALECT_FLAGS, familiarFlagsOf } from "./familiar_flags.ts";
import { COMMON_FLAGS, commonFlagsOf } from "./common_flags.ts";
import { argumentFlags, commandOf, takeName } from "./tool_flags.ts";
import { COMMAND_ROWS, USAGES } from "./usages.ts";
import { firstSentence } from "./wrap.ts";

/** A completion of a word, with its meaning in one line. */
interface Completion {
  readonly word: string;
  readonly help: string;
}

/** A word that may come next, as it is typed. One that is no flag has help alone. */
type NextWord = readonly [word: string, flag: Flag];

/** The flags and the words that may come next. */
interface NextWords {
  readonly flags: readonly NextWord[];
  readonly words: readonly NextWord[];
}

/**
 * Returns the completions of the last word; none where it is a path or something that only the user knows.
 *
 * @param words The words after the program's name. The last one is being typed.
 */
export async function completionsOf(words: readonly string[]): Promise<readonly Completion[]> {
  const current = words.at(-1) ?? "";
  const typed = words.slice(0, -1);
  const before = typed[0] === "help" ? typed.slice(1) : typed;
  const next = await nextWordsAfter(before);
  const flag = next.flags.find(([word]) => word === before.at(-1))?.[1];
  const choices = (flag?.value === undefined ? [] : flag.choices ?? [])
    .filter((choice) => /\D/.test(choice)).map((choice): NextWord => [choice, flag!]);
  const options = flag?.value !== undefined && flag.implied === undefined
    ? choices
    : current.startsWith("-")
    ? next.flags
    : [...choices, ...next.words];
  return options
    .filter(([word]) => word.startsWith(current))
    .map(([word, { help }]) => ({ word, help: firstSentence(help) }));
}

async function nextWordsAfter(typed: readonly string[]): Promise<NextWords> {
  const at = typed.indexOf("--toolset");
  const toolset = at < 0 ? undefined : TOOLSET_NAMES.find((name) => name === typed[at + 1]);
  const before = at < 0 ? typed : typed.toSpliced(at, 2);
  if (Object.hasOwn(USAGES, before[0] ?? "")) {
    return await nextWordsOfCommand(USAGES[before[0] as keyof typeof USAGES]);
  }
  const { name, named, reading } = await readingOf(before, toolset, { commandOf, takeName });
  const isBare = named === undefined && reading.dialect === "tree";
  const flags = toolset === "files" && name === undefined ? [] : await flagWords(reading);
  // Flags of a search would make it one.
  if (isBare) flags.push(...(await flagWords(HABITS.fd)).filter(([word]) => word.length === 2));
  if (name !== undefined) return { flags: uniqueWords(flags), words: [] };
  const words = await toolWords(toolset);
  if (toolset !== undefined) return { flags: uniqueWords(flags), words };
  const commands = COMMAND_ROWS.map(([word, help]): NextWord => [word, { help: `${help}.` }]);
  return { flags: uniqueWords(flags), words: uniqueWords([...words, ...commands]) };
}

/** Returns words once each: of two, the later one's help. */
function uniqueWords(words: readonly NextWord[]): NextWord[] {
  return [...new Map(words)];
}

async function nextWordsOfCommand(usage: CommandUsage): Promise<NextWords> {
  const { positional } = usage;
  const choices = Array.isArray(positional) ? positional : [];
  return {
    flags: flagsOf(usage).map(([name, flag]) => [`--${name}`, flag]),
    words: positional === "tool"
      ? await toolWords()
      : choices.map((each: string) => [each, { help: `For ${each}.` }]),
  };
}

async function toolWords(toolset?: ToolsetName): Promise<NextWord[]> {
  const found = new Map<string, Flag>();
  for (const { tool: { DEFINITION } } of await allTools(toolset)) {
    const { name, description } = DEFINITION.function;
    if (!found.has(name)) found.set(name, { help: description });
  }
  return [...found];
}

/** Returns the flags of a reading; those of a familiar command are without the arguments of its tool. */
async function flagWords(reading: Reading): Promise<NextWord[]> {
  const { dialect, words } = reading;
  const tools = (await toolsOf(reading)).map(({ tool }) => tool);
  const own = words === "paths"
    ? []
    : tools.flatMap((tool) =>
      Object.entries(argumentFlags(tool.DEFINITION.function.parameters.properties))
    );
  const letters = words === "own"
    ? familiarFlagsOf(tools[0]!)
    : Object.keys(DIALECT_FLAGS[dialect]);
  const known = DIALECT_FLAGS[dialect];
  return [
    ...own.flatMap(argumentFlagWords),
    ...new Set(tools.flatMap(commonFlagsOf)).values().flatMap((name): NextWord[] => {
      const flag = COMMON_FLAGS[name]!;
      const isShort = flag.letter !== undefined && !Object.hasOwn(known, flag.letter);
      return [`--${name}`, ...isShort ? [`-${flag.letter}`] : []].map((word) => [word, flag]);
    }),
    ...letters.filter((name) => known[name]!.help !== "")
      .map((name): NextWord => [name.length === 1 ? `-${name}` : `--${name}`, known[name]!]),
  ];
}

function argumentFlagWords([key, flag]: [string, Flag]): NextWord[] {
  const name = key.replaceAll("_", "-");
  const no: NextWord = [`--no-${name}`, { help: `Not: ${flag.help}` }];
  return [[`--${name}`, flag], ...flag.value === undefined ? [no] : []];
}

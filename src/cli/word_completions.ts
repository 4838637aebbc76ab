/** Completes a word of a command line. */
import type { ToolsetName } from "../catalog.ts";
import {
  allTools,
  findTool,
  type FoundTool,
  habitNamed,
  HABITS,
  TOOLSET_NAMES,
} from "./find_tool.ts";
import { type CommandUsage, type Flag, flagsOf } from "./flags.ts";
import { type Dialect, DIALECT_FLAGS, familiarFlagsOf, toolOfFlags } from "./familiar_flags.ts";
import { COMMON_FLAGS, commonFlagsOf } from "./common_flags.ts";
import { argumentFlags, inOurOrder } from "./tool_flags.ts";
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
  const before = words.slice(0, -1);
  const next = await nextWordsAfter(before);
  const flag = next.flags.find(([word]) => word === before.at(-1))?.[1];
  const options = flag?.value !== undefined
    ? (flag.choices ?? []).map((choice): NextWord => [choice, flag])
    : current.startsWith("-")
    ? next.flags
    : next.words;
  return options
    .filter(([word]) => word.startsWith(current))
    .map(([word, { help }]) => ({ word, help: firstSentence(help) }));
}

async function nextWordsAfter(typed: readonly string[]): Promise<NextWords> {
  const before = inOurOrder(typed);
  const at = before.indexOf("--toolset");
  const toolset = at < 0 ? undefined : TOOLSET_NAMES.find((name) => name === before[at + 1]);
  const name = before.find((_, i) => at < 0 || i < at || i > at + 1);
  if (name !== undefined && name === before[0] && Object.hasOwn(USAGES, name)) {
    return await nextWordsOfCommand(USAGES[name as keyof typeof USAGES]);
  }
  // At a terminal these are the commands that people know.
  const habit = toolset === undefined ? habitNamed(name) : undefined;
  const known = habit && HABITS[habit];
  const tool = await findTool(known?.tool ?? name, known?.toolset ?? toolset);
  const letters = before.filter((word) => /^-[^-]/.test(word)).flatMap((word) => [...word]);
  const familiar = new Map(letters.map((letter) => [letter, []]));
  const selected = toolOfFlags({ familiar, words: before });
  const isOpen = (tool ?? selected ?? toolset) === undefined;
  const dialect = habit ?? (isOpen ? "tree" : "search");
  const flags = flagWords(tool ?? await findTool(selected ?? "list_dir", toolset), dialect, isOpen);
  if (name !== undefined) return { flags, words: [] };
  return {
    flags,
    words: toolset === undefined
      ? [
        ...COMMAND_ROWS.map(([word, help]): NextWord => [word, { help: `${help}.` }]),
        ...(await toolWords()).filter(([name]) => habitNamed(name) === undefined),
      ]
      : await toolWords(toolset),
  };
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

/** Returns the flags of a tool; of a line that may yet select one, also those that do. */
function flagWords(found: FoundTool | undefined, dialect: Dialect, isOpen: boolean): NextWord[] {
  const known = DIALECT_FLAGS[dialect];
  const { properties = {} } = found?.tool.DEFINITION.function.parameters ?? {};
  const selecting = isOpen ? Object.keys(known).filter((letter) => known[letter]!.tool) : [];
  return [
    ...isOpen || dialect === "search"
      ? Object.entries(argumentFlags(properties)).flatMap(argumentFlagWords)
      : [],
    ...commonFlagsOf(found?.tool).flatMap((name): NextWord[] => {
      const flag = COMMON_FLAGS[name]!;
      const isShort = flag.letter !== undefined && !Object.hasOwn(known, flag.letter);
      const words = [`--${name}`, ...isShort ? [`-${flag.letter}`] : []];
      return words.map((word) => [word, flag]);
    }),
    ...[...new Set([...familiarFlagsOf(found?.tool, dialect), ...selecting])]
      .map((letter): NextWord => [`-${letter}`, known[letter]!]),
  ];
}

function argumentFlagWords([key, flag]: [string, Flag]): NextWord[] {
  const name = key.replaceAll("_", "-");
  const no: NextWord = [`--no-${name}`, { help: `Not: ${flag.help}` }];
  return [[`--${name}`, flag], ...flag.value === undefined ? [no] : []];
}

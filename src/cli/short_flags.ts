/** Takes the short flags, `-aL 2`, out of a command line. */
import { habitOf } from "./habits.ts";
import { UsageError } from "./terminal.ts";

/** What the short flags of a command line are. */
export interface ShortFlags {
  /** The other words, and the long form of the flags that are only short for one. */
  readonly words: readonly string[];
  /** The other short flags, each with its value or `""`. */
  readonly habits: ReadonlyMap<string, string>;
}

/**
 * Reads short flags, alone or combined. A word with a letter that is none stays among the other words.
 *
 * @param words The words of a command line.
 * @throws {UsageError} If a flag lacks its value or is given a second one.
 */
export function takeShortFlags(words: readonly string[]): ShortFlags {
  const left = [...words];
  const others: string[] = [];
  const habits = new Map<string, string>();
  while (left.length > 0) {
    const word = left.shift()!;
    if (word === "--") return { words: [...others, word, ...left], habits };
    const flags = /^-[^-]/.test(word) ? flagsIn(word, left) : undefined;
    if (flags === undefined) others.push(word);
    for (const [letter, value] of flags ?? []) {
      const { flag } = habitOf(letter)!;
      if (value !== "" && habits.has(letter)) throw new UsageError(`-${letter} is given twice`);
      if (flag === undefined) habits.set(letter, value);
      else others.push(`--${flag}`);
    }
  }
  return { words: others, habits };
}

/** The flags of one word, each with its value: the rest of the word, or else the next word. */
function flagsIn(word: string, next: string[]): Map<string, string> | undefined {
  const flags = new Map<string, string>();
  for (let at = 1; at < word.length; at++) {
    const letter = word[at]!;
    const habit = habitOf(letter);
    if (habit === undefined) return undefined;
    if (habit.value === undefined) {
      flags.set(letter, "");
      continue;
    }
    const value = word.slice(at + 1).replace(/^=/, "") || next.shift();
    if (!value || value.startsWith("-")) throw new UsageError(`-${letter} needs a value`);
    return flags.set(letter, value);
  }
  return flags;
}

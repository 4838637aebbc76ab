import type { Tool } from "../tool.ts";
import { flagText } from "./flags.ts";
import { HABITS, habitsOf, letterOf } from "./habits.ts";
import { OWN_FLAGS, ownFlagsOf } from "./own_flags.ts";

/** The flags that a tool, or any of them, takes besides its arguments, each with its help. */
export function optionRows(tool?: Tool): (readonly [flag: string, help: string])[] {
  return [
    ...habitsOf(tool).map((letter): [string, string] => {
      const habit = HABITS[letter]!;
      return [flagText(`-${letter}`, habit), habit.help];
    }),
    ...ownFlagsOf(tool).map((name): [string, string] => {
      const letter = letterOf(name);
      const typed = letter === undefined ? `--${name}` : `-${letter}, --${name}`;
      return [flagText(typed, OWN_FLAGS[name]!), OWN_FLAGS[name]!.help];
    }),
  ];
}

/** Reads the flags of a tool, and the command's own. */
import { type Args, parseArgs, type ParseOptions } from "@std/cli/parse-args";
import type { ArgumentSchema, ArgumentType } from "../tool.ts";
import { unknownToolOption } from "./did_you_mean.ts";
import { OWN_FLAGS } from "./own_flags.ts";
import { UsageError } from "./terminal.ts";

/** A parsed command line: the command's own flags, and the tool's by their names. */
export interface ToolFlags {
  readonly all: boolean;
  readonly json: boolean;
  readonly null: boolean;
  readonly help: boolean;
  readonly version: boolean;
  readonly scope: readonly string[];
  readonly hide: readonly string[];
  readonly show: readonly string[];
  readonly "excludes-file"?: string;
  readonly memory?: string;
  readonly log?: string;
  readonly cache?: string;
  /** The words that are not flags. */
  readonly _: readonly (string | number)[];
  readonly [argument: string]: unknown;
}

/** @throws {UsageError} If a flag is unknown, lacks its value or has one too many. */
export function parseToolFlags(
  words: readonly string[],
  properties: Readonly<Record<string, ArgumentSchema>>,
): ToolFlags {
  const names = Object.keys(properties);
  const ofType = (type: ArgumentType): string[] =>
    names.filter((name) => properties[name]!.type === type);
  const booleans = ofType("boolean");
  const own = Object.keys(OWN_FLAGS);
  const takesValue = (name: string): boolean => OWN_FLAGS[name]!.value !== undefined;
  const flags = [...booleans, ...own.filter((name) => !takesValue(name))];
  // The toolset was read before.
  const ownStrings = own.filter((name) => takesValue(name) && name !== "toolset");
  const strings = [...names.filter((name) => !booleans.includes(name)), ...ownStrings];
  const options: ParseOptions = {
    boolean: flags,
    string: [...strings, "_"],
    collect: [...ofType("array"), ...own.filter((name) => OWN_FLAGS[name]!.isList)],
    negatable: booleans,
    // Otherwise a boolean that is not given would be false, and not the default of the DEFINITION.
    default: Object.fromEntries(booleans.map((name) => [name, undefined])),
    // An alias of its own name would collect each value twice.
    alias: Object.fromEntries([...names, ...own].map((name) => [
      name,
      [kebab(name), snake(name)].filter((spelling) => spelling !== name),
    ])),
    unknown: (word, key) => {
      if (key !== undefined) throw unknownToolOption(word, [...names, ...own]);
      return true;
    },
  };
  const parsed = parseArgs([...words], options) as Args & ToolFlags;
  for (const word of words.slice(0, words.includes("--") ? words.indexOf("--") : undefined)) {
    const [, no, name, value] = word.match(/^--(no-)?([^=]+)=(.*)$/s) ?? [];
    if (name === undefined || !flags.includes(snake(name))) continue;
    if (no !== undefined || !["true", "false"].includes(value!)) {
      throw new UsageError(`--${no ?? ""}${name} takes no value${no ? "" : " but true or false"}`);
    }
  }
  for (const name of strings) {
    if ([parsed[name]].flat().includes("")) throw new UsageError(`--${kebab(name)} needs a value`);
  }
  return parsed;
}

const kebab = (name: string): string => name.replaceAll("_", "-");
const snake = (name: string): string => name.replaceAll("-", "_");

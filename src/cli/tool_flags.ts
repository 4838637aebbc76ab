/** Parses the flags of a tool: its arguments, and those common to all. */
import type { Args } from "@std/cli/parse-args";
import type { ArgumentType, Tool } from "../tool.ts";
import { toolsThatHave, toolsWithArgument, unknownOption } from "./unknown_option.ts";
import { longSpellings } from "./short_flags.ts";
import { type Flag, parseWords } from "./flags.ts";
import { type ArgumentSchemas, familiarFlagArguments, type ShortFlags } from "./familiar_flags.ts";
import type { HostFlags } from "./host_flags.ts";
import { COMMON_FLAGS, commonFlagsOf } from "./common_flags.ts";
import { UsageError } from "./terminal.ts";

export { hiddenBy, toolOfFlags } from "./familiar_flags.ts";
export { hasFlagsOfLs, inOurOrder, splitShortFlags } from "./short_flags.ts";

/** The parsed flags: the common ones, and the tool's arguments by name. */
export interface ToolFlags extends HostFlags {
  readonly all?: boolean;
  readonly color?: string;
  readonly json?: boolean;
  readonly null?: boolean;
  readonly quiet?: boolean;
  readonly version?: boolean;
  /** Positional words. */
  readonly _: readonly (string | number)[];
  readonly [argument: string]: unknown;
}

/**
 * Returns the arguments that flags set; positional words fill none yet.
 *
 * @throws {UsageError} If a flag is unknown, lacks its value or has one too many.
 */
export function parseToolFlags(tool: Tool, shortFlags: ShortFlags): {
  readonly args: Record<string, unknown>;
  readonly flags: ToolFlags;
} {
  const { properties } = tool.DEFINITION.function.parameters;
  /** Returns a flag as the tool calls it, which another calls otherwise. */
  const asNamed = (flag: string): string => {
    const names = /task|query/.test(flag) ? ["query", "queries"] : ["limit", "max_results"];
    const name = names.find((each) => properties[each]);
    return name === undefined ? flag : `--${name}`;
  };
  // The toolset was parsed before.
  const { toolset: _toolset, ...common } = COMMON_FLAGS;
  const flags = parseWords(
    shortFlags.words.map((word) =>
      word.replace(/^--(?:task|query|limit|max[-_]results)(?==|$)/, asNamed)
    ),
    { ...argumentFlags(properties), ...common },
    (word) => {
      return unknownOption(
        word,
        Object.keys({ ...properties, ...COMMON_FLAGS }),
        (word) => toolsWithArgument(word, longSpellings()),
      );
    },
  ) as Args & ToolFlags;
  const args: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(properties)) {
    const value = flags[name];
    const isGiven = Array.isArray(value) ? value.length > 0 : value !== undefined;
    if (isGiven) args[name] = argumentValue(value, type);
  }
  if (flags.json && properties.format?.enum?.includes("json")) args.format = "json";
  Object.assign(args, familiarFlagArguments(shortFlags, tool, args));
  // A depth without recursion would have no effect: at a terminal nobody means that.
  if (properties.recursive && args.depth !== undefined) args.recursive ??= true;
  return { args, flags };
}

/** Returns the flags that set a tool's arguments. */
export function argumentFlags(properties: ArgumentSchemas): Readonly<Record<string, Flag>> {
  const flags = Object.entries(properties).map(([name, schema]): [string, Flag] => {
    const { type, description: help, enum: choices = [] } = schema;
    return [
      name,
      type === "boolean"
        ? { help, isNegatable: true }
        : { help, value: "", choices, isList: type === "array" },
    ];
  });
  return Object.fromEntries(flags);
}

/** @throws {UsageError} If a common flag is given that the tool does not support. */
export function checkFlags(tool: Tool, flags: ToolFlags): void {
  if (flags.help) return;
  const whens = COMMON_FLAGS.color!.choices!;
  if (flags.color !== undefined && !whens.includes(flags.color)) {
    throw new UsageError(`--color must be one of ${whens.join(", ")}`);
  }
  const isGiven = (name: string): boolean => flags[name] !== undefined && flags[name] !== false;
  const supported = commonFlagsOf(tool);
  const refused = Object.keys(COMMON_FLAGS).find((name) =>
    isGiven(name) && !supported.includes(name)
  );
  if (refused === undefined) return;
  const { isFor } = COMMON_FLAGS[refused]!;
  const { name } = tool.DEFINITION.function;
  throw new UsageError(
    `${name} has no --${refused}`,
    () => toolsThatHave(isFor!),
  );
}

/** Converts the text of an integer to a number. Other text stays, for the DEFINITION to refuse. */
function argumentValue(value: unknown, type: ArgumentType): unknown {
  return type === "integer" && typeof value === "string" && /^[+-]?\d+$/.test(value)
    ? Number(value)
    : value;
}

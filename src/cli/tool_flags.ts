/** Reads the flags of a tool, and the command's own. */
import type { Args } from "@std/cli/parse-args";
import type { ArgumentType, Tool } from "../tool.ts";
import { toolsThatHave, toolsWithArgument, unknownOptionError } from "./unknown_option.ts";
import { type Flag, parseWords } from "./flags.ts";
import { familiarFlagArguments, type Properties, type ShortFlags } from "./familiar_flags.ts";
import type { HostFlags } from "./host_flags.ts";
import { COMMON_FLAGS, commonFlagsOf } from "./common_flags.ts";
import { UsageError } from "./terminal.ts";

export { splitShortFlags } from "./familiar_flags.ts";

/** A parsed command line: the command's own flags, and the tool's by their names. */
export interface ToolFlags extends HostFlags {
  readonly all?: boolean;
  readonly json?: boolean;
  readonly null?: boolean;
  readonly version?: boolean;
  /** The words that are not flags. */
  readonly _: readonly (string | number)[];
  readonly [argument: string]: unknown;
}

/**
 * The arguments of a tool by flags; the words that are not flags fill none yet.
 *
 * @throws {UsageError} If a flag is unknown, lacks its value or has one too many.
 */
export function parseToolFlags(tool: Tool, { words, familiar }: ShortFlags): {
  readonly args: Record<string, unknown>;
  readonly flags: ToolFlags;
} {
  const { properties } = tool.DEFINITION.function.parameters;
  // The toolset was read before.
  const { toolset: _toolset, ...common } = COMMON_FLAGS;
  const flags = parseWords(words, { ...argumentFlags(properties), ...common }, (word) => {
    return unknownOptionError(
      word,
      Object.keys({ ...properties, ...COMMON_FLAGS }),
      toolsWithArgument,
    );
  }) as Args & ToolFlags;
  const args: Record<string, unknown> = {};
  for (const [name, { type }] of Object.entries(properties)) {
    const value = flags[name];
    const isGiven = Array.isArray(value) ? value.length > 0 : value !== undefined;
    if (isGiven) args[name] = argumentValue(value, type);
  }
  if (flags.json && properties.format?.enum?.includes("json")) args.format = "json";
  Object.assign(args, familiarFlagArguments(familiar, tool, args));
  // At a terminal nobody means a depth that has no effect.
  if (properties.recursive && args.depth !== undefined) args.recursive ??= true;
  return { args, flags };
}

/** The flags that give a tool's arguments. */
export function argumentFlags(properties: Properties): Readonly<Record<string, Flag>> {
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

/** @throws {UsageError} If a flag is given that the tool does not take. */
export function checkFlags(tool: Tool, flags: ToolFlags): void {
  if (flags.help) return;
  const isGiven = (name: string): boolean => flags[name] !== undefined && flags[name] !== false;
  const supported = commonFlagsOf(tool);
  const refused = Object.keys(COMMON_FLAGS).find((name) =>
    isGiven(name) && !supported.includes(name)
  );
  if (refused === undefined) return;
  const { missingFeature, supportedTools, isSupportedBy } = COMMON_FLAGS[refused]!;
  if (supportedTools !== undefined) throw new UsageError(`--${refused} is for ${supportedTools}`);
  const { name } = tool.DEFINITION.function;
  throw new UsageError(
    `${name} has no ${missingFeature} for --${refused}`,
    () => toolsThatHave(isSupportedBy!),
  );
}

/** Turns the text of an integer into a number. Other text is left for the DEFINITION to refuse. */
function argumentValue(value: unknown, type: ArgumentType): unknown {
  return type === "integer" && typeof value === "string" && /^[+-]?\d+$/.test(value)
    ? Number(value)
    : value;
}

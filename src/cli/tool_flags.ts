/** Reads the flags of a tool, and the command's own. */
import type { Args } from "@std/cli/parse-args";
import type { ArgumentSchema } from "../tool.ts";
import { unknownToolOption } from "./did_you_mean.ts";
import { type Flag, parseWords } from "./flags.ts";
import { OWN_FLAGS } from "./own_flags.ts";

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
  // The toolset was read before.
  const { toolset: _toolset, ...own } = OWN_FLAGS;
  const named = Object.entries(properties).map(([name, { type, description }]): [string, Flag] => [
    name,
    { help: description, isList: type === "array", ...type !== "boolean" && { value: "" } },
  ]);
  const flags = { ...Object.fromEntries(named), ...own };
  return parseWords(words, flags, {
    // Otherwise a boolean that is not given would be false, and not the default of the DEFINITION.
    negatable: Object.keys(properties).filter((name) => properties[name]!.type === "boolean"),
    refuse: (word) => unknownToolOption(word, Object.keys({ ...properties, ...OWN_FLAGS })),
  }) as Args & ToolFlags;
}

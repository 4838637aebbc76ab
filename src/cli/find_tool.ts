/**
 * Finds tools by the names that a command line gives them.
 *
 * @module
 */
import type { Tool } from "../tool.ts";
import { TOOLSETS } from "../toolsets.ts";
import { UsageError } from "./terminal.ts";

/** The tools of a toolset, by wire name. */
export type Tools = Readonly<Record<string, Tool>>;

/** Toolsets in the order in which a tool's name alone is looked up: `agent` says more than `discovery`. */
const ORDER = ["tree", "envelope", "codex", "files", "agent", "discovery"] as const;

/**
 * The toolset of that name, or all of them.
 *
 * @throws {UsageError} If there is none of that name.
 */
export function toolsetsNamed(name: string | undefined): readonly (readonly [string, Tools])[] {
  if (name === undefined) return ORDER.map((each) => [each, TOOLSETS[each]]);
  const found = ORDER.find((each) => each === name);
  if (found !== undefined) return [[found, TOOLSETS[found]]];
  throw new UsageError(`--toolset must be one of ${Object.keys(TOOLSETS).join(", ")}`);
}

/** The first tool of that name, in one toolset or in all. */
export function findTool(word: string | undefined, toolset: string | undefined): Tool | undefined {
  if (word === undefined) return undefined;
  const [, tools] = toolsetsNamed(toolset).find(([, each]) => Object.hasOwn(each, word)) ?? [];
  return tools?.[word];
}

/**
 * What an MCP server is made of, whatever it is reached by.
 *
 * @module
 */
import { Scope } from "../scope/scope.ts";
import type { CallLog, ProjectMemory } from "../tool.ts";
import type { ToolsetName } from "../toolsets.ts";

/** The toolset that is served where none is named. */
export const DEFAULT_TOOLSET: ToolsetName = "agent";

/** What a server offers, and what it may see. */
export interface McpOptions {
  /** The toolset whose tools it offers. @default {"agent"} */
  readonly toolset?: ToolsetName;
  /** The directories that it may list; relative paths start from the first. @default {[Deno.cwd()]} */
  readonly roots?: readonly string[];
  /**
   * Whether results carry data next to their text. Some clients give both to the model: for those,
   * `false` sends the text alone.
   *
   * @default {true}
   */
  readonly structured?: boolean;
  /** Project memory, for tools that can store their output. */
  readonly projectMemory?: ProjectMemory;
  /** Records every call of toolsets `discovery` and `agent`. */
  readonly log?: CallLog;
  /** Most directory entries that one call may read. @default {2_000_000} */
  readonly maxScanned?: number;
  /** Told what goes wrong outside of any result, a line at a time. @default nothing is told */
  readonly report?: (line: string) => void;
}

/** {@linkcode McpOptions} with its defaults filled in, and absolute roots. */
export interface Settings extends McpOptions {
  readonly toolset: ToolsetName;
  readonly roots: readonly string[];
  readonly structured: boolean;
  readonly report: (line: string) => void;
}

/** Fills in the defaults. */
export function settingsOf(options: McpOptions): Settings {
  return {
    ...options,
    toolset: options.toolset ?? DEFAULT_TOOLSET,
    roots: Scope.within({ roots: options.roots }).roots,
    structured: options.structured ?? true,
    report: options.report ?? (() => {}),
  };
}

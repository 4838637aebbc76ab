/** The options that all MCP servers share, whatever their transport. */
import { Scope } from "../scope/scope.ts";
import type { CallLog, ProjectMemory } from "../tool.ts";
import type { ToolsetName } from "../toolsets.ts";

/** The toolset that is served by default. */
export const DEFAULT_TOOLSET: ToolsetName = "agent";

/** What a server offers, and what it may read. */
export interface McpOptions {
  /** The toolset to serve. @default {"agent"} */
  readonly toolset?: ToolsetName;
  /** The directories it may list. Relative paths start from the first. @default {[Deno.cwd()]} */
  readonly roots?: readonly string[];
  /**
   * Whether results carry structured data besides their text, and tools their output schema. Most clients
   * give both to the model, at four times the tokens.
   *
   * @default {false}
   */
  readonly structured?: boolean;
  /** Project memory, for tools that can store their output. */
  readonly projectMemory?: ProjectMemory;
  /** Records every call of toolsets `discovery` and `agent`. */
  readonly log?: CallLog;
  /** The largest number of directory entries that one call may read. @default {2_000_000} */
  readonly maxScanned?: number;
  /** Receives errors that no result carries, a line at a time. @default they are dropped */
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
    structured: options.structured ?? false,
    report: options.report ?? (() => {}),
  };
}

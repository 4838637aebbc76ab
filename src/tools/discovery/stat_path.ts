/**
 * `stat_path` of toolset `discovery`. An argument is added or changed in {@linkcode PROPERTIES}.
 *
 * @module
 */
import { baseNameOrRoot } from "../../scope/path_text.ts";
import type { Tool, ToolDefinition } from "../../tool.ts";
import { type PagedSpec, singlePageTool } from "./paged_tool.ts";
import type { DiscoveryResult } from "./result.ts";
import { describePath } from "./entry_metadata.ts";
import { type ArgumentsOf, definitionOf, type InputOf } from "../schema.ts";

/** The name, type, bounds, default and help of each argument of `stat_path`. */
export const PROPERTIES = {
  path: { path: "The path to check.", required: true },
} as const;

/** The arguments of `stat_path`; {@linkcode DEFINITION} describes them. */
export type StatPathArguments = InputOf<typeof PROPERTIES>;

type Arguments = ArgumentsOf<typeof PROPERTIES>;

/** The definition of `stat_path`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = definitionOf(
  "stat_path",
  "Say whether one path exists and what it is: file, dir, symlink, other or missing, with size and modification time. The first choice before you read, write or search a path that you are not sure of. A symlink is described itself, not what it leads to.",
  PROPERTIES,
);

const SPEC: PagedSpec<Arguments> = {
  DEFINITION,
  TRAITS: { pathArgument: "path", isRooted: true, loggedAs: "discovery", lines: "facts" },
  open({ args, scope, root }) {
    const name = baseNameOrRoot(root);
    const entries = [{ path: root, name, ...describePath(scope, args.path) }];
    return () => ({ entries });
  },
};

/** `stat_path` of toolset `discovery`. */
export const TOOL: Tool<DiscoveryResult, StatPathArguments> = singlePageTool(SPEC);

/** The base of `stat_path` of toolset `agent`. */
export const STAT_PATH = { SPEC } as const;

/**
 * Describes one path, its last part not followed. A path that does not exist is a result, not an
 * error. Requires `--allow-read` permission for it.
 *
 * @example Usage
 * ```ts
 * import { execute } from "@dirscope/dirscope/discovery/stat-path";
 * import { assertEquals } from "@std/assert";
 *
 * const { entries: [readme] } = await execute({ path: "sample/docs/guide.md" }, { cwd: "fixtures" });
 * assertEquals([readme?.kind, readme?.size], ["file", 36]);
 * const { success, entries: [missing] } = await execute({ path: "sample/nothing" }, { cwd: "fixtures" });
 * assertEquals([success, missing?.kind, missing?.exists], [true, "missing", false]);
 * ```
 *
 * @param args The arguments that the model sent; see {@linkcode DEFINITION}.
 * @param context The context of the host.
 * @returns The result, or an error in its shape.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export const execute: Tool<DiscoveryResult, StatPathArguments>["execute"] = TOOL.execute;

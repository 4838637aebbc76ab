/**
 * `list_dir` of toolset `discovery`. An argument is added or changed in {@linkcode PROPERTIES}.
 *
 * @module
 */
import { entryKindOf, nameOf } from "../../directory/entry_key.ts";
import { DirscopeError } from "../../errors.ts";
import { forEachPaced } from "../../pacing/pacer.ts";
import { needsNoEscape } from "../../text/line_safe.ts";
import type { Tool, ToolDefinition } from "../../tool.ts";
import { readChildren } from "../../walk/read_children.ts";
import { type PagedSpec, singlePageTool } from "./paged_tool.ts";
import { sameNamesIn } from "../skipped.ts";
import { CHILD_KINDS } from "./child_kinds.ts";
import type { DiscoveryEntry, DiscoveryResult } from "./result.ts";
import { type ArgumentsOf, definitionOf, type InputOf } from "../schema.ts";

/** The name, type, bounds, default and help of each argument of `list_dir`. */
export const PROPERTIES = {
  path: { path: "The directory to list.", default: "." },
} as const;

/** The arguments of `list_dir`; {@linkcode DEFINITION} describes them. */
export type ListDirArguments = InputOf<typeof PROPERTIES>;

type Arguments = ArgumentsOf<typeof PROPERTIES>;

/** The definition of `list_dir`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = definitionOf(
  "list_dir",
  "List all direct children of one directory, by name. A last resort: prefer stat_path for one path, find_files or glob_search below a directory, list_dir_entries for sizes, times and pages.",
  PROPERTIES,
);

/** Maximum length of a result as JSON, in UTF-16 units: a string can hold no more. */
const MAX_RESULT_LENGTH = 2 ** 29 - 1024;

/** Maximum UTF-16 units of an entry besides its name and path. */
const MAX_ENTRY_OVERHEAD = 64;

/** Maximum UTF-16 units of JSON for one of a name. */
const MAX_ESCAPE_LENGTH = 6;

const SPEC: PagedSpec<Arguments> = {
  DEFINITION,
  TRAITS: { pathArgument: "path", isRooted: true, loggedAs: "discovery", lines: "rows" },
  async open({ args, scope, pacer, displayPrefix }) {
    const entries: DiscoveryEntry[] = [];
    let length = 0;
    const children = await readChildren(scope, scope.enterDirectory(args.path), pacer);
    await forEachPaced(children, pacer, (key) => {
      const name = nameOf(key);
      entries.push({ name, path: displayPrefix + name, kind: CHILD_KINDS[entryKindOf(key)] });
      const units = displayPrefix.length + 2 * name.length;
      length += MAX_ENTRY_OVERHEAD + (needsNoEscape(name) ? units : MAX_ESCAPE_LENGTH * units);
      if (length > MAX_RESULT_LENGTH) {
        const reason = `more than ${entries.length} entries to list at once`;
        throw new DirscopeError("scan_limit", reason);
      }
    });
    const skipped = sameNamesIn(pacer);
    return () => ({ entries, skipped });
  },
};

/** `list_dir` of toolset `discovery`. */
export const TOOL: Tool<DiscoveryResult, ListDirArguments> = singlePageTool(SPEC);

/** The base of `list_dir` of toolset `agent`. */
export const LIST_DIR = { SPEC } as const;

/**
 * Lists the direct children of a directory, by name. Requires `--allow-read` permission for it.
 *
 * @example Usage
 * ```ts
 * import { execute } from "@dirscope/dirscope/discovery/list-dir";
 * import { assertEquals } from "@std/assert";
 *
 * const { entries } = await execute({}, { cwd: "fixtures/sample" });
 * assertEquals(entries.map(({ path, kind }) => [path, kind]), [["docs", "dir"], ["src", "dir"]]);
 * ```
 *
 * @param args The arguments that the model sent; see {@linkcode DEFINITION}.
 * @param context The context of the host.
 * @returns The result, or an error in its shape.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export const execute: Tool<DiscoveryResult, ListDirArguments>["execute"] = TOOL.execute;

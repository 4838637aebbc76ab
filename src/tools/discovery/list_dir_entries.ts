/**
 * `list_dir_entries` of toolset `discovery`. An argument is added or changed in {@linkcode PROPERTIES}.
 *
 * @module
 */
import { compareCodePoints } from "../../text/compare_code_points.ts";
import { type EntryKind, entryKindOf, nameOf } from "../../directory/entry_key.ts";
import { isInPlace } from "../../scope/file_system.ts";
import { isHidden } from "../../scope/path_text.ts";
import { forEachPaced } from "../../pacing/pacer.ts";
import { sortPaced } from "../../pacing/sort_paced.ts";
import { readChildren } from "../../walk/read_children.ts";
import type { PagedTool, ToolDefinition } from "../../tool.ts";
import { type PagedSpec, pagedTool } from "./paged_tool.ts";
import { CHILD_KINDS } from "./child_kinds.ts";
import type { DiscoveryEntry, DiscoveryResult } from "./result.ts";
import { sameNamesIn } from "../skipped.ts";
import { lstatEntry, modifiedOf, sizeOf } from "./entry_metadata.ts";
import {
  type ArgumentsOf,
  CURSOR_HELP,
  definitionOf,
  type InputOf,
  MAX_CURSOR_LENGTH,
} from "../schema.ts";

/** The name, type, bounds, default and help of each argument of `list_dir_entries`. */
export const PROPERTIES = {
  path: { path: "The directory to list.", default: "." },
  include_hidden: {
    flag:
      "Whether to list names that start with a dot. Those left out are counted in skipped.hidden.",
  },
  limit: { integer: "Most entries in one page.", minimum: 1, maximum: 1000, default: 200 },
  cursor: { text: CURSOR_HELP, maxLength: MAX_CURSOR_LENGTH },
} as const;

/** The arguments of `list_dir_entries`; {@linkcode DEFINITION} describes them. */
export type ListDirEntriesArguments = InputOf<typeof PROPERTIES>;

type Arguments = ArgumentsOf<typeof PROPERTIES>;

/** The definition of `list_dir_entries`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = definitionOf(
  "list_dir_entries",
  "List the direct children of one directory with kind, size and modification time: directories first, then files, each sorted by name. To search below it, use find_files or glob_search. In pages.",
  PROPERTIES,
);

const KIND_ORDER: readonly EntryKind[] = ["directory", "file", "other", "link"];

const SPEC: PagedSpec<Arguments> = {
  DEFINITION,
  TRAITS: { pathArgument: "path", isRooted: true, loggedAs: "discovery", lines: "rows" },
  async open({ args, scope, pacer, position, displayPrefix }) {
    const start = scope.enterDirectory(args.path);
    const after = position === undefined ? "" : rankedPosition(position);
    const following: string[] = [];
    let hidden = 0;
    await forEachPaced(await readChildren(scope, start, pacer), pacer, (key) => {
      const name = nameOf(key);
      const ranked = `${KIND_ORDER.indexOf(entryKindOf(key))}${name}`;
      if (!args.include_hidden && isHidden(name)) hidden++;
      else if (compareCodePoints(ranked, after) > 0) following.push(ranked);
    });
    const sorted = await sortPaced(following, pacer, compareCodePoints);
    let from = 0;
    return () => {
      const page = sorted.slice(from, from + args.limit);
      from += page.length;
      const infos = page.map((ranked) => lstatEntry(scope, start, ranked.slice(1)));
      const isKnown = isInPlace(scope.fileSystem, start);
      const entries = page.map((ranked, i): DiscoveryEntry => {
        const kind = CHILD_KINDS[KIND_ORDER[Number(ranked[0])]!];
        const name = ranked.slice(1);
        const info = isKnown ? infos[i] : undefined;
        const size = kind === "file" ? sizeOf(info) : null;
        const path = displayPrefix + name;
        return { name, path, kind, size, modified_unix_ms: modifiedOf(info) };
      });
      const last = entries.at(-1);
      return {
        entries,
        position: last !== undefined && from < sorted.length
          ? `${last.kind}/${last.name}`
          : undefined,
        skipped: { ...hidden > 0 && { hidden }, ...sameNamesIn(pacer) },
      };
    };
  },
};

/** Returns a position, `kind/name`, as a string that sorts like the entry: the rank of its kind, then its name. */
function rankedPosition(position: string): string {
  const slash = position.indexOf("/");
  const kind = position.slice(0, slash);
  const rank = KIND_ORDER.findIndex((each) => CHILD_KINDS[each] === kind);
  return `${rank}${position.slice(slash + 1)}`;
}

/** `list_dir_entries` of toolset `discovery`. */
export const TOOL: PagedTool<DiscoveryResult, ListDirEntriesArguments> = pagedTool(SPEC);

/** The base of `list_dir_entries` of toolset `agent`. */
export const LIST_DIR_ENTRIES = { SPEC } as const;

/**
 * Lists the direct children of a directory, by kind and name, with size and time. Requires
 * `--allow-read` permission for it.
 *
 * @example Usage
 * ```ts
 * import { execute } from "@dirscope/dirscope/discovery/list-dir-entries";
 * import { assertEquals } from "@std/assert";
 *
 * const { entries } = await execute({ path: "src" }, { cwd: "fixtures/sample" });
 * assertEquals(entries.map(({ kind, path, size }) => [kind, path, size]), [
 *   ["dir", "src/utils", null],
 *   ["file", "src/main.py", 60],
 * ]);
 * ```
 *
 * @param args The arguments that the model sent; see {@linkcode DEFINITION}.
 * @param context The context of the host.
 * @returns The result, or an error in its shape.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export const execute: PagedTool<DiscoveryResult, ListDirEntriesArguments>["execute"] = TOOL.execute;

/** Yields all pages of a call from one walk; following the cursors returns the same pages. */
export const pages: PagedTool<DiscoveryResult, ListDirEntriesArguments>["pages"] = TOOL.pages;

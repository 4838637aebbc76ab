/**
 * `list_dir_entries` of toolset `discovery` (spec 4).
 *
 * @module
 */
import type { ArgumentsOf } from "../../arguments.ts";
import { compareCodePoints } from "../../compare.ts";
import { lowerBound } from "../../read_directory.ts";
import { childOf } from "../../scope.ts";
import type { ParametersSchema, ToolContext, ToolDefinition } from "../../tool.ts";
import { allPages, type DiscoveryTool, firstPage } from "./call.ts";
import { visitChildren } from "./children.ts";
import type { ChildKind } from "./paged_walk.ts";
import type { DiscoveryEntry, DiscoveryResult } from "./result.ts";
import { lstat } from "./stat.ts";
import { CURSOR, define, OPTIONAL_PATH } from "../schema.ts";

export { OUTPUT_SCHEMA, toReport, toResult } from "./result.ts";

const PARAMETERS = {
  type: "object",
  properties: {
    path: {
      ...OPTIONAL_PATH,
      description: "The directory to list.",
    },
    include_hidden: {
      type: ["boolean", "null"],
      description:
        "Whether to list names that start with a dot. Those left out are counted in skipped.hidden.",
      default: false,
    },
    limit: {
      type: ["integer", "null"],
      minimum: 1,
      maximum: 1000,
      description: "Most entries in one page.",
      default: 200,
    },
    cursor: CURSOR,
  },
  required: [],
  additionalProperties: false,
} as const satisfies ParametersSchema;

type Arguments = ArgumentsOf<typeof PARAMETERS>;

/** The definition of `list_dir_entries`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = define(
  "list_dir_entries",
  "List the direct children of one directory with kind, size and modification time: directories first, then files, each sorted by name. For looking into one directory; use find_files or glob_search to search below it. Comes in pages; if truncated is true, send next_cursor as cursor for the next page.",
  PARAMETERS,
);

/** In this order. */
const KINDS = ["dir", "file", "other", "symlink"] as const;

const TOOL: DiscoveryTool<Arguments> = {
  definition: DEFINITION,
  rootArgument: "path",
  async open({ args, scope, pacer, position, displayed }) {
    const start = scope.enterDirectory(args.path);
    const names: Record<ChildKind, string[]> = { dir: [], file: [], other: [], symlink: [] };
    let hidden = 0;
    await visitChildren(scope, start, pacer, (name, kind) => {
      if (!args.include_hidden && name.startsWith(".")) hidden++;
      else names[kind].push(name);
    });
    const from = KINDS.map((kind) =>
      position === undefined ? 0 : resumeAt(kind, names[kind], position)
    );
    return () => {
      const entries: DiscoveryEntry[] = [];
      KINDS.forEach((kind, k) => {
        const page = names[kind].slice(from[k], from[k]! + args.limit - entries.length);
        from[k]! += page.length;
        for (const name of page) {
          const info = lstat({ name, open: childOf(start.open, name) });
          const size = kind === "file" && info?.isFile ? info.size : null;
          const modified_unix_ms = info?.mtime?.getTime() ?? null;
          entries.push({ name, path: displayed(name), kind, size, modified_unix_ms });
        }
      });
      const last = entries.at(-1);
      const hasMore = KINDS.some((kind, k) => from[k]! < names[kind].length);
      return Promise.resolve({
        entries,
        position: last !== undefined && hasMore ? `${last.kind}/${last.name}` : undefined,
        skipped: new Map(hidden === 0 ? [] : [["hidden", hidden]]),
      });
    };
  },
};

/** How many names of a kind stand at or before a position, which is a kind and a name. */
function resumeAt(kind: ChildKind, names: string[], position: string): number {
  const slash = position.indexOf("/");
  const reached = position.slice(0, slash);
  if (kind !== reached) return kind < reached ? names.length : 0;
  const after = `${position.slice(slash + 1)}\0`;
  return lowerBound({ keys: names, compare: compareCodePoints }, after);
}

/**
 * Lists the direct children of a directory, by kind and name, with size and time (spec 4). Requires
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
 * @param args What the model sent; see {@linkcode DEFINITION}.
 * @param context What the host gives.
 * @returns The result, or an error in its shape.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export function execute(args: unknown, context: ToolContext = {}): Promise<DiscoveryResult> {
  return firstPage(TOOL, args, context);
}

/**
 * All pages of a call, from one walk that is kept open. Requires `--allow-read` permission.
 *
 * @param args What the model sent; see {@linkcode DEFINITION}.
 * @param context What the host gives.
 * @returns The pages that following the cursors gives.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export function pages(
  args: unknown,
  context: ToolContext = {},
): AsyncGenerator<DiscoveryResult> {
  return allPages(TOOL, args, context);
}

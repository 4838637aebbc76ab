/**
 * `list_dir_entries` of toolset `discovery` (spec 4).
 *
 * @module
 */
import type { ArgumentsOf } from "../../arguments.ts";
import { compareCodePoints } from "../../compare.ts";
import type { ParametersSchema, ToolContext, ToolDefinition } from "../../tool.ts";
import { allPages, type DiscoveryTool, enterDirectory, firstPage } from "./call.ts";
import { readChildren } from "./children.ts";
import type { DiscoveryResult } from "./result.ts";
import { lstat } from "./stat.ts";
import { CURSOR, define, OPTIONAL_PATH } from "../schema.ts";

export { toReport, toResult } from "./result.ts";

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

const KINDS = ["dir", "file", "other", "symlink"] as const;

const TOOL: DiscoveryTool<Arguments> = {
  definition: DEFINITION,
  rootArgument: "path",
  async open({ args, scope, pacer, position, displayed }) {
    const start = enterDirectory(scope, args.path);
    const all = await readChildren(scope, start, pacer);
    const visible = args.include_hidden ? all : all.filter(({ name }) => !name.startsWith("."));
    const hidden = all.length - visible.length;
    const byKind = KINDS.flatMap((kind) => visible.filter((child) => child.kind === kind));
    let from = position === undefined ? 0 : resumeAt(byKind, position);
    return () => {
      const page = byKind.slice(from, from + args.limit);
      from += page.length;
      const last = page.at(-1);
      return Promise.resolve({
        entries: page.map((child) => {
          const info = lstat(child);
          return {
            name: child.name,
            path: displayed(child.name),
            kind: child.kind,
            size: child.kind === "file" && info?.isFile ? info.size : null,
            modified_unix_ms: info?.mtime?.getTime() ?? null,
          };
        }),
        position: from < byKind.length && last !== undefined
          ? `${last.kind}/${last.name}`
          : undefined,
        skipped: new Map(hidden === 0 ? [] : [["hidden", hidden]]),
      });
    };
  },
};

/** The index of the first child after a position, which is a kind and a name. */
function resumeAt(
  children: readonly { readonly kind: string; readonly name: string }[],
  position: string,
): number {
  const slash = position.indexOf("/");
  const kind = position.slice(0, slash);
  const name = position.slice(slash + 1);
  const at = children.findIndex((child) =>
    child.kind > kind || child.kind === kind && compareCodePoints(child.name, name) > 0
  );
  return at < 0 ? children.length : at;
}

/**
 * Lists the direct children of a directory, by kind and name, with size and time (spec 4). Requires `--allow-read` permission for it.
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

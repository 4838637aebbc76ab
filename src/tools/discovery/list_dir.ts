/**
 * `list_dir` of toolset `discovery` (spec 4).
 *
 * @module
 */
import type { ArgumentsOf } from "../../arguments/parse_arguments.ts";
import { DirscopeError } from "../../errors.ts";
import { isPlain } from "../../text/line_safe.ts";
import type { ParametersSchema, ToolContext, ToolDefinition, ToolTraits } from "../../tool.ts";
import { type DiscoveryTool, firstPage } from "./paged_tool.ts";
import { visitChildren } from "./children.ts";
import type { DiscoveryEntry, DiscoveryResult } from "./result.ts";
import { define, OPTIONAL_PATH } from "../schema.ts";

export { OUTPUT_SCHEMA, toReport, toResult } from "./result.ts";

const PARAMETERS = {
  type: "object",
  properties: {
    path: {
      ...OPTIONAL_PATH,
      description: "The directory to list.",
    },
  },
  required: [],
  additionalProperties: false,
} as const satisfies ParametersSchema;

type Arguments = ArgumentsOf<typeof PARAMETERS>;

/** The definition of `list_dir`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = define(
  "list_dir",
  "List all direct children of one directory, by name. A last resort for a quick look: prefer stat_path to check one path, find_files to search below a directory, glob_search when you know the shape of the path, and list_dir_entries for a directory with sizes, times and pages.",
  PARAMETERS,
);

/** A string can hold no more UTF-16 units than this: neither can a result as JSON. */
const MAX_LENGTH = 2 ** 29 - 1024;

/** Most units that an entry takes besides its name and path. */
const ENTRY_LENGTH = 64;

/** As how many units one of a name may be written. */
const ESCAPED = 6;

/** What a host must know of the tool besides. */
export const TRAITS: ToolTraits = { pathArgument: "path", isLogged: true, lines: "rows" };

const TOOL: DiscoveryTool<Arguments> = {
  definition: DEFINITION,
  rootArgument: "path",
  async open({ args, scope, pacer, displayPrefix }) {
    const entries: DiscoveryEntry[] = [];
    let length = 0;
    await visitChildren(scope, scope.enterDirectory(args.path), pacer, (name, kind) => {
      entries.push({ name, path: displayPrefix + name, kind });
      const units = displayPrefix.length + 2 * name.length;
      length += ENTRY_LENGTH + (isPlain(name) ? units : ESCAPED * units);
      if (length > MAX_LENGTH) {
        throw new DirscopeError(
          "scan_limit",
          `more than ${entries.length} entries to list at once`,
        );
      }
    });
    return () => Promise.resolve({ entries });
  },
};

/**
 * Lists the direct children of a directory, by name (spec 4). Requires `--allow-read` permission for it.
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
 * @param args What the model sent; see {@linkcode DEFINITION}.
 * @param context What the host gives.
 * @returns The result, or an error in its shape.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export function execute(args: unknown, context: ToolContext = {}): Promise<DiscoveryResult> {
  return firstPage(TOOL, args, context);
}

/**
 * How every tool of toolset `discovery` carries out a call.
 *
 * @module
 */
import { ArgumentError, parseArguments } from "../../arguments.ts";
import { Pacer } from "../../cooperate.ts";
import { Cursors } from "../../cursor.ts";
import { DirscopeError, type ErrorCode } from "../../errors.ts";
import { Scope } from "../../scope.ts";
import { lineSafe } from "../../text.ts";
import type { ToolContext, ToolDefinition } from "../../tool.ts";
import type { DiscoveryEntry, DiscoveryErrorCode, DiscoveryResult, SkipReason } from "./result.ts";

/** One page of what a call finds. */
export interface Page {
  readonly entries: readonly DiscoveryEntry[];
  /** Where the next page resumes, if there is one. */
  readonly position?: string | undefined;
  readonly skipped?: ReadonlyMap<SkipReason, number>;
}

/** Gives the pages of a call, one after the other. */
export type Pager = () => Promise<Page>;

/** What a tool is given to work with: checked arguments, and nothing touched yet. */
export interface Call<Arguments> {
  readonly args: Arguments;
  readonly scope: Scope;
  readonly pacer: Pacer;
  /** Most entries that a page may read. */
  readonly maxScanned: number | undefined;
  /** Where to resume, from the cursor. */
  readonly position: string | undefined;
  /** The displayed path of an entry, by its path from the root. */
  displayed(path: string): string;
}

/** A tool: its definition, which argument names its root, and how it finds its pages. */
export interface DiscoveryTool<Arguments> {
  readonly definition: ToolDefinition;
  readonly rootArgument: "path" | "root";
  open(call: Call<Arguments>): Pager | Promise<Pager>;
}

/** Carries out a call: its first page. */
export async function firstPage<Arguments>(
  tool: DiscoveryTool<Arguments>,
  args: unknown,
  context: ToolContext,
): Promise<DiscoveryResult> {
  for await (const page of allPages(tool, args, context)) return page;
  throw new Error("A call gives at least one page");
}

/** Carries out a call: all its pages, from one walk. */
export async function* allPages<Arguments>(
  tool: DiscoveryTool<Arguments>,
  raw: unknown,
  context: ToolContext,
): AsyncGenerator<DiscoveryResult> {
  const operation = tool.definition.function.name;
  let root = ".";
  let shownPath = "";
  let query: Record<string, unknown> = {};
  try {
    const args = parseArguments<Record<string, unknown>>(tool.definition, raw);
    const { cursor, ...rest } = args;
    query = rest;
    const path = args[tool.rootArgument] as string;
    shownPath = lineSafe(path);
    const pacer = new Pacer(context);
    // Without `roots`, nothing outside the working directory.
    const scope = new Scope({ cwd: context.cwd, roots: context.roots ?? ["."] });
    root = scope.displayed(path);
    const cursors = new Cursors(identityOf(operation, root, tool.rootArgument, query));
    const position = typeof cursor === "string" ? await cursors.decode(cursor) : undefined;
    const next = await tool.open({
      args: args as Arguments,
      scope,
      pacer,
      maxScanned: context.maxScanned,
      position,
      displayed: (inner) => join(root, inner),
    });
    for (let isLast = false; !isLast;) {
      const page = await next();
      isLast = page.position === undefined;
      const cursorAfter = isLast ? {} : { next_cursor: await cursors.encode(page.position!) };
      yield {
        success: true,
        operation,
        root,
        query,
        count: page.entries.length,
        truncated: !isLast,
        ...cursorAfter,
        entries: page.entries,
        ...page.skipped?.size ? { skipped: sorted(page.skipped) } : {},
      };
    }
  } catch (error) {
    if (!(error instanceof DirscopeError)) throw error;
    const isPath = error instanceof ArgumentError && error.argument === tool.rootArgument &&
      typeof (raw as Record<string, unknown>)[error.argument] === "string";
    const [code, message] = isPath ? ["invalid_root", error.message] as const : describeError(
      error,
      shownPath,
    );
    yield {
      success: false,
      operation,
      root,
      query,
      count: 0,
      truncated: false,
      entries: [],
      error: { code, message },
    };
  }
}

/** What a directory that could not be read counts as. */
export function skipReasonOf(code: ErrorCode): SkipReason {
  return SKIP_REASONS[code] ?? "io_error";
}

const SKIP_REASONS: Readonly<Partial<Record<ErrorCode, SkipReason>>> = {
  link_loop: "vanished",
  name_too_long: "name_too_long",
  not_a_directory: "vanished",
  not_found: "vanished",
  outside_scope: "outside_root",
  permission_denied: "permission_denied",
  unaddressable: "unaddressable",
};

const ERRORS: Readonly<
  Record<ErrorCode, readonly [DiscoveryErrorCode, (path: string, message: string) => string]>
> = {
  bad_cursor: ["bad_cursor", (_path, message) => message],
  bad_pattern: ["bad_pattern", (_path, message) => message],
  invalid_argument: ["invalid_argument", (_path, message) => message],
  invalid_path: ["invalid_root", (path) => `'${path}' is not a valid path`],
  io_error: ["io_error", (path) => `cannot read '${path}'`],
  link_loop: ["invalid_root", (path) => `'${path}' leads through too many links`],
  name_too_long: ["invalid_root", (path) => `'${path}' is too long`],
  not_a_directory: ["not_a_directory", (path) => `'${path}' is not a directory`],
  not_found: ["not_found", (path) => `'${path}' does not exist`],
  outside_scope: ["outside_root", (path) => `'${path}' is outside the allowed roots`],
  permission_denied: ["permission_denied", (path) => `permission denied: '${path}'`],
  scan_limit: ["io_error", (_path, message) => message],
  unaddressable: ["not_found", (path) => `'${path}' does not exist`],
};

function describeError(error: DirscopeError, path: string): readonly [DiscoveryErrorCode, string] {
  const [code, message] = ERRORS[error.code];
  return [code, message(path, error.message)];
}

/** What makes two calls the same query: not how much of it a page shows. */
function identityOf(
  operation: string,
  root: string,
  rootArgument: string,
  query: Record<string, unknown>,
): unknown {
  const left = new Set([rootArgument, "limit", "max_results"]);
  return [operation, root, Object.entries(query).filter(([name]) => !left.has(name))];
}

function join(root: string, path: string): string {
  if (path === "") return root;
  return root === "." ? path : root.endsWith("/") ? root + path : `${root}/${path}`;
}

function sorted(skipped: ReadonlyMap<SkipReason, number>): Partial<Record<SkipReason, number>> {
  return Object.fromEntries([...skipped].sort(([a], [b]) => a < b ? -1 : 1));
}

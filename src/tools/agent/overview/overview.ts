/**
 * `overview` of toolset `agent`: a whole tree within a budget of tokens.
 *
 * @module
 */
import type { ArgumentsOf } from "../../../arguments/parse_arguments.ts";
import { readLinkTarget } from "../../../directory/link_target.ts";
import { ancestryOf } from "../../../gitignore/ancestry.ts";
import { rulesAbove } from "../../../gitignore/rules.ts";
import { unknownRulesOf } from "../../../gitignore/unknown_rules.ts";
import { baseNameOf, isHidden } from "../../../scope/path_text.ts";
import type { Scope } from "../../../scope/scope.ts";
import type { ScopedPath } from "../../../scope/scoped_path.ts";
import { escapeCodePoint, lineSafe } from "../../../text/line_safe.ts";
import type { Sent, Tool, ToolContext, ToolDefinition } from "../../../tool.ts";
import { helpedWalk } from "../../helped_walk.ts";
import type { BreadthOrder } from "../../../walk/steps.ts";
import type { StartedCall } from "../../discovery/invocation.ts";
import { define, flag, integer, optionalPath, text, useGitignore } from "../../schema.ts";
import { answeringTool } from "../answering_tool.ts";
import { adviceForFailure } from "../suggestions.ts";
import { QueryWords } from "../worth/query_words.ts";
import { SnapshotTaker, treeOf } from "../changes/snapshot_taker.ts";
import { takeCensus } from "./census.ts";
import { changedFiles } from "./changed_files.ts";
import { historyOf } from "./history_of.ts";
import { renderOverview } from "./layout.ts";
import { NOTHING_SEEN, OUTPUT_SCHEMA, type OverviewResult, type Seen, toResult } from "./result.ts";
import { unreadOf } from "../rules_unknown.ts";
import { rowOrderOf } from "./row_order.ts";
import { worthBesides, Worths } from "./worths.ts";
import { costOf, estimateTokens, spaceFor } from "./token_cost.ts";

/** The largest budget. */
const MAX_TOKENS = 50_000;

/** The longest query, in characters. */
const MAX_QUERY = 1000;

const PROPERTIES = {
  path: optionalPath("The directory to look over."),
  max_tokens: integer(
    "Most tokens that the tree may take. More opens more directories; the counts are of everything either way.",
    { minimum: 200, maximum: MAX_TOKENS },
    2000,
  ),
  query: text("What you look for, in a few words: what matches comes first.", MAX_QUERY),
  use_gitignore: useGitignore(true),
  include_hidden: flag(
    "Whether to show names that start with a dot. Those left out are counted.",
    true,
  ),
};

/** The arguments of `overview`; {@linkcode DEFINITION} says what they mean. */
export type OverviewArguments = {
  readonly path?: string | null | undefined;
  readonly max_tokens?: number | null | undefined;
  readonly query?: string | null | undefined;
  readonly use_gitignore?: boolean | null | undefined;
  readonly include_hidden?: boolean | null | undefined;
};

type Arguments = ArgumentsOf<typeof PROPERTIES>;

/** The definition of `overview`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = define<OverviewArguments>(
  "overview",
  "Show a directory tree within a budget of tokens, for a first look at a folder you do not know. What matters most has a line: files that recent commits touched, then sources and manifests; what has none is counted exactly, by directory, with its commonest extensions. It reads the whole tree: to find a file you can describe, use find_files or glob_search; to see more of one directory, call overview on it.",
  { properties: PROPERTIES },
);

/**
 * Shows a directory tree within a budget of tokens, with exact counts of what it does not show. Requires
 * `--allow-read` permission for it.
 *
 * @example Usage
 * ```ts
 * import { execute } from "@dirscope/dirscope/agent/overview";
 * import { assertEquals } from "@std/assert";
 *
 * const { text, totals } = await execute({}, { cwd: "fixtures/sample" });
 * assertEquals(text, "docs/\n guide.md\nsrc/\n main.py\n utils/\n  helpers.py");
 * assertEquals(totals, { files: 3, dirs: 3, links: 0, others: 0 });
 * ```
 *
 * @param args What the model sent; see {@linkcode DEFINITION}.
 * @param context What the host gives.
 * @returns The result, or an error in its shape.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export function execute<Args>(
  args: Sent<OverviewArguments, Args>,
  context: ToolContext = {},
): Promise<OverviewResult> {
  return TOOL.execute(args, context);
}

/** `overview` of toolset `agent`. */
export const TOOL: Tool<OverviewResult, OverviewArguments> = answeringTool<
  Arguments,
  OverviewResult
>({
  DEFINITION,
  TRAITS: {
    pathArgument: "path",
    isRooted: true,
    isLogged: true,
    keepsSnapshots: true,
    lines: "rows",
  },
  OUTPUT_SCHEMA,
  toResult,
  async succeed(head, call) {
    return { success: true, ...head, ...await look(call) };
  },
  async fail(head, error, call) {
    const { suggestions } = await adviceForFailure(error, call?.args.path, call);
    return { success: false, ...head, ...NOTHING_SEEN, error, ...suggestions && { suggestions } };
  },
});

async function look(call: StartedCall<Arguments>): Promise<Seen> {
  const { args, scope, pacer, maxScanned, cache, policy } = call;
  const start = scope.enterDirectory(args.path);
  const space = spaceFor(args.max_tokens);
  const options: BreadthOrder = {
    order: "breadth",
    unsortedFiles: true,
    rules: args.use_gitignore ? await rulesAbove(scope, start, "git", pacer) : undefined,
    reportIgnored: args.use_gitignore,
    ...!args.include_hidden && { prune: (path: string) => isHidden(baseNameOf(path)) },
    maxScanned,
  };
  const walk = helpedWalk({ scope, start, options, pacer }, call);
  const ancestry = ancestryOf(scope, start);
  const query = new QueryWords(args.query ?? "");
  const { history, commits, repository } = await historyOf(
    scope,
    ancestry,
    { query, cache },
    pacer,
  );
  const snapshots = cache?.snapshots;
  const taker = snapshots && new SnapshotTaker(args);
  const census = await takeCensus(walk, {
    onStep: taker && ((step) => taker.visit(step)),
    includeHidden: args.include_hidden,
    // A row takes two tokens at least. The order of rows must not depend on the budget, nor may what is kept for it.
    maxRows: MAX_TOKENS / 2,
    worthIn: ({ prefix }) => worthBesides(history, query, prefix),
  }, pacer);
  const snapshot = snapshots && await taker?.keptIn(snapshots, treeOf(start, policy), pacer);
  const changed = await changedFiles(repository, census, history, pacer);
  const worths = await Worths.of(census, { history, query, changed }, pacer);
  const order = await rowOrderOf(census, worths, args.max_tokens, pacer);
  const overview = await renderOverview(census, order, {
    space,
    describeLink: ({ path }, name) => describeLink(scope, path!, name),
  }, pacer);
  const { root, omitted } = census;
  const hiddenByHost = scope.visibility?.leftOut ?? 0;
  const unknown = args.use_gitignore ? await unknownRulesOf(scope, ancestry, pacer) : {};
  return {
    truncated: !overview.isComplete,
    text: overview.text,
    totals: root.totals,
    omitted: hiddenByHost === 0 ? omitted : { ...omitted, hidden_by_host: hiddenByHost },
    estimated_tokens: estimateTokens(costOf(overview.text)),
    commits,
    ...snapshot !== undefined && { snapshot },
    ...!root.isFullyCounted && { totals_are_lower_bounds: true },
    ...unknown,
    ...unreadOf(pacer),
  };
}

/** What follows a link's name; where it leads outside, no more than that. */
function describeLink(scope: Scope, directory: ScopedPath, name: string): string {
  const { stored, resolution } = readLinkTarget(scope, directory, name);
  const isOutside = resolution.outcome === "failed" && resolution.code === "outside_scope";
  // A target that starts like a remark of ours is no remark.
  if (isOutside) return " -> (outside)";
  return stored === undefined
    ? " -> (unreadable)"
    : ` -> ${lineSafe(stored).replace(/^\(/, escapeCodePoint)}`;
}

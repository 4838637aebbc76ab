/**
 * `overview` of toolset `agent`: a whole tree within a budget of tokens.
 *
 * @module
 */
import { readLinkTarget } from "../../../directory/link_target.ts";
import { ancestryOf } from "../../../gitignore/ancestry.ts";
import { unknownRulesOf } from "../../../gitignore/unknown_rules.ts";
import type { TreeCache } from "../../../cache/tree_cache.ts";
import { forEachPaced, paced } from "../../../pacing/paced.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import type { Scope } from "../../../scope/scope.ts";
import type { ScopedPath } from "../../../scope/scoped_path.ts";
import { escapeCodePoint, lineSafe } from "../../../text/line_safe.ts";
import type { Tool, ToolDefinition } from "../../../tool.ts";
import type { WalkStep } from "../../../walk/steps.ts";
import { Walk } from "../../../walk/walk.ts";
import type { StartedCall } from "../../call.ts";
import {
  type ArgumentsOf,
  definitionOf,
  GITIGNORE_DESCRIPTION,
  type InputOf,
} from "../../schema.ts";
import { answerTool } from "../answer_tool.ts";
import { QueryWords } from "../rank/query_words.ts";
import { KeptSnapshots } from "../changes/kept_snapshots.ts";
import { breadthOptions, SnapshotTaker, treeOf } from "../changes/snapshot_taker.ts";
import { type Census, type CensusOptions, CensusTaker } from "./census.ts";
import { historyOf, type KnownHistory } from "./history_of.ts";
import {
  addMarks,
  areSameMarks,
  type Counted,
  isSameHistory,
  KNOWN_OVERVIEWS,
  type KnownOverview,
  type Mark,
  type Shown,
  type ShownLink,
} from "./known_overview.ts";
import { renderOverview } from "./layout.ts";
import {
  EMPTY_OVERVIEW,
  linesOf,
  OUTPUT_SCHEMA,
  type OverviewBody,
  type OverviewResult,
} from "./result.ts";
import { unreadRulesOf } from "../rules_unknown.ts";
import { rowOrderOf } from "./row_order.ts";
import { bestFiles, Scores } from "./scores.ts";
import { costOf, estimateTokens, spaceFor } from "./token_cost.ts";

/** The largest budget. */
const MAX_TOKENS = 50_000;

/** The arguments of `overview`, in short. */
export const PROPERTIES = {
  path: { path: "The directory to look over.", default: "." },
  max_tokens: {
    integer:
      "Most tokens that the tree may take. More opens more directories; the counts are of everything either way.",
    minimum: 200,
    maximum: MAX_TOKENS,
    default: 2000,
  },
  query: {
    text: "What you look for, in a few words: what matches comes first.",
    maxLength: 1000,
  },
  use_gitignore: { flag: GITIGNORE_DESCRIPTION, default: true },
  include_hidden: {
    flag: "Whether to show names that start with a dot. Those left out are counted.",
    default: true,
  },
} as const;

/** The arguments of `overview`; {@linkcode DEFINITION} says what they mean. */
export type OverviewArguments = InputOf<typeof PROPERTIES>;

type Arguments = ArgumentsOf<typeof PROPERTIES>;

/** The definition of `overview`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = definitionOf(
  "overview",
  "Show a directory tree within a budget of tokens, for a first look at a folder you do not know. What matters most has a line: files that recent commits touched, then sources and manifests; what has none is counted exactly, by directory, with its commonest extensions. It reads the whole tree: to find a file you can describe, use find_files or glob_search; to see more of one directory, call overview on it.",
  PROPERTIES,
);

/** `overview` of toolset `agent`. */
export const TOOL: Tool<OverviewResult, OverviewArguments> = answerTool<
  Arguments,
  OverviewResult
>({
  DEFINITION,
  TRAITS: {
    pathArgument: "path",
    isRooted: true,
    loggedAs: "agent",
    keepsSnapshots: true,
    lines: "rows",
  },
  OUTPUT_SCHEMA,
  linesOf,
  answer: look,
  unanswered: () => EMPTY_OVERVIEW,
});

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
export const execute: Tool<OverviewResult, OverviewArguments>["execute"] = TOOL.execute;

async function look(call: StartedCall<Arguments>): Promise<OverviewBody> {
  const { args, scope, pacer, cache, policy } = call;
  const start = scope.enterDirectory(args.path);
  const options = {
    ...await breadthOptions(call, start, args),
    reportIgnored: args.use_gitignore,
  };
  const walk = new Walk(scope, start, options, pacer);
  const ancestry = ancestryOf(scope, start);
  const query = new QueryWords(args.query ?? "");
  const known = await historyOf(scope, ancestry, { query, cache }, pacer);
  const looked = { args, scope, query, known, pacer };
  const { counted: { totals_are_lower_bounds, ...counted }, snapshot } = cache === undefined
    ? { counted: (await countTree(walk, looked)).counted }
    : await lookAgain(walk, { ...looked, cache, tree: treeOf(start, policy) });
  const unknown = args.use_gitignore ? await unknownRulesOf(scope, ancestry, pacer) : {};
  return {
    ...counted,
    omitted: pacer.counts.hidden === 0
      ? counted.omitted
      : { ...counted.omitted, hidden_by_host: pacer.counts.hidden },
    commits: known.read?.commits.length ?? null,
    ...snapshot !== undefined && { snapshot },
    ...totals_are_lower_bounds && { totals_are_lower_bounds },
    ...unknown,
    ...unreadRulesOf(pacer.counts),
  };
}

/** What decides what an overview shows, besides the tree. */
interface Looked {
  readonly args: Arguments;
  readonly scope: Scope;
  readonly query: QueryWords;
  readonly known: KnownHistory;
  readonly pacer: Pacer;
}

async function countTree(walk: Walk, looked: Looked): Promise<Shown> {
  const taker = new CensusTaker(censusOptions(looked));
  await walk.run((step) => taker.visit(step));
  return await showCensus(await taker.finish(looked.pacer), looked);
}

/** Like {@linkcode countTree}, but counts nothing where the walk meets what an earlier call met. */
async function lookAgain(
  walk: Walk,
  { cache, tree, ...looked }: Looked & { readonly cache: TreeCache; readonly tree: string },
): Promise<{ readonly counted: Counted; readonly snapshot: string | undefined }> {
  const { args, known: { read }, pacer } = looked;
  const snapshots = cache.snapshots && new KeptSnapshots(cache.snapshots, pacer);
  const taker = snapshots && new SnapshotTaker(args, looked.scope.fileSystem);
  const steps: WalkStep[] = [];
  const marks: Mark[] = [];
  await walk.run((step) => {
    steps.push(step);
    addMarks(marks, step);
  });
  const key = JSON.stringify([tree, args]);
  const kept = cache.find(KNOWN_OVERVIEWS, key);
  const isKnown = kept !== undefined && await isAsBefore(kept, marks, looked);
  const again = isKnown && kept.names !== undefined
    ? await snapshots?.keepAlias({ names: kept.names, taken: taker!.taken })
    : undefined;
  if (isKnown && again) return { counted: kept.counted, snapshot: again.name };
  const census = isKnown ? undefined : new CensusTaker(censusOptions(looked));
  await forEachPaced(steps, pacer, (step) => {
    census?.visit(step);
    taker?.visit(step);
  });
  const shown = census && await showCensus(await census.finish(pacer), looked);
  const snapshot = await taker?.save(snapshots!, tree, pacer);
  if (shown !== undefined && steps.at(-1)?.type !== "stopped") {
    cache.keep(KNOWN_OVERVIEWS, key, { ...shown, marks, read, names: snapshot?.names });
  }
  return { counted: (shown ?? kept!).counted, snapshot: snapshot?.name };
}

/** Whether all that decides what an overview shows is as it was. */
async function isAsBefore(
  kept: KnownOverview,
  marks: readonly Mark[],
  { scope, known: { read }, pacer }: Looked,
): Promise<boolean> {
  return await areSameMarks(kept.marks, marks, pacer) && isSameHistory(kept.read, read) &&
    await leadAsBefore(scope, kept.links, pacer);
}

function censusOptions({ args, query, known: { history } }: Looked): CensusOptions {
  return {
    includeHidden: args.include_hidden,
    // A row takes two tokens at least. The order of rows must not depend on the budget, nor may what is kept for it.
    maxRows: MAX_TOKENS / 2,
    bestOf: (directory, count) => bestFiles(directory, count, { history, query }),
  };
}

async function showCensus(
  census: Census,
  { args, scope, query, known: { history }, pacer }: Looked,
): Promise<Shown> {
  const worths = await Scores.of(census, { history, query }, pacer);
  const order = await rowOrderOf(census, worths, { tokens: args.max_tokens, pacer });
  const links: ShownLink[] = [];
  const { text, isComplete } = await renderOverview(census, order, {
    space: spaceFor(args.max_tokens),
    describeLink: ({ path }, name) => {
      const description = describeLink(scope, path!, name);
      links.push({ directory: path!, name, description });
      return description;
    },
  }, pacer);
  const { root, omitted } = census;
  const counted = {
    truncated: !isComplete,
    text,
    totals: root.totals,
    omitted,
    estimated_tokens: estimateTokens(costOf(text)),
    ...!root.isFullyCounted && { totals_are_lower_bounds: true as const },
  };
  return { counted, links };
}

/** Whether all that was said of links still holds. */
async function leadAsBefore(
  scope: Scope,
  links: readonly ShownLink[],
  pacer: Pacer,
): Promise<boolean> {
  for await (const { directory, name, description } of paced(links, pacer)) {
    if (describeLink(scope, directory, name) !== description) return false;
  }
  return true;
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

/**
 * Shows a whole directory tree within a budget of tokens: `overview` of toolset `agent`.
 *
 * @module
 */
import { readLinkTarget } from "../../../directory/link_target.ts";
import { ancestryOf } from "../../../gitignore/ancestry.ts";
import { rulesAbove } from "../../../gitignore/rules_above.ts";
import { unknownRulesOf } from "../../../gitignore/unknown_rules.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { baseNameOf, isHidden } from "../../../scope/path_text.ts";
import type { Scope } from "../../../scope/scope.ts";
import type { ScopedPath } from "../../../scope/scoped_path.ts";
import { escapeCodePoint, lineSafe } from "../../../text/line_safe.ts";
import type { Tool, ToolDefinition } from "../../../tool.ts";
import { Walk } from "../../../walk/walk.ts";
import type { StartedCall } from "../../call.ts";
import {
  AGENT_GITIGNORE_HELP,
  type ArgumentsOf,
  definitionOf,
  type InputOf,
  leanDefinition,
} from "../../schema.ts";
import type { ResultHead } from "../../discovery/result.ts";
import { displayPrefixOf } from "../../discovery/result_head.ts";
import { answerTool } from "../advice/answer_tool.ts";
import { Contents } from "../contents/contents.ts";
import { unreadContentsOf } from "../contents/unread_contents.ts";
import { readTask } from "../task/read_task.ts";
import { TASK_IS_CUT } from "../task/task_text.ts";
import { MAX_COMMITS, rankerFor, readRecentHistory, recencyOf } from "../rank/recent_history.ts";
import { type LayoutResult, layOutRows, MIN_OVERVIEW_TOKENS } from "./budget_layout.ts";
import { type CountedTree, TreeCounter } from "./tree_counter.ts";
import {
  EMPTY_OVERVIEW,
  type LikelyFile,
  OUTPUT_SCHEMA,
  type OverviewBody,
  overviewLines,
  type OverviewResult,
} from "./result.ts";
import { unreadRulesOf } from "../advice/unknown_rules_text.ts";
import { Marks, MAX_MARKS, type SpelledFile, spelledFiles } from "./marks.ts";
import { Ranking } from "../rank/task_ranker.ts";
import { type CountedDirectory, MAX_ROWS } from "./counted_directory.ts";
import { prioritizedRows } from "./row_priority.ts";
import { bestFiles, scoresOf, type TreeSignals } from "./scores.ts";
import { costOf, estimateTokens } from "./token_cost.ts";

/** The arguments of `overview`, as a short form of their schema. */
export const PROPERTIES = {
  path: { path: "The directory.", default: "." },
  max_tokens: {
    integer: "Most tokens of the tree.",
    minimum: MIN_OVERVIEW_TOKENS,
    maximum: 2 * MAX_ROWS,
    default: 2000,
  },
  query: { text: "The task as it came: a title, an error message, a whole issue." },
  use_gitignore: { flag: AGENT_GITIGNORE_HELP, default: true },
  include_hidden: {
    flag: "Show names that start with a dot.",
    default: true,
  },
} as const;

/** The arguments of `overview`, described in {@linkcode DEFINITION}. */
export type OverviewArguments = InputOf<typeof PROPERTIES>;

type Arguments = ArgumentsOf<typeof PROPERTIES>;

/** The definition of `overview`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = leanDefinition(definitionOf(
  "overview",
  "Show a directory tree within a budget of tokens, to learn it. What recent commits touched, sources, manifests and what the query concerns (the likeliest marked #1 to #5) have a line; the rest is counted exactly.",
  PROPERTIES,
));

/** The tool `overview` of toolset `agent`. */
export const TOOL: Tool<OverviewResult, OverviewArguments> = answerTool<
  Arguments,
  OverviewResult
>({
  DEFINITION,
  PROPERTIES,
  TRAITS: {
    pathArgument: "path",
    isRooted: true,
    loggedAs: "agent",
    readsContents: true,
    lines: "rows",
  },
  OUTPUT_SCHEMA,
  linesOf: overviewLines,
  answer: runOverview,
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
 * @param args The arguments, as the model sent them; see {@linkcode DEFINITION}.
 * @param context The host's settings for the call.
 * @returns The overview, or an error as a result of the same shape.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export const execute: Tool<OverviewResult, OverviewArguments>["execute"] = TOOL.execute;

async function runOverview(
  call: StartedCall<Arguments>,
  head: ResultHead,
): Promise<OverviewBody> {
  const { args, scope, pacer } = call;
  const start = scope.enterDirectory(args.path);
  const ancestry = ancestryOf(scope, start);
  const root = { path: scope.resolve(args.path), real: start.real, cwd: scope.cwd };
  const read = await readTask({ text: args.query ?? "" }, [root], pacer);
  const { words: task, literals: [literals] } = read;
  const isTask = task.count > 0;
  const maxCommits = isTask ? MAX_COMMITS.withTask : MAX_COMMITS.withoutTask;
  const recent = await readRecentHistory(scope, ancestry, maxCommits, pacer);
  const contents = isTask ? await Contents.below(call, [start]) : undefined;
  const signals = {
    recency: isTask ? undefined : await recencyOf(recent, pacer),
    ranker: isTask ? await rankerFor([recent], task, pacer, contents) : undefined,
    literals: literals!,
  };
  const tree = await countTree(call, start, signals);
  const { text, isComplete, files } = await renderTree(tree, signals, start, call);
  const isUnmatched = !!args.query?.trim() && files.length === 0;
  const unknown = args.use_gitignore ? await unknownRulesOf(scope, [ancestry], pacer) : {};
  const { hidden } = pacer.counts;
  const hints = [...read.isCut ? [`query: ${TASK_IS_CUT}`] : [], ...isUnmatched ? [NO_FIT] : []];
  return {
    truncated: !isComplete,
    text,
    totals: tree.root.totals,
    omitted: hidden === 0 ? tree.omitted : { ...tree.omitted, hidden_by_host: hidden },
    estimated_tokens: estimateTokens(costOf(text)),
    commits: typeof recent === "string" ? null : recent.history.commits.length,
    ...typeof recent === "string" && { no_history: recent },
    ...files.length > 0 &&
      { marked: files.map((file) => ({ ...file, path: displayPrefixOf(head) + file.path })) },
    ...!tree.root.isFullyCounted && { totals_are_lower_bounds: true },
    ...isTask && unreadContentsOf(contents),
    ...unknown,
    ...unreadRulesOf(pacer.counts),
    ...hints.length > 0 && { hints },
  };
}

async function countTree(
  { args, scope, pacer, maxScanned }: StartedCall<Arguments>,
  start: ScopedPath,
  signals: TreeSignals,
): Promise<CountedTree> {
  const counter = new TreeCounter({
    includeHidden: args.include_hidden,
    bestFilesOf: (directory) => bestFiles(directory, signals, pacer),
  });
  const walk = new Walk(scope, start, {
    order: "breadth",
    unsortedFiles: true,
    reportIgnored: true,
    rules: args.use_gitignore ? await rulesAbove(scope, start, "project", pacer) : undefined,
    ...!args.include_hidden && { prune: (path: string) => isHidden(baseNameOf(path)) },
    maxScanned,
  }, pacer);
  return await counter.count(walk, pacer);
}

async function renderTree(
  tree: CountedTree,
  signals: TreeSignals,
  start: ScopedPath,
  call: StartedCall<Arguments>,
): Promise<LayoutResult & { readonly files: readonly LikelyFile[] }> {
  const { args, scope, pacer } = call;
  const { ranker, recency, literals } = signals;
  const ranking = ranker && await Ranking.of(tree.directories, ranker, pacer);
  const weights = ranking?.weights ?? recency;
  const spelled = await spelledFiles(tree.directories, literals, { scope, start }, pacer);
  const files = ranking === undefined ? [] : await likelyFiles(ranking, spelled, pacer);
  for (const [i, { path }] of spelled.entries()) weights?.add(path, SPELLED_WEIGHT / (1 + i));
  const scores = await scoresOf(tree, { ranker, weights }, pacer);
  const marks = new Marks(files, args.max_tokens);
  const rows = await prioritizedRows(tree, scores, ranking && marks, pacer);
  const layout = await layOutRows(tree, rows, {
    maxTokens: args.max_tokens,
    marks,
    describeLink: ({ path }, name) => describeLink(scope, path!, name),
  }, pacer);
  return { ...layout, files };
}

/** The weight of the first file that the task spells out, beside a sum of about 2 for all others. */
const SPELLED_WEIGHT = 1000;

const NO_FIT = "no file here fits the query; rows are ranked as without one";

/** Returns the files to mark, the likeliest first. */
async function likelyFiles(
  ranking: Ranking<CountedDirectory>,
  spelled: readonly SpelledFile[],
  pacer: Pacer,
): Promise<LikelyFile[]> {
  const except = new Set(spelled.map(({ path }) => path));
  const { files } = await ranking.best({ limit: MAX_MARKS, except }, pacer);
  const likely: (SpelledFile & LikelyFile)[] = [
    ...spelled.map((each) => ({ ...each, why: "exact" })),
    ...files.map(({ path, reason }) => ({ path, why: reason ?? "commits" })),
  ];
  const marked: LikelyFile[] = [];
  for (const each of likely.slice(0, MAX_MARKS)) {
    const { path, why, lines } = await ranking.withLines(each, pacer);
    marked.push({ path, why, ...lines && { lines } });
  }
  return marked;
}

/** Returns the text after a link's name: its target, unless that is outside the scope. */
function describeLink(scope: Scope, directory: ScopedPath, name: string): string {
  const { stored, resolution } = readLinkTarget(scope, directory, name);
  if (resolution.outcome === "failed" && resolution.code === "outside_scope") {
    return " -> (outside)";
  }
  // The escape tells a target that begins with a bracket from these two remarks.
  return stored === undefined
    ? " -> (unreadable)"
    : ` -> ${lineSafe(stored).replace(/^\(/, escapeCodePoint)}`;
}

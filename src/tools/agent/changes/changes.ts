/**
 * Compares a directory with a snapshot of it: `changes` of toolset `agent`.
 *
 * @module
 */
import type { Tool, ToolDefinition } from "../../../tool.ts";
import type { StartedCall } from "../../call.ts";
import { type ArgumentsOf, definitionOf, type InputOf, leanDefinition } from "../../schema.ts";
import { answerTool } from "../answer_tool.ts";
import { budgetFor, costOf, estimateTokens } from "../overview/token_cost.ts";
import { compareSnapshots } from "./compare.ts";
import { SavedSnapshots } from "./saved_snapshots.ts";
import { renderChanges } from "./render.ts";
import {
  type ChangesBody,
  changesLines,
  type ChangesResult,
  OUTPUT_SCHEMA,
  UNKNOWN_CHANGES,
} from "./result.ts";
import type { SnapshotView } from "./snapshot.ts";
import { treeKeyOf, walkSnapshot } from "./snapshot_taker.ts";

/** The arguments of `changes`, as a short form of their schema. */
export const PROPERTIES = {
  since: {
    text: "The snapshot that overview or changes ended with.",
    maxLength: 100,
    required: true,
  },
  path: { path: "Its directory.", default: "." },
  max_tokens: {
    integer: "Most tokens of the list.",
    minimum: 100,
    maximum: 50_000,
    default: 1000,
  },
} as const;

/** The arguments of `changes`, described in {@linkcode DEFINITION}. */
export type ChangesArguments = InputOf<typeof PROPERTIES>;

type Arguments = ArgumentsOf<typeof PROPERTIES>;

/** The definition of `changes`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = leanDefinition(definitionOf(
  "changes",
  "Tell what was added, removed, modified or renamed since a snapshot.",
  PROPERTIES,
));

/** The defaults of `overview`, for a snapshot that is not found. */
const DEFAULT_VIEW: SnapshotView = { use_gitignore: true, include_hidden: true };

/** The tool `changes` of toolset `agent`. */
export const TOOL: Tool<ChangesResult, ChangesArguments> = answerTool<
  Arguments,
  ChangesResult
>({
  DEFINITION,
  PROPERTIES,
  TRAITS: {
    pathArgument: "path",
    wordArguments: ["since", "path"],
    isRooted: true,
    loggedAs: "agent",
    keepsSnapshots: true,
    lines: "rows",
  },
  OUTPUT_SCHEMA,
  linesOf: changesLines,
  answer: runChanges,
  unanswered: () => UNKNOWN_CHANGES,
});

/**
 * Reports what changed in a directory since a snapshot, which `overview` and `changes` return if the context
 * has a cache. Requires `--allow-read` permission for it.
 *
 * @example Usage
 * ```ts
 * import { TOOLSETS, TreeCache } from "@dirscope/dirscope";
 * import { assertEquals } from "@std/assert";
 *
 * const { overview, changes } = TOOLSETS.agent;
 * const context = { cwd: "fixtures/sample", cache: new TreeCache() };
 * const { snapshot } = await overview.execute({}, context);
 * const { fresh, totals } = await changes.execute({ since: snapshot! }, context);
 * assertEquals(fresh, false);
 * assertEquals(totals, { added: 0, removed: 0, modified: 0 });
 * ```
 *
 * @param args The arguments, as the model sent them; see {@linkcode DEFINITION}.
 * @param context The host's settings for the call.
 * @returns The changes, or an error as a result of the same shape.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export const execute: Tool<ChangesResult, ChangesArguments>["execute"] = TOOL.execute;

/** What is said of a tree that is too large for a snapshot. */
const TOO_LARGE =
  "a directory of more than 20,000 entries has no snapshot; find_files with modified_within tells what was written lately";

async function runChanges(call: StartedCall<Arguments>): Promise<ChangesBody> {
  const { args, scope, pacer, cache, policy } = call;
  const start = scope.enterDirectory(args.path);
  if (cache?.snapshots === undefined) return UNKNOWN_CHANGES;
  const snapshots = new SavedSnapshots(cache.snapshots, pacer);
  const tree = treeKeyOf(start, policy);
  const earlier = await snapshots.load(args.since);
  const taker = await walkSnapshot(call, start, earlier?.view ?? DEFAULT_VIEW);
  if (taker.isTooLarge) return { ...UNKNOWN_CHANGES, hints: [TOO_LARGE] };
  const current = await taker.take(tree, pacer);
  if (current === undefined) return UNKNOWN_CHANGES;
  const comparison = earlier?.tree === tree
    ? await compareSnapshots(earlier, current, { pacer, isIgnored: taker.isIgnored.bind(taker) })
    : undefined;
  const isSame = comparison?.changes.length === 0 && comparison.unread.isEmpty;
  const snapshot = isSame ? args.since : await snapshots.save(current) ?? null;
  if (comparison === undefined) return { ...UNKNOWN_CHANGES, snapshot };
  const { changes, unread } = comparison;
  unread.addRules(pacer.counts);
  const budget = budgetFor(args.max_tokens);
  const { counts, text, isComplete } = await renderChanges(changes, budget, pacer);
  const { ignored, ...totals } = counts;
  return {
    snapshot,
    fresh: false,
    totals,
    ...ignored > 0 && { ignored },
    ...!unread.isEmpty && { skipped: unread.counts },
    text,
    truncated: !isComplete,
    estimated_tokens: estimateTokens(costOf(text)),
  };
}

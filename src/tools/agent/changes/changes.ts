/**
 * `changes` of toolset `agent`: what is different since a snapshot.
 *
 * @module
 */
import type { Tool, ToolDefinition } from "../../../tool.ts";
import type { StartedCall } from "../../call.ts";
import { type ArgumentsOf, definitionOf, type InputOf } from "../../schema.ts";
import { answerTool } from "../answer_tool.ts";
import { costOf, estimateTokens, spaceFor } from "../overview/token_cost.ts";
import { compareSnapshots } from "./compare.ts";
import { KeptSnapshots } from "./kept_snapshots.ts";
import { renderChanges } from "./render.ts";
import {
  type ChangesBody,
  type ChangesResult,
  linesOf,
  OUTPUT_SCHEMA,
  UNKNOWN_CHANGES,
} from "./result.ts";
import type { View } from "./snapshot.ts";
import { takeSnapshot, treeOf } from "./snapshot_taker.ts";

/** The arguments of `changes`, in short. */
export const PROPERTIES = {
  since: {
    text: "The snapshot that overview or changes ended with.",
    maxLength: 100,
    required: true,
  },
  path: { path: "Its directory.", default: "." },
  max_tokens: {
    integer: "Most tokens that the list may take; counts are exact either way.",
    minimum: 100,
    maximum: 50_000,
    default: 1000,
  },
} as const;

/** The arguments of `changes`; {@linkcode DEFINITION} says what they mean. */
export type ChangesArguments = InputOf<typeof PROPERTIES>;

type Arguments = ArgumentsOf<typeof PROPERTIES>;

/** The definition of `changes`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = definitionOf(
  "changes",
  "Tell what was added, removed, modified or renamed in a directory since a snapshot, such as after a command ran.",
  PROPERTIES,
);

/** What is looked at where a snapshot does not say: what `overview` looks at by default. */
const DEFAULT_VIEW: View = { use_gitignore: true, include_hidden: true };

/** `changes` of toolset `agent`. */
export const TOOL: Tool<ChangesResult, ChangesArguments> = answerTool<
  Arguments,
  ChangesResult
>({
  DEFINITION,
  TRAITS: {
    pathArgument: "path",
    wordArguments: ["since", "path"],
    isRooted: true,
    loggedAs: "agent",
    keepsSnapshots: true,
    lines: "rows",
  },
  OUTPUT_SCHEMA,
  linesOf,
  answer: compare,
  unanswered: () => UNKNOWN_CHANGES,
});

/**
 * Tells what changed in a directory since a snapshot, which `overview` and `changes` give where the context
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
 * @param args What the model sent; see {@linkcode DEFINITION}.
 * @param context What the host gives.
 * @returns The result, or an error in its shape.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export const execute: Tool<ChangesResult, ChangesArguments>["execute"] = TOOL.execute;

async function compare(call: StartedCall<Arguments>): Promise<ChangesBody> {
  const { args, scope, pacer, cache, policy } = call;
  const start = scope.enterDirectory(args.path);
  if (cache?.snapshots === undefined) return UNKNOWN_CHANGES;
  const snapshots = new KeptSnapshots(cache.snapshots, pacer);
  const tree = treeOf(start, policy);
  const found = await snapshots.find(args.since);
  const taker = await takeSnapshot(call, start, found?.view ?? DEFAULT_VIEW);
  if (!taker.isWhole) return UNKNOWN_CHANGES;
  await taker.statAll(pacer);
  const after = taker.snapshot(tree);
  const compared = found?.tree === tree ? await compareSnapshots(found, after, pacer) : undefined;
  const isSame = compared?.changes.length === 0 && compared.isKnown && found?.taken === undefined;
  const snapshot = isSame ? args.since : await snapshots.keep(after) ?? null;
  if (!compared?.isKnown) return { ...UNKNOWN_CHANGES, snapshot };
  const space = spaceFor(args.max_tokens);
  const { totals, text, isComplete } = await renderChanges(compared.changes, space, pacer);
  return {
    snapshot,
    fresh: false,
    totals,
    text,
    truncated: !isComplete,
    estimated_tokens: estimateTokens(costOf(text)),
  };
}

/**
 * Compares a directory with a snapshot of it: `changes` of toolset `agent`.
 *
 * @module
 */
import { ArgumentError, formatValue } from "../../../arguments/argument_error.ts";
import { baseNameOf, isRoot, parentOf } from "../../../scope/path_text.ts";
import { deepestDirectory } from "../../../scope/deepest_directory.ts";
import { scopedChild, type ScopedPath } from "../../../scope/scoped_path.ts";
import type { Tool, ToolDefinition } from "../../../tool.ts";
import { startAt } from "../../../walk/walk_options.ts";
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
import { type Snapshot, snapshotBelow, type SnapshotView } from "./snapshot.ts";
import { SnapshotTaker, treeKeyOf, walkSnapshot } from "./snapshot_taker.ts";

/** The arguments of `changes`, as a short form of their schema. */
export const PROPERTIES = {
  since: {
    text: "The snapshot that overview or changes ended with; by default the latest.",
    maxLength: 100,
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
 * Reports what changed in a directory since a snapshot, by default the latest of it. `overview` and `changes` take
 * snapshots if the context has a cache. Requires `--allow-read` permission for it.
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

/** A snapshot as models send it: its name alone, or the line that ends an answer, with or without the name. */
const SENT_SNAPSHOT = /^\s*(?:(?:snapshot|latest)\b:?\s*)?([\da-z]{12})?\s*$/;

/**
 * Returns the name of the snapshot that was sent; `undefined` for the latest.
 *
 * @throws {ArgumentError} If it is none: it may be a time or a commit.
 */
function snapshotSent(since: string | null): string | undefined {
  const match = SENT_SNAPSHOT.exec(since ?? "");
  if (match !== null) return match[1];
  throw new ArgumentError(
    `since must be a snapshot of overview or changes, not ${formatValue(since)}: ` +
      "find_files with modified_within tells what was written since a time, git what changed since a commit",
    "wrong_type",
    "since",
  );
}

/** What is said of a tree that is too large for a snapshot. */
const TOO_LARGE =
  "a directory of more than 20,000 entries has no snapshot; find_files with modified_within tells what was written lately";

const NO_SNAPSHOTS = "the host keeps no snapshots";

/** Returns the hint at the path of a snapshot, sent or the latest, where the call may see it; else that it is not known. */
function snapshotHints(
  sent: string | undefined,
  { tree }: Partial<Snapshot> = {},
  { scope, policy }: StartedCall,
): string[] {
  const real = tree === undefined ? undefined : (JSON.parse(tree) as [string])[0];
  const path = real === undefined ? undefined : scope.locate(real);
  if (path === undefined || treeKeyOf(path, policy) !== tree) {
    return sent === undefined ? [] : [`no snapshot ${sent} of this path is known`];
  }
  const which = sent === undefined ? "the latest" : "that";
  const shown = formatValue(scope.displayedReal(real!));
  return [`${which} snapshot is of another path: send path ${shown}`];
}

/** Returns the trees that hold a directory, the nearest first, each with the directory's path from there. */
function treesAround(
  start: ScopedPath,
  { scope, policy }: StartedCall,
): { readonly tree: string; readonly prefix: string }[] {
  const trees = [];
  let prefix = "";
  for (let path: ScopedPath | undefined = start; path !== undefined;) {
    trees.push({ tree: treeKeyOf(path, policy), prefix });
    if (isRoot(path.real)) break;
    prefix = `${baseNameOf(path.real)}/${prefix}`;
    path = scope.locate(parentOf(path.real));
  }
  return trees;
}

async function runChanges(call: StartedCall<Arguments>): Promise<ChangesBody> {
  const { args, scope, pacer, cache } = call;
  const sent = snapshotSent(args.since);
  const { directory, rest } = deepestDirectory(scope, args.path);
  const start = rest.reduce((path, name) => scopedChild(path, name), directory);
  if (cache?.snapshots === undefined) {
    scope.enterDirectory(args.path);
    return { ...UNKNOWN_CHANGES, hints: [NO_SNAPSHOTS] };
  }
  const snapshots = new SavedSnapshots(cache.snapshots, pacer);
  const around = treesAround(start, call);
  const { tree } = around[0]!;
  let since = sent;
  for (const each of around) since ??= await snapshots.latestOf(each.tree);
  const other = since === undefined ? await snapshots.latestOf("") : undefined;
  const earlier = since === undefined ? undefined : await snapshots.load(since);
  const prefix = around.find((each) => each.tree === earlier?.tree)?.prefix;
  const before = prefix === undefined ? undefined : snapshotBelow(earlier!, prefix);
  const isGone = rest.length > 0;
  // Of a directory that is gone, a snapshot that held it tells what was removed.
  if (isGone && !before?.directories.has("")) scope.enterDirectory(args.path);
  const view = earlier?.view ?? DEFAULT_VIEW;
  const taker = isGone ? new SnapshotTaker(view, scope) : await walkSnapshot(call, start, view);
  if (isGone) taker.visit({ type: "files", names: [], isPlain: true, directory: startAt(start) });
  if (taker.isTooLarge) return { ...UNKNOWN_CHANGES, hints: [TOO_LARGE] };
  const current = await taker.take(tree, pacer);
  if (current === undefined) return UNKNOWN_CHANGES;
  const comparison = before?.directories.has("")
    ? await compareSnapshots(before, current, { pacer, isIgnored: taker.isIgnored.bind(taker) })
    : undefined;
  const isSame = prefix === "" && comparison?.changes.length === 0 && comparison.unread.isEmpty;
  const snapshot = isSame ? since! : await snapshots.save(current) ?? null;
  if (isSame) await snapshots.setLatest(tree, since!);
  if (comparison === undefined) {
    const hints = snapshotHints(sent, earlier ?? await snapshots.load(other ?? ""), call);
    return { ...UNKNOWN_CHANGES, snapshot, ...hints.length > 0 && { hints } };
  }
  const { changes, unread } = comparison;
  unread.addCounts(pacer.counts);
  unread.addAll(taker.omitted.counts);
  const budget = budgetFor(args.max_tokens);
  const { counts, text, isComplete } = await renderChanges(changes, budget, pacer);
  const { ignored, renamed, ...totals } = counts;
  return {
    snapshot,
    fresh: false,
    ...sent === undefined && { since: since! },
    totals,
    ...ignored > 0 && { ignored },
    ...renamed > 0 && { renamed },
    ...!unread.isEmpty && { skipped: unread.counts },
    text,
    truncated: !isComplete,
    estimated_tokens: estimateTokens(costOf(text)),
  };
}

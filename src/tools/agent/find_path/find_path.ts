/**
 * `find_path` of toolset `agent`: fuzzy search for paths.
 *
 * @module
 */
import { ArgumentError, clipSafe } from "../../../arguments/argument_error.ts";
import { type Ancestry, ancestryOf } from "../../../gitignore/ancestry.ts";
import { rulesAbove } from "../../../gitignore/rules_above.ts";
import { unknownRulesOf } from "../../../gitignore/unknown_rules.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import type { Tool, ToolDefinition } from "../../../tool.ts";
import type { StartedCall } from "../../call.ts";
import type { ResultHead } from "../../discovery/result.ts";
import { displayPrefixOf } from "../../discovery/result_head.ts";
import {
  AGENT_GITIGNORE_HELP,
  type ArgumentsOf,
  definitionOf,
  type InputOf,
  leanDefinition,
} from "../../schema.ts";
import { answerTool } from "../answer_tool.ts";
import { Literals } from "../literals/literals.ts";
import { type SearchRoot, withoutRoot } from "../literals/path_forms.ts";
import { queryHints } from "./query_hints.ts";
import { MAX_MATCHED_LENGTH, parseQuery, type Query } from "./parse_query.ts";
import { reasonOf } from "./reason.ts";
import {
  EMPTY_RESULT,
  type FindPathFields,
  findPathLines,
  findPathReport,
  type FindPathResult,
  type FoundByQuery,
  OUTPUT_SCHEMA,
} from "./result.ts";
import { type Place, searchPlaces } from "./search_places.ts";
import {
  MAX_COMMITS,
  NO_HISTORY,
  rankerFor,
  readRecentHistory,
  type RecentHistory,
} from "../rank/recent_history.ts";
import { scoreIn } from "../rank/name_score.ts";

/** The arguments of `find_path`, in the short form that definition and types are made from. */
export const PROPERTIES = {
  queries: {
    texts: 'Each by itself: "fdw", "config loader", an error message, a whole issue.',
    minItems: 1,
    maxItems: 5,
    required: true,
  },
  root: { path: "The directory to search.", default: "." },
  kind: { choice: ["file", "dir", "any"], about: '"any": links too.', default: "any" },
  limit: { integer: "Most entries a query.", minimum: 1, maximum: 200, default: 20 },
  use_gitignore: { flag: AGENT_GITIGNORE_HELP, default: true },
} as const;

/** The arguments of `find_path`; {@linkcode DEFINITION} says what they mean. */
export type FindPathArguments = InputOf<typeof PROPERTIES>;

type Arguments = ArgumentsOf<typeof PROPERTIES>;

/** The definition of `find_path`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = leanDefinition(definitionOf(
  "find_path",
  "Find paths you half remember (abbreviations, words in any order, typos), or the files that a task concerns. Best first.",
  PROPERTIES,
));

/** `find_path` of toolset `agent`. */
export const TOOL: Tool<FindPathResult, FindPathArguments> = answerTool<
  Arguments,
  FindPathResult
>({
  DEFINITION,
  PROPERTIES,
  TRAITS: {
    pathArgument: "root",
    wordArguments: ["queries", "root"],
    isRooted: true,
    searchesRoots: true,
    loggedAs: "agent",
    lines: "rows",
  },
  OUTPUT_SCHEMA,
  linesOf: findPathLines,
  toReport: findPathReport,
  answer: find,
  unanswered: () => EMPTY_RESULT,
});

/**
 * Finds the paths that a few letters or words may mean, best first: by how well they fit, then by their name score.
 * Several words that no path has together are ranked as the task of `overview` is. Requires `--allow-read` permission for the folder.
 *
 * @example Usage
 * ```ts
 * import { execute } from "@dirscope/dirscope/agent/find-path";
 * import { assertEquals } from "@std/assert";
 *
 * const { results } = await execute({ queries: ["hlpr", "mian.py"] }, { cwd: "fixtures/sample" });
 * assertEquals(results.map(({ entries }) => [entries[0]?.path, entries[0]?.why]), [
 *   ["src/utils/helpers.py", "letters"],
 *   ["src/main.py", "typo"],
 * ]);
 * ```
 *
 * @param args The arguments that the model sent; see {@linkcode DEFINITION}.
 * @param context The context of the host.
 * @returns The result, or an error in its shape.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export const execute: Tool<FindPathResult, FindPathArguments>["execute"] = TOOL.execute;

async function find(
  call: StartedCall<Arguments>,
): Promise<Omit<FindPathFields, keyof ResultHead>> {
  const { args: { queries, kind, limit, use_gitignore }, directories, scope, pacer } = call;
  for (const text of queries) {
    checkQuery(text, parseQuery(text.trimEnd().slice(-MAX_MATCHED_LENGTH)));
  }
  const places: SearchedPlace[] = [];
  for (const directory of directories) places.push(await placeAt(directory, call));
  const request = { kind, limit, scoreIn };
  const outcome = await searchPlaces(request, places, pacer);
  const { matches, unread, stoppedAfter } = outcome;
  unread.addRules(pacer.counts);
  const results = matches.map(({ entries, weaker }, i): FoundByQuery => ({
    query: queries[i]!,
    entries: entries.slice(0, limit).map(({ place, ...entry }) => ({
      path: place.displayPrefix + entry.path,
      name: entry.name,
      kind: entry.kind,
      score: Math.round(100 * Math.min(1, entry.score)),
      why: reasonOf(entry, place.queries[i]!),
    })),
    ...weaker > 0 && { weaker },
  }));
  const histories = await Promise.all(places.map(({ recent }) => recent.read));
  const noHistory = histories.find((each) => typeof each === "string");
  const hints = await queryHints(results, {
    request,
    places,
    outcome,
    noHistory: noHistory && NO_HISTORY[noHistory],
  }, pacer);
  const unknown = {};
  for (const { ancestry } of use_gitignore ? places : []) {
    Object.assign(unknown, await unknownRulesOf(scope, ancestry, pacer));
  }
  return {
    count: results.reduce((sum, { entries }) => sum + entries.length, 0),
    truncated: stoppedAfter !== undefined || matches.some(({ entries }) => entries.length > limit),
    results,
    ...unread.isEmpty ? {} : { skipped: unread.counts },
    ...unknown,
    ...hints.length > 0 && { hints },
  };
}

/** A place with its history, which is read when a query first asks for it. */
interface SearchedPlace extends Place {
  readonly ancestry: Ancestry;
  readonly recent: { read?: Promise<RecentHistory | keyof typeof NO_HISTORY> };
}

async function placeAt(
  directory: string,
  { args, scope, pacer, maxScanned }: StartedCall<Arguments>,
): Promise<SearchedPlace> {
  const start = scope.enterDirectory(directory);
  const root = { path: scope.resolve(directory), real: start.real, cwd: scope.cwd };
  const queries: Query[] = [];
  for (const text of args.queries) queries.push(await readQuery(text, root, pacer));
  const rules = args.use_gitignore ? await rulesAbove(scope, start, "git", pacer) : undefined;
  const ancestry = ancestryOf(scope, start);
  const recent: SearchedPlace["recent"] = {};
  return {
    area: { scope, start, rules, maxScanned },
    root,
    displayPrefix: displayPrefixOf({ root: scope.displayed(directory) }),
    queries,
    async rankerOf(task) {
      recent.read ??= readRecentHistory(scope, ancestry, MAX_COMMITS.withTask, pacer);
      return await rankerFor(await recent.read, task, pacer);
    },
    ancestry,
    recent,
  };
}

async function readQuery(text: string, root: SearchRoot, pacer: Pacer): Promise<Query> {
  const query = parseQuery(withoutRoot(text, root), await Literals.read(text, root, pacer));
  checkQuery(text, query);
  return query;
}

function checkQuery(text: string, { words }: Query): void {
  if (words.length > 0) return;
  throw new ArgumentError(`queries: "${clipSafe(text)}" holds nothing to look for`, "wrong_type");
}

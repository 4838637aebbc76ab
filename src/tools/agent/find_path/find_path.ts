/**
 * `find_path` of toolset `agent`: fuzzy search for paths.
 *
 * @module
 */
import { ArgumentError, clipSafe } from "../../../arguments/argument_error.ts";
import { ancestryOf } from "../../../gitignore/ancestry.ts";
import { rulesAbove } from "../../../gitignore/rules_above.ts";
import { unknownRulesOf } from "../../../gitignore/unknown_rules.ts";
import { baseNameOf, isAbsolute } from "../../../scope/path_text.ts";
import type { Scope } from "../../../scope/scope.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import type { Tool, ToolDefinition } from "../../../tool.ts";
import type { StartedCall } from "../../call.ts";
import { meantPath } from "../../meant_path.ts";
import { describePath } from "../../discovery/entry_metadata.ts";
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
import {
  MAX_PATH_LENGTH,
  relativePathOf,
  type SearchRoot,
  withoutRoot,
} from "../literals/path_forms.ts";
import { undefinedIfRefused } from "../suggestions/existing_kind.ts";
import { spellingsOf } from "../suggestions/spellings.ts";
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
import { search } from "./search.ts";
import {
  MAX_COMMITS,
  NO_HISTORY,
  rankerFor,
  readRecentHistory,
  type RecentHistory,
} from "../rank/recent_history.ts";
import type { TaskRanker } from "../rank/task_ranker.ts";
import type { TaskWords } from "../rank/task_words.ts";
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
    loggedAs: "agent",
    lines: "rows",
  },
  OUTPUT_SCHEMA,
  linesOf: findPathLines,
  toReport: findPathReport,
  answer: find,
  isWhole: ({ results }) => results.every(({ entries: [first] }) => first?.why === "exact"),
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
  { args, scope, pacer, maxScanned }: StartedCall<Arguments>,
  head: ResultHead,
): Promise<Omit<FindPathFields, keyof ResultHead>> {
  const displayPrefix = displayPrefixOf(head);
  const { kind, limit } = args;
  for (const text of args.queries) {
    checkQuery(text, parseQuery(text.trimEnd().slice(-MAX_MATCHED_LENGTH)));
  }
  const start = scope.enterDirectory(args.root);
  const root = { path: scope.resolve(args.root), real: start.real, cwd: scope.cwd };
  const queries: Query[] = [];
  const elsewhere = args.queries.map((text) => entryElsewhere(text, kind, root, scope));
  for (const [i, text] of args.queries.entries()) {
    queries.push(elsewhere[i] ? parseQuery(text) : await readQuery(text, root, pacer));
  }
  const rules = args.use_gitignore ? await rulesAbove(scope, start, "git", pacer) : undefined;
  const area = { scope, start, rules, maxScanned };
  const ancestry = ancestryOf(scope, start);
  let recent: Promise<RecentHistory | keyof typeof NO_HISTORY> | undefined;
  const rankerOf = async (task: TaskWords): Promise<TaskRanker> => {
    recent ??= readRecentHistory(scope, ancestry, MAX_COMMITS.withTask, pacer);
    return await rankerFor(await recent, task, pacer);
  };
  const request = { queries, kind, limit, scoreIn, rankerOf };
  const outcome = await search(request, area, pacer);
  const { matches, unread, stoppedAfter } = outcome;
  unread.addRules(pacer.counts);
  const results = matches.map(({ entries, weaker }, i): FoundByQuery =>
    elsewhere[i] ?? ({
      query: args.queries[i]!,
      entries: entries.slice(0, limit).map((entry) => ({
        path: displayPrefix + entry.path,
        name: entry.name,
        kind: entry.kind,
        score: Math.round(100 * Math.min(1, entry.score)),
        why: reasonOf(entry, queries[i]!),
      })),
      ...weaker > 0 && { weaker },
    })
  );
  const history = await recent;
  const noHistory = typeof history === "string" ? NO_HISTORY[history] : undefined;
  const hints = await queryHints(results, { request, area, root, outcome, noHistory }, pacer);
  const unknown = args.use_gitignore ? await unknownRulesOf(scope, ancestry, pacer) : {};
  return {
    count: results.reduce((sum, { entries }) => sum + entries.length, 0),
    truncated: stoppedAfter !== undefined ||
      matches.some(({ entries }, i) => entries.length > limit && !elsewhere[i]),
    results,
    ...unread.isEmpty ? {} : { skipped: unread.counts },
    ...unknown,
    ...hints.length > 0 && { hints },
  };
}

/** Returns the result of a query that is the path of an entry outside the search, as in another root. */
function entryElsewhere(
  query: string,
  wanted: Arguments["kind"],
  root: SearchRoot,
  scope: Scope,
): FoundByQuery | undefined {
  if (query.length > MAX_PATH_LENGTH || !query.includes("/")) return undefined;
  for (const text of spellingsOf(query)) {
    const path = meantPath(scope, text);
    if (!isAbsolute(path) || relativePathOf(scope.resolve(path), root) !== undefined) continue;
    const kind = undefinedIfRefused(() => describePath(scope, path).kind) ?? "missing";
    if (kind === "missing" || wanted !== "any" && wanted !== kind) continue;
    const entry = { path: scope.displayed(path), name: baseNameOf(scope.resolve(path)), kind };
    return { query, entries: [{ ...entry, score: 100, why: "exact" }] };
  }
  return undefined;
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

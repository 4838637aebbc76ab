/**
 * `find_path` of toolset `agent`: fuzzy search for paths.
 *
 * @module
 */
import { ArgumentError, clipSafe } from "../../../arguments/argument_error.ts";
import { type Ancestry, ancestryOf } from "../../../gitignore/ancestry.ts";
import { rulesAbove } from "../../../gitignore/rules_above.ts";
import { unknownRulesOf } from "../../../gitignore/unknown_rules.ts";
import { placeOf } from "../../../walk/walks_in_turn.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import type { Tool, ToolDefinition } from "../../../tool.ts";
import type { AdviceData } from "../../advice.ts";
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
import { answerTool } from "../advice/answer_tool.ts";
import { Contents } from "../contents/contents.ts";
import { unreadContentsOf } from "../contents/unread_contents.ts";
import { readTask } from "../task/read_task.ts";
import { type SearchRoot, withoutRoot } from "../task/path_forms.ts";
import { queryHints } from "./query_hints.ts";
import { parseQuery, type Query } from "./parse_query.ts";
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
import { looksIntoFiles, search, type SearchStart } from "./search.ts";
import {
  filesOfCommits,
  MAX_COMMITS,
  NO_HISTORY,
  rankerFor,
  readRecentHistory,
  type RecentHistory,
} from "../rank/recent_history.ts";
import { isSourceName } from "../rank/name_score.ts";
import type { TaskRanker } from "../rank/task_ranker.ts";
import type { CommitMention } from "../task/commit_mention.ts";
import type { TaskWords } from "../task/task_words.ts";

/** Maximum entries of a query where no limit is sent: of what reads as a name, and of a task. */
const DEFAULT_LIMITS = { name: 20, task: 10 } as const;

/** The arguments of `find_path`, in the short form that definition and types are made from. */
export const PROPERTIES = {
  queries: {
    texts: 'A task, all of its text; "FST_ERR_X"; "Class.method"; "config loader".',
    minItems: 1,
    maxItems: 5,
    required: true,
  },
  terms: {
    texts:
      "Words that you expect in the code to change, or in its names: identifiers, jargon, abbreviations, error codes. Send 5 to 12 with every task: a user's words are seldom the code's.",
    maxLength: 200,
    maxItems: 16,
  },
  root: { path: "The directory to search.", default: "." },
  kind: { choice: ["file", "dir", "any"], about: '"any": links too.', default: "any" },
  limit: { integer: "Most entries a query. Default: 20, of a task 10.", minimum: 1, maximum: 200 },
  use_gitignore: { flag: AGENT_GITIGNORE_HELP, default: true },
} as const;

/** The arguments of `find_path`; {@linkcode DEFINITION} says what they mean. */
export type FindPathArguments = InputOf<typeof PROPERTIES>;

type Arguments = ArgumentsOf<typeof PROPERTIES>;

/** The definition of `find_path`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = leanDefinition(definitionOf(
  "find_path",
  "Find the files that a task concerns, and the lines to read there, with their text and the functions around them. Send what you have: an issue, a symptom, an error message, a stack trace, a symbol (who defines and calls it), a commit id or #123; or a path half remembered. Best first.",
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
    readsContents: true,
    taskLimit: DEFAULT_LIMITS.task,
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

interface FoundStart extends SearchStart {
  readonly ancestry: Ancestry;
  readonly displayPrefix: string;
}

async function find(
  call: StartedCall<Arguments>,
): Promise<Omit<FindPathFields, keyof ResultHead | "hints"> & AdviceData> {
  const { args: { kind, limit, use_gitignore, ...asked }, scope, pacer, maxScanned } = call;
  const starts: FoundStart[] = [];
  for (const directory of call.directories) {
    const start = scope.enterDirectory(directory);
    starts.push({
      start,
      rules: use_gitignore ? await rulesAbove(scope, start, "project", pacer) : undefined,
      ancestry: ancestryOf(scope, start),
      root: { path: scope.resolve(directory), real: start.real, cwd: scope.cwd },
      displayPrefix: displayPrefixOf({ root: scope.displayed(directory) }),
    });
  }
  const read = await readQueries(asked, starts.map(({ root }) => root), pacer);
  const queries = read.map(({ query }) => query);
  const searched = queries.flatMap(({ task, symbol }) => [task, symbol]);
  const searches = searched.filter((each) => each !== undefined).length;
  const contents = queries.some(looksIntoFiles)
    ? await Contents.below(call, starts.map(({ start }) => start), searches)
    : undefined;
  let histories: (RecentHistory | keyof typeof NO_HISTORY)[] | undefined;
  const readHistories = async () => {
    if (histories !== undefined) return histories;
    histories = [];
    for (const { ancestry } of starts) {
      histories.push(await readRecentHistory(scope, ancestry, MAX_COMMITS.withTask, pacer));
    }
    return histories;
  };
  const rankerOf = async (task: TaskWords, contents?: Contents): Promise<TaskRanker> =>
    await rankerFor(await readHistories(), task, pacer, contents);
  const commitFiles = async (mention: CommitMention) =>
    filesOfCommits(await readHistories(), mention);
  const limits = { name: limit ?? DEFAULT_LIMITS.name, task: limit ?? DEFAULT_LIMITS.task };
  const request = {
    queries,
    kind,
    limits,
    rankerOf,
    commitFiles,
    contents,
    scope,
    starts,
    maxScanned,
  };
  const outcome = await search(request, pacer);
  const { matches, unread, stoppedAfter } = outcome;
  unread.addCounts(pacer.counts);
  const results = matches.map(({ entries, limit, weaker, weak, unheld }, i): FoundByQuery => ({
    query: read[i]!.text,
    entries: entries.slice(0, limit).map((entry) => {
      const { turn, below: path } = placeOf(entry.path);
      return {
        path: starts[turn]!.displayPrefix + path,
        name: entry.name,
        kind: entry.kind,
        score: Math.round(100 * Math.min(1, entry.score)),
        why: reasonOf({ ...entry, path }, queries[i]!),
        ...entry.lines && { lines: entry.lines },
      };
    }),
    ...weaker > 0 && { weaker },
    ...weak !== undefined && { weak },
    ...unheld !== undefined && unheld.length > 0 && { unheld },
  }));
  const none = histories?.find((each) => typeof each === "string");
  const noHistory = none && NO_HISTORY[none];
  const hints = await queryHints(results, { request, outcome, noHistory }, pacer);
  const ancestries = use_gitignore ? starts.map(({ ancestry }) => ancestry) : [];
  return {
    count: results.reduce((sum, { entries }) => sum + entries.length, 0),
    truncated: stoppedAfter !== undefined ||
      matches.some(({ entries, limit }) => entries.length > limit),
    results,
    ...unread.isEmpty ? {} : { skipped: unread.counts },
    ...(histories !== undefined || contents?.isUsed) && unreadContentsOf(contents),
    ...await unknownRulesOf(scope, ancestries, pacer),
    ...hints.length > 0 && { hints },
  };
}

/** A query, and the text of it. */
interface SentQuery {
  readonly text: string;
  readonly query: Query;
}

/** Reports whether a text may be a path with spaces. */
function isPathLike(text: string): boolean {
  return text.length <= 200 && (/^\S*\/|\/\S*$/.test(text.trim()) || isSourceName(text.trim()));
}

/** Reads the queries of a call. Those that concern one task, as they share words or terms, are one. */
async function readQueries(
  { queries: texts, terms }: Pick<Arguments, "queries" | "terms">,
  roots: readonly SearchRoot[],
  pacer: Pacer,
): Promise<SentQuery[]> {
  const read: SentQuery[] = [];
  for (const text of texts) {
    const query = await readQuery({ text, terms: terms ?? [] }, roots, pacer);
    const { task } = query;
    const related = task === undefined || isPathLike(text)
      ? -1
      : read.findIndex((before) =>
        before.query.task !== undefined && !isPathLike(before.text) &&
        (task.hasTerms || before.query.task.isLike(task))
      );
    if (related < 0) {
      read.push({ text, query });
      continue;
    }
    const joined = `${read[related]!.text}\n${text}`;
    const sent = { text: joined, terms: terms ?? [] };
    read[related] = { text: joined, query: await readQuery(sent, roots, pacer) };
  }
  return read;
}

async function readQuery(
  sent: { readonly text: string; readonly terms: readonly string[] },
  roots: readonly SearchRoot[],
  pacer: Pacer,
): Promise<Query> {
  const { text } = sent;
  const inside = roots.map((root) => withoutRoot(text, root)).find((each) => each !== text);
  const read = await readTask(sent, roots, pacer);
  const query = parseQuery(inside ?? text, sent.terms.length > 0, read);
  if (query.words.length > 0) return query;
  throw new ArgumentError(`queries: "${clipSafe(text)}" holds nothing to look for`, "wrong_type");
}

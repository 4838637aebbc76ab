/**
 * The share of a commit's files that a call names which is given the commit's subject as its task, in the
 * tree of the commit's own parent.
 *
 * @module
 */
import { TOOLSETS, TreeCache } from "../mod.ts";
import { pick, randomFrom } from "../tests/support/random.ts";
import { type Checkout, checkOutParent } from "./discovery_checkout.ts";
import { findersFor } from "./discovery_find.ts";
import { git } from "./discovery_git.ts";
import { LOG_FORMAT, type Question, touchedMost } from "./discovery_gold.ts";
import { filesWithin, pathList, ripgrepFiles } from "./discovery_lists.ts";
import { filesNamed } from "./discovery_named.ts";
import { hashOf, mistypedWord, subjectQuery, wordsIn } from "./discovery_queries.ts";

/** What is asked: a commit's subject, without names of paths, with its body, with a typo; a wrong one. */
export const TASK_KINDS = [
  "subject",
  "without names",
  "with its body",
  "with a typo",
  "another's subject",
] as const;

/** One of {@linkcode TASK_KINDS}. */
export type TaskKind = typeof TASK_KINDS[number];

/** The budgets of a first overview, in tokens, and the numbers of first results that are scored. */
export const TASK_BUDGETS = [500, 1000] as const;
export const TASK_FIRST_RESULTS = [5, 10] as const;
/** What else is measured of results as they are read: MRR is 100 divided by the place of the first right row. */
export const READ_FIRST = ["first row", "one of three", "MRR", "locks in three"] as const;

/** What is asked. The last three do not see the task. */
export const TASK_CONTENDERS = [
  "overview",
  "find_path",
  "BM25 over paths",
  "git log --grep",
  "fzf",
  "overview without query",
  "recent",
  "rg --files",
] as const;

/** One of {@linkcode TASK_CONTENDERS}. */
export type TaskContender = typeof TASK_CONTENDERS[number];

/**
 * Shares of gold in percent: one for each of {@linkcode TASK_BUDGETS}, then one for each of
 * {@linkcode TASK_FIRST_RESULTS}, then {@linkcode READ_FIRST}; `null` for what a contender does not do.
 */
export type TaskShares = readonly (number | null)[];

/** The results of one kind of tasks in one repository. */
export interface TaskResult {
  readonly tasks: number;
  /** Means over the tasks. A program that is missing has none. */
  readonly shares: Readonly<Partial<Record<TaskContender, TaskShares>>>;
}

/** The results of one repository. */
export type Tasks = Readonly<Record<TaskKind, TaskResult>>;

/** Number of tasks of a repository. */
const MAX_TASKS = 20;

/** The number of commits that lists of commits look back. */
const COMMITS_LOOKED_AT = 1000;

/** Asks every contender every task, each in the tree of the commit's parent. */
export async function tasksOf(checkout: Checkout): Promise<Tasks> {
  const measured = Object.fromEntries(
    TASK_KINDS.map((kind) => [kind, [] as Readonly<Partial<Record<TaskContender, TaskShares>>>[]]),
  );
  const cache = new TreeCache({ maxBytes: 2 ** 28 });
  const questions = spread(checkout.questions, MAX_TASKS);
  for (const [i, question] of questions.entries()) {
    const place = await placeOf(checkout, question, cache);
    const others = questions.toSpliced(i, 1);
    const other = others[(i + (others.length >> 1)) % others.length];
    for (const kind of TASK_KINDS) {
      const { subject = "" } = kind === "another's subject" ? other ?? {} : question;
      const text = kind === "with its body"
        ? await git(["--git-dir", checkout.source, "log", "-1", "--format=%B", question.commit])
        : taskText(subject, kind, place.files);
      if (text !== "") measured[kind]!.push(await sharesOf(place, text, question.gold));
    }
  }
  return Object.fromEntries(TASK_KINDS.map((kind) => {
    const all = measured[kind]!;
    const shares = TASK_CONTENDERS.flatMap((contender) => {
      const own = all.flatMap((each) => each[contender] ? [each[contender]] : []);
      return own.length === 0 ? [] : [[contender, meanShares(own)]];
    });
    return [kind, { tasks: all.length, shares: Object.fromEntries(shares) }];
  })) as unknown as Tasks;
}

/** Returns the mean of each place, of those that have a value there. */
export function meanShares(all: readonly TaskShares[]): TaskShares {
  return all[0]!.map((_, i) => {
    const values = all.map((each) => each[i]!).filter((value) => value !== null);
    return values.length === 0 ? null : values.reduce((a, b) => a + b, 0) / values.length;
  });
}

/** Some items of a list, evenly spread over it. */
function spread<Item>(all: readonly Item[], count: number): Item[] {
  if (all.length <= count) return [...all];
  return Array.from({ length: count }, (_, i) => all[Math.floor(i * all.length / count)]!);
}

/** A task's query, which is empty if the kind leaves nothing of the subject. */
function taskText(subject: string, kind: TaskKind, files: readonly string[]): string {
  const text = subjectQuery(subject);
  if (kind === "without names") return withoutNames(text, files);
  return kind === "with a typo" ? withTypo(text) : text;
}

/** A text without the words that are a folder's or a file's name, with or without its extensions. */
function withoutNames(text: string, files: readonly string[]): string {
  const names = new Set<string>();
  for (const path of files) {
    for (const name of path.toLowerCase().split("/")) {
      for (let end = name.length; end > 0; end = name.lastIndexOf(".", end - 1)) {
        names.add(name.slice(0, end));
      }
    }
  }
  const words = text.split(/[\s/]+/);
  return words.filter((word) => !names.has(word.toLowerCase())).join(" ");
}

/** A text with one wrong letter in one of its longer words. */
function withTypo(text: string): string {
  const random = randomFrom(hashOf(text));
  const words = wordsIn(text).filter((word) => word.length >= MIN_MISTYPED);
  if (words.length === 0) return "";
  const word = pick(words, random);
  const mistyped = mistypedWord(word, random);
  return mistyped === undefined ? "" : text.replace(word, () => mistyped);
}

const MIN_MISTYPED = 5;

/** A repository just before a commit. */
interface Place {
  readonly path: string;
  readonly files: readonly string[];
  readonly recent: readonly string[];
  readonly ripgrep: readonly string[] | undefined;
  readonly cache: TreeCache;
  readonly shownWithoutQuery: TaskShares;
}

async function placeOf(
  checkout: Checkout,
  { commit, gold }: Question,
  cache: TreeCache,
): Promise<Place> {
  await checkOutParent(checkout, commit);
  const path = checkout.tasks;
  const files = (await git(["-C", path, "ls-files", "-z"])).split("\0").slice(0, -1);
  const log = await git(["-C", path, ...LOG_FORMAT, `--max-count=${COMMITS_LOOKED_AT}`]);
  return {
    path,
    files,
    recent: touchedMost(log, new Set(files)),
    ripgrep: await ripgrepFiles(path),
    cache,
    shownWithoutQuery: await overviewShares({ path, cache }, undefined, gold),
  };
}

async function sharesOf(
  place: Place,
  text: string,
  gold: readonly string[],
): Promise<Partial<Record<TaskContender, TaskShares>>> {
  const { path, files, recent, ripgrep, shownWithoutQuery } = place;
  const shares: Partial<Record<TaskContender, TaskShares>> = {
    "overview": await overviewShares(place, text, gold),
    "BM25 over paths": listShares(bm25(files, text), gold),
    "git log --grep": listShares(await touchedByCommitsLike(path, text, files), gold),
    "overview without query": shownWithoutQuery,
    "recent": listShares(recent, gold),
    ...ripgrep && { "rg --files": listShares(ripgrep, gold) },
  };
  for (const [finder, search] of await findersFor({ files, path })) {
    const [found] = await search([text]);
    shares[finder] = [...TASK_BUDGETS.map(() => null), ...firstShares(found!, gold)];
  }
  return shares;
}

async function overviewShares(
  { path, cache }: Pick<Place, "path" | "cache">,
  query: string | undefined,
  gold: readonly string[],
): Promise<TaskShares> {
  const shares: (number | null)[] = [];
  for (const max_tokens of TASK_BUDGETS) {
    const context = { cwd: path, roots: [path], cache };
    const output = await TOOLSETS.agent.overview.execute({ max_tokens, query }, context);
    if (output.error !== undefined) throw new Error(`${path}: ${output.error.message}`);
    shares.push(shareOf(gold, filesNamed(output.text)));
  }
  return [...shares, ...TASK_FIRST_RESULTS.map(() => null), ...READ_FIRST.map(() => null)];
}

function listShares(paths: readonly string[], gold: readonly string[]): TaskShares {
  // No budget holds more lines than tokens.
  const list = pathList(paths.slice(0, Math.max(...TASK_BUDGETS)));
  return [
    ...TASK_BUDGETS.map((budget) => shareOf(gold, filesWithin(list, budget))),
    ...firstShares(paths, gold),
  ];
}

function firstShares(paths: readonly string[], gold: readonly string[]): number[] {
  const at = paths.findIndex((path) => gold.includes(path));
  const three = paths.slice(0, 3);
  return [
    ...TASK_FIRST_RESULTS.map((count) => shareOf(gold, paths.slice(0, count))),
    at === 0 ? 100 : 0,
    at >= 0 && at < three.length ? 100 : 0,
    at < 0 ? 0 : 100 / (at + 1),
    100 * three.filter((path) => RECORD.test(path)).length / Math.max(1, three.length),
  ];
}

/** The path of a lock file or a change log. */
const RECORD =
  /(?:^|\/)(?:[^/]*[.-]lock(?:\.json|\.yaml)?|go\.sum|(?:changes|changelog|history|releases?)[^/]*)$/i;

/** The share of some files, in percent, that are among others. */
export function shareOf(gold: readonly string[], named: readonly string[]): number {
  return 100 * gold.filter((path) => named.includes(path)).length / gold.length;
}

/** The usual constants of BM25. */
const SATURATION = 1.2;
const LENGTH_SHARE = 0.75;

/** The paths that share a word with a text, best first by BM25 with each path as a document. */
function bm25(paths: readonly string[], text: string): string[] {
  const wordsOf = (each: string): string[] => wordsIn(each).map((word) => word.toLowerCase());
  const documents = paths.map(wordsOf);
  const mean = documents.reduce((sum, { length }) => sum + length, 0) / documents.length;
  const holding = new Map<string, number>();
  for (const words of documents) {
    for (const word of new Set(words)) holding.set(word, (holding.get(word) ?? 0) + 1);
  }
  const query = [...new Set(wordsOf(text))].filter((word) => holding.has(word));
  const scored = paths.map((path, i) => {
    const words = documents[i]!;
    const length = 1 - LENGTH_SHARE + LENGTH_SHARE * words.length / mean;
    const score = query.reduce((sum, word) => {
      const times = words.filter((each) => each === word).length;
      const rarity = Math.log(
        1 + (paths.length - holding.get(word)! + 0.5) / (holding.get(word)! + 0.5),
      );
      return sum + rarity * times * (SATURATION + 1) / (times + SATURATION * length);
    }, 0);
    return { path, score };
  });
  return scored.filter(({ score }) => score > 0).sort((a, b) => b.score - a.score)
    .map(({ path }) => path);
}

/** The existing files of the commits whose message has one of a text's longer words, latest first. */
async function touchedByCommitsLike(
  cwd: string,
  text: string,
  files: readonly string[],
): Promise<string[]> {
  const words = new Set(text.split(" ").filter(({ length }) => length >= MIN_GREP_WORD));
  if (words.size === 0) return [];
  const log = await git([
    ...["-C", cwd, "log", "-z", "--no-merges", "--no-renames", "--name-only", "--format="],
    ...[`--max-count=${MAX_GREP_COMMITS}`, "-i", "-F"],
    ...[...words].map((word) => `--grep=${word}`),
  ]);
  const existing = new Set(files);
  return [...new Set(log.split("\0").map((path) => path.trim()))].filter((path) =>
    existing.has(path)
  );
}

const MIN_GREP_WORD = 4;
const MAX_GREP_COMMITS = 100;

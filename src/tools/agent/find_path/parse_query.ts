import { partsOf } from "../../../scope/path_text.ts";
import { Letters, wordsOf } from "../match/letters.ts";
import { isUnspacedSentence, type TaskWords } from "../task/task_words.ts";
import { spellingsOf } from "../task/spellings.ts";
import { isSourceName } from "../rank/name_score.ts";
import { type Symbol, symbolOf } from "../task/symbol.ts";
import { type CommitMention, commitMentionOf } from "../task/commit_mention.ts";
import type { ReadTask } from "../task/read_task.ts";

/** The part of a path that a word must match: a folder if typed before a slash, the name if after one. */
type WordTarget = "anywhere" | "folder" | "name";

export interface Word {
  /** Folded code points. */
  readonly codes: readonly number[];
  readonly target: WordTarget;
}

/**
 * A query as what it may be: a path, all of its words, or some of their parts. An entry that equals some of its literals
 * is ranked above all others.
 */
export interface Query extends Pick<ReadTask, "literals" | "isCut"> {
  /** The words as typed: a full match has them all. */
  readonly words: readonly Word[];
  /** The words that those are composed of: a partial match has some. Empty where one word has no other. */
  readonly subwords: readonly Word[];
  /** The words of a task, if it reads as one. */
  readonly task: TaskWords | undefined;
  /** The name of code that it may be, if it is no task. */
  readonly symbol: Symbol | undefined;
  /** The commits that it means, if it means some. */
  readonly commit: CommitMention | undefined;
}

/** Maximum characters of a query that are matched as words, its last ones: in a path, those hold the name. */
export const MAX_MATCHED_LENGTH = 200;

/** Minimum words of a query that reads as a task. */
const MIN_TASK_WORDS = 2;

/** Minimum letters of a subword: shorter ones match too many paths. */
const MIN_SUBWORD_LETTERS = 3;

/** Words of a sentence that say nothing of a path. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  "a an and are at but by for from has in into is its not of on or that the then this to was were when where which with"
    .split(" "),
);

/**
 * Parses a query as typed into a file picker; each word is taken without quotes, line number and the like.
 *
 * @param hasTerms True if words of the code were sent with it: then it is about files.
 * @param read The text that was sent, unless nothing but letters is to be matched.
 */
export function parseQuery(query: string, hasTerms = false, read?: ReadTask): Query {
  const texts = query.trim().slice(-MAX_MATCHED_LENGTH).split(/\s+/u).map((text) =>
    spellingsOf(text).at(-1) ?? text
  );
  const said = texts.filter((text) => !STOP_WORDS.has(text.toLowerCase()));
  const words = distinctWords((said.length < MIN_TASK_WORDS ? texts : said).flatMap(pathWords));
  const subwords = distinctWords(
    wordsOf(texts.join(" "))
      .filter((word) => Array.from(word).length >= MIN_SUBWORD_LETTERS && !STOP_WORDS.has(word))
      .map((word) => wordOf(word, "anywhere")),
  );
  // A full match of a single word allows typos already.
  const isSingle = words.length === 1 && subwords.length === 1;
  const isText = texts.length >= MIN_TASK_WORDS || isUnspacedSentence(query);
  return {
    literals: read?.literals ?? [],
    words,
    subwords: isSingle ? [] : subwords,
    task: isText || hasTerms ? read?.words : undefined,
    commit: commitMentionOf(query),
    symbol: isText ? undefined : symbolOf(query, isSourceName),
    isCut: read?.isCut === true,
  };
}

/** Returns the words of a text without spaces: those before a slash are folders. */
function pathWords(text: string): Word[] {
  const parts = partsOf(text);
  return parts.map((part, i) => {
    if (i < parts.length - 1) return wordOf(part, "folder");
    return wordOf(part, i === 0 || text.endsWith("/") ? "anywhere" : "name");
  });
}

function wordOf(text: string, target: WordTarget): Word {
  return { codes: new Letters(text).codes, target };
}

/** Returns each word once, the longest first: those rule out most paths. */
function distinctWords(words: readonly Word[]): Word[] {
  const byKey = new Map(words.map((word) => [`${word.target} ${word.codes.join()}`, word]));
  return [...byKey.values()].sort((a, b) => b.codes.length - a.codes.length);
}

import { forEachPaced } from "../../../pacing/paced.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { type EntryScorer, isTestPath, scoreIn, TEST_SIGNAL_FACTOR } from "./name_score.ts";
import { PathWeights, roundToUnit, splitPath } from "./path_weights.ts";
import { namedBy, type TaskReason, touchedBy } from "./task_reason.ts";
import { type TaskWords, unionOf, WordCounts, type WordSet } from "./task_words.ts";

/** The weights of the parts of a score, each divided by its sum: what many files share says little of each. */
const PART_WEIGHTS = [0.4, 1, 1] as const;
/** The inverse precision of those sums. */
const PART_UNIT = 2 ** 20;

/** What commits say of files, if they can be read. */
export interface CommitWeights {
  readonly likeness?: PathWeights | undefined;
  readonly recency?: PathWeights | undefined;
  /** Returns, for each of some files, the subject of the commit that adds the most to its likeness. */
  readonly subjectsFor?: (files: readonly string[]) => ReadonlyMap<string, string>;
}

/** A directory of files to rank. */
export interface FileFolder {
  /** Its path: `""`, or one that ends in a slash. */
  readonly prefix: string;
  readonly files: readonly string[];
}

/** The parts of a file's score: the words of its path, commits like the task, and late commits. */
type Parts = readonly [words: number, likeness: number, recency: number];

/** A file that shares words with a task, or that commits say something of. */
interface FoundFile {
  readonly path: string;
  readonly words: WordSet;
  /** How likely somebody works on it. */
  readonly place: number;
  parts: Parts;
}

/** Ranks the files of a tree by a task. */
export class TaskRanker {
  readonly #task: TaskWords;
  readonly #commits: CommitWeights;
  readonly #concernsTests: boolean;
  /** The bits of each word and the sum of each part, of the files that were ranked. */
  #scale: { readonly counts: WordCounts; readonly sums: readonly number[] } | undefined;

  constructor(task: TaskWords, commits: CommitWeights) {
    this.#task = task;
    this.#commits = commits;
    this.#concernsTests = task.wordsIn("test spec").length > 0;
  }

  /** True if commits say something of files. */
  get hasHistory(): boolean {
    return this.#commits.recency !== undefined;
  }

  /** Returns the weights of files that the task or a commit concerns. The order of folders makes no difference. */
  async rank(folders: readonly FileFolder[], pacer: Pacer): Promise<PathWeights> {
    const counts = new WordCounts(this.#task);
    const found: FoundFile[] = [];
    await forEachPaced(folders, pacer, ({ prefix, files }) => {
      const above = this.#task.wordsIn(prefix);
      const place = this.#placesIn(prefix);
      const likeness = this.#commits.likeness?.in(prefix);
      const recency = this.#commits.recency?.in(prefix);
      for (const name of files) {
        const words = unionOf(above, this.#task.wordsIn(name));
        counts.add(words);
        const parts: Parts = [0, likeness?.get(name) ?? 0, recency?.get(name) ?? 0];
        if (words.length + parts[1] + parts[2] > 0) {
          found.push({ path: prefix + name, words, place: place(name, false), parts });
        }
      }
    });
    // Never 0, whatever is rounded to it.
    const sums = PART_WEIGHTS.map(() => 1 / PART_UNIT);
    await forEachPaced(found, pacer, (each) => {
      const { path, words, place, parts: [, likeness, recency] } = each;
      const factor = this.#concernsTests || !isTestPath(path) ? 1 : TEST_SIGNAL_FACTOR;
      const ofWords = counts.informationOf(words) ** 2 * place;
      each.parts = [factor * ofWords, factor * likeness, factor * recency];
      for (const [i, part] of each.parts.entries()) sums[i]! += roundToUnit(part, PART_UNIT);
    });
    this.#scale = { counts, sums };
    const weights = new PathWeights();
    await forEachPaced(found, pacer, ({ path, parts }) => {
      weights.add(path, sharesOf(parts, sums).reduce((sum, share) => sum + share));
    });
    return weights;
  }

  /** Returns how likely somebody works on the entries of a folder: words tell less of others. */
  #placesIn(prefix: string): EntryScorer {
    return this.#concernsTests ? () => 1 : scoreIn(prefix);
  }

  /**
   * Returns the reasons of files that were ranked: the commit, or the words, by what adds more to a file's score. A file
   * has none if only commits concern it that may not be quoted.
   */
  reasonsFor(paths: readonly string[]): ReadonlyMap<string, TaskReason> {
    const reasons = new Map<string, TaskReason>();
    if (this.#scale === undefined) return reasons;
    const { counts, sums } = this.#scale;
    const subjects = this.#commits.subjectsFor?.(paths);
    for (const path of paths) {
      const { prefix, name } = splitPath(path);
      const words = unionOf(this.#task.wordsIn(prefix), this.#task.wordsIn(name));
      const likeness = this.#commits.likeness?.in(prefix)?.get(name) ?? 0;
      const part = counts.informationOf(words) ** 2 * this.#placesIn(prefix)(name, false);
      const [ofWords, ofCommits] = sharesOf([part, likeness, 0], sums);
      const subject = subjects?.get(path);
      if (subject !== undefined && ofCommits! >= ofWords!) {
        reasons.set(path, touchedBy(subject));
      } else if (words.length > 0) {
        reasons.set(path, namedBy(this.#task.spelledIn(path)));
      }
    }
    return reasons;
  }

  /** Reports whether a file shares a word with the task, or with a commit that does. */
  isRelated(prefix: string, name: string): boolean {
    return this.quickWeight(prefix, name) > 0 || this.#task.wordsIn(prefix).length > 0;
  }

  /** Returns a weight of a file before all files are known. */
  quickWeight(prefix: string, name: string): number {
    const likeness = this.#commits.likeness?.in(prefix)?.get(name) ?? 0;
    return this.#task.wordsIn(name).length + likeness;
  }
}

/** Returns the parts of a file's score, given their sums over all files. */
function sharesOf(parts: Parts, sums: readonly number[]): number[] {
  return parts.map((part, i) => PART_WEIGHTS[i]! * part / sums[i]!);
}

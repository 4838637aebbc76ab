import { forEachPaced } from "../../../pacing/paced.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { isTestPath, TEST_SIGNAL_FACTOR } from "./name_score.ts";
import { PathWeights } from "./path_weights.ts";
import { namedBy, type TaskReason, touchedBy } from "./task_reason.ts";
import { type TaskWords, unionOf, WordCounts, type WordSet } from "./task_words.ts";

/** The weights of the parts of a score, each divided by its largest. */
const PART_WEIGHTS = [0.4, 1, 0.4] as const;

/** What commits say of files, if they can be read. */
export interface CommitWeights {
  readonly likeness?: PathWeights | undefined;
  readonly recency?: PathWeights | undefined;
  /** Returns, for each of some files, the subject of the commit that adds the most to its likeness. */
  readonly subjectsFor?: (files: readonly string[]) => ReadonlyMap<string, string>;
}

/** A directory of files to rank. */
interface FileFolder {
  /** Its path: `""`, or one that ends in a slash. */
  readonly prefix: string;
  readonly files: readonly string[];
}

/** The parts of a file's score: the words of its path, commits like the task, and late commits. */
type Parts = readonly [words: number, likeness: number, recency: number];

/** Ranks the files of a tree by a task. */
export class TaskRanker {
  readonly #task: TaskWords;
  readonly #commits: CommitWeights;
  /** The bits of each word and the largest of each part, of the files that were ranked. */
  #scale: { readonly counts: WordCounts; readonly largest: readonly number[] } | undefined;

  constructor(task: TaskWords, commits: CommitWeights) {
    this.#task = task;
    this.#commits = commits;
  }

  /** True if commits say something of files. */
  get hasHistory(): boolean {
    return this.#commits.recency !== undefined;
  }

  /** Returns the weights of files that the task or a commit concerns. The order of folders makes no difference. */
  async rank(folders: readonly FileFolder[], pacer: Pacer): Promise<PathWeights> {
    const counts = new WordCounts(this.#task);
    const found: { readonly path: string; readonly words: WordSet; parts: Parts }[] = [];
    await forEachPaced(folders, pacer, ({ prefix, files }) => {
      const above = this.#task.wordsIn(prefix);
      const likeness = this.#commits.likeness?.in(prefix);
      const recency = this.#commits.recency?.in(prefix);
      for (const name of files) {
        const words = unionOf(above, this.#task.wordsIn(name));
        counts.add(words);
        const parts: Parts = [0, likeness?.get(name) ?? 0, recency?.get(name) ?? 0];
        if (words.length + parts[1] + parts[2] > 0) {
          found.push({ path: prefix + name, words, parts });
        }
      }
    });
    const largest = [0, 0, 0];
    await forEachPaced(found, pacer, (each) => {
      each.parts = [counts.informationOf(each.words), each.parts[1], each.parts[2]];
      for (const [i, part] of each.parts.entries()) largest[i] = Math.max(largest[i]!, part);
    });
    this.#scale = { counts, largest };
    const weights = new PathWeights();
    const concernsTests = this.#task.wordsIn("test spec").length > 0;
    await forEachPaced(found, pacer, ({ path, parts }) => {
      const shares = sharesOf(parts, largest);
      const factor = concernsTests || !isTestPath(path) ? 1 : TEST_SIGNAL_FACTOR;
      weights.add(path, factor * shares.reduce((sum, share) => sum + share));
    });
    return weights;
  }

  /**
   * Returns the reasons of files that were ranked: the commit, or the words, by what adds more to a file's score. A file
   * has none if only commits concern it that may not be quoted.
   */
  reasonsFor(paths: readonly string[]): ReadonlyMap<string, TaskReason> {
    const reasons = new Map<string, TaskReason>();
    if (this.#scale === undefined) return reasons;
    const { counts, largest } = this.#scale;
    const subjects = this.#commits.subjectsFor?.(paths);
    for (const path of paths) {
      const name = path.slice(path.lastIndexOf("/") + 1);
      const prefix = path.slice(0, path.length - name.length);
      const words = unionOf(this.#task.wordsIn(prefix), this.#task.wordsIn(name));
      const likeness = this.#commits.likeness?.in(prefix)?.get(name) ?? 0;
      const [ofWords, ofCommits] = sharesOf([counts.informationOf(words), likeness, 0], largest);
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

/** Returns the parts of a file's score, given the largest of all files. */
function sharesOf(parts: Parts, largest: readonly number[]): number[] {
  return parts.map((part, i) => part === 0 ? 0 : PART_WEIGHTS[i]! * part / largest[i]!);
}

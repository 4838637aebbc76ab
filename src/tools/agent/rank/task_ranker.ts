import { forEachPaced, type Pacer } from "../../../pacing/pacer.ts";
import { placeOf } from "../../../walk/walks_in_turn.ts";
import { BestPaths, type ScoredPath } from "../match/best_paths.ts";
import { isTestPath, recordFactor, scoreIn, TEST_SIGNAL_FACTOR } from "./name_score.ts";
import { PathWeights, roundToUnit } from "./path_weights.ts";
import { namedBy, type TaskReason, touchedBy } from "./task_reason.ts";
import { type TaskWords, unionOf, WordCounts, type WordSet } from "./task_words.ts";

/** The weights of the parts of a score, each divided by its sum: what many files share says little of each. */
const PART_WEIGHTS = [0.3, 1, 0.3] as const;
/** The inverse precision of those sums. */
const PART_UNIT = 2 ** 20;
/** The bits that a name tells more by having no word but those of the task. */
const WHOLE_NAME_BITS = 2;
/** The weight of late commits besides in an overview, which shows more than the likeliest: a wrong task then costs less. */
const BREADTH = 1;
/** Files below this share of the best score are left out: then no more than a point is missing in the first ten. */
const MIN_SCORE_RATIO = 0.03;
/** Added to how likely somebody works on a file, so that no place rules out a file. */
const MIN_PLACE = 0.02;

/** What commits say of files, if they can be read. */
export interface CommitWeights {
  readonly likeness?: PathWeights | undefined;
  readonly recency?: PathWeights | undefined;
  /** Returns, for each of some files, the subject of the commit that adds the most to its likeness. */
  readonly subjectsFor?: (
    files: readonly string[],
    pacer: Pacer,
  ) => Promise<ReadonlyMap<string, string>>;
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
interface FoundFile<Folder> {
  readonly folder: Folder;
  readonly name: string;
  readonly words: WordSet;
  /** How likely somebody works on it. */
  readonly place: number;
  /** What is left of its score where other changes bring it with them. */
  readonly factor: number;
  parts: Parts;
  score: number;
}

/** A file that shares a word with a task, or with a commit that does. */
export interface RankedFile<Folder> {
  readonly folder: Folder;
  readonly name: string;
  readonly path: string;
  /** 1 for the best. */
  readonly score: number;
  /** Absent if only commits concern it that may not be quoted. */
  readonly reason: TaskReason | undefined;
}

export interface BestFiles<Folder> {
  /** The best first. */
  readonly files: readonly RankedFile<Folder>[];
  /** The number of all, those left out too. */
  readonly total: number;
}

/** Ranks the files of a tree by a task. */
export class TaskRanker {
  readonly #task: TaskWords;
  readonly #commits: CommitWeights;

  constructor(task: TaskWords, commits: CommitWeights) {
    this.#task = task;
    this.#commits = commits;
  }

  /** True if commits say something of files. */
  get hasHistory(): boolean {
    return this.#commits.recency !== undefined;
  }

  /** Ranks the files that the task or a commit concerns. The order of folders makes no difference. */
  async rank<Folder extends FileFolder>(
    folders: readonly Folder[],
    pacer: Pacer,
  ): Promise<Ranking<Folder>> {
    const counts = new WordCounts(this.#task);
    const found: FoundFile<Folder>[] = [];
    for (const folder of folders) {
      const { prefix, files } = folder;
      const { below } = placeOf(prefix);
      const above = this.#task.wordsIn(below);
      const place = this.#task.concernsTests ? () => 1 : scoreIn(below);
      const [likeness, recency] = [this.#commits.likeness, this.#commits.recency].map((weights) =>
        weights?.in(prefix)
      );
      await forEachPaced(files, pacer, (name) => {
        const words = unionOf(above, this.#task.wordsIn(name));
        counts.add(words);
        const parts: Parts = [0, likeness?.get(name) ?? 0, recency?.get(name) ?? 0];
        if (words.length + parts[1] + parts[2] === 0) return;
        const factor = this.#factorOf(prefix, name);
        found.push({ folder, name, words, place: place(name, false), factor, parts, score: 0 });
      });
    }
    // Never 0, whatever is rounded to it.
    const sums = PART_WEIGHTS.map(() => 1 / PART_UNIT);
    await forEachPaced(found, pacer, (file) => {
      file.parts = this.#partsOf(file, counts);
      for (const [i, part] of file.parts.entries()) sums[i]! += roundToUnit(part, PART_UNIT);
    });
    const weights = new PathWeights();
    await forEachPaced(found, pacer, (file) => {
      file.score = scoreOf(file, sums);
      const late = BREADTH * file.factor * file.parts[2] / sums[2]!;
      weights.add(file.folder.prefix + file.name, file.score + late);
    });
    return new Ranking({ task: this.#task, commits: this.#commits, found, sums, weights });
  }

  /** Returns a weight of a file before all files are known. */
  quickWeight(prefix: string, name: string): number {
    const likeness = this.#commits.likeness?.in(prefix)?.get(name) ?? 0;
    return this.#task.wordsIn(name).length + likeness;
  }

  #partsOf<Folder extends FileFolder>(
    { name, words, place, parts: [, likeness, recency] }: FoundFile<Folder>,
    counts: WordCounts,
  ): Parts {
    const isWhole = words.length > 0 && this.#task.isMadeOf(stemOf(name));
    const bits = counts.informationOf(words) + (isWhole ? WHOLE_NAME_BITS : 0);
    return [bits ** 3 * Math.sqrt(place), likeness, recency];
  }

  /** Returns the factor of what is changed along with other files, unless the task is about such files. */
  #factorOf(prefix: string, name: string): number {
    const { concernsTests, concernsRecords } = this.#task;
    const ofTests = !concernsTests && isTestPath(prefix + name) ? TEST_SIGNAL_FACTOR : 1;
    return concernsRecords ? ofTests : ofTests * recordFactor(name);
  }
}

interface RankingFields<Folder> {
  readonly task: TaskWords;
  readonly commits: CommitWeights;
  readonly found: readonly FoundFile<Folder>[];
  /** The sum of each part over all files. */
  readonly sums: readonly number[];
  readonly weights: PathWeights;
}

/** The files that a task or a commit concerns, with their scores. */
export class Ranking<Folder extends FileFolder> {
  /** The scores of all files that have one. */
  readonly weights: PathWeights;
  readonly #fields: RankingFields<Folder>;

  constructor(fields: RankingFields<Folder>) {
    this.weights = fields.weights;
    this.#fields = fields;
  }

  /** Returns the best files that share a word with the task, or with a commit that does, and the number of all such. */
  async best(
    { limit, except }: { readonly limit: number; readonly except?: ReadonlySet<string> },
    pacer: Pacer,
  ): Promise<BestFiles<Folder>> {
    const best = new BestPaths<FoundPath<Folder>>(limit);
    let total = 0;
    await forEachPaced(this.#fields.found, pacer, (file) => {
      const { folder, name, words, score, parts } = file;
      if (score === 0 || words.length + parts[1] === 0) return;
      const path = folder.prefix + name;
      if (except?.has(path)) return;
      total++;
      best.add({ path, score, file });
    });
    const all = best.sorted();
    const largest = all[0]?.score ?? 0;
    const found = all.filter(({ score }) => score >= MIN_SCORE_RATIO * largest);
    const paths = found.map(({ path }) => path);
    const subjects = await this.#fields.commits.subjectsFor?.(paths, pacer);
    const files = found.map(({ path, score, file }) => {
      const { folder, name } = file;
      const reason = this.#reasonFor(file, subjects?.get(path));
      return { path, folder, name, score: score / largest, reason };
    });
    return { files, total };
  }

  /** Returns the commit or the words, by what adds more to a file's score. */
  #reasonFor(
    { folder, name, words, parts }: FoundFile<Folder>,
    subject: string | undefined,
  ): TaskReason | undefined {
    const [ofWords, ofCommits] = sharesOf(parts, this.#fields.sums);
    if (subject !== undefined && ofCommits! >= ofWords!) return touchedBy(subject);
    if (words.length === 0) return undefined;
    return namedBy(this.#fields.task.spelledIn(folder.prefix + name));
  }
}

interface FoundPath<Folder> extends ScoredPath {
  readonly file: FoundFile<Folder>;
}

function scoreOf<Folder>(
  { parts, place, factor }: FoundFile<Folder>,
  sums: readonly number[],
): number {
  const share = sharesOf(parts, sums).reduce((sum, each) => sum + each);
  return factor * share * Math.sqrt(MIN_PLACE + place);
}

/** Returns the parts of a file's score, given their sums over all files. */
function sharesOf(parts: Parts, sums: readonly number[]): number[] {
  return parts.map((part, i) => PART_WEIGHTS[i]! * part / sums[i]!);
}

function stemOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

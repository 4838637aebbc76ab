import { forEachPaced, type Pacer } from "../../../pacing/pacer.ts";
import { placeOf } from "../../../walk/walks_in_turn.ts";
import { BestPaths, type ScoredPath } from "../match/best_paths.ts";
import {
  documentFactor,
  isTestPath,
  recordFactor,
  scoreIn,
  TEST_SIGNAL_FACTOR,
} from "./name_score.ts";
import type { Contents, FileWords } from "../contents/contents.ts";
import { sortPaced } from "../../../pacing/sort_paced.ts";
import { ContentWeights } from "./content_weights.ts";
import { PathWeights, roundToUnit } from "./path_weights.ts";
import { isFiller, placesOf } from "./task_places.ts";
import { takePaced } from "../../../pacing/paced_steps.ts";
import { namedBy, type TaskPlace, type TaskReason, touchedBy } from "./task_reason.ts";
import { type TaskWords, unionOf, WordCounts, type WordSet } from "../task/task_words.ts";

/** The weights of the parts of a score, each divided by its sum: what many files share says little of each. */
const PART_WEIGHTS = [0.3, 1, 0.3, 2, 0.7] as const;
/** The inverse precision of those sums. */
const PART_UNIT = 2 ** 20;
/** The bits that a name tells more by having no word but those of the task. */
const WHOLE_NAME_BITS = 2;
/** The weight of late commits besides in an overview, which shows more than the likeliest: a wrong task then costs less. */
const BREADTH = 0.8;
/** Files below this share of the best score are left out: then no more than a point is missing in the first ten. */
const MIN_SCORE_RATIO = 0.03;
/** Added to how likely somebody works on a file, so that no place rules out a file. */
const MIN_PLACE = 0.3;
/** Files are looked through in the order of texts: each score, below a maximum, becomes a number of so many digits. */
const ORDER_UNIT = 2 ** 30;
const ORDER_DIGITS = 11;
const MAX_SCORE = 8;
const PLACE_SHARE = 1e-6;

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
  /** The kind of its entries. @default {"file"} */
  readonly kind?: string;
}

/** The parts of a file's score: the words of its path, commits like the task, late commits, words in it and in names there. */
type Parts = readonly [
  words: number,
  likeness: number,
  recency: number,
  contents: number,
  names: number,
];

/** A file that shares words with a task, that commits say something of, or that may be looked through. */
interface FoundFile<Folder> {
  readonly path: string;
  readonly folder: Folder;
  readonly name: string;
  readonly words: WordSet;
  /** How likely somebody works on it. */
  readonly place: number;
  /** What is left of its score where other changes bring it with them. */
  readonly factor: number;
  parts: Parts;
  score: number;
  contents: FileWords | undefined;
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
  readonly #contents: Contents | undefined;

  /** @param contents What files say, unless names and commits alone are to count. */
  constructor(task: TaskWords, commits: CommitWeights, contents?: Contents) {
    this.#task = task;
    this.#commits = commits;
    this.#contents = task.count > 0 ? contents : undefined;
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
    const contents = this.#contents;
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
      const isReadable = contents !== undefined && isOfFiles(folder);
      await forEachPaced(files, pacer, (name) => {
        const words = unionOf(above, this.#task.wordsIn(name));
        counts.add(words);
        const parts: Parts = [0, likeness?.get(name) ?? 0, recency?.get(name) ?? 0, 0, 0];
        if (!isReadable && words.length + parts[1] + parts[2] === 0) return;
        const factor = this.#factorOf(prefix, name);
        const file = { path: prefix + name, folder, name, words, place: place(name, false) };
        found.push({ ...file, factor, parts, score: 0, contents: undefined });
      });
    }
    await forEachPaced(found, pacer, (file) => {
      file.parts = this.#partsOf(file, counts);
    });
    let sums = await this.#score(found, pacer);
    let contentWeights: ContentWeights | undefined;
    if (contents !== undefined) {
      contentWeights = await this.#readContents(found, contents, pacer);
      sums = await this.#score(found, pacer);
    }
    const weights = new PathWeights();
    await forEachPaced(found, pacer, ({ path, score, factor, parts }) => {
      const late = BREADTH * factor * parts[2] / sums[2]!;
      if (score + late > 0) weights.add(path, score + late);
    });
    const [task, commits] = [this.#task, this.#commits];
    return new Ranking({ task, commits, contents, contentWeights, found, sums, weights });
  }

  /** Scores files by their parts. Returns the sum of each part. */
  async #score<Folder>(found: readonly FoundFile<Folder>[], pacer: Pacer): Promise<number[]> {
    // Never 0, whatever is rounded to it.
    const sums = PART_WEIGHTS.map(() => 1 / PART_UNIT);
    await forEachPaced(found, pacer, ({ parts }) => {
      for (const [i, part] of parts.entries()) sums[i]! += roundToUnit(part, PART_UNIT);
    });
    await forEachPaced(found, pacer, (file) => {
      file.score = scoreOf(file, sums);
    });
    return sums;
  }

  /** Looks through files, the likeliest first, and sets what their contents say. */
  async #readContents<Folder extends FileFolder>(
    found: readonly FoundFile<Folder>[],
    contents: Contents,
    pacer: Pacer,
  ): Promise<ContentWeights> {
    const keys: string[] = [];
    await forEachPaced(found.entries(), pacer, ([i, { path, folder, score, place }]) => {
      if (!isOfFiles(folder)) return;
      // Files of equal scores come by how likely somebody works on them.
      const rank = Math.round(ORDER_UNIT * (MAX_SCORE - score - PLACE_SHARE * place));
      keys.push(`${String(rank).padStart(ORDER_DIGITS, "0")}${path}\0${i}`);
    });
    const order = await sortPaced(keys, pacer);
    const files = order.values().map((key) => found[Number(key.slice(key.indexOf("\0") + 1))]!);
    const weights = new ContentWeights(this.#task);
    const count = await contents.findWords(files, this.#task, (file, words) => {
      weights.add(words);
      if (words.words.length > 0) file.contents = words;
    });
    contents.left += order.length - count;
    await forEachPaced(found, pacer, (file) => {
      if (file.contents === undefined) return;
      const { anywhere, inNames } = weights.ofFile(file.contents);
      const [words, likeness, recency] = file.parts;
      const factor = this.#task.concernsDocuments ? 1 : documentFactor(file.name);
      const place = Math.sqrt(file.place) * factor;
      file.parts = [words, likeness, recency, anywhere ** 2 * place, inNames ** 2 * place];
    });
    return weights;
  }

  /** Returns a weight of a file before all files are known. */
  quickWeight(prefix: string, name: string): number {
    const likeness = this.#commits.likeness?.in(prefix)?.get(name) ?? 0;
    return this.#task.wordsIn(name).length + likeness;
  }

  #partsOf<Folder extends FileFolder>(
    { name, words, place, parts: [, ...others] }: FoundFile<Folder>,
    counts: WordCounts,
  ): Parts {
    const isWhole = words.length > 0 && this.#task.isMadeOf(stemOf(name));
    const bits = counts.informationOf(words) + (isWhole ? WHOLE_NAME_BITS : 0);
    return [bits ** 3 * Math.sqrt(place), ...others];
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
  readonly contents: Contents | undefined;
  readonly contentWeights: ContentWeights | undefined;
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
      const { path, words, score, parts } = file;
      if (score === 0 || words.length + parts[1] + parts[3] === 0) return;
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

  /** Returns a file with the places where words of the task stand together in it, if there are any. */
  async withLines<File extends { readonly path: string }>(
    file: File,
    pacer: Pacer,
  ): Promise<File & { readonly lines?: readonly TaskPlace[] }> {
    const { task, contents, contentWeights } = this.#fields;
    const hits = await contents?.placesIn(file.path, task) ?? [];
    const words = {
      tells: (word: number) =>
        isFiller(task.spellings[word]!) ? 0 : roundToUnit(contentWeights!.of(word), PART_UNIT),
      spelling: (word: number) => task.spellings[word]!,
    };
    const lines = await takePaced(placesOf(hits, words), pacer);
    return lines.length > 0 ? { ...file, lines } : file;
  }

  /** Returns the commit, the words of its path or its contents, by what adds the most to a file's score. */
  #reasonFor(
    { path, words, parts }: FoundFile<Folder>,
    subject: string | undefined,
  ): TaskReason | undefined {
    const [ofWords, ofCommits, , anywhere, inNames] = sharesOf(parts, this.#fields.sums);
    const ofContents = anywhere! + inNames!;
    const most = Math.max(ofWords!, ofCommits!, ofContents);
    if (subject !== undefined && ofCommits === most) return touchedBy(subject);
    if (ofContents === most) return "contents";
    if (words.length === 0) return undefined;
    return namedBy(this.#fields.task.spelledIn(path));
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

function isOfFiles({ kind = "file" }: FileFolder): boolean {
  return kind === "file";
}

function stemOf(name: string): string {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? name.slice(0, dot) : name;
}

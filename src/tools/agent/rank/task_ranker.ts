import { forEachPaced, type Pacer } from "../../../pacing/pacer.ts";
import { placeOf } from "../../../walk/walks_in_turn.ts";
import { BestPaths } from "../match/best_paths.ts";
import {
  asideFactor,
  documentFactor,
  isTestPath,
  recordFactor,
  scoreIn,
  TEST_SIGNAL_FACTOR,
} from "./name_score.ts";
import type { Contents, FileWords } from "../contents/contents.ts";
import { sortPaced } from "../../../pacing/sort_paced.ts";
import { ContentWeights, MESSAGE_STRENGTH } from "./content_weights.ts";
import { PathWeights, roundToUnit } from "./path_weights.ts";
import { tellingLines } from "./task_places.ts";
import { placesAt } from "./places_at.ts";
import type { Spelled } from "../task/literal_finder.ts";
import { isFiller, toldLine } from "./told_line.ts";
import { takePaced } from "../../../pacing/paced_steps.ts";
import { namedBy, type TaskPlace, type TaskReason, touchedBy } from "./task_reason.ts";
import { type TaskWords, unionOf, WordCounts, type WordSet } from "../task/task_words.ts";

/** The weights of the parts of a score, each divided by its sum: what many files share says little of each. */
const PART_WEIGHTS = [0.3, 1, 0.3, 2, 0.7, 0.5] as const;
/** The inverse precision of those sums. */
const PART_UNIT = 2 ** 20;
/** The bits that a name tells more by having no word but those of the task. */
const WHOLE_NAME_BITS = 2;
/** The bits that a name tells more by being a term. */
const TERM_NAME_BITS = 4;
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
/** The factor of files in a folder that the task names. */
const LIFT_FACTOR = 2;
/** Maximum lines of a file that are told. */
const MAX_LINES = 2;
/** From this strength on, a phrase is what to read a file for. */
const SURE_PHRASE = 0.5;

/** What commits say of files. */
interface CommitWeights {
  readonly likeness: PathWeights;
  readonly recency: PathWeights;
  /** Returns, for each of some files, the subject of the commit that adds the most to its likeness. */
  readonly subjectsFor: (
    files: readonly string[],
    pacer: Pacer,
  ) => Promise<ReadonlyMap<string, string>>;
}

/** What the files of a tree are ranked by. */
export interface TaskRanker {
  readonly task: TaskWords;
  /** Absent if no commit says anything of a file. */
  readonly commits?: CommitWeights;
  /** What files say, unless names and commits alone are to count. */
  readonly contents?: Contents | undefined;
  /** Folders that the task names, each with a slash at its end: their files are likelier. */
  readonly lifted?: readonly string[];
}

/** Returns a weight of a file before all files are known. */
export function quickWeight({ task, commits }: TaskRanker, prefix: string, name: string): number {
  return task.wordsIn(name).length + (commits?.likeness.in(prefix)?.get(name) ?? 0);
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
  phrase: number,
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
}

/** A file that shares a word with a task, or with a commit that does. */
interface RankedFile<Folder> extends Pick<FoundFile<Folder>, "folder" | "name" | "path"> {
  /** 1 for the best. */
  readonly score: number;
  /** Absent if only commits concern it that may not be quoted. */
  readonly reason: TaskReason | undefined;
}

/** The files that a task or a commit concerns, with their scores. */
export class Ranking<Folder extends FileFolder> {
  /** The scores of all files that have one. */
  readonly weights: PathWeights = new PathWeights();
  readonly #ranker: TaskRanker;
  readonly #found: FoundFile<Folder>[] = [];
  /** The sum of each part over all files. */
  #sums: readonly number[] = [];
  #contentWeights: ContentWeights | undefined;
  /** What files say that say anything of the task. */
  readonly #told: [file: FoundFile<Folder>, words: FileWords][] = [];
  #phraseStrength = 1;
  /** The codes of the task that none of them holds. */
  #unheld: readonly string[] = [];

  private constructor(ranker: TaskRanker) {
    this.#ranker = ranker;
  }

  /** Ranks the files of folders. Their order makes no difference. */
  static async of<Folder extends FileFolder>(
    folders: readonly Folder[],
    ranker: TaskRanker,
    pacer: Pacer,
  ): Promise<Ranking<Folder>> {
    const ranking = new Ranking<Folder>(ranker);
    await ranking.#find(folders, pacer);
    await ranking.#score(pacer);
    if (ranker.contents !== undefined) {
      await ranking.#readContents(ranker.contents, pacer);
      await ranking.#score(pacer);
    }
    await forEachPaced(ranking.#found, pacer, ({ path, score, factor, parts }) => {
      const late = BREADTH * factor * parts[2] / ranking.#sums[2]!;
      if (score + late > 0) ranking.weights.add(path, score + late);
    });
    return ranking;
  }

  /** Finds the files to rank, and sets the parts of their scores that names and commits make. */
  async #find(folders: readonly Folder[], pacer: Pacer): Promise<void> {
    const { task, commits, contents } = this.#ranker;
    const counts = new WordCounts(task);
    for (const folder of folders) {
      const { prefix, files } = folder;
      const { below } = placeOf(prefix);
      const above = task.wordsIn(below);
      const place = task.concernsTests ? () => 1 : scoreIn(below);
      const likeness = commits?.likeness.in(prefix);
      const recency = commits?.recency.in(prefix);
      const isReadable = contents !== undefined && isOfFiles(folder);
      await forEachPaced(files, pacer, (name) => {
        const words = unionOf(above, task.wordsIn(name));
        counts.add(words);
        const parts: Parts = [0, likeness?.get(name) ?? 0, recency?.get(name) ?? 0, 0, 0, 0];
        if (!isReadable && words.length + parts[1] + parts[2] === 0) return;
        const isMeant = task.concernsDocuments || task.wordsIn(name).length > 0;
        const factor = this.#factorOf(prefix, name) * (isMeant ? 1 : asideFactor(below + name));
        const file = { path: prefix + name, folder, name, words, place: place(name, false) };
        this.#found.push({ ...file, factor, parts, score: 0 });
      });
    }
    await forEachPaced(this.#found, pacer, (file) => {
      const { name, words, place, parts: [, ...others] } = file;
      const isWhole = words.length > 0 && task.isMadeOf(stemOf(name));
      const isTerm = words.length > 0 && (task.isTerm(name) || task.isTerm(stemOf(name)));
      const bits = counts.informationOf(words) + (isWhole ? WHOLE_NAME_BITS : 0) +
        (isTerm ? TERM_NAME_BITS : 0);
      file.parts = [bits ** 3 * Math.sqrt(place), ...others];
    });
  }

  /** Scores the files by their parts. */
  async #score(pacer: Pacer): Promise<void> {
    // Never 0, whatever is rounded to it.
    const sums = PART_WEIGHTS.map(() => 1 / PART_UNIT);
    await forEachPaced(this.#found, pacer, ({ parts }) => {
      for (const [i, part] of parts.entries()) sums[i]! += roundToUnit(part, PART_UNIT);
    });
    sums[5]! /= this.#phraseStrength || 1;
    await forEachPaced(this.#found, pacer, (file) => {
      const share = sharesOf(file.parts, sums).reduce((sum, each) => sum + each);
      file.score = file.factor * share * Math.sqrt(MIN_PLACE + file.place);
    });
    this.#sums = sums;
  }

  /** Looks through files, the likeliest first, and sets the parts that their contents make. */
  async #readContents(contents: Contents, pacer: Pacer): Promise<void> {
    const { task } = this.#ranker;
    const found = this.#found;
    const keys: string[] = [];
    await forEachPaced(found.entries(), pacer, ([i, { path, folder, score, place }]) => {
      if (!isOfFiles(folder)) return;
      // Files of equal scores come by how likely somebody works on them.
      const rank = Math.round(ORDER_UNIT * (MAX_SCORE - score - PLACE_SHARE * place));
      keys.push(`${String(rank).padStart(ORDER_DIGITS, "0")}${path}\0${i}`);
    });
    const order = await sortPaced(keys, pacer);
    const files = order.map((key) => found[Number(key.slice(key.indexOf("\0") + 1))]!);
    const weights = this.#contentWeights = new ContentWeights(task);
    const told = this.#told;
    this.#unheld = await contents.findWords(files, task, (file, words) => {
      weights.add(words);
      if (words.words.length > 0) told.push([file, words]);
    });
    this.#phraseStrength = weights.phraseStrength;
    await forEachPaced(told, pacer, ([file, fileWords]) => {
      const { anywhere, inNames, phrase } = weights.ofFile(fileWords);
      const [words, likeness, recency] = file.parts;
      const factor = task.concernsDocuments ? 1 : documentFactor(file.name);
      const place = Math.sqrt(file.place) * factor;
      file.parts = [
        words,
        likeness,
        recency,
        anywhere ** 2 * place,
        inNames ** 2 * place,
        phrase ** 3 * place,
      ];
    });
  }

  /** Returns the factor of what is changed along with other files, unless the task is about such files. */
  #factorOf(prefix: string, name: string): number {
    const { task: { concernsTests, concernsRecords }, lifted = [] } = this.#ranker;
    const ofTests = !concernsTests && isTestPath(prefix + name) ? TEST_SIGNAL_FACTOR : 1;
    const ofFolder = lifted.some((folder) => prefix.startsWith(folder)) ? LIFT_FACTOR : 1;
    return ofFolder * ofTests * (concernsRecords ? 1 : recordFactor(name));
  }

  /** Returns the best files that share a word with the task, or with a commit that does, and the number of all such. */
  async best(
    { limit, except }: { readonly limit: number; readonly except?: ReadonlySet<string> },
    pacer: Pacer,
  ): Promise<{ readonly files: readonly RankedFile<Folder>[]; readonly total: number }> {
    const best = new BestPaths<FoundFile<Folder>>(limit);
    let total = 0;
    await forEachPaced(this.#found, pacer, (file) => {
      const { path, words, score, parts } = file;
      if (score === 0 || words.length + parts[1] + parts[3] === 0) return;
      if (except?.has(path)) return;
      total++;
      best.add(file);
    });
    const all = best.sorted();
    const largest = all[0]?.score ?? 0;
    const found = all.filter(({ score }) => score >= MIN_SCORE_RATIO * largest);
    const paths = found.map(({ path }) => path);
    const subjects = await this.#ranker.commits?.subjectsFor(paths, pacer);
    const files = found.map((file) => {
      const { path, folder, name, score } = file;
      const reason = this.#reasonFor(file, subjects?.get(path));
      return { path, folder, name, score: score / largest, reason };
    });
    return { files, total };
  }

  /** True if some file says the whole task, as a message that a program prints. */
  get isMessage(): boolean {
    return this.#phraseStrength >= MESSAGE_STRENGTH;
  }

  /** Returns how much of what the task says a file holds, in its path or its text: the less expected of it the longer it is. */
  coverageOf(path: string): number {
    const { task } = this.#ranker;
    const weights = this.#contentWeights;
    const [file, said] = this.#told.find(([file]) => file.path === path) ?? [];
    if (weights === undefined) return 1;
    const held = new Set([...file?.words ?? [], ...said?.words ?? []]);
    let [all, own] = [0, 0];
    for (const word of task.singles) {
      if (isFiller(task.spellings[word]!)) continue;
      const most = weights.of(word);
      all += most;
      if (held.has(word)) own += most;
    }
    return all === 0 ? 0 : own / Math.sqrt(all * weights.most);
  }

  /** The codes of the task that no file holds to the letter; none where not all files were looked through. */
  get unheld(): readonly string[] {
    return this.#ranker.contents?.unread === 0 ? this.#unheld : [];
  }

  /** Returns a file with the lines that the task gives it, and then those that tell most of the task, if there are any. */
  async withLines<File extends Spelled & { readonly path: string }>(
    file: File,
    pacer: Pacer,
  ): Promise<File & { readonly lines?: readonly TaskPlace[] }> {
    const { task, contents } = this.#ranker;
    const weights = this.#contentWeights;
    if (contents === undefined || weights === undefined) return file;
    const read = await contents.readPlaces(file.path, task);
    if (read === undefined) return file;
    const { phrase, ...others } = read;
    const isQuote = phrase !== undefined && weights.strengthOf(phrase) >= SURE_PHRASE;
    const tells = (word: number) =>
      isFiller(task.spellings[word]!) ? 0 : roundToUnit(weights.of(word), PART_UNIT);
    const told = tellingLines(isQuote ? read : others, file.path, { tells });
    const withText = contents.tellsText;
    const telling = (await takePaced(told, pacer)).map((line) =>
      toldLine(line, read, task, { tells, withText })
    );
    const { path, spelledLines = [] } = file;
    const toldFile = { path, lines: read.lines, withText };
    const places = placesAt(toldFile, spelledLines.slice(0, MAX_LINES));
    const spelled = await takePaced(places, pacer);
    const rest = telling.filter(({ line }) => !spelled.some((each) => each.line === line));
    const lines = [...spelled, ...rest].slice(0, MAX_LINES);
    return lines.length > 0 ? { ...file, lines } : file;
  }

  /** Returns the commit, the words of its path or its contents, by what adds the most to a file's score. */
  #reasonFor(
    { path, words, parts }: FoundFile<Folder>,
    subject: string | undefined,
  ): TaskReason | undefined {
    const [ofWords, ofCommits, , anywhere, inNames, phrase] = sharesOf(parts, this.#sums);
    const ofContents = anywhere! + inNames! + phrase!;
    const most = Math.max(ofWords!, ofCommits!, ofContents);
    if (subject !== undefined && ofCommits === most) return touchedBy(subject);
    if (ofContents === most) return "contents";
    if (words.length === 0) return undefined;
    return namedBy(this.#ranker.task.spelledIn(path));
  }
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

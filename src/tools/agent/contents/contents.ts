/** What the text files of a tree say of tasks. */
import type { Pacer } from "../../../pacing/pacer.ts";
import { LOOKS } from "../../../scope/places.ts";
import type { ScopedPath } from "../../../scope/scoped_path.ts";
import type { StartedCall } from "../../call.ts";
import type { TaskWords } from "../task/task_words.ts";
import { type Phrase, PhraseFinder } from "./phrase_finder.ts";
import { takePaced } from "../../../pacing/paced_steps.ts";
import { SymbolFinder, type SymbolLine } from "./symbol_finder.ts";
import { type FoundFile, type TextFile, TextFiles } from "./text_files.ts";
import { SLICE_WORK, type VisitWord, WordScanner } from "./word_scanner.ts";

/**
 * Bounds of a call: files that are opened, bytes that are read, and work on them, in bytes of ASCII that are scanned.
 * They hold whatever a file turns out to be, and for one that is read again.
 */
const BOUNDS = { files: 20_000, bytes: 64 * 1024 * 1024, work: 512 * 1024 * 1024 } as const;
/** The work of reading what a file defines, for each byte of it. */
const LINES_WORK = 16;
/** The share of the bounds that is kept for reading again the files whose lines are told. */
const AGAIN_SHARE = 1 / 8;
/** Larger files may take this share of the bytes, and the rest once all others are read: sources are small. */
const LARGE_FILE_BYTES = 64 * 1024;
const LARGE_SHARE = 0.5;

/** Maximum places in a file that its lines are chosen by. */
const MAX_PLACES = 64 * 1024;
/** A word that stands in a file more often tells no more. */
const MAX_COUNT = 2 ** 16 - 1;

type Amounts = Readonly<Record<keyof typeof BOUNDS, number>>;

/** The words of a task in a file, each once, and how often each stands there: in little memory, for many files. */
export interface FileWords {
  /** The number of its words, any words. */
  readonly length: number;
  readonly words: Uint16Array;
  readonly counts: Uint16Array;
  /** How often each is part of a name that the file defines. */
  readonly inNames: Uint16Array;
  /** The longest run of them in the task's order, if two of them stand so. */
  readonly phrase: Phrase | undefined;
}

/** A place in a file where a word of a task stands. */
export interface WordPlace {
  readonly word: number;
  /** From 1 on. */
  readonly line: number;
  /** True if it is part of a name that the file defines. */
  readonly isName: boolean;
}

/** A file, line by line, and where the words of a task stand in it, from its first line on. */
export interface FilePlaces {
  readonly lines: readonly string[];
  readonly places: readonly WordPlace[];
  /** The longest phrase of the task, and the lines where it begins and ends. */
  readonly phrase?: Phrase & { readonly first: number; readonly last: number };
}

/** The contents of the files that a call may show. */
export class Contents {
  readonly #files: TextFiles;
  readonly #pacer: Pacer;
  readonly #scanners = new Map<TaskWords, WordScanner>();
  /** How often files may still be searched: each search gets an equal share of what is left. */
  #searches: number;
  /** Up to what the present search, and what reads files of it again, may spend. */
  #limit: Amounts = BOUNDS;
  #work = 0;
  /** True if lines of files may be told, not only their numbers. */
  readonly tellsText: boolean;

  private constructor(files: TextFiles, searches: number, tellsText: boolean, pacer: Pacer) {
    this.#files = files;
    this.tellsText = tellsText;
    this.#searches = searches;
    this.#pacer = pacer;
  }

  /**
   * Opens the contents below the directories of a call, unless the host keeps them back.
   *
   * @param searches Maximum times that files are searched: they share the bounds alike.
   */
  static async below(
    { contents, scope, pacer }: StartedCall,
    starts: readonly ScopedPath[],
    searches = 1,
  ): Promise<Contents | undefined> {
    if (contents === "none") return undefined;
    const files = new TextFiles(scope, starts, await scope.loadOpener());
    return new Contents(files, searches, contents !== "places", pacer);
  }

  /** The number of files that were not looked through: they could not be read, are too large, or a bound came first. */
  get unread(): number {
    return this.#files.unread.size;
  }

  /** True if files were looked through. */
  get isUsed(): boolean {
    return this.#files.spent.files + this.unread > 0;
  }

  get #spent(): Amounts {
    return { ...this.#files.spent, work: this.#work };
  }

  /** Returns what is spent and a share of what is left. */
  #limitAt(share: number): Amounts {
    const spent = this.#spent;
    const at = (key: keyof Amounts) => spent[key] + share * (BOUNDS[key] - spent[key]);
    return { files: at("files"), bytes: at("bytes"), work: at("work") };
  }

  #isWithin(limit: Amounts, found: FoundFile): boolean {
    const { files, bytes, work } = this.#spent;
    return files < limit.files && bytes + found.maxBytes <= limit.bytes && work < limit.work;
  }

  /** Visits the text files among some, up to the bounds of one search. */
  async #forEachText<File extends { readonly path: string }>(
    files: readonly File[],
    visit: (entry: File, text: TextFile) => void | Promise<void>,
  ): Promise<void> {
    const share = 1 / Math.max(1, this.#searches--);
    const limit = this.#limitAt(share * (1 - AGAIN_SHARE));
    this.#limit = this.#limitAt(share);
    let largeBytes = LARGE_SHARE * (limit.bytes - this.#spent.bytes);
    const late: File[] = [];
    let isFull = false;
    for (const turn of [files, late]) {
      for (const entry of turn) {
        if (this.#pacer.isDue()) await this.#pacer.pause();
        const found: FoundFile | undefined = isFull ? undefined : this.#files.find(entry.path);
        isFull ||= found !== undefined && !this.#isWithin(limit, found);
        if (isFull) this.#files.leave(entry.path);
        if (isFull || found === undefined) continue;
        const isLarge = turn === files && found.info.size > LARGE_FILE_BYTES;
        const bytes = isLarge ? found.maxBytes : 0;
        if (bytes > largeBytes) {
          late.push(entry);
          continue;
        }
        largeBytes -= bytes;
        const text = this.#files.read(found, LOOKS.searched);
        if (text !== undefined) await visit(entry, text);
      }
    }
  }

  /** Reads a file again, within what the present search may spend. */
  #readAgain(path: string): TextFile | undefined {
    const found = this.#files.find(path);
    return found && this.#isWithin(this.#limit, found)
      ? this.#files.read(found, LOOKS.told)
      : undefined;
  }

  /** Finds the lines of files that bear a name, up to the bounds. Reports whether any holds it, be it a part of another. */
  async findSymbol<File extends { readonly path: string }>(
    files: readonly File[],
    finder: SymbolFinder,
    visit: (file: File, lines: readonly SymbolLine[]) => void,
  ): Promise<boolean> {
    let isHeld = false;
    await this.#forEachText(files, async (entry, text) => {
      const held = finder.heldBy(text);
      isHeld ||= held !== undefined;
      if (held !== "whole") return;
      this.#work += LINES_WORK * text.length;
      const steps = finder.linesIn(linesOf(text), entry.path);
      const lines = await takePaced(steps, this.#pacer);
      if (lines.length > 0) visit(entry, lines);
    });
    return isHeld;
  }

  /** Returns the lines of a file; `undefined` if it cannot be read again. */
  readLines(path: string): readonly string[] | undefined {
    const file = this.#readAgain(path);
    return file && linesOf(file);
  }

  /** Finds the words of a task in files, up to the bounds. Returns its codes that none of them holds to the letter. */
  async findWords<File extends { readonly path: string }>(
    files: readonly File[],
    task: TaskWords,
    visit: (file: File, words: FileWords) => void,
  ): Promise<string[]> {
    let unheld = task.codes.map((code) => new SymbolFinder(code));
    const scanner = this.#scannerOf(task);
    const phrases = new PhraseFinder(task);
    const counts = new Uint32Array(task.count);
    const inNames = new Uint32Array(task.count);
    await this.#forEachText(files, async (entry, file) => {
      unheld = unheld.filter((code) => code.heldBy(file) === undefined);
      const words: number[] = [];
      scanner.wordCount = 0;
      await this.#scan(scanner, file, (word, at, isName) => {
        phrases.visit(word, scanner.wordCount, at);
        if (word >= task.count) return;
        if (counts[word]!++ === 0) words.push(word);
        if (isName) inNames[word]!++;
      });
      const kept = new Uint16Array(3 * words.length);
      for (const [i, word] of words.entries()) {
        kept[i] = word;
        kept[words.length + i] = Math.min(MAX_COUNT, counts[word]!);
        kept[2 * words.length + i] = Math.min(MAX_COUNT, inNames[word]!);
      }
      visit(entry, {
        length: scanner.wordCount,
        words: kept.subarray(0, words.length),
        counts: kept.subarray(words.length, 2 * words.length),
        inNames: kept.subarray(2 * words.length),
        phrase: phrases.take(scanner.wordCount),
      });
      for (const word of words) counts[word] = inNames[word] = 0;
    });
    return unheld.map(({ name }) => name);
  }

  /** Returns the lines of a file, and where the words of a task stand in them; `undefined` if it cannot be read again. */
  async readPlaces(path: string, task: TaskWords): Promise<FilePlaces | undefined> {
    const file = this.#readAgain(path);
    if (file === undefined) return undefined;
    const places: WordPlace[] = [];
    const phrases = new PhraseFinder(task);
    const scanner = this.#scannerOf(task);
    const lineOf = lineCounter(file);
    scanner.wordCount = 0;
    await this.#scan(scanner, file, (word, at, isName) => {
      phrases.visit(word, scanner.wordCount, at);
      if (word < task.count && places.length < MAX_PLACES) {
        places.push({ word, line: lineOf(at), isName });
      }
    });
    const phrase = phrases.take(0);
    const ends = lineCounter(file);
    return {
      lines: linesOf(file),
      places,
      ...phrase && { phrase: { ...phrase, first: ends(phrase.from), last: ends(phrase.to) } },
    };
  }

  /** Returns the scanner of a task, which remembers the words of all files. */
  #scannerOf(task: TaskWords): WordScanner {
    const scanner = this.#scanners.get(task) ?? new WordScanner(task);
    this.#scanners.set(task, scanner);
    return scanner;
  }

  async #scan(
    scanner: WordScanner,
    { bytes, length }: TextFile,
    visit: VisitWord,
  ): Promise<void> {
    for (let from = 0; from < length;) {
      if (this.#pacer.isDue()) await this.#pacer.pause();
      this.#work += Math.min(SLICE_WORK, length - from);
      from = scanner.scan(bytes, { from, length }, visit);
    }
  }
}

const NEWLINE = 10;

/** Returns the lines of a file. No other ends count, as `sed -n` has it. */
function linesOf({ bytes, length }: TextFile): string[] {
  return new TextDecoder().decode(bytes.subarray(0, length)).split("\n");
}

/** Returns a function that counts the lines up to an offset, which never decreases. */
function lineCounter({ bytes, length }: TextFile): (at: number) => number {
  const text = bytes.subarray(0, length);
  let line = 1;
  let end = text.indexOf(NEWLINE);
  return (at) => {
    for (; end >= 0 && end < at; end = text.indexOf(NEWLINE, end + 1)) line++;
    return line;
  };
}

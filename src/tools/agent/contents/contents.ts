/** What the text files of a tree say of tasks. */
import type { Pacer } from "../../../pacing/pacer.ts";
import type { ScopedPath } from "../../../scope/scoped_path.ts";
import type { StartedCall } from "../../call.ts";
import type { TaskWords } from "../task/task_words.ts";
import { type Phrase, PhraseFinder } from "./phrase_finder.ts";
import type { SymbolFinder, SymbolLine } from "./symbol_finder.ts";
import { type TextFile, TextFiles } from "./text_files.ts";
import { type VisitWord, WordScanner } from "./word_scanner.ts";

/** Maximum files and bytes that are looked through in a call. */
const MAX_FILES = 20_000;
const MAX_BYTES = 64 * 1024 * 1024;

/** The words of a task in a file, each once, and how often each stands there. */
export interface FileWords {
  /** The number of its words, any words. */
  readonly length: number;
  readonly words: readonly number[];
  readonly counts: readonly number[];
  /** How often each is part of a name that the file defines. */
  readonly inNames: readonly number[];
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
  /** What each task may read, and what is left for the call. */
  readonly #share: { readonly files: number; readonly bytes: number };
  readonly #rest = { files: MAX_FILES, bytes: MAX_BYTES };
  /** True if lines of files may be told, not only their numbers. */
  readonly tellsText: boolean;
  /** The number of files that were not looked through, because a bound was reached before them. */
  left = 0;

  private constructor(files: TextFiles, taskCount: number, tellsText: boolean, pacer: Pacer) {
    this.#files = files;
    this.tellsText = tellsText;
    this.#share = { files: MAX_FILES / taskCount, bytes: MAX_BYTES / taskCount };
    this.#pacer = pacer;
  }

  /**
   * Opens the contents below the directories that a call searches, unless the host keeps them back or there is no task.
   * Its tasks share the bounds alike.
   */
  static async below(
    { contents, scope, pacer }: StartedCall,
    starts: readonly ScopedPath[],
    taskCount: number,
  ): Promise<Contents | undefined> {
    if (contents === "none" || taskCount === 0) return undefined;
    const files = new TextFiles(scope, starts, await scope.fileSystem.loadOpener());
    return new Contents(files, taskCount, contents !== "places", pacer);
  }

  /** The number of files that exist and could not be read, or are too large. */
  get unreadable(): number {
    return this.#files.unreadable.size;
  }

  /** True if files were looked through. */
  get isUsed(): boolean {
    return this.left > 0 || this.unreadable > 0 || this.#rest.files < MAX_FILES;
  }

  /** True if no file was left out. */
  get isWhole(): boolean {
    return this.left + this.unreadable === 0;
  }

  /** Visits the text files among some, up to the bounds of one query. */
  async #forEachText<File extends { readonly path: string }>(
    files: readonly File[],
    visit: (entry: File, text: TextFile) => void | Promise<void>,
  ): Promise<void> {
    const rest = this.#rest;
    const end = { files: rest.files - this.#share.files, bytes: rest.bytes - this.#share.bytes };
    for (const [i, entry] of files.entries()) {
      if (this.#pacer.isDue()) await this.#pacer.pause();
      if (rest.files <= Math.max(0, end.files) || rest.bytes <= Math.max(0, end.bytes)) {
        this.left += files.length - i;
        return;
      }
      const file = this.#files.read(entry.path);
      if (file === undefined) continue;
      rest.files--;
      rest.bytes -= file.length;
      await visit(entry, file);
    }
  }

  /** Finds the lines of files that bear a name, up to the bounds. */
  async findSymbol<File extends { readonly path: string }>(
    files: readonly File[],
    finder: SymbolFinder,
    visit: (file: File, lines: readonly SymbolLine[]) => void,
  ): Promise<void> {
    await this.#forEachText(files, (entry, text) => {
      if (finder.isIn(text)) visit(entry, finder.linesIn(linesOf(text), entry.path));
    });
  }

  /** Returns the lines of a file; `undefined` if it cannot be read. */
  readLines(path: string): readonly string[] | undefined {
    const file = this.#files.read(path);
    return file && linesOf(file);
  }

  /** Finds the words of a task in files, up to the bounds. */
  async findWords<File extends { readonly path: string }>(
    files: readonly File[],
    task: TaskWords,
    visit: (file: File, words: FileWords) => void,
  ): Promise<void> {
    const scanner = this.#scannerOf(task);
    const phrases = new PhraseFinder(task);
    const counts = new Uint32Array(task.count);
    const inNames = new Uint32Array(task.count);
    await this.#forEachText(files, async (entry, file) => {
      const words: number[] = [];
      scanner.wordCount = 0;
      await this.#scan(scanner, file, (word, at, isName) => {
        phrases.visit(word, scanner.wordCount, at);
        if (word >= task.count) return;
        if (counts[word]!++ === 0) words.push(word);
        if (isName) inNames[word]!++;
      });
      visit(entry, {
        length: scanner.wordCount,
        words,
        counts: words.map((word) => counts[word]!),
        inNames: words.map((word) => inNames[word]!),
        phrase: phrases.take(scanner.wordCount),
      });
      for (const word of words) counts[word] = inNames[word] = 0;
    });
  }

  /** Returns the lines of a file, and where the words of a task stand in them; `undefined` if it cannot be read. */
  async readPlaces(path: string, task: TaskWords): Promise<FilePlaces | undefined> {
    const file = this.#files.read(path);
    if (file === undefined) return undefined;
    const places: WordPlace[] = [];
    const phrases = new PhraseFinder(task);
    const scanner = this.#scannerOf(task);
    const lineOf = lineCounter(file);
    scanner.wordCount = 0;
    await this.#scan(scanner, file, (word, at, isName) => {
      phrases.visit(word, scanner.wordCount, at);
      if (word < task.count) places.push({ word, line: lineOf(at), isName });
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

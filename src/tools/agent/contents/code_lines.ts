import type { Steps } from "../../../pacing/paced_steps.ts";
import type { Quote } from "./languages.ts";

/** Maximum characters of a line. A longer one is taken for data, and for blank. */
const MAX_LINE = 1000;

/** Lines that are read without a pause. */
const LINES_PER_STEP = 16;

/** 1 for the code of each character that opens a bracket, and -1 for one that closes it. */
const BRACKETS = new Int8Array(1 << 16);
for (const character of "([{") BRACKETS[character.charCodeAt(0)] = 1;
for (const character of ")]}") BRACKETS[character.charCodeAt(0)] = -1;

/** The lines of a file without comments and without what is in strings; columns are kept. */
export class CodeLines {
  readonly code: string[] = [];
  /** The width of the space before each line; endless if the line is blank, or begins in a string. */
  readonly indents: number[] = [];
  /** The number of brackets that are open before each line, and behind the last. */
  readonly depths: number[] = [0];
  readonly #quotes: readonly Quote[];
  /** Matches the next quote; its number is that of the group. */
  readonly #opening: RegExp;
  /** What ends the quote that the text is in. */
  #rest: RegExp | undefined;

  private constructor(quotes: readonly Quote[]) {
    this.#quotes = quotes;
    this.#opening = new RegExp(quotes.map(({ open }) => `(${open})`).join("|"), "g");
  }

  static *read(lines: readonly string[], quotes: readonly Quote[]): Steps<CodeLines> {
    const read = new CodeLines(quotes);
    for (const [i, line] of lines.entries()) {
      if (i % LINES_PER_STEP === 0) yield;
      read.#add(line);
    }
    return read;
  }

  #add(line: string): void {
    const isInside = this.#rest !== undefined;
    const code = line.length > MAX_LINE ? "" : this.#read(line.trimEnd());
    this.code.push(code);
    this.indents.push(isInside || !/\S/.test(code) ? Infinity : indentOf(line));
    this.depths.push(this.depths.at(-1)! + balanceOf(code));
  }

  /** Reads a line from where the last one ended, and returns its code. */
  #read(line: string): string {
    let code = "";
    while (code.length < line.length) {
      if (this.#rest !== undefined) {
        this.#rest.lastIndex = code.length;
        if (!this.#rest.test(line)) return code;
        const end = this.#rest.lastIndex;
        code += blank(line.slice(code.length, end), line[end - 1]!);
        this.#rest = undefined;
      }
      this.#opening.lastIndex = code.length;
      const match = this.#opening.exec(line);
      if (match === null) return code + line.slice(code.length);
      const [opened] = match;
      code += line.slice(code.length, match.index) + blank(opened, opened[0]!);
      const { rest } = this.#quotes[match.indexOf(opened, 1) - 1]!;
      this.#rest = typeof rest === "function" ? rest(opened) : rest;
    }
    return code;
  }
}

/** Returns space for what is quoted, in the quotes themselves if it is a string. */
function blank(quoted: string, quote: string): string {
  const end = "\"'`".includes(quote) ? quote : " ";
  return (end.padEnd(quoted.length - 1) + end).slice(0, quoted.length);
}

/** Returns the width of the space before a line's first character. A tab counts as eight. */
function indentOf(line: string): number {
  return /^\s*/.exec(line)![0].replaceAll("\t", "        ").length;
}

/** Returns how many more brackets a line opens than it closes. */
function balanceOf(code: string): number {
  let balance = 0;
  for (let at = 0; at < code.length; at++) balance += BRACKETS[code.charCodeAt(at)]!;
  return balance;
}

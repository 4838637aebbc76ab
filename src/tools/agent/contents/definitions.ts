import type { Steps } from "../../../pacing/paced_steps.ts";
import { CodeLines } from "./code_lines.ts";
import { type Language, languageOf } from "./languages.ts";

/** Maximum lines that are looked at above a line and of a definition; of a signature, and its text. */
const MAX_LINES = 5000, MAX_SIGNATURE = 60, MAX_TEXT = 400;
/** Maximum characters of a name that is told. */
const MAX_NAME = 80;
/** Maximum lines, each indented less than the one before, that are looked at as what a line is in. */
const MAX_DEPTH = 64;
/** Maximum characters of a file that is read. */
const MAX_LENGTH = 256 * 1024;
/** A line that goes on with the line before, or says nothing by its indentation: a label, a bracket. */
const IS_LOOSE =
  /^\s*(?:[{})\]<>.,:?=&|+-]|(?:where|throws|implements|extends|rescue|ensure|end|else)\b|(?:case\b.*|(?!try\b)\w+):\s*$)/;
/** Where a body opens; not where a type does. */
const OPENS_BODY = /\{$(?<![:|&<]\s*\{)|=>\s*[([]$/;
/** Names without a body, or behind it, or within a line. */
const OTHER_NAME = new RegExp(
  "^\\s*#\\s*define\\s+(\\w+)|^\\s*(?:[a-z()]+\\s+)*(?:type|typealias)\\s+(\\w+)|" +
    "^(?:typedef\\b.*\\b|\\}\\s*)(\\w+)\\s*;|^[^/*]*\\bfunction\\s*\\*?\\s*(\\w+)\\s*\\(",
);

/** A definition of a file: of a function, a method or a type. Lines count from 1. */
export interface Definition {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** What a line begins, without what is in brackets. */
interface Signature {
  readonly text: string;
  /** The line where its body opens, from 0 on, if that has lines of its own. */
  readonly body?: number;
}

/** What a file defines, read off its keywords, brackets and indentation. What is not sure is not told. */
export class Definitions {
  readonly #lines: readonly string[];
  readonly #language: Language | undefined;
  readonly #text: CodeLines;
  /** Those that were looked for, by their first lines. */
  readonly #found = new Map<number, Definition | undefined>();

  private constructor(lines: readonly string[], text: CodeLines, language: Language | undefined) {
    this.#lines = lines;
    this.#text = text;
    this.#language = language;
  }

  /** Reads the lines of a file, whose path tells the language. */
  static *read(lines: readonly string[], path: string): Steps<Definitions> {
    const length = lines.reduce((sum, line) => sum + line.length, 0);
    const language = length > MAX_LENGTH ? undefined : languageOf(path);
    const read = language === undefined ? [] : lines;
    return new Definitions(read, yield* CodeLines.read(read, language?.quotes ?? []), language);
  }

  /** Reports whether a line holds code, not only a comment or a part of a string; `undefined` where the language is unknown. */
  isCode(line: number): boolean | undefined {
    return this.#language && this.#text.code[line - 1]?.trim() !== "";
  }

  /** Returns the innermost definition that a line is in, or that begins there. */
  enclosing(line: number): Definition | undefined {
    const { code, indents } = this.#text;
    let indent = Infinity;
    let depth = 0;
    for (let i = line - 1; i >= 0 && i > line - MAX_LINES && indent > 0; i--) {
      if (!(indents[i]! < indent) || IS_LOOSE.test(code[i]!)) continue;
      if (depth++ === MAX_DEPTH) return undefined;
      if (!this.#found.has(i)) this.#found.set(i, this.#definitionAt(i));
      const definition = this.#found.get(i);
      if (definition !== undefined && definition.to >= line) return definition;
      indent = indents[i]!;
    }
    return undefined;
  }

  /** Returns the name that a line defines: of a function, a method, a type, a macro. */
  headerAt(line: number): { readonly name: string } | undefined {
    const i = line - 1;
    const name = this.#nameOf(this.#signatureAt(i));
    if (name !== undefined && this.#text.code[i]!.includes(name)) return { name };
    // Directives are no code.
    const text = this.#text.code[i]?.trimEnd() || this.#lines[i]?.slice(0, MAX_TEXT) || "";
    const other = OTHER_NAME.exec(text);
    return other === null ? undefined : { name: other.slice(1).find((group) => group)! };
  }

  #definitionAt(i: number): Definition | undefined {
    const signature = this.#signatureAt(i);
    const name = this.#nameOf(signature);
    const to = name === undefined ? undefined : this.#endOf(i, signature!);
    return to === undefined ? undefined : { name: name!, from: i + 1, to: to + 1 };
  }

  /** Returns the name that a signature defines. */
  #nameOf(signature: Signature | undefined): string | undefined {
    let text = signature?.text ?? "";
    for (let i = 0; i < 4; i++) text = text.replace(/<(?:[-=]>|[^<>])*(?<![-=])>/g, "");
    const names = this.#language?.patterns.map((pattern) => pattern.exec(text)?.[1]);
    return names?.find((name) => name && name.length <= MAX_NAME);
  }

  #signatureAt(start: number): Signature | undefined {
    const { code, indents, depths } = this.#text;
    if (!(indents[start]! < Infinity)) return undefined;
    if (this.#language!.blocks !== undefined) return { text: code[start]! };
    let text = "";
    let depth = 0;
    for (let i = start; i < code.length; i++) {
      const isNext = i > start && depth === 0 && indents[i]! <= indents[start]!;
      if (isNext && !IS_LOOSE.test(code[i]!)) break;
      for (const character of code[i]!) {
        if (")]}".includes(character) && depth-- === 0) return { text };
        if (depth === 0) text += character;
        if (text.length > MAX_TEXT) return undefined;
        if (depth === 0 && character === ";") return { text };
        if (!"([{".includes(character)) continue;
        const isOpen = depths[i + 1]! > depths[start]!;
        if (depth++ === 0 && isOpen && OPENS_BODY.test(text)) return { text, body: i };
      }
      if (i > start + MAX_SIGNATURE) return undefined;
      if (depth === 0) text += " ";
    }
    return { text };
  }

  /** Returns the last line of a definition, or undefined if that is not sure. */
  #endOf(start: number, { text, body }: Signature): number | undefined {
    const { code, indents, depths } = this.#text;
    const { blocks, bodiless } = this.#language!;
    if (body === undefined && bodiless?.test(text) === false) return undefined;
    const first = body ?? start;
    const indent = indents[start]!;
    let last = start;
    for (let i = first; i < code.length && i < start + MAX_LINES; i++) {
      const isAtStart = i > first && indents[i] === indent;
      if (i > first && indents[i]! < indent || isAtStart && !IS_LOOSE.test(code[i]!)) break;
      if (body !== undefined && depths[i + 1]! <= depths[start]!) return i;
      if (blocks === "end" && isAtStart && /^\s*end\b/.test(code[i]!)) return i;
      if (code[i] !== "" && /\S/.test(code[i]!)) last = i;
    }
    return body !== undefined || blocks === "end" && last > start ? undefined : last;
  }
}

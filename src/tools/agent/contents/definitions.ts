import { Blocks, indentOf, IS_LOOSE } from "./blocks.ts";
import { CodeLines } from "./code_lines.ts";
import { type Header, headerOf, type Signature, type Syntax, syntaxOf } from "./headers.ts";

/** Maximum lines that are looked at above a line, and characters of a directive. */
const MAX_ABOVE = 5000, MAX_DIRECTIVE = 400;
const IS_ANNOTATION = /^\s*(?:@(?!interface\b)|#?\[)/;
/** Names that are defined within a line, have no body, or stand behind it, as in C. */
const OTHER_NAME = new RegExp(
  "^\\s*#\\s*define\\s+(\\w+)|^\\}\\s*(\\w+)\\s*;|^typedef\\b[^;{(]*\\(\\s*\\*\\s*(\\w+)\\s*\\)|" +
    "^typedef\\b[^;{(]*\\b(\\w+)\\s*;|\\bfunction\\s*\\*?\\s*([\\w$]+)\\s*\\(|" +
    "^\\s*(?:(?:export|declare|public|private|internal|pub(?:\\([a-z]+\\))?)\\s+)*" +
    "(?:type|typealias)\\s+([\\w$]+)\\s*[=<\\w(*[]",
);

/** A definition of a file: of a function, a method or a type. Lines count from 1. */
export interface Definition {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

/** What a file defines, read off its keywords, brackets and indentation. What is not sure is not told. */
export class Definitions {
  readonly #lines: readonly string[];
  readonly #syntax: Syntax | undefined;
  /** What is known of the file, if its language is known. */
  readonly #blocks: Blocks | undefined;
  readonly #known = new Map<number, Definition | undefined>();

  constructor(lines: readonly string[], path: string) {
    const extension = /\.(\w{1,5})$/.exec(path)?.[1]?.toLowerCase() ?? "";
    this.#lines = lines;
    this.#syntax = syntaxOf(extension);
    if (this.#syntax === undefined) return;
    this.#blocks = new Blocks(new CodeLines(lines, extension), this.#syntax);
  }

  /** Reports whether a line holds code, not only a comment or a part of a string; `undefined` where the language is unknown. */
  isCode(line: number): boolean | undefined {
    return this.#blocks && this.#blocks.code[line - 1]?.trim() !== "";
  }

  /** Returns the innermost definition that a line is in, or that begins there. */
  enclosing(line: number): Definition | undefined {
    const blocks = this.#blocks;
    if (blocks === undefined) return undefined;
    blocks.renew();
    let indent = Infinity;
    for (let i = line - 1; i >= 0 && i > line - MAX_ABOVE && indent > 0; i--) {
      const code = blocks.code[i];
      if (code === undefined || !blocks.isStart(i)) continue;
      const own = indentOf(code);
      if (own >= indent || IS_LOOSE.test(code)) continue;
      // An annotation is in what is around it; of a long one, the other lines are in what it annotates.
      const isOuter = i === line - 1 && IS_ANNOTATION.test(code);
      const definition = isOuter ? undefined : this.#definitionAt(i);
      if (definition !== undefined && definition.to >= line) return definition;
      indent = own;
    }
    return undefined;
  }

  /** Returns the name that a line defines: of a function, a method, a type, a macro. */
  headerAt(line: number): { readonly name: string } | undefined {
    const code = this.#blocks?.code[line - 1];
    if (code === undefined || this.#blocks!.isInside(line - 1)) return undefined;
    this.#blocks!.renew();
    const header = this.#headerAt(line - 1);
    if (header !== undefined && header.at < header.signature.first) return { name: header.name };
    // Directives are no code.
    const text = code === "" ? this.#lines[line - 1]!.slice(0, MAX_DIRECTIVE) : code;
    const name = OTHER_NAME.exec(text)?.slice(1).find((group) => group !== undefined);
    return name === undefined ? undefined : { name };
  }

  /** Reads what a line begins to define, and where the name is in its signature. */
  #headerAt(
    i: number,
  ): Header & { readonly at: number; readonly signature: Signature } | undefined {
    if (!this.#blocks!.isStart(i)) return undefined;
    const signature = this.#blocks!.signatureAt(i);
    const header = headerOf(this.#syntax!, signature);
    if (header === undefined) return undefined;
    const at = signature.text.indexOf(header.name);
    return { ...header, name: this.#unquoted(header.name, i), at, signature };
  }

  /** Returns the name of a method of an object, as written: code has no contents of strings. */
  #unquoted(name: string, i: number): string {
    if (!/^['"]/.test(name)) return name;
    const at = this.#blocks!.code[i]!.indexOf(name);
    return this.#lines[i]!.slice(at + 1, at + name.length - 1);
  }

  #definitionAt(i: number): Definition | undefined {
    if (this.#known.has(i)) return this.#known.get(i);
    const definition = this.#readDefinition(i);
    if (!this.#blocks!.isExhausted) this.#known.set(i, definition);
    return definition;
  }

  #readDefinition(i: number): Definition | undefined {
    const header = this.#headerAt(i);
    if (header === undefined || header.isBodiless || header.signature.isCut) return undefined;
    const to = this.#blocks!.endOf(i, header.signature);
    if (to === undefined || this.#blocks!.isExhausted) return undefined;
    // A value in a list of parameters, not a method of an object, which has a colon.
    const isDefault = this.#syntax!.hasObjects && /[^=<>!]=[^=>]/.test(header.signature.text) &&
      /,\s*$/.test(this.#blocks!.code[to]!);
    if (isDefault) return undefined;
    return { name: header.name, from: this.#startOf(i, header) + 1, to: to + 1 };
  }

  /** Returns the first line of a definition: in C, a type may be on the line before the name. */
  #startOf(i: number, { isUntyped }: Header): number {
    let start = i;
    while (isUntyped && start > 0 && i - start < 3) {
      const before = this.#blocks!.code[start - 1]!;
      if (
        this.#blocks!.isInside(start - 1) ||
        !/^\s*(?!template\b)[A-Za-z_][^;{}():#=]*[\w*&>\])]$/.test(before.trimEnd())
      ) break;
      start--;
    }
    return start;
  }
}

import type { CodeLines } from "./code_lines.ts";
import type { Signature, Syntax } from "./headers.ts";

/** Maximum characters that are read for a line in all, and of a signature. */
const MAX_WORK = 2_000_000, MAX_TEXT = 800;
/** A line that goes on with what the line before began, at the same indentation. */
const GOES_ON = /^\s*(?:[{})\]>.,:?=&|+<-]|where\b|implements\b|extends\b|throws\b|override\b)/;
/** A line that says nothing by its indentation: a closing bracket, a brace, a label. */
export const IS_LOOSE =
  /^\s*(?:[{})\]:<>]|(?:where|rescue|ensure|end|else)\b|(?:case\b.*|[A-Za-z_]\w*(?: slots)?|default):\s*$)/;

/** Annotations, and nothing behind them. */
const ARE_ANNOTATIONS = /^\s*(?:(?:@[\w.:]+(?:\(\))?|#?\[\])\s*)+$/;

/** Where the definitions of a file begin and end, by its indentation and brackets. */
export class Blocks {
  readonly code: readonly string[];
  readonly #isInside: readonly boolean[];
  readonly #syntax: Syntax;
  /** Characters that may still be read. */
  #left = MAX_WORK;

  constructor({ code, isInside }: CodeLines, syntax: Syntax) {
    this.code = code;
    this.#isInside = isInside;
    this.#syntax = syntax;
  }

  /** Allows as much work as a line may cost. */
  renew() {
    this.#left = MAX_WORK;
  }

  /** True if that was not enough: what was read is not known. */
  get isExhausted(): boolean {
    return this.#left < 0;
  }

  /** Returns true if a line begins in a string or a comment. */
  isInside(i: number): boolean {
    return this.#isInside[i]!;
  }

  /** Returns true if a line has code, and begins in no string. */
  isStart(i: number): boolean {
    return !this.#isInside[i] && /\S/.test(this.code[i]!);
  }

  /** Reads what begins on a line, up to its body or to the end of the statement; what is in brackets is left out. */
  signatureAt(start: number): Signature {
    const { blocks, isObject, hasObjects, hasAnnotations } = this.#syntax;
    const indent = indentOf(this.code[start]!);
    if (blocks !== "braces") {
      const text = this.code[start]!;
      return { text, first: text.length, indent, end: start };
    }
    let text = "";
    let first = Infinity;
    let depth = 0;
    let end = start;
    for (let i = start; this.#mayRead(i); i++) {
      const code = this.code[i]!;
      if (!/\S/.test(code)) continue;
      const isNext = i > start && depth === 0 && indentOf(code) <= indent && !GOES_ON.test(code);
      if (isNext && !(hasAnnotations && ARE_ANNOTATIONS.test(text))) {
        return { text, first, indent, end };
      }
      const last = code.trimEnd().length;
      for (let at = code.length - code.trimStart().length; at < last; at++) {
        const character = code[at]!;
        if (")]}".includes(character)) {
          // It closes what is around the statement.
          if (depth === 0) return { text, first, indent, end: text.endsWith(" ") ? end : i };
          depth--;
        } else if ("([{".includes(character)) {
          if (depth === 0 && character === "{" && !isObject(text)) {
            return { text: text + "{", first, indent, end: i, body: { line: i, at } };
          }
          depth++;
          if (depth > 1 || character === "{") continue;
        }
        if (depth > 0 && character !== "(" && character !== "[") continue;
        if (character === ";") return { text: text + ";", first, indent, end: i };
        if (character === "," && hasObjects && endsArrow(text)) {
          return { text, first, indent, end: i };
        }
        text += character;
        if (text.length > MAX_TEXT) return { text, first, indent, end: i, isCut: true };
      }
      end = i;
      first = Math.min(first, text.length);
      if (depth === 0) text += " ";
    }
    return { text, first, indent, end, isCut: this.isExhausted };
  }

  /** Returns true if a line is there and was not too much to read. */
  #mayRead(i: number): boolean {
    this.#left -= (this.code[i]?.length ?? 0) + 1;
    return i < this.code.length && this.#left >= 0;
  }

  /** Returns the last line of a definition, or undefined if that is not sure. */
  endOf(start: number, { body, end }: Signature): number | undefined {
    if (this.#syntax.blocks === "indentation") return this.#endByIndentation(start);
    if (this.#syntax.blocks === "end") return this.#endByKeyword(start);
    return body === undefined ? end : this.#endOfChain(this.#endOfBody(start, body));
  }

  /** Returns the line of the brace that closes a body, unless the indentation says otherwise. */
  #endOfBody(
    start: number,
    body: { readonly line: number; readonly at: number },
  ): number | undefined {
    const indent = indentOf(this.code[start]!);
    const ofBrace = indentOf(this.code[body.line]!);
    let depth = 0;
    let inCall = 0;
    for (let i = body.line; this.#mayRead(i); i++) {
      const code = this.code[i]!;
      if (i > body.line && inCall <= 0 && this.isStart(i)) {
        const own = indentOf(code);
        if (own <= indent && !IS_LOOSE.test(code)) return undefined;
      }
      for (let at = i === body.line ? body.at : 0; at < code.length; at++) {
        if (code[at] === "{") depth++;
        else if (code[at] === "(") inCall++;
        else if (code[at] === ")") inCall--;
        else if (code[at] === "}" && --depth === 0) {
          const own = indentOf(code);
          const isFirst = !/[^\s}]/.test(code.slice(0, at)) && i > body.line;
          if (!isFirst || own === indent || own === ofBrace) return i;
          return this.#indentAfter(i) <= indent ? i : undefined;
        }
      }
    }
    return undefined;
  }

  /** Returns the end of calls on what a body gave, as of `fun f() = run {…}` and `.also {…}` below. */
  #endOfChain(line: number | undefined): number | undefined {
    let end = line;
    while (end !== undefined && this.#left > 0) {
      const next = end + 1;
      if (!/^\s*\??\.\w/.test(this.code[next] ?? "") || this.#isInside[next]) break;
      const { body, end: last } = this.signatureAt(next);
      end = body === undefined ? last : this.#endOfBody(next, body);
    }
    return end;
  }

  #indentAfter(line: number): number {
    let i = line + 1;
    while (i < this.code.length && !this.isStart(i)) i++;
    return i < this.code.length ? indentOf(this.code[i]!) : 0;
  }

  #endByIndentation(start: number): number {
    const indent = indentOf(this.code[start]!);
    let end = start;
    for (let i = start + 1; this.#mayRead(i); i++) {
      const code = this.code[i]!;
      if (this.#isInside[i]) end = i;
      else if (/\S/.test(code)) {
        if (indentOf(code) <= indent && !/^\s*[)\]}]/.test(code)) break;
        end = i;
      }
    }
    return end;
  }

  #endByKeyword(start: number): number | undefined {
    const indent = indentOf(this.code[start]!);
    if (/\bend\s*$|\)\s*=\s|\bdef\s+[\w.]+\s+=\s/.test(this.code[start]!)) return start;
    for (let i = start + 1; this.#mayRead(i); i++) {
      const code = this.code[i]!;
      if (this.#isInside[i] || !/\S/.test(code) || indentOf(code) > indent) continue;
      if (/^\s*(?:rescue|ensure|else|[)\]}<])/.test(code)) continue;
      return indentOf(code) === indent && /^\s*end\b/.test(code) ? i : undefined;
    }
    return undefined;
  }
}

/** Returns true if a comma behind a text ends a function: not one between parameters of types. */
function endsArrow(text: string): boolean {
  if (!text.includes("=>")) return false;
  const rest = text.replaceAll("=>", "");
  return rest.split("<").length <= rest.split(">").length;
}

/** Returns the width of the space before a line's first character. A tab counts as eight. */
export function indentOf(code: string): number {
  let indent = 0;
  for (let at = 0; at < code.length; at++) {
    if (code[at] === " ") indent++;
    else if (code[at] === "\t") indent += 8 - indent % 8;
    else break;
  }
  return indent;
}

import { type Quote, quotesOf, TEMPLATE } from "./quotes.ts";

/** Maximum characters of a line that are looked at, and strings and comments in it. */
const MAX_LINE = 400, MAX_OPENINGS = 40;
const HAS_DIRECTIVES: ReadonlySet<string> = new Set("c h cc cpp hpp cxx hh cs swift".split(" "));

const DIRECTIVE =
  /^\s{0,40}#\s{0,8}(ifn?(?:def)?|el\w+|end\w+|define|undef|include|import|pragma|error|warning|line|region|nullable)\b(\s+0$)?/;

/** Where a text is: in a quote, or in code within one, as after `${`. */
interface State {
  readonly quote?: Quote;
  readonly end: string;
  readonly outer: State | undefined;
  braces: number;
}

/** The lines of a file without its comments and without what is in its strings; columns are kept. */
export class CodeLines {
  readonly code: readonly string[];
  /** True for lines that begin in a string or a comment: their indentation has no meaning. */
  readonly isInside: readonly boolean[];
  readonly #quotes: readonly Quote[];
  /** Matches the next quote; its number is that of the group. */
  readonly #opening: RegExp;
  #state: State | undefined;

  constructor(lines: readonly string[], extension: string) {
    this.#quotes = quotesOf(extension);
    this.#opening = new RegExp(this.#quotes.map(({ open }) => `(${open})`).join("|"), "g");
    const directives = HAS_DIRECTIVES.has(extension) ? new Directives() : undefined;
    const isInside: boolean[] = [];
    this.isInside = isInside;
    this.code = lines.map((line) => {
      isInside.push(this.#state !== undefined);
      if (line.length <= MAX_LINE) line = line.trimEnd();
      if (this.#state === undefined && directives?.hides(line)) return "";
      return this.#read(line);
    });
  }

  /** Reads a line from where the last one ended, and returns its code. */
  #read(whole: string): string {
    const line = whole.slice(0, MAX_LINE);
    const before = this.#state;
    const heredocs: State[] = [];
    let code = "";
    for (let openings = 0; code.length < line.length && openings < MAX_OPENINGS;) {
      if (this.#state?.quote !== undefined) {
        code += this.#readQuoted(line, code.length, this.#state);
        continue;
      }
      this.#opening.lastIndex = code.length;
      const match = this.#opening.exec(line);
      const next = match?.index ?? line.length;
      if (this.#state === undefined) code += line.slice(code.length, next);
      else code += this.#readTemplateCode(line.slice(code.length, next), this.#state);
      if (match === null || code.length < next || this.#state?.quote !== undefined) continue;
      openings++;
      const [opened] = match;
      const quote = this.#quotes[match.indexOf(opened, 1) - 1]!;
      code += quote.isComment ? " ".repeat(opened.length) : blank(opened);
      if (quote.rest === undefined && quote.end === undefined) continue;
      const end = quote.end?.(opened) ?? "";
      if (quote.isHeredoc) heredocs.unshift({ quote, end, outer: undefined, braces: 0 });
      else this.#state = { quote, end, outer: this.#state, braces: 0 };
    }
    if (this.#state?.quote?.spans === false) this.#state = this.#state.outer;
    if (whole.length > MAX_LINE) this.#state = stateAfter(whole, before, this.#state);
    for (const heredoc of heredocs) this.#state = { ...heredoc, outer: this.#state };
    return code;
  }

  /** Reads on in a quote, to its end or that of the line. */
  #readQuoted(line: string, at: number, state: State): string {
    const end = endOf(line, at, state);
    if (end < 0) return " ".repeat(line.length - at);
    const isCode = state.quote === TEMPLATE && line[end - 1] === "{";
    this.#state = isCode ? { end: "", outer: state, braces: 0 } : state.outer;
    // Only the quotes of one character enclose a name, as that of a method.
    return " ".repeat(end - at - 1) + (/["']/.test(line[end - 1]!) ? line[end - 1] : " ");
  }

  /** Reads code in `${…}`, of which only the end matters. */
  #readTemplateCode(code: string, state: State): string {
    for (let at = 0; at < code.length; at++) {
      if (code[at] === "{") state.braces++;
      else if (code[at] === "}" && state.braces-- === 0) {
        this.#state = state.outer;
        return " ".repeat(at + 1);
      }
    }
    return " ".repeat(code.length);
  }
}

function blank(quoted: string): string {
  return quoted.length < 2 ? quoted : quoted[0] + " ".repeat(quoted.length - 2) + quoted.at(-1);
}

/** Returns where the code goes on after a quote, or -1 if that is not on this line. */
function endOf(line: string, at: number, { quote, end }: State): number {
  if (quote?.rest !== undefined) {
    quote.rest.lastIndex = at;
    return quote.rest.test(line) ? quote.rest.lastIndex : -1;
  }
  if (quote?.isHeredoc) {
    const start = line.length - line.trimStart().length;
    const isEnd = line.startsWith(end, start) && !/\w/.test(line[start + end.length] ?? "");
    return at === 0 && isEnd ? start + end.length : -1;
  }
  const found = line.indexOf(end, at);
  return found < 0 ? -1 : found + end.length;
}

/** Returns the state after a line of which only the start was read: a quote most likely ends in it. */
function stateAfter(line: string, before: State | undefined, state: State | undefined) {
  if (state === undefined) return undefined;
  const isOver = state.end === "" ? state !== before : line.includes(state.end, MAX_LINE - 3);
  return isOver ? state.outer : state;
}

/** Hides directives, and branches of `#if` but for the first, so that brackets match; of `#if 0`, the first. */
class Directives {
  /** The number of `#if` around what is hidden. */
  #hidden = 0;
  #isNever = false;
  #continues = false;

  hides(line: string): boolean {
    const directive = DIRECTIVE.exec(line);
    const continues = this.#continues;
    this.#continues = (continues || directive !== null) && line.endsWith("\\");
    if (continues) return true;
    const word = directive?.[1] ?? "";
    if (this.#hidden > 0) {
      if (word.startsWith("if")) this.#hidden++;
      else if (word === "endif") this.#hidden--;
      else if (word.startsWith("el") && this.#hidden === 1 && this.#isNever) this.#hidden = 0;
      return true;
    }
    this.#isNever = word === "if" && directive?.[2] !== undefined;
    if (this.#isNever || word.startsWith("el")) this.#hidden = 1;
    return directive !== null;
  }
}

import { Definitions } from "./definitions.ts";
import { isImport } from "./line_kinds.ts";
import type { Steps } from "../../../pacing/paced_steps.ts";
import type { TextFile } from "./text_files.ts";

/** How a line defines a name: as a function or a type, by a value that it gives it, or not at all. */
export const DEFINES = { notAtAll: 0, value: 1, definition: 2 } as const;

/** A line that bears a name. */
export interface SymbolLine {
  readonly line: number;
  readonly defines: number;
  readonly isImport: boolean;
}

/** Maximum lines of a file that are looked at. */
const MAX_LINES = 256;

/** Parts of names before and after a name. `$` before one is a sign of PHP and shells; what is not ASCII may be a quote. */
const BEFORE = /[\p{L}\p{M}\p{N}_]/u;
const AFTER = /[\p{L}\p{M}\p{N}_$]/u;

/** Returns the character of a byte; none of one that is not ASCII. */
function asciiOf(byte = 0): string {
  return byte < 0x80 ? String.fromCharCode(byte) : "";
}

/** Letters from the most frequent in code on: the rarest of a name is looked for. */
const FREQUENT = "etaoinsrlcdupmfhgybvwxk_jqzETAOINSRLCDUPMFHGYBVWXKJQZ0123456789$";

/** Finds a name in texts of UTF-8. */
export class SymbolFinder {
  readonly name: string;
  readonly #bytes: Uint8Array;
  /** The index of its rarest byte. */
  readonly #rarest: number;

  constructor(name: string) {
    this.name = name;
    this.#bytes = new TextEncoder().encode(name);
    const ranks = Array.from(this.#bytes, (byte) => FREQUENT.indexOf(String.fromCharCode(byte)));
    const rarest = ranks.map((rank) => rank < 0 ? Infinity : rank);
    this.#rarest = rarest.indexOf(Math.max(...rarest));
  }

  /** Tells whether a text holds the name: as a whole, as far as ASCII tells; or as a part of another. */
  heldBy({ bytes, length }: TextFile): "whole" | "part" | undefined {
    const text = bytes.subarray(0, length);
    const name = this.#bytes;
    const rarest = this.#rarest;
    let held: "part" | undefined;
    let at = text.indexOf(name[rarest]!, rarest);
    for (; at >= 0; at = text.indexOf(name[rarest]!, at + 1)) {
      const start = at - rarest;
      let same = 0;
      while (same < name.length && text[start + same] === name[same]) same++;
      if (same < name.length) continue;
      const [before, after] = [start - 1, start + name.length].map((i) => asciiOf(text[i]));
      if (!BEFORE.test(before!) && !AFTER.test(after!)) return "whole";
      held = "part";
    }
    return held;
  }

  /** Returns the lines of a file that bear the name, from its first on. */
  *linesIn(lines: readonly string[], path: string): Steps<SymbolLine[]> {
    const definitions = yield* Definitions.read(lines, path);
    const found: SymbolLine[] = [];
    for (const [i, text] of lines.entries()) {
      if (found.length === MAX_LINES) break;
      if (!this.#stands(text)) continue;
      yield;
      const isCode = definitions.isCode(i + 1) !== false;
      const defines = !isCode
        ? DEFINES.notAtAll
        : definitions.headerAt(i + 1)?.name === this.name
        ? DEFINES.definition
        : this.#isValueIn(text)
        ? DEFINES.value
        : DEFINES.notAtAll;
      found.push({ line: i + 1, defines, isImport: isImport(text) });
    }
    return found;
  }

  #stands(text: string): boolean {
    const { name } = this;
    for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
      const [before, after] = [text[at - 1] ?? "", text[at + name.length] ?? ""];
      if (!BEFORE.test(before) && !AFTER.test(after)) return true;
    }
    return false;
  }

  /** Reports whether a line gives the name a value, as the first that is named there after keywords. */
  #isValueIn(text: string): boolean {
    const found = VALUE.exec(text.slice(0, MAX_VALUE_START));
    return found !== null && (found[1] ?? found[2]) === this.name;
  }
}

const MAX_VALUE_START = 400;

/** `const x =`, `X: …,`, `"x": …`, `x := …`, `static T x = …`. */
const VALUE =
  /^\s*(?:(?:export|default|pub(?:\([a-z]+\))?|public|private|protected|internal|static|final|readonly|const|constexpr|let|var|val|mut|declare|lazy|override|type|define|#\s*define)\s+)*(?:["'`]([\w$-]+)["'`]\s*[:=]|(?:[A-Za-z_][\w<>*&[\].]*\s+\*?)?([A-Za-z_$][\w$]*)\s*(?::=|[:=](?![:=])))/;

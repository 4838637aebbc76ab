import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { byteText } from "./byte_text.ts";
import { readGitFile, UNREADABLE } from "./read_file.ts";

/** The largest file that is read, in bytes: some 200,000 references. */
const MAX_BYTES = 16 * 1024 * 1024;

/** A reference, without the beginning of its name. */
export interface PackedRef {
  readonly id: string;
  readonly rest: string;
}

/** The references that git keeps in one file, `packed-refs`: a line `<id> <name>` each. */
export class PackedRefs {
  /** One character for each byte. */
  readonly #text: string;
  readonly #idLength: number;
  readonly #pacer: Pacer;

  private constructor(text: string, hashLength: number, pacer: Pacer) {
    this.#text = text;
    this.#idLength = 2 * hashLength;
    this.#pacer = pacer;
  }

  /** Reads the file; where there is none, no references are in it. */
  static async read(
    scope: Scope,
    { common, hashLength }: { readonly common: ScopedPath; readonly hashLength: number },
    pacer: Pacer,
  ): Promise<PackedRefs | typeof UNREADABLE> {
    const file = { path: "packed-refs", maxBytes: MAX_BYTES };
    const read = await readGitFile(scope, common, file, pacer);
    if (read === UNREADABLE) return UNREADABLE;
    return new PackedRefs(read === undefined ? "" : byteText(read.bytes), hashLength, pacer);
  }

  /** What a reference names. */
  async find(name: string): Promise<string | undefined> {
    for await (const { id } of this.#matching(`${name}\n`)) return id;
    return undefined;
  }

  /** The references whose names start like this, each by the rest of its name. */
  async *startingWith(start: string): AsyncGenerator<PackedRef> {
    for await (const { id, past } of this.#matching(start)) {
      const end = this.#text.indexOf("\n", past);
      if (end >= 0) yield { id, rest: this.#text.slice(past, end) };
    }
  }

  /** The lines in which this follows the id, and the place behind it. */
  async *#matching(text: string): AsyncGenerator<{ readonly id: string; readonly past: number }> {
    const mark = ` ${byteText(new TextEncoder().encode(text))}`;
    for (let at = this.#text.indexOf(mark); at >= 0; at = this.#text.indexOf(mark, at + 1)) {
      if (this.#pacer.isDue()) await this.#pacer.pause();
      const first = at - this.#idLength;
      const id = this.#text.slice(Math.max(first, 0), at);
      const isLine = first === 0 || this.#text[first - 1] === "\n";
      if (isLine && /^[0-9a-f]+$/.test(id)) yield { id, past: at + mark.length };
    }
  }
}

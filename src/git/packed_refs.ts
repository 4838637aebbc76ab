import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { byteText } from "./byte_text.ts";
import { readGitFile, UNREADABLE } from "./read_file.ts";

/** The largest file that is read, in bytes: some 200,000 references. */
const MAX_BYTES = 16 * 1024 * 1024;

/** How much is searched between two looks at the clock, in bytes; no line is longer. */
const CHUNK = 256 * 1024;

const NEWLINE = 0x0a;

/** A reference, without the beginning of its name. */
interface PackedRef {
  readonly id: string;
  readonly rest: string;
}

/** The references that git keeps in one file, `packed-refs`: a line `<id> <name>` each. */
export class PackedRefs {
  readonly #bytes: Uint8Array;
  readonly #idLength: number;
  readonly #pacer: Pacer;

  private constructor(bytes: Uint8Array, hashLength: number, pacer: Pacer) {
    this.#bytes = bytes;
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
    return new PackedRefs(read?.bytes ?? new Uint8Array(), hashLength, pacer);
  }

  /** What a reference names. */
  async find(name: string): Promise<string | undefined> {
    for await (const { id, rest } of this.startingWith(name, "\n")) if (rest === "") return id;
    return undefined;
  }

  /** The references whose names start like this, and go on like that. */
  async *startingWith(start: string, next = ""): AsyncGenerator<PackedRef> {
    const mark = ` ${byteText(new TextEncoder().encode(start + next))}`;
    for await (const text of this.#chunks()) {
      for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
        if (this.#pacer.isDue()) await this.#pacer.pause();
        const first = at - this.#idLength;
        const id = text.slice(Math.max(first, 0), at);
        const isLine = first === 0 || text[first - 1] === "\n";
        if (!isLine || !/^[0-9a-f]+$/.test(id)) continue;
        const past = at + mark.length - next.length;
        yield { id, rest: text.slice(past, text.indexOf("\n", past)) };
      }
    }
  }

  /** Whole lines, one character for each byte. */
  async *#chunks(): AsyncGenerator<string> {
    for (let at = 0; at < this.#bytes.length;) {
      if (this.#pacer.isDue()) await this.#pacer.pause();
      const chunk = this.#bytes.subarray(at, at + CHUNK);
      const length = chunk.lastIndexOf(NEWLINE) + 1;
      yield byteText(chunk.subarray(0, length));
      at += length === 0 ? CHUNK : length;
    }
  }
}

import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { byteText } from "./byte_text.ts";
import { readGitFile, UNREADABLE } from "./read_file.ts";

/** The largest file that is read, in bytes: some 200,000 references. */
const MAX_BYTES = 16 * 1024 * 1024;

/** A reference, without the beginning of its name. */
interface PackedRef {
  readonly id: string;
  readonly rest: string;
}

/** The references that git keeps in one file, `packed-refs`: a line `<id> <name>` each. */
export class PackedRefs {
  /** One character for each byte. */
  readonly #text: string;
  readonly #idLength: number;

  private constructor(bytes: Uint8Array, hashLength: number) {
    this.#text = byteText(bytes);
    this.#idLength = 2 * hashLength;
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
    return new PackedRefs(read?.bytes ?? new Uint8Array(), hashLength);
  }

  /** What a reference names. */
  find(name: string): string | undefined {
    for (const { id, rest } of this.startingWith(name, "\n")) if (rest === "") return id;
    return undefined;
  }

  /** The references whose names start like this, and go on like that. */
  *startingWith(start: string, next = ""): Generator<PackedRef> {
    const text = this.#text;
    const mark = ` ${byteText(new TextEncoder().encode(start + next))}`;
    for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
      const first = at - this.#idLength;
      if (first !== 0 && text[first - 1] !== "\n") continue;
      const id = text.slice(first, at);
      if (!/^[0-9a-f]+$/.test(id)) continue;
      const past = at + mark.length - next.length;
      yield { id, rest: text.slice(past, text.indexOf("\n", past)) };
    }
  }
}

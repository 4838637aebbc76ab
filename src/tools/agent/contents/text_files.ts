import { errorCodeOf } from "../../../errors.ts";
import type { RegularFile } from "../../../scope/file_system.ts";
import { isAddressablePath, isWithin } from "../../../scope/path_text.ts";
import type { OpenPlacedFile, Scope } from "../../../scope/scope.ts";
import { scopedChild, type ScopedPath } from "../../../scope/scoped_path.ts";
import { placeOf } from "../../../walk/walks_in_turn.ts";
import { isSecretPath } from "./secret_names.ts";

/** Maximum size of a file, in bytes. */
const MAX_FILE_BYTES = 1024 * 1024;
/** A file with a NUL among its first bytes is binary. */
const BINARY_PROBE_BYTES = 8192;
/** So much is read at first: all of most texts, and little of a binary file. */
const FIRST_READ_BYTES = 16 * 1024;

/** Maximum bytes of UTF-8 for one of UTF-16. */
const MAX_UTF8_FACTOR = 1.5;

/** Returns the form of UTF-16 that a byte order mark states. */
function utf16Of([first, second]: Uint8Array): string | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/** A text file, until the next one is read. */
export interface TextFile {
  /** A buffer that begins with its bytes and a NUL. */
  readonly bytes: Uint8Array;
  readonly length: number;
}

/** A file that a walk has found, and that may hold a text. */
export interface FoundFile {
  /** The path of the walk. */
  readonly path: string;
  readonly place: ScopedPath;
  readonly info: Deno.FileInfo;
  /** The most bytes that are read of it: what is too large is only told from a binary one. */
  readonly maxBytes: number;
}

/** Reads the text files below the directories of a call, one at a time. */
export class TextFiles {
  readonly #scope: Scope;
  readonly #starts: readonly ScopedPath[];
  /** The length of the path of the outermost root that each directory lies in. */
  readonly #rootLengths: readonly number[];
  readonly #open: OpenPlacedFile;
  readonly #buffer = new Uint8Array(MAX_UTF8_FACTOR * MAX_FILE_BYTES + 1);
  /** How many files were opened, and bytes read, whatever they turned out to be. */
  readonly spent = { files: 0, bytes: 0 };
  /** The files that may hold a text and were not looked through. */
  readonly unread: Set<string> = new Set();
  /** The files that need not be opened again: they hold no text, or it cannot be read. */
  readonly #shut = new Set<string>();

  constructor(scope: Scope, starts: readonly ScopedPath[], open: OpenPlacedFile) {
    this.#scope = scope;
    this.#starts = starts;
    this.#rootLengths = starts.map(({ real }) => {
      const roots = scope.realRoots.filter((root) => isWithin(real, root));
      return Math.min(real.length, ...roots.map(({ length }) => length));
    });
    this.#open = open;
  }

  /** Finds a file by its path in the walk. Returns `undefined` for one that is secret by its name, empty or gone. */
  find(path: string): FoundFile | undefined {
    const { place, below, isSecret } = this.#lookUp(path);
    if (this.#shut.has(path) || !isAddressablePath(below) || isSecret) return undefined;
    try {
      const info = this.#scope.fileSystem.lstat(place.open);
      if (!info.isFile || info.size === 0) return undefined;
      const maxBytes = info.size > MAX_FILE_BYTES ? FIRST_READ_BYTES : info.size;
      if (this.#scope.allows(place)) return { path, place, info, maxBytes };
      this.#shutUnread(path);
    } catch (error) {
      this.#shutFailed(path, error);
    }
    return undefined;
  }

  /** Reads a file. Returns `undefined` for one that is too large, binary, gone, or another by now. */
  read({ path, place, info }: FoundFile, looks: number): TextFile | undefined {
    this.spent.files++;
    let file: RegularFile | undefined;
    try {
      file = this.#open(place, info, looks);
      if (file !== undefined) return this.#readText(file, path, info.size);
      this.#shutUnread(path);
    } catch (error) {
      this.#shutFailed(path, error);
    } finally {
      file?.close();
    }
    return undefined;
  }

  /** Reads a text up to the size that was found: a file may grow. */
  #readText(file: RegularFile, path: string, size: number): TextFile | undefined {
    let length = this.#readInto(file, 0, Math.min(size, FIRST_READ_BYTES));
    const probe = this.#buffer.subarray(0, Math.min(length, BINARY_PROBE_BYTES));
    const encoding = utf16Of(probe);
    if (encoding === undefined && probe.includes(0)) {
      this.#shut.add(path);
      return undefined;
    }
    if (size > MAX_FILE_BYTES) {
      this.#shutUnread(path);
      return undefined;
    }
    for (let read = length; read > 0 && length < size; length += read) {
      read = this.#readInto(file, length, size);
    }
    if (encoding !== undefined) {
      const text = new TextDecoder(encoding).decode(this.#buffer.subarray(0, length));
      length = new TextEncoder().encodeInto(text, this.#buffer).written;
    }
    this.#buffer[length] = 0;
    return { bytes: this.#buffer, length };
  }

  #readInto(file: RegularFile, from: number, to: number): number {
    const read = file.read(this.#buffer.subarray(from, to), from);
    this.spent.bytes += read;
    return read;
  }

  /** Counts a file as not looked through, unless it need not be opened. */
  leave(path: string): void {
    if (!this.#shut.has(path) && !this.#lookUp(path).isSecret) this.unread.add(path);
  }

  /** Returns where a file lies, and whether it is secret by its name. */
  #lookUp(path: string): { place: ScopedPath; below: string; isSecret: boolean } {
    const { turn, below } = placeOf(path);
    const place = scopedChild(this.#starts[turn]!, below);
    return { place, below, isSecret: isSecretPath(place.real, this.#rootLengths[turn]!) };
  }

  #shutUnread(path: string): void {
    this.#shut.add(path);
    this.unread.add(path);
  }

  #shutFailed(path: string, error: unknown): void {
    const code = errorCodeOf(error);
    if (code === "not_found" || code === "not_a_directory") this.#shut.add(path);
    else this.#shutUnread(path);
  }
}

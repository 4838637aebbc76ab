import { errorCodeOf } from "../../../errors.ts";
import type { OpenRegularFile } from "../../../scope/file_system.ts";
import { isAddressablePath } from "../../../scope/path_text.ts";
import type { Scope } from "../../../scope/scope.ts";
import { scopedChild, type ScopedPath } from "../../../scope/scoped_path.ts";
import { placeOf } from "../../../walk/walks_in_turn.ts";
import { isSecretPath } from "./secret_names.ts";

/** Maximum size of a file, in bytes. */
const MAX_FILE_BYTES = 1024 * 1024;
/** A file with a NUL among its first bytes is binary. */
const BINARY_PROBE_BYTES = 8192;
/** Most files are read at once. */
const FIRST_READ_BYTES = 64 * 1024;

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

/** Reads the text files below the directories of a call, one at a time. */
export class TextFiles {
  readonly #scope: Scope;
  readonly #starts: readonly ScopedPath[];
  readonly #open: OpenRegularFile;
  readonly #buffer = new Uint8Array(MAX_UTF8_FACTOR * MAX_FILE_BYTES + 1);
  /** The files that exist and could not be read, or are too large. */
  readonly unreadable: Set<string> = new Set();

  constructor(scope: Scope, starts: readonly ScopedPath[], open: OpenRegularFile) {
    this.#scope = scope;
    this.#starts = starts;
    this.#open = open;
  }

  /**
   * Reads a file that a walk has found, by its path there. Returns `undefined` for one that is secret by its name, too
   * large, binary, gone, or another by now.
   */
  read(path: string): TextFile | undefined {
    const { turn, below } = placeOf(path);
    const file = scopedChild(this.#starts[turn]!, below);
    if (isSecretPath(file.real) || !isAddressablePath(below)) return undefined;
    try {
      const info = this.#scope.fileSystem.lstat(file.open);
      if (!info.isFile || info.size === 0) return undefined;
      if (this.#scope.allows(file)) return this.#readSeen(file, info);
      this.unreadable.add(file.real);
    } catch (error) {
      const code = errorCodeOf(error);
      if (code !== "not_found" && code !== "not_a_directory") this.unreadable.add(file.real);
    }
    return undefined;
  }

  #readSeen(path: ScopedPath, seen: Deno.FileInfo): TextFile | undefined {
    const file = this.#open(path, seen);
    if (file === undefined) return undefined;
    try {
      let length = 0;
      let encoding: string | undefined;
      for (let end = FIRST_READ_BYTES, read = -1; read !== 0; end = MAX_FILE_BYTES) {
        read = length === MAX_FILE_BYTES
          ? 0
          : file.read(this.#buffer.subarray(length, end), length);
        if (length === 0) {
          const probe = this.#buffer.subarray(0, Math.min(read, BINARY_PROBE_BYTES));
          encoding = utf16Of(probe);
          if (encoding === undefined && probe.includes(0)) return undefined;
          if (seen.size > MAX_FILE_BYTES) {
            this.unreadable.add(path.real);
            return undefined;
          }
        }
        length += read;
        // A last read that finds nothing is saved where the file is as long as it says.
        if (length >= seen.size) break;
      }
      if (encoding !== undefined) {
        const text = new TextDecoder(encoding).decode(this.#buffer.subarray(0, length));
        length = new TextEncoder().encodeInto(text, this.#buffer).written;
      }
      this.#buffer[length] = 0;
      return { bytes: this.#buffer, length };
    } finally {
      file.close();
    }
  }
}

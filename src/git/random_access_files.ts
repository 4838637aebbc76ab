import { LruCache } from "../cache/lru_cache.ts";
import type { FileSystem, OpenRegularFile, RegularFile } from "../scope/file_system.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { WORK_COST, type WorkBudget } from "../pacing/work_budget.ts";

export interface RandomAccessFile {
  readonly path: ScopedPath;
  readonly info: Deno.FileInfo;
}

const MAX_OPEN_FILES = 32;

/** The size of the aligned windows in which small parts are read, in bytes. */
const WINDOW_BYTES = 16 * 1024;

const MAX_WINDOWS_BYTES = 4 * 1024 * 1024;

/** Random access to large files. At most 32 are open at a time, and none once this is closed. */
export class RandomAccessFiles {
  readonly #openFiles = new Map<RandomAccessFile, RegularFile>();
  readonly #firstKeys = new Map<RandomAccessFile, number>();
  readonly #recentWindows = new LruCache<number, Uint8Array>(MAX_WINDOWS_BYTES);
  readonly #fileSystem: FileSystem;
  readonly #opener: OpenRegularFile;
  readonly #budget: WorkBudget;

  constructor(fileSystem: FileSystem, opener: OpenRegularFile, budget: WorkBudget) {
    this.#fileSystem = fileSystem;
    this.#opener = opener;
    this.#budget = budget;
  }

  /** Stats a file for random access; returns `undefined` unless it is a regular file. */
  find(path: ScopedPath): RandomAccessFile | undefined {
    if (!this.#budget.spend(WORK_COST.lookup)) return undefined;
    try {
      const info = this.#fileSystem.lstat(path.open);
      return info.isFile ? { path, info } : undefined;
    } catch {
      return undefined;
    }
  }

  /** Reads a part of a file; returns `undefined` if it lies past the end or cannot be read. */
  read(file: RandomAccessFile, position: number, length: number): Uint8Array | undefined {
    const isInside = position + length <= file.info.size;
    if (!isInside || !this.#budget.spend(WORK_COST.read)) return undefined;
    const open = this.#openFiles.get(file) ?? this.#openAgain(file);
    if (open === undefined) return undefined;
    const bytes = new Uint8Array(length);
    try {
      return open.read(bytes, position) === length ? bytes : undefined;
    } catch {
      return undefined;
    }
  }

  /** Reads through cached windows, since the next part is often near. At the end of the file, it may be shorter. */
  readNear(file: RandomAccessFile, position: number, length: number): Uint8Array | undefined {
    const size = Math.min(length, file.info.size - position);
    if (size < 0) return undefined;
    if (size > WINDOW_BYTES) return this.read(file, position, size);
    const first = this.#readWindow(file, Math.floor(position / WINDOW_BYTES));
    if (first === undefined) return undefined;
    const from = position % WINDOW_BYTES;
    if (from + size <= WINDOW_BYTES) return first.subarray(from, from + size);
    const second = this.#readWindow(file, Math.floor(position / WINDOW_BYTES) + 1);
    if (second === undefined) return undefined;
    const bytes = new Uint8Array(size);
    bytes.set(first.subarray(from));
    bytes.set(second.subarray(0, from + size - WINDOW_BYTES), WINDOW_BYTES - from);
    return bytes;
  }

  #readWindow(file: RandomAccessFile, number: number): Uint8Array | undefined {
    let first = this.#firstKeys.get(file);
    if (first === undefined) this.#firstKeys.set(file, first = this.#firstKeys.size * 2 ** 32);
    const cached = this.#recentWindows.get(first + number);
    if (cached !== undefined) return cached;
    const start = number * WINDOW_BYTES;
    const bytes = this.read(file, start, Math.min(WINDOW_BYTES, file.info.size - start));
    if (bytes !== undefined) this.#recentWindows.set(first + number, bytes, bytes.length);
    return bytes;
  }

  #openAgain(file: RandomAccessFile): RegularFile | undefined {
    if (!this.#budget.spend(WORK_COST.open)) return undefined;
    for (const oldest of this.#openFiles.keys()) {
      if (this.#openFiles.size >= MAX_OPEN_FILES) this.close(oldest);
    }
    try {
      const open = this.#opener(file.path, file.info);
      if (open !== undefined) this.#openFiles.set(file, open);
      return open;
    } catch {
      return undefined;
    }
  }

  close(file: RandomAccessFile): void {
    this.#openFiles.get(file)?.close();
    this.#openFiles.delete(file);
  }

  closeAll(): void {
    for (const file of this.#openFiles.keys()) this.close(file);
  }
}

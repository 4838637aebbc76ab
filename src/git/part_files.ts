/** Reads parts of files that are too large to be read whole. */
import { LruCache } from "../cache/lru_cache.ts";
import type { FileSystem, RegularFile } from "../scope/file_system.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import type { Work } from "./work.ts";

/** A file that parts are read from. */
export interface PartFile {
  readonly path: ScopedPath;
  /** What it was when it was found. */
  readonly info: Deno.FileInfo;
}

/** The most files that are open at a time. */
const MOST_OPEN = 32;

/** How much is read at once where little is asked for, in bytes. */
const WINDOW = 16 * 1024;

/** How much of what was read is kept, in bytes. */
const MAX_KEPT = 4 * 1024 * 1024;

/** Files that parts are read from. Few are open at a time, and none once this is closed. */
export class PartFiles {
  /** Those that were opened first come first. */
  readonly #open = new Map<PartFile, RegularFile>();
  readonly #windows = new Map<PartFile, number>();
  readonly #kept = new LruCache<number, Uint8Array>(MAX_KEPT);
  readonly #fileSystem: FileSystem;
  readonly #work: Work;

  /** @param work What opening a file counts as. */
  constructor(fileSystem: FileSystem, work: Work) {
    this.#fileSystem = fileSystem;
    this.#work = work;
  }

  /** A file to read parts from; nothing unless it is a regular file. */
  find(path: ScopedPath): PartFile | undefined {
    try {
      const info = this.#fileSystem.lstat(path.open);
      return info.isFile ? { path, info } : undefined;
    } catch {
      return undefined;
    }
  }

  /** A part of a file; nothing if it has no such part, or cannot be read. */
  async read(file: PartFile, position: number, length: number): Promise<Uint8Array | undefined> {
    if (position + length > file.info.size) return undefined;
    const open = this.#open.get(file) ?? await this.#openFile(file);
    if (open === undefined) return undefined;
    const bytes = new Uint8Array(length);
    try {
      return open.read(bytes, position) === length ? bytes : undefined;
    } catch {
      return undefined;
    }
  }

  /** All of a small file, which is not left open. */
  async readWhole(file: PartFile): Promise<Uint8Array | undefined> {
    const bytes = await this.read(file, 0, file.info.size);
    this.#close(file);
    return bytes;
  }

  /**
   * A part, but what lies around it is read as well and kept for a while, since what is asked for next may be
   * there. The end of the file may cut it short.
   */
  async readNear(
    file: PartFile,
    position: number,
    length: number,
  ): Promise<Uint8Array | undefined> {
    const size = Math.min(length, file.info.size - position);
    if (size < 0) return undefined;
    if (size > WINDOW) return await this.read(file, position, size);
    const first = await this.#window(file, Math.floor(position / WINDOW));
    if (first === undefined) return undefined;
    const from = position % WINDOW;
    if (from + size <= WINDOW) return first.subarray(from, from + size);
    const second = await this.#window(file, Math.floor(position / WINDOW) + 1);
    if (second === undefined) return undefined;
    const bytes = new Uint8Array(size);
    bytes.set(first.subarray(from));
    bytes.set(second.subarray(0, from + size - WINDOW), WINDOW - from);
    return bytes;
  }

  async #window(file: PartFile, number: number): Promise<Uint8Array | undefined> {
    let first = this.#windows.get(file);
    if (first === undefined) this.#windows.set(file, first = this.#windows.size * 2 ** 32);
    const kept = this.#kept.get(first + number);
    if (kept !== undefined) return kept;
    const start = number * WINDOW;
    const bytes = await this.read(file, start, Math.min(WINDOW, file.info.size - start));
    if (bytes !== undefined) this.#kept.set(first + number, bytes, bytes.length);
    return bytes;
  }

  async #openFile(file: PartFile): Promise<RegularFile | undefined> {
    if (!this.#work.mayOpen()) return undefined;
    for (const oldest of this.#open.keys()) {
      if (this.#open.size >= MOST_OPEN) this.#close(oldest);
    }
    try {
      const open = (await this.#fileSystem.loadOpener())(file.path, file.info);
      if (open !== undefined) this.#open.set(file, open);
      return open;
    } catch {
      return undefined;
    }
  }

  #close(file: PartFile): void {
    this.#open.get(file)?.close();
    this.#open.delete(file);
  }

  /** Closes what is open. */
  close(): void {
    for (const file of this.#open.keys()) this.#close(file);
  }
}

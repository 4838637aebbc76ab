import type { TreeCache } from "../cache/tree_cache.ts";
import type { FileSystem } from "./file_system.ts";
import type { Visibility } from "./visibility.ts";

export interface ScopeOptions {
  /** The file system to read: by default this machine's. A `cache` must serve one file system alone. */
  readonly fileSystem?: FileSystem | undefined;
  readonly cwd?: string | undefined;
  /** The allowed roots; without them, Deno's permissions alone decide. */
  readonly roots?: readonly string[] | undefined;
  readonly visibility?: Visibility | undefined;
  readonly cache?: TreeCache | undefined;
}

/** The roots when the host names none: the working directory. */
export const DEFAULT_ROOTS: readonly string[] = ["."];

import { type FileSystem, statResolved } from "./file_system.ts";
import { parentOf } from "./path_text.ts";
import type { ScopedPath } from "./scoped_path.ts";

/** How often a folder and what is in it are asked in turn: what exchanges the folder has to meet each of them. */
const ROUNDS = 2;

type Identified = Pick<Deno.FileInfo, "dev" | "ino">;

/** A folder that was looked at first. */
interface KnownFolder extends ScopedPath {
  /** `undefined` if it is none, or was not in place. */
  readonly identity: string | undefined;
  /** True if the one above it is outside the scope. */
  readonly isTop: boolean;
}

/**
 * Tells whether files lie where their paths say: nothing on the way to one has become a link. Each folder on the way is
 * looked at once; later it is in place as long as its device and inode are the same. So a file costs the same at any depth.
 */
export class Places {
  readonly #fileSystem: FileSystem;
  readonly #parentOf: (path: ScopedPath) => ScopedPath | undefined;
  /** By the real path. */
  readonly #folders = new Map<string, KnownFolder>();

  /** @param parentOf Returns the folder above a path; `undefined` if that is outside the scope. */
  constructor(fileSystem: FileSystem, parentOf: (path: ScopedPath) => ScopedPath | undefined) {
    this.#fileSystem = fileSystem;
    this.#parentOf = parentOf;
  }

  /** Reports whether a path leads, through folders alone, to a file that was opened by it. */
  holds(path: ScopedPath, opened: Identified): boolean {
    const folder = this.#folders.get(parentOf(path.real)) ?? this.#folderOf(path);
    return this.#identify(path, folder) === identityOf(opened);
  }

  /** Looks at the folders above a path, the topmost first. */
  #folderOf(path: ScopedPath): KnownFolder | undefined {
    const unknown: ScopedPath[] = [];
    let folder: KnownFolder | undefined;
    for (let at = this.#parentOf(path); at !== undefined; at = this.#parentOf(at)) {
      folder = this.#folders.get(at.real);
      if (folder !== undefined) break;
      unknown.push(at);
    }
    for (const each of unknown.reverse()) {
      const identity = this.#identify(each, folder);
      folder = { ...each, identity, isTop: folder === undefined };
      this.#folders.set(each.real, folder);
    }
    return folder;
  }

  /** Returns the identity of what lies in a folder; `undefined` for a link, or if one of both changes meanwhile. */
  #identify(path: ScopedPath, folder: KnownFolder | undefined): string | undefined {
    let found: string | undefined;
    if (folder !== undefined && folder.identity === undefined) return undefined;
    try {
      for (let round = 0; round < ROUNDS; round++) {
        const isInPlace = folder === undefined
          ? this.#fileSystem.realPath(path.open) === path.real
          : this.#identityAt(folder, folder.isTop) === folder.identity;
        const identity = this.#identityAt(path, folder === undefined);
        if (!isInPlace || identity === undefined || round > 0 && identity !== found) {
          return undefined;
        }
        found = identity;
      }
    } catch {
      return undefined;
    }
    return found;
  }

  #identityAt(path: ScopedPath, isTop: boolean): string | undefined {
    const info = isTop ? statResolved(this.#fileSystem, path) : this.#fileSystem.lstat(path.open);
    return info.isSymlink ? undefined : identityOf(info);
  }
}

function identityOf({ dev, ino }: Identified): string {
  return `${dev}:${ino}`;
}

import { type FileSystem, isInPlace, statResolved } from "./file_system.ts";
import { parentOf } from "./path_text.ts";
import type { ScopedPath } from "./scoped_path.ts";

/**
 * How often a folder and what is in it are looked at, in turn: what exchanges the folder has to meet each look. Of a file
 * that is only searched, no text is told.
 */
export const LOOKS = { searched: 4, folder: 6, told: 9 } as const;

type Identified = Pick<Deno.FileInfo, "dev" | "ino">;

/** A folder that was looked at first. */
interface KnownFolder extends ScopedPath {
  /** `undefined` if it is none, or was not in place. */
  readonly identity: string | undefined;
  /** True if the one above it is outside the scope, or opened by another spelling. */
  readonly isTop: boolean;
}

/**
 * Tells whether files lie where their paths say: nothing on the way to one has become a link. Each folder on the way is
 * looked at once; later it is in place as long as its device and inode are the same. So a file costs the same at any depth.
 */
export class Places {
  readonly #fileSystem: FileSystem;
  readonly #parentOf: (path: ScopedPath) => ScopedPath | undefined;
  /** By the path that each is opened by. */
  readonly #folders = new Map<string, KnownFolder>();

  /** @param parentOf Returns the folder above a path; `undefined` if that is outside the scope. */
  constructor(fileSystem: FileSystem, parentOf: (path: ScopedPath) => ScopedPath | undefined) {
    this.#fileSystem = fileSystem;
    this.#parentOf = parentOf;
  }

  /** Reports whether a path leads, through folders alone, to a file that was opened by it. */
  holds(path: ScopedPath, opened: Identified, looks: number = LOOKS.told): boolean {
    return this.#identify(path, this.#folderOf(path), looks) === identityOf(opened);
  }

  /** Returns the folder of a path; `undefined` if that is outside the scope, or opened by another spelling. */
  #folderOf(path: ScopedPath): KnownFolder | undefined {
    const spelling = parentOf(path.open);
    const known = this.#folders.get(spelling);
    if (known !== undefined) return known;
    const place = this.#parentOf(path);
    if (place === undefined || place.open !== spelling) return undefined;
    const above = this.#folderOf(place);
    const identity = this.#identify(place, above, LOOKS.folder);
    const folder = { ...place, identity, isTop: above === undefined };
    this.#folders.set(spelling, folder);
    return folder;
  }

  /** Returns the identity of what lies in a folder; `undefined` for a link, or if one of both changes meanwhile. */
  #identify(
    path: ScopedPath,
    folder: KnownFolder | undefined,
    looks: number,
  ): string | undefined {
    const found = new Set<string | undefined>();
    const isFolderInPlace = () =>
      folder === undefined
        ? isInPlace(this.#fileSystem, path)
        : this.#identityAt(folder, folder.isTop) === folder.identity;
    if (folder !== undefined && folder.identity === undefined) return undefined;
    try {
      for (let look = 0; look < looks; look++) {
        if (look % 2 === 1) found.add(this.#identityAt(path, folder === undefined));
        else if (!isFolderInPlace()) return undefined;
      }
    } catch {
      return undefined;
    }
    return found.size === 1 ? [...found][0] : undefined;
  }

  #identityAt(path: ScopedPath, isTop: boolean): string | undefined {
    const info = isTop ? statResolved(this.#fileSystem, path) : this.#fileSystem.lstat(path.open);
    return info.isSymlink ? undefined : identityOf(info);
  }
}

function identityOf({ dev, ino }: Identified): string {
  return `${dev}:${ino}`;
}

/**
 * Resolves and checks paths: only this module turns a string into a path that may be read.
 *
 * Deno's `--allow-read` checks the path that is named, not where it leads. So every path is
 * resolved here first, and then read by its resolved path. No call can cause a permission prompt,
 * since the permission of each path is queried before any access.
 */
import { LruCache } from "../cache/lru_cache.ts";
import type { TreeCache } from "../cache/tree_cache.ts";
import { DirscopeError, errorCodeOf, mapErrors, undefinedIfRefused } from "../errors.ts";
import {
  DENO_FILE_SYSTEM,
  type FileSystem,
  isDirectoryAt,
  type RegularFile,
  statResolved,
} from "./file_system.ts";
import {
  baseNameOf,
  childOf,
  ignoresCase,
  isAbsolute,
  isAddressable,
  isDevice,
  isPathTooLong,
  isRemote,
  isRoot,
  isSameAsNamed,
  isWithin,
  isWithinAsNamed,
  parentOf,
  resolvePath,
  rootOf,
  splitPath,
  stepTo,
  workingDirectory,
} from "./path_text.ts";
import { Places } from "./places.ts";
import { isWhollyGranted, permissionOf } from "./read_permission.ts";
import { Roots } from "./roots.ts";
import { failure, type Resolution, type ScopedPath } from "./scoped_path.ts";
import { DEFAULT_ROOTS, type ScopeOptions } from "./scope_options.ts";
import { StoredNames } from "./stored_name.ts";
import type { Visibility } from "./visibility.ts";

const MAX_LINK_HOPS = 40;

/** Opens a regular file and looks at its place so many times. Returns `undefined` if it is not there. */
export type OpenPlacedFile = (
  path: ScopedPath,
  seen: Deno.FileInfo,
  looks?: number,
) => RegularFile | undefined;

/** Maximum parts of one path and of the links in it: 40 links could have 80,000, which take 50 ms. */
const MAX_RESOLVED_PARTS = 4096;

/** Maximum memory of what a call keeps of parsed files, in bytes: two of the largest indexes of git. */
const MAX_PARSED_BYTES = 160 * 1024 * 1024;

/**
 * The part of a file system that one call may read. Every path that it returns lies in the roots, is granted
 * under the spelling that it is read by, and is not denied under its real one.
 *
 * It does not protect against:
 *
 * - **Races.** A path is checked first and opened later, since Deno has no `openat`. If a directory is
 *   replaced by a link in between, the target of the link is read.
 * - **Hard links and bind mounts.** They are part of the tree that they appear in.
 * - **`..` as the operating system takes it.** In a named path, a root or `cwd`, `..` removes the part
 *   before it by text, even if that is a link. Only in a link's target does it mean the real parent.
 * - **Roots that move.** Each root is resolved once, when first needed, and then stays where it is.
 *
 * Without roots, a scope serves one named path at a time: the shortest granted prefix of that path
 * acts as its root. Entering another path replaces that root.
 */
export class Scope {
  /** The base of relative paths, absolute. */
  readonly cwd: string;
  readonly fileSystem: FileSystem;
  readonly visibility: Visibility | undefined;
  readonly cache: TreeCache | undefined;
  /** What this call has parsed, by kind and path: several directories may name one file. */
  readonly parsed: LruCache<string, unknown> = new LruCache(MAX_PARSED_BYTES);
  readonly #options: ScopeOptions;
  readonly #roots: Roots;
  readonly #isAllGranted: boolean;
  #realCwd: string | undefined;
  readonly #storedNames: StoredNames;
  readonly #places: Places;
  #unfiltered: Scope | undefined;
  /** Cached kinds of resolved paths, those of roots behind a link among them, which might not be granted themselves. */
  readonly #isDirectoryCache = new Map<string, boolean>();

  constructor(options: ScopeOptions = {}) {
    this.#options = options;
    const { cwd = "", roots, cache } = options;
    this.cwd = mapErrors(() =>
      resolvePath(isAbsolute(cwd) && !ignoresCase ? "/" : workingDirectory(), cwd)
    );
    this.fileSystem = options.fileSystem ?? DENO_FILE_SYSTEM;
    this.#storedNames = new StoredNames(this.fileSystem);
    this.#places = new Places(this.fileSystem, (path) => this.parent(path));
    this.#isAllGranted = isWhollyGranted();
    this.#roots = new Roots(roots?.map((root) => this.resolve(root)), {
      fileSystem: this.fileSystem,
      isAllGranted: this.#isAllGranted,
      onLink: (real, isDirectory) => void this.#isDirectoryCache.set(real, isDirectory),
    });
    this.visibility = options.visibility;
    this.cache = cache;
  }

  /** For a tool that always has roots: by default the working directory. */
  static within(options: ScopeOptions): Scope {
    return new Scope({ ...options, roots: options.roots ?? DEFAULT_ROOTS });
  }

  /** The same scope without the policy: hidden files such as `.gitignore` still have an effect. */
  get unfiltered(): Scope {
    if (this.visibility === undefined) return this;
    this.#unfiltered ??= new Scope({ ...this.#options, cwd: this.cwd, visibility: undefined });
    this.#unfiltered.#roots.prefix = this.#roots.prefix;
    return this.#unfiltered;
  }

  /** Tells this scope from others that may show more or less: its resolved roots, and what of them is granted. */
  get identity(): string {
    return JSON.stringify(this.#roots.current);
  }

  /** The allowed roots as given, made absolute; none if Deno's permissions alone decide. */
  get roots(): readonly string[] {
    return this.#roots.spellings;
  }

  /**
   * Resolves a path that a call names, links included. Requires `--allow-read` permission for it.
   *
   * @throws {DirscopeError} `outside_scope` if the path, or where it leads, is outside the roots or
   * not granted, whether or not it exists; otherwise the reason why it cannot be reached.
   */
  enter(path: string): ScopedPath & { readonly isDirectory: boolean } {
    const absolute = resolvePath(this.cwd, path);
    const { real, rest } = this.#roots.anchor(absolute);
    // The dot keeps a first part such as `c:` from being read as a drive.
    const resolution = this.follow(real, `./${rest}`);
    if (resolution.outcome === "failed") {
      const isTooLong = resolution.code === "not_found" && isPathTooLong(absolute);
      throw new DirscopeError(isTooLong ? "name_too_long" : resolution.code);
    }
    if (resolution.outcome === "cycle") throw new DirscopeError("link_loop");
    const { open } = resolution.end;
    const confirmed = this.locate(mapErrors(() => this.fileSystem.realPath(open)));
    if (confirmed === undefined) throw new DirscopeError("outside_scope");
    // The kind of a root itself is not known yet.
    const isDirectory = confirmed.real === real
      ? mapErrors(() => statResolved(this.fileSystem, confirmed)).isDirectory
      : resolution.outcome === "directory";
    if (this.#hides(confirmed.real, isDirectory)) throw new DirscopeError("not_found");
    return { ...confirmed, isDirectory };
  }

  #locateIn(parent: ScopedPath, name: string): ScopedPath | undefined {
    const requested = this.locate(childOf(parent.real, name));
    if (requested === undefined || !this.#needsStoredSpelling(requested.real)) return requested;
    try {
      const { isSymlink } = this.fileSystem.lstat(requested.open);
      const stored = this.#storedPathOf(requested.real, requested, isSymlink);
      if (stored !== undefined) return this.locate(stored);
    } catch {
      return requested;
    }
    throw new DirscopeError("not_found");
  }

  /** With the name as stored; `undefined` if the requested name is no spelling of it. Throws whatever Deno throws. */
  #storedPathOf(requested: string, { open }: ScopedPath, isLink: boolean): string | undefined {
    if (!this.#needsStoredSpelling(requested)) return requested;
    const parent = parentOf(requested);
    const name = baseNameOf(requested);
    const stored = this.#storedNames.nameIn({ open: parentOf(open), real: parent }, name, isLink);
    if (stored === undefined || isLink || !ignoresCase) {
      return stored && childOf(parent, stored);
    }
    // On Windows, not only links lead elsewhere.
    return this.fileSystem.realPath(open);
  }

  /** Reports whether the stored spelling matters: where all is granted and nothing hidden, it does not. */
  #needsStoredSpelling(path: string): boolean {
    return ignoresCase || this.visibility !== undefined ||
      !this.#roots.areWhollyGranted(path);
  }

  /** Reports whether a path leads to another machine, which would learn who connects, and no root names it. */
  #isOtherMachine(real: string): boolean {
    return isRemote(real) && this.#isAllGranted && this.#options.roots === undefined &&
      rootOf(real) !== rootOf(this.cwd);
  }

  #hides(real: string, isDirectory: boolean): boolean {
    return this.visibility?.hides(real, isDirectory) ?? false;
  }

  enterDirectory(path: string): ScopedPath {
    const { isDirectory, ...entered } = this.enter(path);
    if (!isDirectory) throw new DirscopeError("not_a_directory");
    return entered;
  }

  /** Resolves a path except for its last part, which may be a link. Throws as {@linkcode Scope.enter} for its parent. */
  locateEntry(path: string): ScopedPath {
    const absolute = resolvePath(this.cwd, path);
    const { rest } = this.#roots.anchor(absolute);
    const name = baseNameOf(rest);
    if (name === "" || !this.#isParentGranted(absolute)) return this.enter(absolute);
    const parent = this.enter(absolute.slice(0, -name.length));
    if (!parent.isDirectory) throw new DirscopeError("not_found");
    if (isPathTooLong(name)) throw new DirscopeError("name_too_long");
    if (!isAddressable(name)) throw new DirscopeError("not_found");
    const entry = this.#locateIn(parent, name);
    if (entry === undefined) throw new DirscopeError("outside_scope");
    if (this.visibility?.hidesEntry(entry)) throw new DirscopeError("not_found");
    return entry;
  }

  /** Reports whether the directory above a path is granted: not if the permission names the path itself. */
  #isParentGranted(absolute: string): boolean {
    return this.#isAllGranted || isRoot(absolute) ||
      permissionOf(parentOf(absolute)) === "granted" ||
      permissionOf(absolute) !== "granted";
  }

  resolve(path: string): string {
    return resolvePath(this.cwd, path);
  }

  /** Formats a resolved path: relative to the resolved `cwd`, or absolute if outside it. */
  displayedReal(real: string): string {
    this.#realCwd ??= undefinedIfRefused(() => this.enter(this.cwd).real) ?? this.cwd;
    return isWithin(real, this.#realCwd)
      ? this.displayed(this.cwd + real.slice(this.#realCwd.length))
      : real;
  }

  /** Formats a path: relative to `cwd`, `.` for `cwd` itself, or absolute if outside it. */
  displayed(path: string): string {
    const absolute = resolvePath(this.cwd, path);
    if (isSameAsNamed(absolute, this.cwd)) return ".";
    return isWithinAsNamed(absolute, this.cwd)
      ? absolute.slice(this.cwd.length).replace(/^\//, "")
      : absolute;
  }

  /**
   * Resolves a path part by part, from a resolved directory inside the scope. Parts outside the scope
   * are resolved by their text and never accessed, so the result does not reveal whether they exist.
   *
   * @param link If `path` is the target of a link: the resolved path of that link.
   */
  follow(from: string, path: string, link?: string): Resolution {
    const split = splitPath(path, from);
    const parts = split.parts.reverse();
    const chain = new Set<string>(link === undefined ? [] : [link]);
    let current = split.start;
    let isDirectory = true;
    let stored = path;
    let hops = chain.size;
    for (let steps = 0; parts.length > 0; steps++) {
      if (steps === MAX_RESOLVED_PARTS) return failure("link_loop");
      const part = parts.pop()!;
      if (!isDirectory) return failure("not_a_directory");
      if (part === "" || part === ".") continue;
      if (part !== ".." && !isAddressable(part)) return failure("not_found");
      const requested = stepTo(current, part);
      const scoped = this.locate(requested);
      if (scoped === undefined) {
        const entered = this.#reenter(requested, part !== "..", parts);
        if (entered === undefined) return failure("outside_scope");
        current = entered;
        isDirectory = this.#isDirectory(entered);
        if (this.#hides(entered, isDirectory)) return failure("not_found");
        continue;
      }
      const isKnownDirectory = part === ".." || this.#isDirectoryCache.get(requested);
      if (isKnownDirectory !== undefined) {
        if (this.#hides(requested, isKnownDirectory)) return failure("not_found");
        current = requested;
        isDirectory = isKnownDirectory;
        continue;
      }
      try {
        const info = this.fileSystem.lstat(scoped.open);
        const next = this.#storedPathOf(requested, scoped, info.isSymlink);
        if (next === undefined || this.#hides(next, info.isDirectory)) return failure("not_found");
        if (next !== requested && this.locate(next) === undefined) return failure("outside_scope");
        if (!info.isSymlink) {
          current = next;
          isDirectory = info.isDirectory;
          if (isDirectory) this.#isDirectoryCache.set(next, true);
          continue;
        }
        // A slash or a dot at its end leads nowhere else.
        const isLast = parts.every((each) => each === "" || each === ".");
        if (isLast) {
          if (chain.has(next)) return { outcome: "cycle", stored };
          chain.add(next);
        }
        if (++hops > MAX_LINK_HOPS) return failure("link_loop");
        const target = this.fileSystem.readLink(scoped.open);
        if (isLast) stored = target;
        const split = splitPath(target, current);
        parts.push(...split.parts.reverse());
        current = split.start;
      } catch (error) {
        return failure(errorCodeOf(error));
      }
    }
    const end = this.locate(current);
    if (end === undefined) return failure("outside_scope");
    return { outcome: isDirectory ? "directory" : "file", end };
  }

  /** Resolves a directory behind a link right before the walk enters it; `undefined` if it is no longer in the scope. */
  recheck(path: ScopedPath): ScopedPath | undefined {
    try {
      const confirmed = this.locate(this.fileSystem.realPath(path.open));
      return confirmed && this.#hides(confirmed.real, true) ? undefined : confirmed;
    } catch {
      return undefined;
    }
  }

  /** Reports whether an entry below an entered path may be read. Its real path might be denied. */
  allows(path: ScopedPath): boolean {
    return path.open === path.real || permissionOf(path.real) !== "denied";
  }

  /** Loads the function that opens files. One that no longer lies where its path says is closed again. */
  async loadOpener(): Promise<OpenPlacedFile> {
    const open = await this.fileSystem.loadOpener();
    return (path, seen, looks) => {
      const file = open(path, seen);
      if (file === undefined || this.#places.holds(path, seen, looks)) return file;
      file.close();
      return undefined;
    };
  }

  parent(path: ScopedPath): ScopedPath | undefined {
    return isRoot(path.real) ? undefined : this.locate(parentOf(path.real));
  }

  get realRoots(): readonly string[] {
    return (this.#roots.allowed ?? []).map(({ real }) => real);
  }

  #isDirectory(real: string): boolean {
    const isKnownDirectory = this.#isDirectoryCache.get(real);
    if (isKnownDirectory !== undefined) return isKnownDirectory;
    const scoped = this.locate(real);
    return scoped === undefined || isDirectoryAt(this.fileSystem, scoped.open);
  }

  /**
   * Follows the remaining parts of a path by text alone, from outside the scope back into it: up,
   * and then down to a root or a granted directory. A `..` after a step down would need access to paths
   * outside, so it ends the attempt.
   *
   * @param parts The remaining parts, in reverse; the used ones are removed.
   */
  #reenter(outside: string, isDown: boolean, parts: string[]): string | undefined {
    let path = outside;
    if (isDown && this.#isNothingGranted(path, parts)) return undefined;
    for (;;) {
      const root = this.#roots.current.find(({ spelling, real }) =>
        real !== path && (isSameAsNamed(spelling, path) || isSameAsNamed(real, path))
      );
      if (root !== undefined && this.locate(root.real) !== undefined) return root.real;
      const scoped = path === outside ? undefined : this.locate(path);
      if (scoped !== undefined) {
        try {
          return this.locate(this.fileSystem.realPath(scoped.open))?.real;
        } catch {
          // It is granted but missing, so the next part will be found missing too.
          return path;
        }
      }
      const part = parts.pop();
      if (part === undefined || part === ".." && isDown) return undefined;
      if (part === "" || part === ".") continue;
      path = stepTo(path, part);
      if (isDown || part === "..") continue;
      isDown = true;
      if (this.#isNothingGranted(path, parts)) return undefined;
    }
  }

  /** Reports whether one query shows that nothing on the way down is granted: a grant or a denial covers all below. */
  #isNothingGranted(path: string, parts: readonly string[]): boolean {
    if (this.#options.roots !== undefined || parts.includes("..")) return false;
    const end = resolvePath(path, `./${parts.toReversed().join("/")}`);
    return permissionOf(end) === "prompt" && this.locate(end) === undefined;
  }

  /** Returns the spelling to read a resolved path by, or `undefined` if it is outside the roots or not granted. */
  locate(real: string): ScopedPath | undefined {
    if (isDevice(real) || this.#isOtherMachine(real)) return undefined;
    const { allowed } = this.#roots;
    if (allowed?.some((root) => isWithin(real, root.real)) === false) return undefined;
    if (this.#roots.areWhollyGranted(real)) return { open: real, real };
    const state = permissionOf(real);
    if (state === "granted") return { open: real, real };
    if (state === "denied") return undefined;
    for (const root of this.#roots.current) {
      if (root.spelling === root.real || !isWithin(real, root.real)) continue;
      const open = resolvePath(root.spelling, `.${real.slice(root.real.length)}`);
      if (permissionOf(open) === "granted") return { open, real };
    }
    return undefined;
  }
}

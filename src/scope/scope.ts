/**
 * The gate: nothing else turns a string into a path that may be opened.
 *
 * Deno's `--allow-read` checks the path that is named, not where it leads, so every path is resolved
 * here first, and what is opened is opened by its resolved path. No call can cause a permission
 * prompt: each path is queried before it is touched.
 *
 * @module
 */
import { attempt, DirscopeError, type ErrorCode, errorCodeOf, isMissing } from "../errors.ts";
import { fileSystem } from "./file_system.ts";
import {
  baseNameOf,
  childOf,
  isAddressable,
  isTooLong,
  isWithin,
  parentOf,
  resolvePath,
  stepTo,
} from "./path_text.ts";
import type { ScopedPath } from "./scoped_path.ts";

/** Where a path or a link leads. */
export type Resolution =
  | { readonly outcome: "directory" | "file"; readonly end: ScopedPath }
  | { readonly outcome: "failed"; readonly code: ErrorCode }
  /** A chain of links that comes back to itself; `stored` is its last link's own target. */
  | { readonly outcome: "cycle"; readonly stored: string };

/** An allowed root: as it was given, and where that leads. */
interface Root {
  readonly spelling: string;
  readonly real: string;
  /** Whether it is granted by its real name with all that lies below, so that nothing more need be asked. */
  readonly isWhole: boolean;
}

/** As many links as Linux follows in one path. */
const MAX_HOPS = 40;

/** What a scope is made of. */
export interface ScopeOptions {
  /** The base of relative paths. @default {Deno.cwd()} */
  readonly cwd?: string | undefined;
  /** The allowed roots; without them, Deno's permissions alone decide. */
  readonly roots?: readonly string[] | undefined;
}

/** What may be seen where a host names no roots: the working directory. */
export const DEFAULT_ROOTS: readonly string[] = ["."];

/** What one call may see. */
export class Scope {
  /** The absolute path that relative ones start from. */
  readonly cwd: string;
  /** `undefined` where Deno's permissions alone decide. */
  readonly #givenRoots: readonly string[] | undefined;
  #resolvedRoots: readonly Root[] | undefined;
  /** Whether the permission holds everywhere, so that no single path need be asked for. */
  readonly #isAllGranted: boolean;
  /** Without roots: the shortest granted prefix of the path that was entered. */
  #prefix: Root | undefined;
  #realCwd: string | undefined;
  /**
   * What links led through, and whether it is a directory: links often share the way. The real name of
   * a root whose spelling is a link is here from the start, since it may not be granted itself.
   */
  readonly #passed = new Map<string, boolean>();

  /** @param context The base of relative paths, and the allowed roots. */
  constructor(context: ScopeOptions = {}) {
    const { cwd = "" } = context;
    this.cwd = attempt(() => resolvePath(cwd.startsWith("/") ? "/" : Deno.cwd(), cwd));
    this.#isAllGranted = isWhollyGranted();
    this.#givenRoots = context.roots;
  }

  /**
   * The scope of a tool that never looks outside some roots: those of the context, or else the working
   * directory.
   */
  static within({ cwd, roots }: ScopeOptions): Scope {
    return new Scope({ cwd, roots: roots ?? DEFAULT_ROOTS });
  }

  /** The allowed roots as they were given, absolute; none where Deno's permissions alone decide. */
  get roots(): readonly string[] {
    return (this.#givenRoots ?? []).map((root) => this.resolve(root));
  }

  /**
   * Resolves a path that a call names, links included. Requires `--allow-read` permission for it.
   *
   * @throws {DirscopeError} `outside_scope` if it, or where it leads, is outside the roots or not
   * granted, in the same way whether or not it exists; else whatever keeps it from being reached.
   */
  enter(path: string): ScopedPath & { readonly isDirectory: boolean } {
    const absolute = resolvePath(this.cwd, path);
    const { real, rest } = this.#anchor(absolute);
    const resolution = this.follow(real, rest);
    if (resolution.outcome === "failed") {
      const { code } = resolution;
      throw new DirscopeError(
        code === "not_found" && isTooLong(absolute) ? "name_too_long" : code,
      );
    }
    if (resolution.outcome === "cycle") throw new DirscopeError("link_loop");
    const { open } = resolution.end;
    const confirmed = this.locate(attempt(() => fileSystem.realPathSync(open)));
    if (confirmed === undefined) throw new DirscopeError("outside_scope");
    // The way to a root itself has no parts that say what it is. Its spelling may be a link.
    const stat = confirmed.open === real ? fileSystem.lstatSync : fileSystem.statSync;
    const isDirectory = confirmed.real === real
      ? attempt(() => stat(confirmed.open)).isDirectory
      : resolution.outcome === "directory";
    return { ...confirmed, isDirectory };
  }

  /**
   * Resolves a directory that a call names. Requires `--allow-read` permission for it.
   *
   * @throws {DirscopeError} As {@linkcode Scope.enter}, and `not_a_directory`.
   */
  enterDirectory(path: string): ScopedPath {
    const { isDirectory, ...entered } = this.enter(path);
    if (!isDirectory) throw new DirscopeError("not_a_directory");
    return entered;
  }

  /**
   * Resolves a path that a call names, but for its last part, which may be a link. Requires
   * `--allow-read` permission for it.
   *
   * @throws {DirscopeError} As {@linkcode Scope.enter}, where the parent cannot be reached.
   */
  locateEntry(path: string): ScopedPath {
    const absolute = resolvePath(this.cwd, path);
    const { rest } = this.#anchor(absolute);
    const name = baseNameOf(rest);
    if (name === "" || !this.#isParentGranted(absolute)) return this.enter(absolute);
    const parent = this.enter(absolute.slice(0, -name.length));
    if (!parent.isDirectory) throw new DirscopeError("not_found");
    if (!isAddressable(name)) throw new DirscopeError("not_found");
    const entry = this.locate(childOf(parent.real, name));
    if (entry === undefined) throw new DirscopeError("outside_scope");
    return entry;
  }

  /**
   * The deepest directory on the way to a path that exists, and the parts of the path below it.
   *
   * @throws {DirscopeError} As {@linkcode Scope.enter}, but for what does not exist.
   */
  enterDeepest(path: string): { readonly directory: ScopedPath; readonly rest: readonly string[] } {
    const parts = resolvePath(this.cwd, path).split("/").slice(1);
    const isThere = (length: number): boolean => {
      try {
        this.enterDirectory(`/${parts.slice(0, length).join("/")}`);
        return true;
      } catch (error) {
        // Above the roots all is outside, whether it is there or not.
        if (!isMissing(error) && (length === parts.length || !isOutside(error))) throw error;
        return isOutside(error);
      }
    };
    let [deepest, missing] = [0, parts.length + 1];
    while (missing - deepest > 1) {
      // The whole path first: what is outside is not looked into.
      const length = missing > parts.length ? parts.length : (deepest + missing) >>> 1;
      if (isThere(length)) deepest = length;
      else missing = length;
      if (deepest === parts.length) break;
    }
    const directory = this.enterDirectory(`/${parts.slice(0, deepest).join("/")}`);
    return { directory, rest: parts.slice(deepest) };
  }

  /** The directory above a path is not granted where the permission names the path itself. */
  #isParentGranted(absolute: string): boolean {
    return this.#isAllGranted || absolute === "/" || stateOf(parentOf(absolute)) === "granted" ||
      stateOf(absolute) !== "granted";
  }

  /** The absolute form of a path, by its text alone. */
  resolve(path: string): string {
    return resolvePath(this.cwd, path);
  }

  /** A resolved path as it is shown: relative to where `cwd` leads, absolute if outside it. */
  displayedReal(real: string): string {
    this.#realCwd ??= this.#resolveCwd();
    return isWithin(real, this.#realCwd)
      ? this.displayed(this.cwd + real.slice(this.#realCwd.length))
      : real;
  }

  #resolveCwd(): string {
    try {
      return this.enter(this.cwd).real;
    } catch {
      return this.cwd;
    }
  }

  /** A path as it is shown: relative to `cwd`, `.` for `cwd` itself, absolute if outside it. */
  displayed(path: string): string {
    const absolute = resolvePath(this.cwd, path);
    if (absolute === this.cwd) return ".";
    return isWithin(absolute, this.cwd)
      ? absolute.slice(this.cwd.length).replace(/^\//, "")
      : absolute;
  }

  /**
   * Resolves the parts of a path, one by one, from a resolved directory inside the scope. What is not
   * in the scope is judged by its text and never touched, so it is told neither apart nor from what
   * does not exist.
   *
   * @param from The resolved directory to start in.
   * @param path The path from there; absolute targets of links start over.
   * @param link The resolved path of the link whose target `path` is, if it is one's.
   */
  follow(from: string, path: string, link?: string): Resolution {
    const parts = path.split("/").reverse();
    const chain = new Set<string>(link === undefined ? [] : [link]);
    let current = path.startsWith("/") ? "/" : from;
    let isDirectory = true;
    let stored = path;
    let hops = chain.size;
    while (parts.length > 0) {
      const part = parts.pop()!;
      if (!isDirectory) return failed("not_a_directory");
      if (part === "" || part === ".") continue;
      if (!isAddressable(part)) return failed("not_found");
      const next = stepTo(current, part);
      const scoped = this.locate(next);
      if (scoped === undefined) {
        const entered = this.#reenter(next, part !== "..", parts);
        if (entered === undefined) return failed("outside_scope");
        current = entered;
        isDirectory = this.#isDirectory(entered);
        continue;
      }
      const passed = part === ".." || this.#passed.get(next);
      if (passed !== undefined) {
        current = next;
        isDirectory = passed;
        continue;
      }
      try {
        const info = fileSystem.lstatSync(scoped.open);
        if (!info.isSymlink) {
          current = next;
          isDirectory = info.isDirectory;
          if (isDirectory) this.#passed.set(next, true);
          continue;
        }
        if (parts.length === 0) {
          if (chain.has(next)) return { outcome: "cycle", stored };
          chain.add(next);
        }
        if (++hops > MAX_HOPS) return failed("link_loop");
        const target = fileSystem.readLinkSync(scoped.open);
        if (parts.length === 0) stored = target;
        parts.push(...target.split("/").reverse());
        current = target.startsWith("/") ? "/" : current;
      } catch (error) {
        return failed(errorCodeOf(error));
      }
    }
    const end = this.locate(current);
    if (end === undefined) return failed("outside_scope");
    return { outcome: isDirectory ? "directory" : "file", end };
  }

  /**
   * Confirms, right before a directory behind a link is descended into, that it is where it was.
   *
   * @returns The confirmed path, or `undefined` if it has moved out of the scope or gone.
   */
  confirm(path: ScopedPath): ScopedPath | undefined {
    try {
      return this.locate(fileSystem.realPathSync(path.open));
    } catch {
      return undefined;
    }
  }

  /** Whether an entry found below an entered path may be opened: its real name may be denied. */
  allows(path: ScopedPath): boolean {
    return path.open === path.real || stateOf(path.real) !== "denied";
  }

  /** The directory above, or `undefined` where the scope ends. */
  parent(path: ScopedPath): ScopedPath | undefined {
    return path.real === "/" ? undefined : this.locate(parentOf(path.real));
  }

  /** The allowed roots, resolved when first asked for. */
  get #roots(): readonly Root[] | undefined {
    if (this.#givenRoots === undefined) return undefined;
    return this.#resolvedRoots ??= this.roots.map((root) => this.#resolveRoot(root));
  }

  #resolveRoot(spelling: string): Root {
    let real = spelling;
    if (this.#isAllGranted || stateOf(spelling) === "granted") {
      try {
        real = fileSystem.realPathSync(spelling);
      } catch {
        // It does not exist: what is asked for below it is then found missing.
      }
    }
    return this.#rootAt(spelling, real);
  }

  /** The root that an absolute path lies under by its text, and the rest of the path. */
  #anchor(path: string): { real: string; rest: string } {
    if (this.#roots === undefined) this.#prefix = this.#grantedPrefix(path);
    for (const { spelling, real } of this.#known) {
      for (const root of [spelling, real]) {
        if (isWithin(path, root)) return { real, rest: path.slice(root.length).replace(/^\//, "") };
      }
    }
    throw new DirscopeError("outside_scope");
  }

  #grantedPrefix(path: string): Root {
    let prefix = "/";
    if (this.#isAllGranted) return this.#rootAt(prefix, prefix);
    for (const part of path.split("/").slice(1)) {
      if (stateOf(prefix) === "granted") break;
      prefix = childOf(prefix, part);
    }
    if (stateOf(prefix) !== "granted") throw new DirscopeError("outside_scope");
    return this.#rootAt(prefix, attempt(() => fileSystem.realPathSync(prefix)));
  }

  #rootAt(spelling: string, real: string): Root {
    // Its spelling may be a link, which is not to be followed again.
    if (real !== spelling) this.#passed.set(real, isDirectoryAt(spelling));
    return { spelling, real, isWhole: this.#isAllGranted || isWhollyGranted(real) };
  }

  get #known(): readonly Root[] {
    return this.#roots ?? (this.#prefix === undefined ? [] : [this.#prefix]);
  }

  /** Whether a resolved path in the scope is a directory. */
  #isDirectory(real: string): boolean {
    const passed = this.#passed.get(real);
    if (passed !== undefined) return passed;
    const scoped = this.locate(real);
    return scoped === undefined || isDirectoryAt(scoped.open);
  }

  /**
   * Goes on by text alone from a path outside the scope, to where the rest of the parts lead into it
   * again: up, and down to a root or a granted folder. A way down that turns up again leads through
   * what is outside.
   *
   * @param parts The parts left, in reverse; those that are used up are taken away.
   */
  #reenter(outside: string, isDown: boolean, parts: string[]): string | undefined {
    let path = outside;
    for (;;) {
      const root = this.#known.find(({ spelling, real }) => spelling === path && real !== path);
      if (root !== undefined && this.locate(root.real) !== undefined) return root.real;
      const scoped = path === outside ? undefined : this.locate(path);
      if (scoped !== undefined) {
        try {
          return this.locate(fileSystem.realPathSync(scoped.open))?.real;
        } catch {
          // Granted, but not there: the next part is found missing in it.
          return path;
        }
      }
      const part = parts.pop();
      if (part === undefined || part === ".." && isDown) return undefined;
      if (part === "" || part === ".") continue;
      path = stepTo(path, part);
      isDown ||= part !== "..";
    }
  }

  /** How to open a resolved path, or `undefined` if it is outside the roots or not granted. */
  locate(real: string): ScopedPath | undefined {
    if (this.#roots !== undefined && !this.#roots.some((root) => isWithin(real, root.real))) {
      return undefined;
    }
    if (
      this.#isAllGranted || this.#known.some((root) => root.isWhole && isWithin(real, root.real))
    ) {
      return { open: real, real };
    }
    const state = stateOf(real);
    if (state === "granted") return { open: real, real };
    if (state === "denied") return undefined;
    for (const root of this.#known) {
      if (root.spelling === root.real || !isWithin(real, root.real)) continue;
      const open = resolvePath(root.spelling, `.${real.slice(root.real.length)}`);
      if (stateOf(open) === "granted") return { open, real };
    }
    return undefined;
  }
}

/** Whether a directory is there, links followed; what is not there is found missing later. */
function isDirectoryAt(path: string): boolean {
  try {
    return fileSystem.statSync(path).isDirectory;
  } catch {
    return true;
  }
}

function failed(code: ErrorCode): Resolution {
  return { outcome: "failed", code };
}

/** Whether a path is granted with all that lies below it; without a path, everything. */
function isWhollyGranted(path?: string): boolean {
  const { state, partial } = Deno.permissions.querySync({ name: "read", ...path && { path } });
  return state === "granted" && !partial;
}

function stateOf(path: string): Deno.PermissionState {
  return Deno.permissions.querySync({ name: "read", path }).state;
}

/** Whether an error says that a path is outside. */
function isOutside(error: unknown): boolean {
  return error instanceof DirscopeError && error.code === "outside_scope";
}

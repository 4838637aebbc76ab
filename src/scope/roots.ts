import { DirscopeError, mapErrors } from "../errors.ts";
import { type FileSystem, isDirectoryAt } from "./file_system.ts";
import { childOf, isDevice, isWithin, isWithinAsNamed, rootOf } from "./path_text.ts";
import { isWhollyGranted, permissionOf } from "./read_permission.ts";

interface Root {
  /** The path as the host wrote it, made absolute. */
  readonly spelling: string;
  readonly real: string;
  /** Set if the real path and all below it are granted, so that no path there needs a query. */
  readonly isWhollyGranted: boolean;
}

interface RootsOptions {
  readonly fileSystem: FileSystem;
  readonly isAllGranted: boolean;
  /** Called with the real path of a root whose spelling is another path, and whether it is a directory. */
  readonly onLink: (real: string, isDirectory: boolean) => void;
}

/** The roots of a scope: those that the host names, or else the granted prefix of the path entered last. */
export class Roots {
  readonly spellings: readonly string[];
  /** The shortest granted prefix of the path that was entered last, where the host names no roots. */
  prefix: Root | undefined;
  readonly #areGiven: boolean;
  readonly #options: RootsOptions;
  #allowed: readonly Root[] | undefined;

  constructor(spellings: readonly string[] | undefined, options: RootsOptions) {
    this.spellings = spellings ?? [];
    this.#areGiven = spellings !== undefined;
    this.#options = options;
  }

  /** The roots that the host names, resolved when first needed; `undefined` if it names none. */
  get allowed(): readonly Root[] | undefined {
    if (!this.#areGiven) return undefined;
    return this.#allowed ??= this.spellings.map((spelling) => this.#resolve(spelling));
  }

  get current(): readonly Root[] {
    return this.allowed ?? (this.prefix === undefined ? [] : [this.prefix]);
  }

  areWhollyGranted(path: string): boolean {
    return this.#options.isAllGranted ||
      this.current.some((root) => root.isWhollyGranted && isWithin(path, root.real));
  }

  /** By the text of an absolute path. Throws `outside_scope` if it lies in no root. */
  anchor(path: string): { readonly real: string; readonly rest: string } {
    // Nothing shorter than the prefix was granted: it is the shortest for every path below it, too.
    const isBelowPrefix = this.prefix !== undefined && isWithin(path, this.prefix.spelling);
    if (!this.#areGiven && !isBelowPrefix) this.prefix = this.#grantedPrefix(path);
    for (const { spelling, real } of this.current) {
      for (const root of [spelling, real]) {
        if (isWithinAsNamed(path, root)) {
          return { real, rest: path.slice(root.length).replace(/^\//, "") };
        }
      }
    }
    throw new DirscopeError("outside_scope");
  }

  #resolve(spelling: string): Root {
    let real = spelling;
    if (this.#options.isAllGranted || permissionOf(spelling) === "granted") {
      try {
        real = this.#options.fileSystem.realPath(spelling);
      } catch {
        // It does not exist, so paths below it will be found missing.
      }
    }
    return this.#rootAt(spelling, real);
  }

  #grantedPrefix(path: string): Root {
    let prefix = rootOf(path);
    if (isDevice(path)) throw new DirscopeError("outside_scope");
    if (this.#options.isAllGranted) return this.#rootAt(prefix, prefix);
    let state = permissionOf(prefix);
    // A permission covers all that lies below. So if the whole path is neither granted nor denied, no part is.
    if (state === "prompt" && permissionOf(path) === "prompt") {
      throw new DirscopeError("outside_scope");
    }
    for (const part of path.slice(prefix.length).split("/")) {
      if (state !== "prompt") break;
      prefix = childOf(prefix, part);
      state = permissionOf(prefix);
    }
    if (state !== "granted") throw new DirscopeError("outside_scope");
    return this.#rootAt(prefix, mapErrors(() => this.#options.fileSystem.realPath(prefix)));
  }

  #rootAt(spelling: string, real: string): Root {
    const { fileSystem, isAllGranted, onLink } = this.#options;
    // Checked now, by the spelling: the real path might not be granted itself.
    if (real !== spelling) onLink(real, isDirectoryAt(fileSystem, spelling));
    return { spelling, real, isWhollyGranted: isAllGranted || isWhollyGranted(real) };
  }
}

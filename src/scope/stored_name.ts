/** Finds the stored spelling of names, for case-insensitive or normalising disks. */
import type { FileSystem } from "./file_system.ts";
import { baseNameOf, childOf, ignoresCase } from "./path_text.ts";
import { permissionOf } from "./read_permission.ts";
import type { ScopedPath } from "./scoped_path.ts";

/** A short name of DOS, or an end that some disks strip. */
const MAY_BE_ALIAS = /~\d|[. ]$/;

export class StoredNames {
  readonly #fileSystem: FileSystem;
  /** The directory that was read last: requests for its neighbours often follow. */
  #last: { readonly directory: string; readonly names: ReadonlyMap<string, string> } | undefined;

  constructor(fileSystem: FileSystem) {
    this.#fileSystem = fileSystem;
  }

  /**
   * Returns the name that the disk stores for an entry: `Secret` for `SECRET`. Denials, patterns and roots are compared
   * with it. A directory is only read where a second spelling may reach an entry.
   *
   * @param isLink Set if `name` is that of a link, whose own name `realPath` does not return.
   * @returns `undefined` if no stored name is a spelling of that name: it may be a short name of DOS.
   */
  nameIn(directory: ScopedPath, name: string, isLink: boolean): string | undefined {
    const path = childOf(directory.open, name);
    if (!isLink) {
      const real = baseNameOf(this.#fileSystem.realPath(path));
      if (real !== name) return foldedName(real) === foldedName(name) ? real : undefined;
      if (ignoresCase) return name;
    }
    if (!this.#hasAlias(directory, name) || permissionOf(directory.open) !== "granted") return name;
    if (this.#last?.directory !== directory.open) {
      const names = new Map<string, string>();
      const stored = Array.from(this.#fileSystem.readDirectory(directory.open), ({ name }) => name);
      for (const each of stored) names.set(foldedName(each), each);
      for (const each of stored) names.set(each, each);
      this.#last = { directory: directory.open, names };
    }
    const { names } = this.#last;
    return names.get(name) ?? names.get(foldedName(name));
  }

  /** Reports whether another spelling of a name also reaches an entry, or cannot be tried. */
  #hasAlias(directory: ScopedPath, name: string): boolean {
    return MAY_BE_ALIAS.test(name) || aliasesOf(name).some((other) => {
      const path = childOf(directory.open, other);
      if (permissionOf(path) !== "granted") return true;
      try {
        this.#fileSystem.lstat(path);
        return true;
      } catch {
        return false;
      }
    });
  }
}

function aliasesOf(name: string): string[] {
  const swapped = Array.from(name, (each) => {
    const lower = each.toLowerCase();
    return lower === each ? each.toUpperCase() : lower;
  }).join("");
  return [swapped, name.normalize("NFC"), name.normalize("NFD")].filter((each) => each !== name);
}

function foldedName(name: string): string {
  return name.normalize("NFC").toUpperCase().toLowerCase().normalize("NFC");
}

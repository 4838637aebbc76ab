/**
 * A disk of Windows in memory, in place of Deno's calls: drives, shares, directory and file links,
 * junctions, short names, streams, names of any case, stored as they were made. It takes paths as Windows
 * does, with the rules that Microsoft documents ("Naming Files, Paths, and Namespaces"; "File path formats
 * on Windows systems"), and shares no code with the product. Import `as_windows.ts` first.
 */

type WindowsNode =
  | { readonly kind: "file"; readonly text: string }
  | { readonly kind: "directory"; readonly children: Map<string, Named> }
  | { readonly kind: "link"; readonly target: string; readonly isJunction: boolean };

interface Named {
  readonly name: string;
  readonly short: string | undefined;
  readonly node: WindowsNode;
  readonly number: number;
}

/** A link: its stored target, as Deno returns it. */
export interface LinkLiteral {
  readonly link: string;
  readonly isJunction?: boolean;
}

/** Files by path, `C:/a/b.txt`; `C:/a/` is an empty directory. A name may hold its short name after a bar. */
export type WindowsTree = Readonly<Record<string, string | LinkLiteral>>;

/** A link that stores this target, of either kind. */
export const linkTo = (link: string): LinkLiteral => ({ link });
/** A junction, which stores an absolute path. */
export const junctionTo = (link: string): LinkLiteral => ({ link, isJunction: true });

const MAX_LINKS = 63;

class DiskError extends Error {
  constructor(readonly code: string, name: string) {
    super(`${code} with an absolute path`);
    this.name = name;
  }
}

const missing = (): DiskError => new DiskError("ENOENT", "NotFound");

interface Reached {
  readonly place: readonly string[];
  readonly named: Named;
}

export class WindowsDisk implements Disposable {
  /** Every path that was given to a call, with the places that the call visited. */
  readonly touched: string[] = [];
  /** Every absolute place that a call reached: where the oracle says that the path leads. */
  readonly reached: string[] = [];
  readonly #drives = new Map<string, Named>();
  readonly #cwd: string;
  #count = 1;
  readonly #saved: [name: string, call: unknown][] = [];

  constructor(tree: WindowsTree, cwd = "C:\\") {
    this.#cwd = cwd;
    for (const [path, value] of Object.entries(tree)) this.#make(path, value);
    const calls = {
      cwd: () => this.#cwd,
      lstatSync: (path: string) => this.#info(this.#reach(path, false)),
      statSync: (path: string) => this.#info(this.#reach(path, true)),
      realPathSync: (path: string) => written(this.#reach(path, true).place),
      readLinkSync: (path: string) => {
        const { node } = this.#reach(path, false).named;
        if (node.kind !== "link") throw new DiskError("EINVAL", "Error");
        return node.target;
      },
      readDirSync: (path: string) => this.#entries(path),
      readDir: async function* (this: WindowsDisk, path: string) {
        yield* this.#entries(path);
      }.bind(this),
    };
    const deno = Deno as unknown as Record<string, unknown>;
    for (const [name, call] of Object.entries(calls)) {
      this.#saved.push([name, deno[name]]);
      deno[name] = call;
    }
  }

  [Symbol.dispose](): void {
    for (const [name, call] of this.#saved) {
      (Deno as unknown as Record<string, unknown>)[name] = call;
    }
  }

  /** Resolves a path by Windows' own rules, links followed: the oracle. `undefined` if nothing is there. */
  leadsTo(path: string): string | undefined {
    try {
      return written(this.#reach(path, true, false).place);
    } catch {
      return undefined;
    }
  }

  #make(path: string, value: string | LinkLiteral): void {
    const [drive, ...names] = path.startsWith("//")
      ? [path.split("/").slice(0, 4).join("\\"), ...path.split("/").slice(4)]
      : path.split("/");
    const key = drive!.toUpperCase();
    let at = this.#drives.get(key);
    if (at === undefined) {
      at = this.#named(drive!, { kind: "directory", children: new Map() });
      this.#drives.set(key, at);
    }
    names.forEach((part, i) => {
      if (part === "" || at!.node.kind !== "directory") return;
      const [name = "", short] = part.split("|");
      const isLast = i === names.length - 1;
      const node: WindowsNode = !isLast
        ? { kind: "directory", children: new Map() }
        : typeof value === "string"
        ? { kind: "file", text: value }
        : { kind: "link", target: value.link, isJunction: value.isJunction === true };
      const { children } = at!.node;
      const known = children.get(name.toUpperCase());
      if (known === undefined) children.set(name.toUpperCase(), this.#named(name, node, short));
      at = children.get(name.toUpperCase())!;
    });
  }

  #named(name: string, node: WindowsNode, short?: string): Named {
    return { name, short, node, number: this.#count++ };
  }

  *#entries(path: string): Generator<Deno.DirEntry> {
    const { node } = this.#reach(path, true).named;
    if (node.kind !== "directory") throw new DiskError("ENOENT", "NotADirectory");
    for (const { name, node: { kind } } of node.children.values()) {
      yield {
        name,
        isFile: kind === "file",
        isDirectory: kind === "directory",
        isSymlink: kind === "link",
      };
    }
  }

  #info({ named: { node, number } }: Reached): Deno.FileInfo {
    return {
      isFile: node.kind === "file",
      isDirectory: node.kind === "directory",
      isSymlink: node.kind === "link",
      size: node.kind === "file" ? node.text.length : 0,
      mtime: new Date(0),
      atime: null,
      birthtime: null,
      ctime: null,
      dev: 1,
      ino: number,
      mode: null,
    } as unknown as Deno.FileInfo;
  }

  /** Resolves a path. A device or a stream is reached, too: there it is an error of the test. */
  #reach(path: string, isFollowed: boolean, isWatched = true): Reached {
    if (isWatched) this.touched.push(path);
    const [drive, names] = this.#absolute(path);
    let hops = 0;
    let at = this.#drive(drive);
    let place = [at.name];
    const trail: Named[] = [at];
    const rest = names.toReversed();
    while (rest.length > 0) {
      const name = rest.pop()!;
      if (name === "..") {
        if (trail.length > 1) {
          trail.pop();
          place = place.slice(0, -1);
          at = trail.at(-1)!;
        }
        continue;
      }
      if (at.node.kind !== "directory") throw missing();
      const key = name.toUpperCase();
      const next: Named | undefined = at.node.children.get(key) ??
        [...at.node.children.values()].find(({ short }) => short?.toUpperCase() === key);
      if (next === undefined) throw missing();
      const isLast = rest.length === 0;
      if (next.node.kind === "link" && (isFollowed || !isLast)) {
        if (++hops > MAX_LINKS) throw new DiskError("ELOOP", "FilesystemLoop");
        const { target } = next.node;
        if (!/^(?:[\\/]|[a-z]:)/i.test(target)) {
          // Relative to the folder of the link, as it was reached.
          rest.push(
            ...target.split(/[\\/]/).filter((each) => each !== "" && each !== ".").reverse(),
          );
          continue;
        }
        const isRooted = /^[\\/](?![\\/?])/.test(target);
        const [onward, way] = this.#absolute(isRooted ? `${place[0]}${target}` : target);
        at = this.#drive(onward);
        place = [at.name];
        trail.splice(0, trail.length, at);
        rest.push(...way.toReversed());
        continue;
      }
      at = next;
      place = [...place, next.name];
      trail.push(at);
    }
    if (isWatched) this.reached.push(written(place));
    return { place, named: at };
  }

  #drive(name: string): Named {
    const drive = this.#drives.get(name.toUpperCase());
    if (drive === undefined) throw missing();
    return drive;
  }

  /** The drive or share and the names of a path, as `GetFullPathName` and the parser of names make them. */
  #absolute(path: string): readonly [drive: string, names: readonly string[]] {
    const text = path.replaceAll("/", "\\").replace(/^\\\?\?\\/, "\\\\?\\");
    const isVerbatim = text.startsWith("\\\\?\\");
    const space = isVerbatim || text.startsWith("\\\\.\\") ? text.slice(4) : undefined;
    const plain = space?.replace(/^unc\\/i, "\\\\") ?? text;
    if (space !== undefined && !/^(?:[a-z]:(?:\\|$)|unc\\)/i.test(space)) {
      throw new Error(`a device was opened: ${path}`);
    }
    const [drive, rest] = this.#split(plain);
    const names: string[] = [];
    for (const part of rest.split("\\")) {
      if (part === "" || part === ".") continue;
      if (part === "..") names.pop();
      else names.push(part);
    }
    // By text alone, before any name is looked up.
    const normalized = isVerbatim ? names : names.map((name) => trimmed(name, path));
    return [drive, normalized.filter((name) => name !== "")];
  }

  /** The drive or share of a path, and the way from its root. */
  #split(path: string): readonly [drive: string, way: string] {
    const own = /^(?:\\\\[^\\]+\\[^\\]+|[a-z]:)/i.exec(path)?.[0];
    const [here, folder] = [this.#cwd.slice(0, 2), this.#cwd.slice(2)];
    if (own === undefined) return [here, path.startsWith("\\") ? path : `${folder}\\${path}`];
    const way = path.slice(own.length);
    if (own.startsWith("\\") || way.startsWith("\\")) return [own, way];
    return [own, `${own.toUpperCase() === here.toUpperCase() ? folder : ""}\\${way}`];
  }
}

/** A name as Windows takes it: without dots and spaces at its end. Devices and streams would be opened. */
function trimmed(part: string, path: string): string {
  const stem = part.split(/[.:]/)[0]!.trimEnd().toUpperCase();
  const devices = ["CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"];
  if (devices.includes(stem) || /^(?:COM|LPT)[0-9¹²³]$/.test(stem)) {
    throw new Error(`a device was opened: ${path}`);
  }
  if (part.includes(":")) throw new Error(`a stream was opened: ${path}`);
  return part.replace(/[. ]+$/, "");
}

function written([drive, ...names]: readonly string[]): string {
  return names.length === 0 ? `${drive}\\` : [drive, ...names].join("\\");
}

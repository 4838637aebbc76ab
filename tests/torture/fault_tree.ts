/** A tree of about 1,000 entries for fault injection, and the paths that each entry depends on. */
import { link, type Tree } from "../support/tree.ts";

const two = (i: number): string => String(i).padStart(2, "0");

function files(directory: string, count: number, ending = ".txt"): [string, string][] {
  return Array.from({ length: count }, (_, i) => [`${directory}/f${two(i)}${ending}`, `${i}`]);
}

const BRANCHES = Array.from({ length: 17 }, (_, i) => [
  ...files(`root/d${two(i)}`, 10),
  ...["s0", "s1", "s2"].flatMap((name) => files(`root/d${two(i)}/${name}`, 11)),
]);

/** Tools may see the folder `root`. No name is a prefix of its neighbour's. */
export const FAULT_TREE: Tree = {
  "root/.gitignore": "*.log\n/ignored/\n!keep.log\n",
  "root/.git/HEAD": "",
  "root/a.log": "",
  "root/keep.log": "",
  "root/ignored/x.txt": "",
  ...Object.fromEntries(BRANCHES.flat()),
  "root/d00/.gitignore": "f03.txt\n/s2/\n",
  ...Object.fromEntries([
    ...files("root/bulk", 30),
    ...files("root/large", 20),
    ...files("root/wide", 60, ".log.md"),
  ]),
  "root/deep/a/b/c/e/f/g.txt": "",
  "root/deep/a/b/.gitignore": "*.tmp\n",
  "root/deep/a/b/c/e/x.tmp": "",
  "root/a-links/b-chain": link("./c-hop"),
  "root/a-links/c-hop": link("../d02"),
  "root/a-links/dangling": link("nowhere"),
  "root/a-links/file": link("../d01/f00.txt"),
  "root/a-links/loop": link("loop"),
  "root/a-links/out": link("../../outside"),
  "root/a-links/through": link("c-hop/s0"),
  "root/a-links/up": link(".."),
  "root/z-link": link("deep/a"),
  "outside/secret.txt": "",
};

/** Sizes to report, so that these directories are read as large and as huge ones. */
export const FAULT_SIZES: Readonly<Record<string, number>> = {
  "/root/large": 200 * 1024,
  "/root/bulk": 4 * 1024 * 1024,
};

/** Finds the paths that a walk must read before it can show an entry. */
export class Dependencies {
  readonly #root: string;
  readonly #known = new Map<string, ReadonlySet<string>>();

  constructor(root: string) {
    this.#root = root;
  }

  /** The paths whose failure excuses a missing entry or a wrong link: what lies above it, and what it leads through. */
  of(walked: string): ReadonlySet<string> {
    let paths = this.#known.get(walked);
    if (paths === undefined) {
      const found = new Set<string>();
      const parts = walked.split("/");
      let directory = this.#root;
      for (const [i, part] of parts.entries()) {
        const path = `${directory}/${part}`;
        const isSymlink = isLink(path);
        if (isSymlink || i < parts.length - 1) found.add(path);
        directory = isSymlink ? follow(directory, Deno.readLinkSync(path), found, 0) : path;
      }
      this.#known.set(walked, paths = found);
    }
    return paths;
  }

  /** The paths whose failure excuses that a named path is not reached, including itself. */
  ofNamed(path: string): ReadonlySet<string> {
    if (path === "") return new Set([this.#root]);
    const slash = path.lastIndexOf("/");
    const parent = slash < 0
      ? this.#root
      : Deno.realPathSync(`${this.#root}/${path.slice(0, slash)}`);
    const own = `${parent}/${path.slice(slash + 1)}`;
    const end = isLink(own) ? [own, Deno.realPathSync(own)] : [own];
    return new Set([...this.of(path), ...end]);
  }

  /** Reports whether a walked path exists. */
  exists(walked: string): boolean {
    try {
      Deno.lstatSync(`${this.#root}/${walked}`);
      return true;
    } catch {
      return false;
    }
  }
}

function isLink(path: string): boolean {
  try {
    return Deno.lstatSync(path).isSymlink;
  } catch {
    return false;
  }
}

/** Adds each path that a link's target leads through to `found`, and returns the last one. */
function follow(directory: string, target: string, found: Set<string>, hops: number): string {
  let path = target.startsWith("/") ? "" : directory;
  for (const part of target.split("/")) {
    if (part === "" || part === ".") continue;
    path = part === ".." ? path.slice(0, path.lastIndexOf("/")) : `${path}/${part}`;
    found.add(path);
    if (hops < 5 && isLink(path)) {
      const parent = path.slice(0, path.lastIndexOf("/"));
      path = follow(parent, Deno.readLinkSync(path), found, hops + 1);
    }
  }
  return path;
}

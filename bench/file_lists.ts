/**
 * The contenders of `deno task bench libraries`: ways to get the files of a tree as one sorted array
 * of relative paths.
 *
 * @module
 */
import { fdir } from "fdir";
import { globby, globbySync } from "globby";
import { glob, globSync } from "tinyglobby";
import { TOOLSETS } from "../mod.ts";
import { compareCodePoints } from "../src/text/compare_code_points.ts";
import * as findFiles from "../src/tools/discovery/find_files.ts";
import * as globSearch from "../src/tools/discovery/glob_search.ts";
import type { DiscoveryResult } from "../src/tools/discovery/result.ts";
import type { RatioTarget } from "./measure.ts";
import { loadStdWalk, type StdWalk } from "./std_walk.ts";

/** A task: list all regular files below a root, or those whose names end so. */
export interface Question {
  readonly root: string;
  /** The ending of the names, as a glob. */
  readonly pattern: string;
  /** The ending of the names. */
  readonly suffix: string;
}

/** One way to get the paths. */
export interface Contender {
  /** The paths, relative to the root, in code point order. */
  paths(question: Question): string[] | Promise<string[]>;
  /** Target ratio of its time to ours. */
  readonly bar?: RatioTarget;
}

/** By what they are called. */
export type Contenders = Readonly<Record<string, Contender>>;

/** Without the sizes of files, which no other contender returns. */
const LEAN = { lean: true };

/** Ours, for a glob. */
export const GLOBBERS: Contenders = {
  "glob_search": {
    paths: ({ root, pattern }) =>
      joined(
        globSearch.pages({ pattern, kind: "file", max_results: 1000 }, { cwd: root }, LEAN),
      ),
  },
};

/** Ours, for all files. */
export const LISTERS: Contenders = {
  "find_files": {
    paths: ({ root }) => joined(findFiles.pages({ limit: 1000 }, { cwd: root }, LEAN)),
  },
  "list_dir (with links)": {
    async paths({ root: path }) {
      const args = { path, recursive: true, filter: "files" } as const;
      const text = await TOOLSETS.tree.list_dir.execute(args);
      // It has an order already, but by the names on the way: `a/x` is before `a-b`.
      return text.split("\n").sort();
    },
  },
  ...GLOBBERS,
};

async function joined(pages: AsyncIterable<DiscoveryResult>): Promise<string[]> {
  const paths: string[] = [];
  for await (const { entries, error } of pages) {
    if (error !== undefined) throw new Error(error.message);
    for (const { path } of entries) paths.push(path);
  }
  return paths;
}

/**
 * Those of the libraries. They are sorted without a comparator, which is the fastest, and differs
 * from code point order only where names hold characters beyond U+FFFF.
 */
export const LIBRARIES: Contenders = {
  "fdir (sync)": {
    bar: { atLeast: 2 },
    paths: (question) => crawl(question).sync().sort(),
  },
  "fdir (async)": {
    bar: { atLeast: 2 },
    paths: async (question) => (await crawl(question).withPromise()).sort(),
  },
  "tinyglobby (sync)": {
    bar: { atLeast: 3 },
    paths: ({ root, pattern }) => globSync(pattern, globOptions(root)).sort(),
  },
  "tinyglobby (async)": {
    bar: { atLeast: 3 },
    paths: async ({ root, pattern }) => (await glob(pattern, globOptions(root))).sort(),
  },
  "globby (sync)": {
    paths: ({ root, pattern }) => globbySync(pattern, globbyOptions(root)).sort(),
  },
  "globby (async)": {
    paths: async ({ root, pattern }) => (await globby(pattern, globbyOptions(root))).sort(),
  },
  "async readDir, one at a time": { paths: readOneAtATime },
};

function crawl({ root, suffix }: Question) {
  const files = new fdir({ excludeSymlinks: true, relativePaths: true });
  return (suffix === "" ? files : files.filter((path) => path.endsWith(suffix))).crawl(root);
}

function globOptions(cwd: string) {
  return { cwd, dot: true, expandDirectories: false, followSymbolicLinks: false };
}

function globbyOptions(cwd: string) {
  return { ...globOptions(cwd), suppressErrors: true };
}

/** The modules of `walk` of `@std/fs`. */
async function readOneAtATime({ root, suffix }: Question): Promise<string[]> {
  const paths: string[] = [];
  const pending = [""];
  for (let prefix; (prefix = pending.pop()) !== undefined;) {
    try {
      for await (const { name, isFile, isDirectory } of Deno.readDir(`${root}/${prefix}`)) {
        if (isDirectory) pending.push(`${prefix}${name}/`);
        else if (isFile && name.endsWith(suffix)) paths.push(prefix + name);
      }
    } catch {
      // Unreadable directories are passed over, as the others do.
    }
  }
  return paths.sort();
}

/** `walk` of `@std/fs` as a contender, or none where it cannot be loaded. */
export async function stdContenders(): Promise<Contenders> {
  const walk = await loadStdWalk();
  return walk === undefined ? {} : { "walk of @std/fs": stdContender(walk) };
}

function stdContender(walk: StdWalk): Contender {
  return {
    bar: { atLeast: 5 },
    async paths({ root, suffix }) {
      const paths: string[] = [];
      for await (
        const { path, isFile } of walk(root, { includeDirs: false, includeSymlinks: false })
      ) {
        if (isFile && path.endsWith(suffix)) paths.push(path.slice(root.length + 1));
      }
      return paths.sort();
    },
  };
}

/** Returns the expected list of every contender. */
export function expectedPaths({ root, suffix }: Question): string[] {
  const paths: string[] = [];
  const pending = [""];
  for (let prefix; (prefix = pending.pop()) !== undefined;) {
    try {
      for (const { name, isFile, isDirectory } of Deno.readDirSync(`${root}/${prefix}`)) {
        if (isDirectory) pending.push(`${prefix}${name}/`);
        else if (isFile && name.endsWith(suffix)) paths.push(prefix + name);
      }
    } catch {
      // Unreadable directories have nothing to expect.
    }
  }
  return paths.sort(compareCodePoints);
}

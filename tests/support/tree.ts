/** Trees for tests, written as literals. */
import { fromSystem } from "../../src/scope/path_text.ts";
import { ANY_NAME, CASE, FIFOS, LINKS, type Need, UNICODE_FORMS } from "./machine.ts";
import { runSync } from "./process.ts";

/** A node of a tree: a file's text, or what a function below returns. */
export type Node = string | {
  readonly make: (path: string) => void | Promise<void>;
  /** The features of the machine that it needs. */
  readonly need?: Need;
};

/** A tree: nodes by path. Parents are created as needed. A path that ends in `/` is an empty directory. */
export type Tree = Readonly<Record<string, Node>>;

export function link(target: string): Node {
  return { make: (path) => makeLink(target, path), need: LINKS };
}

/** Makes a link. Windows stores no `/`, and wants the kind of the target: a file if nothing is there yet. */
async function makeLink(target: string, path: string): Promise<void> {
  if (Deno.build.os !== "windows") return await Deno.symlink(target, path);
  const end = /^(?:[a-z]:)?[\\/]/i.test(target) ? target : `${path}/../${target}`;
  const found = await Deno.stat(end).catch(() => undefined);
  const type = found?.isDirectory ? "dir" : "file";
  await Deno.symlink(target.replaceAll("/", "\\"), path, { type });
}

export function fifo(): Node {
  return {
    need: FIFOS,
    make: (path) => {
      if (runSync(["mkfifo", "--", path])?.code !== 0) throw new Error(`mkfifo failed: ${path}`);
    },
  };
}

export function bytes(size: number): Node {
  return { make: (path) => Deno.writeFile(path, new Uint8Array(size)) };
}

/** Returns the features of the machine that a tree needs, for {@linkcode needing}. */
export function needsOf(tree: Tree): Need[] {
  const paths = Object.keys(tree).map((path) => path.replace(/\/$/, ""));
  const ways = new Set(paths.flatMap((path) => {
    const parts = path.split("/");
    return parts.map((_, i) => parts.slice(0, i + 1).join("/"));
  }));
  const differ = (form: (way: string) => string): boolean =>
    new Set([...ways].map(form)).size < ways.size;
  return [
    ...Object.values(tree).flatMap((node) => typeof node !== "string" && node.need || []),
    // deno-lint-ignore no-control-regex
    ...paths.some((path) => /[\x00-\x1f<>:"\\|?*]|[. ](?:\/|$)/.test(path)) ? [ANY_NAME] : [],
    ...differ((way) => way.toLowerCase()) ? [CASE] : [],
    ...differ((way) => way.normalize()) ? [UNICODE_FORMS] : [],
  ];
}

/** A tree without what the machine lacks, for tests that do not name it. */
export function possible(tree: Tree): Tree {
  return Object.fromEntries(
    Object.entries(tree).filter(([path, node]) =>
      needsOf({ [path]: node }).every(({ isHere }) => isHere)
    ),
  );
}

/** Builds a tree in a new folder, and returns its real path. The caller removes it. */
export async function makeTree(
  tree: Tree,
  folder: Deno.MakeTempOptions = { prefix: "dirscope-" },
): Promise<string> {
  const root = fromSystem(Deno.realPathSync(Deno.makeTempDirSync(folder)));
  try {
    await plantTree(root, tree);
  } catch (error) {
    await removeTree(root);
    throw error;
  }
  return root;
}

export async function plantTree(root: string, tree: Tree): Promise<void> {
  const made = new Set<string>();
  for (const [name, node] of Object.entries(tree)) {
    const path = `${root}/${name}`;
    const directory = path.slice(0, path.lastIndexOf("/"));
    if (!made.has(directory)) Deno.mkdirSync(directory, { recursive: true });
    made.add(directory);
    if (name.endsWith("/")) continue;
    if (typeof node === "string") Deno.writeTextFileSync(path, node);
    else await node.make(path);
  }
}

/** Builds a tree, passes its root to `test`, and removes it. */
export async function withTree(
  tree: Tree,
  test: (root: string) => void | Promise<void>,
): Promise<void> {
  const root = await makeTree(tree);
  try {
    await test(root);
  } finally {
    await removeTree(root);
  }
}

/** Removes a tree. Windows holds a folder for a moment after a process that was in it has ended. */
async function removeTree(root: string): Promise<void> {
  for (let tries = Deno.build.os === "windows" ? 20 : 0; tries > 0; tries--) {
    try {
      return await Deno.remove(root, { recursive: true });
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
  await Deno.remove(root, { recursive: true });
}

/** Options for a temporary folder in memory, where there is one: files are made several times as fast. */
export function quickFolder(): { readonly prefix: string; readonly dir?: string } {
  const [prefix, dir] = ["dirscope-", "/dev/shm"];
  try {
    return Deno.statSync(dir).isDirectory ? { prefix, dir } : { prefix };
  } catch {
    return { prefix };
  }
}

/**
 * As {@linkcode withTree}, but in memory where possible. Not for tests that start a process with narrow
 * permissions: Deno lets only `--allow-all` read below `/dev`.
 */
export async function withQuickTree(
  tree: Tree,
  test: (root: string) => void | Promise<void>,
): Promise<void> {
  const root = await makeTree(tree, quickFolder());
  try {
    await test(root);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}

/**
 * As {@linkcode withQuickTree}, with directories below each other, all of one name, until no path can
 * name the last ones; and with a file `z` at the top.
 */
export async function withTreeBeyondPathMax(
  test: (root: string, name: string) => void | Promise<void>,
): Promise<void> {
  await withQuickTree({ "z": "" }, async (root) => {
    const name = "n".repeat(200);
    const half = Array(15).fill(name).join("/");
    Deno.mkdirSync(`${root}/${half}`, { recursive: true });
    Deno.mkdirSync(`${root}/m/${half}`, { recursive: true });
    Deno.renameSync(`${root}/m/${name}`, `${root}/${half}/${name}`);
    Deno.removeSync(`${root}/m`);
    try {
      await test(root, name);
    } finally {
      Deno.renameSync(`${root}/${half}/${name}`, `${root}/m`);
    }
  });
}

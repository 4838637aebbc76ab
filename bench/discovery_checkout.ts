/**
 * A repository as it was some hundred commits ago, with the questions that the commits since then ask.
 *
 * @module
 */
import { resolve } from "@std/path/posix/resolve";
import { git, tryGit } from "./discovery_git.ts";
import { LOG_FORMAT, type Questions, questionsFrom, touchedMost } from "./discovery_gold.ts";

/** A repository put back. */
export interface Checkout extends Questions {
  readonly label: string;
  readonly base: string;
  /** Number of commits that it was put back, merges left out. */
  readonly back: number;
  /** The work tree, with a `.git` that ends at the base. */
  readonly path: string;
  /** The same files without `.git`. */
  readonly plain: string;
  /** A work tree for {@linkcode checkOut}, whose repository has every commit. */
  readonly tasks: string;
  /** The git directory that it was made from. */
  readonly source: string;
  /** The files that git tracks, in its order; neither links nor submodules. */
  readonly files: readonly string[];
  /** Number of files that are empty, since the source lacks their blobs. */
  readonly missing: number;
  /** The files that the last commits before the base touched, most first. */
  readonly recent: readonly string[];
}

/** A work tree that can be put at any commit up to the head of a repository. */
export type TaskTree = Pick<Checkout, "label" | "source" | "tasks">;

/** Number of commits that serve as questions, merges left out; of shorter histories, half of them. */
const COMMITS_BACK = 200;

/** Number of commits before the base from which the most touched files are counted. */
const RECENT_COMMITS = 1000;

/** Version of the cached contents: raise it when they change. */
const VERSION = 4;

/** Puts a repository back, below a directory that caches it for the next run. */
export async function prepareCheckout(repository: string, work: string): Promise<Checkout> {
  const { label, source, head } = await sourceOf(repository);
  const folder = `${resolve(work)}/${label.replaceAll("/", "+")}-${head.slice(0, 12)}-v${VERSION}`;
  const cached = await readCachedCheckout(folder) ?? await cacheCheckout(source, folder);
  const [path, plain, tasks] = [`${folder}/tree`, `${folder}/plain`, `${folder}/tasks`];
  return { ...cached, label, path, plain, tasks, source };
}

/** Makes a work tree for {@linkcode checkOut}, and nothing else, below a directory. */
export async function prepareTaskTree(repository: string, directory: string): Promise<TaskTree> {
  const { label, source, head } = await sourceOf(repository);
  const tasks = `${resolve(directory)}/${label.replaceAll("/", "+")}`;
  await makeTaskTree({ head, source, path: tasks });
  return { label, source, tasks };
}

/** A repository's name, its git directory and its newest commit. */
async function sourceOf(
  repository: string,
): Promise<Readonly<Record<"label" | "source" | "head", string>>> {
  const source = (await git(["-C", repository, "rev-parse", "--absolute-git-dir"])).trim();
  const head = (await git(["--git-dir", source, "rev-parse", "HEAD"])).trim();
  return { label: labelOf(repository), source, head };
}

/** The contents of the file that is cached beside the work trees. */
type CachedCheckout = Omit<Checkout, "label" | "path" | "plain" | "tasks" | "source">;

async function readCachedCheckout(folder: string): Promise<CachedCheckout | undefined> {
  try {
    return JSON.parse(await Deno.readTextFile(`${folder}/checkout.json`));
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

/** Puts a repository back in a folder that is there at once, whole, or not at all. */
async function cacheCheckout(source: string, folder: string): Promise<CachedCheckout> {
  const part = `${folder}.${Deno.pid}`;
  try {
    const cached = await makeCheckout(source, part);
    await Deno.writeTextFile(`${part}/checkout.json`, JSON.stringify(cached));
    await Deno.rename(part, folder);
    return cached;
  } catch (error) {
    await Deno.remove(part, { recursive: true }).catch(() => {});
    // Another run may have been faster.
    const cached = await readCachedCheckout(folder);
    if (cached === undefined) throw error;
    return cached;
  }
}

/** Returns the name of a repository: that of its folder, where `owner+name` stands for `owner/name`. */
function labelOf(repository: string): string {
  const names = resolve(repository).split("/");
  while (/^(?:\.git|repo)$/.test(names.at(-1)!)) names.pop();
  return names.at(-1)!.replace(/\.git$/, "").replace("+", "/");
}

async function makeCheckout(source: string, folder: string): Promise<CachedCheckout> {
  const from = (...args: string[]): Promise<string> => git(["--git-dir", source, ...args]);
  const [path, plain, tasks] = [`${folder}/tree`, `${folder}/plain`, `${folder}/tasks`];
  const { base, back } = await baseOf(source);
  await fetchUpTo({ base, source, path });
  const head = (await from("rev-parse", "HEAD")).trim();
  await makeTaskTree({ head, source, path: tasks });
  const missing = await writeFiles({ base, source, into: path, index: `${path}/.git/index` });
  await writeFiles({ base, source, into: plain, index: `${folder}/plain-index` });
  const files = filesIn(await from("ls-tree", "-r", "-z", base));
  const existing = new Set(files);
  const questionLog = await from(...LOG_FORMAT, `${base}..HEAD`);
  const before = await from(...LOG_FORMAT, `--max-count=${RECENT_COMMITS}`, base);
  const recent = touchedMost(before, existing);
  return { base, back, missing, files, recent, ...questionsFrom(questionLog, existing) };
}

/** Makes an empty work tree whose repository has every commit, and no name of one but `HEAD`. */
async function makeTaskTree(
  { head, source, path }: Readonly<Record<"head" | "source" | "path", string>>,
): Promise<void> {
  await fetchUpTo({ base: head, source, path });
  await Deno.writeTextFile(`${path}/.git/HEAD`, `${head}\n`);
  await git(["-C", path, "update-ref", "-d", "refs/heads/main"]);
  // They name the head.
  await Deno.remove(`${path}/.git/logs`, { recursive: true });
}

/** The regular files in what `git ls-tree -r -z` printed. */
function filesIn(listing: string): string[] {
  const rows = listing.split("\0").filter((row) => row.startsWith("100"));
  return rows.map((row) => row.slice(row.indexOf("\t") + 1));
}

/** The newest commit, among first parents, that as many others came after as are to ask. */
async function baseOf(source: string): Promise<{ base: string; back: number }> {
  const countSince = async (commit: string): Promise<number> =>
    Number(await git(["--git-dir", source, "rev-list", "--count", "--no-merges", commit]));
  const firstParents = await git(["--git-dir", source, "rev-list", "--first-parent", "HEAD"]);
  const line = firstParents.trim().split("\n");
  const wanted = Math.min(COMMITS_BACK, await countSince("HEAD") >> 1);
  let [near, far] = [0, line.length - 1];
  while (near < far) {
    const middle = (near + far) >> 1;
    if (await countSince(`${line[middle]}..HEAD`) >= wanted) far = middle;
    else near = middle + 1;
  }
  return { base: line[near]!, back: await countSince(`${line[near]}..HEAD`) };
}

/** Makes a repository of the commits and trees up to a base, and of nothing after it. */
async function fetchUpTo(
  { base, source, path }: Readonly<Record<"base" | "source" | "path", string>>,
): Promise<void> {
  await git(["init", "--quiet", "--initial-branch=main", path]);
  const repository = `${path}/.git`;
  const config = await Deno.readTextFile(`${repository}/config`);
  await git([
    ...["--git-dir", repository, "fetch", "--quiet", "--no-tags", "--update-shallow"],
    ...["--filter=blob:none", "--upload-pack=git -c uploadpack.allowFilter=true upload-pack"],
    ...[`file://${source}`, base],
  ]);
  await git(["--git-dir", repository, "update-ref", "refs/heads/main", base]);
  await Deno.remove(`${repository}/FETCH_HEAD`);
  // The fetch made a remote of the source, which git would ask for one blob at a time.
  await Deno.writeTextFile(`${repository}/config`, config);
}

/** Puts the work tree of tasks where a commit's first parent is. */
export async function checkOutParent(tree: TaskTree, commit: string): Promise<void> {
  const parent = await git(["--git-dir", tree.source, "rev-parse", `${commit}^`]);
  await checkOut(tree, parent.trim());
}

/**
 * Puts the work tree of tasks where a commit is. No name in its repository leads to a later one: a tool that
 * begins at `HEAD` finds what was before it, and nothing else.
 */
export async function checkOut({ source, tasks }: TaskTree, commit: string): Promise<void> {
  const env = { GIT_INDEX_FILE: `${tasks}/.git/index` };
  const at = ["--git-dir", source, "--work-tree", tasks];
  await git([...at, "read-tree", "--reset", "-u", commit], { env, cwd: tasks });
  await Deno.writeTextFile(`${tasks}/.git/HEAD`, `${commit}\n`);
}

/**
 * Writes a commit's files, and an index of them, from the source's own objects. A mirror may lack some
 * blobs: those files are empty, since only names are asked for. Returns how many those are.
 */
async function writeFiles(
  { base, source, into, index }: Readonly<Record<"base" | "source" | "into" | "index", string>>,
): Promise<number> {
  await Deno.mkdir(into, { recursive: true });
  const at = ["--git-dir", source, "--work-tree", into];
  const env = { GIT_INDEX_FILE: index };
  await git([...at, "read-tree", base], { env, cwd: into });
  await tryGit([...at, "checkout-index", "--all", "--index", "--quiet"], { env, cwd: into });
  const deleted = await git([...at, "ls-files", "-z", "--deleted"], { env, cwd: into });
  const missing = deleted.split("\0").slice(0, -1);
  for (const name of missing) {
    const file = `${into}/${name}`;
    await Deno.mkdir(file.slice(0, file.lastIndexOf("/")), { recursive: true });
    await Deno.writeTextFile(file, "");
    // A time after the index's would mean that somebody is at work on it.
    await Deno.utime(file, 0, 0);
  }
  // Where a blob was missing, git left the index as it was.
  await tryGit([...at, "update-index", "-q", "--refresh"], { env, cwd: into });
  return missing.length;
}

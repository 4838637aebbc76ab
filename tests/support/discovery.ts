/**
 * What the tests of toolset `discovery` share.
 *
 * @module
 */
import fc from "fast-check";
import { type DiscoveryResult, type Tool, type ToolContext, TOOLSETS } from "../../mod.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** The five tools, by wire name. */
export const TOOLS: Readonly<Record<string, Tool<DiscoveryResult>>> = TOOLSETS.discovery;

/** The least that each tool must be given. */
export const LEAST: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  stat_path: { path: "." },
  find_files: {},
  glob_search: { pattern: "**" },
  list_dir_entries: {},
  list_dir: {},
};

/** The argument that names where each tool looks. */
export const ROOT_ARGUMENT: Readonly<Record<string, string>> = {
  stat_path: "path",
  find_files: "root",
  glob_search: "root",
  list_dir_entries: "path",
  list_dir: "path",
};

/** The tools that walk. */
export const SEARCHES = ["find_files", "glob_search"];
/** The tools whose path must be a directory. */
export const LISTINGS = ["find_files", "glob_search", "list_dir_entries", "list_dir"];

/** Calls a tool with the least that it must be given, and more. */
export function run(
  name: string,
  args: Readonly<Record<string, unknown>>,
  cwd: string,
  roots?: readonly string[],
): Promise<DiscoveryResult> {
  const context = roots === undefined ? { cwd } : { cwd, roots };
  return TOOLS[name]!.execute({ ...LEAST[name], ...args }, context);
}

/** The paths of a result's entries. */
export function pathsOf({ entries }: DiscoveryResult): string[] {
  return entries.map(({ path }) => path);
}

/** All pages, each asked for with the cursor of the one before. `between` runs after each page. */
export async function follow(
  tool: Tool<DiscoveryResult>,
  args: Arguments,
  context: ToolContext,
  between: () => void = () => {},
): Promise<DiscoveryResult[]> {
  const pages = [await tool.execute(args, context)];
  for (let cursor = pages[0]!.next_cursor; cursor !== undefined;) {
    if (pages.length > 20_000) throw new Error("The cursors never end");
    between();
    const page = await tool.execute({ ...args, cursor }, context);
    pages.push(page);
    cursor = page.next_cursor;
  }
  return pages;
}

/** All pages of `pages()`. */
export async function stream(
  tool: Tool<DiscoveryResult>,
  args: Arguments,
  context: ToolContext,
): Promise<DiscoveryResult[]> {
  const pages: DiscoveryResult[] = [];
  for await (const page of tool.pages!(args, context)) pages.push(page);
  return pages;
}

/** An error as the operating system gives it, with an absolute path in its message. */
export function osError(code: string, ErrorClass: new (message: string) => Error = Error): Error {
  return Object.assign(new ErrorClass(`${code}: /secret/place`), { code });
}

/** Says what reading a directory throws, if anything. */
export type Failure = (path: string) => Error | undefined;

/** Runs an action and notes each directory that it reads; `failure` makes some reads fail. */
export async function readsOf<T>(
  action: () => T | Promise<T>,
  failure: Failure = () => undefined,
): Promise<{ result: T; reads: string[] }> {
  const reads: string[] = [];
  const note = (path: string | URL): void => {
    reads.push(String(path));
    const error = failure(String(path));
    if (error !== undefined) throw error;
  };
  const { readDir, readDirSync } = Deno;
  const disk: { -readonly [K in "readDir" | "readDirSync"]: typeof Deno[K] } = Deno;
  disk.readDir = (path) => {
    note(path);
    return readDir(path);
  };
  disk.readDirSync = (path) => {
    note(path);
    return readDirSync(path);
  };
  try {
    return { result: await action(), reads };
  } finally {
    Object.assign(disk, { readDir, readDirSync });
  }
}

const DISK = [
  "lstat",
  "lstatSync",
  "open",
  "openSync",
  "readDir",
  "readDirSync",
  "readFile",
  "readFileSync",
  "readLink",
  "readLinkSync",
  "readTextFile",
  "readTextFileSync",
  "realPath",
  "realPathSync",
  "stat",
  "statSync",
] as const;

/** Runs an action and gives the names of the file system functions that it called. */
export async function diskCallsOf(action: () => Promise<unknown>): Promise<string[]> {
  const calls: string[] = [];
  const disk = Deno as unknown as Record<string, unknown>;
  const saved = DISK.map((name) => [name, disk[name]] as const);
  for (const [name, original] of saved) {
    disk[name] = (...args: unknown[]): unknown => {
      calls.push(name);
      return (original as (...args: unknown[]) => unknown)(...args);
    };
  }
  try {
    await action();
  } finally {
    for (const [name, original] of saved) disk[name] = original;
  }
  return calls;
}

const decoder = new TextDecoder();

/** What `find … | LC_ALL=C sort` prints of a folder: paths from it. */
export async function findSorted(root: string, ...tests: string[]): Promise<string[]> {
  const script = `find . -mindepth 1 ${tests.join(" ")} -printf '%P\\0' | LC_ALL=C sort -z`;
  const { stdout } = await new Deno.Command("sh", { args: ["-c", script], cwd: root }).output();
  return decoder.decode(stdout).split("\0").slice(0, -1);
}

/** Runs the command line and gives what it prints. */
export async function cli(
  cwd: string,
  args: readonly string[],
  permissions: readonly string[] = ["--allow-read=."],
): Promise<{ code: number; stdout: string; stderr: string }> {
  const script = new URL("../../cli.ts", import.meta.url).href;
  const { code, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", ...permissions, script, ...args],
    cwd,
    env: { NO_COLOR: "1" },
    stdin: "null",
  }).output();
  return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
}

const DIGEST_BYTES = 12;
const BASE64 = { alphabet: "base64url", omitPadding: true } as const;

/** A cursor with a right checksum: version, hash of the query, position. */
export async function seal(
  version: number,
  hash: Uint8Array,
  position: string | Uint8Array,
): Promise<string> {
  const text = typeof position === "string" ? new TextEncoder().encode(position) : position;
  return await sealBytes(Uint8Array.of(version, ...hash, ...text));
}

/** A cursor with a right checksum over any bytes. */
export async function sealBytes(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const sealed = new Uint8Array(DIGEST_BYTES + bytes.length);
  sealed.set(digest.subarray(0, DIGEST_BYTES));
  sealed.set(bytes, DIGEST_BYTES);
  return sealed.toBase64(BASE64);
}

/** What a cursor holds: version, hash of the query, position. */
export function unseal(cursor: string): [number, Uint8Array, string] {
  const bytes = Uint8Array.fromBase64(cursor, BASE64).subarray(DIGEST_BYTES);
  const hashEnd = 1 + DIGEST_BYTES;
  return [bytes[0]!, bytes.slice(1, hashEnd), decoder.decode(bytes.subarray(hashEnd))];
}

/** Compares by code point, independently of the product. */
export function byCodePoint(a: string, b: string): number {
  const [x, y] = [a, b].map((text) => Array.from(text, (each) => each.codePointAt(0)!));
  for (let i = 0; i < x!.length && i < y!.length; i++) {
    if (x![i] !== y![i]) return x![i]! - y![i]!;
  }
  return x!.length - y!.length;
}

const NAMES = [
  "a",
  "a-b",
  "a.b",
  "a b",
  "ab",
  "a!",
  "a~",
  "A",
  "-",
  "-a",
  ".a",
  "...",
  "b",
  "b.ts",
  "a\u0001",
  "é",
  "e\u0301",
  "\u{1F600}",
  "\u{1F600}a",
  "\uFF01",
  "\uFF01a",
  "\uE000",
  "\\",
  "*",
  "[a]",
] as const;

/** A random tree: each path, and whether it is a file, a directory or a link. */
export interface RandomTree {
  readonly files: readonly string[];
  readonly directories: readonly string[];
  readonly links: readonly string[];
}

/** Names that sort oddly, and are prefixes of each other. */
export const oddName: fc.Arbitrary<string> = fc.constantFrom(...NAMES);

/** Paths of one to three odd names. */
export const oddPath: fc.Arbitrary<string> = fc
  .array(oddName, { minLength: 1, maxLength: 3 })
  .map((names) => names.join("/"));

/** Random trees with odd names. */
export const randomTree: fc.Arbitrary<RandomTree> = fc
  .uniqueArray(fc.tuple(oddPath, fc.constantFrom("file", "file", "file", "dir", "link")), {
    selector: ([path]) => path,
    minLength: 1,
    maxLength: 14,
  })
  .map((nodes) => {
    const directories = new Set<string>();
    for (const [path, kind] of nodes) {
      const parts = path.split("/");
      const depth = kind === "dir" ? parts.length : parts.length - 1;
      for (let i = 1; i <= depth; i++) directories.add(parts.slice(0, i).join("/"));
    }
    const leaves = (wanted: string): string[] =>
      nodes.flatMap(([path, kind]) => kind === wanted && !directories.has(path) ? [path] : []);
    return { files: leaves("file"), directories: [...directories], links: leaves("link") };
  });

/** Builds a random tree in a folder of its own, hands it over and removes it. */
export async function withRandomTree(
  { files, directories, links }: RandomTree,
  test: (root: string) => void | Promise<void>,
): Promise<void> {
  const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "dirscope-" }));
  try {
    for (const path of directories) Deno.mkdirSync(`${root}/${path}`, { recursive: true });
    for (const path of files) Deno.writeTextFileSync(`${root}/${path}`, "");
    for (const path of links) Deno.symlinkSync(".", `${root}/${path}`);
    await test(root);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}

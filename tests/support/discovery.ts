/** Helpers for the tests of toolset `discovery`. */
import { type DiscoveryResult, type Tool, type ToolContext, TOOLSETS } from "../../mod.ts";
import { cutAtNul, shell } from "./shell.ts";

type Arguments = Readonly<Record<string, unknown>>;

export const TOOLS: Readonly<Record<string, Tool<DiscoveryResult>>> = TOOLSETS.discovery;

const REQUIRED_ARGUMENTS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  stat_path: { path: "." },
  find_files: {},
  glob_search: { pattern: "**" },
  list_dir_entries: {},
  list_dir: {},
};

/** The argument of each tool that holds its path. */
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

/** Calls a tool with its required arguments and these. */
export function run(
  name: string,
  args: Readonly<Record<string, unknown>>,
  cwd: string,
  roots?: readonly string[],
): Promise<DiscoveryResult> {
  const context = roots === undefined ? { cwd } : { cwd, roots };
  return TOOLS[name]!.execute({ ...REQUIRED_ARGUMENTS[name], ...args }, context);
}

export function pathsOf({ entries }: DiscoveryResult): string[] {
  return entries.map(({ path }) => path);
}

/** All pages, each requested with the cursor of the previous one. `between` runs between pages. */
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
  return await Array.fromAsync(tool.pages!(args, context));
}

/** The paths that `find … | LC_ALL=C sort` prints for a folder, relative to it. */
export async function findSorted(root: string, ...tests: string[]): Promise<string[]> {
  const find = `find . -mindepth 1 ${tests.join(" ")} -printf '%P\\0' | LC_ALL=C sort -z`;
  return cutAtNul(await shell(root, find));
}

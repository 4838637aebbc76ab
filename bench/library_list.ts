/**
 * A program that prints the sorted files of a tree by a library: `library_list.ts LIBRARY TREE`. It loads no
 * other.
 *
 * @module
 */

/** The libraries, each with the function that returns the paths. */
const LISTS: Readonly<Record<string, (cwd: string) => Promise<readonly string[]>>> = {
  async fdir(cwd) {
    const { fdir } = await import("fdir");
    return new fdir().withRelativePaths().crawl(cwd).sync();
  },
  async tinyglobby(cwd) {
    const { globSync } = await import("tinyglobby");
    return globSync("**", { cwd, dot: true, followSymbolicLinks: false, expandDirectories: false });
  },
  async globby(cwd) {
    const { globbySync } = await import("globby");
    return globbySync("**", { cwd, dot: true, followSymbolicLinks: false, suppressErrors: true });
  },
};

/** The names of the libraries. */
export const LIBRARY_NAMES: readonly string[] = Object.keys(LISTS);

if (import.meta.main) {
  const [library = "", tree = "."] = Deno.args;
  const paths = [...await LISTS[library]!(tree)].sort();
  const bytes = new TextEncoder().encode(`${paths.join("\n")}\n`);
  for (let at = 0; at < bytes.length;) at += Deno.stdout.writeSync(bytes.subarray(at));
}

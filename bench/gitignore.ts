/**
 * `deno task bench gitignore`: what `.gitignore` rules cost a search, against the same search without
 * them and against globby.
 *
 * @module
 */
import { globby } from "globby";
import { pages } from "../src/tools/discovery/find_files.ts";
import { type BenchOptions, interleave, median, ratio } from "./measure.ts";
import { mirror } from "./mirror.ts";

const ENTRIES = 25_000;
const GITIGNORES = 60;
const TRACKED = 15_000;

/** Typical lines of a project's `.gitignore`. */
const RULES = `# Build output
/dist/
build/
*.o
*.so
*.py[cod]
__pycache__/
!keep.o

# Tools
node_modules/
.cache/
.DS_Store
*.log
*.tmp
*~
.env
.env.*
!.env.example
coverage/
**/generated/*.json
doc/**/*.pdf
test-*/
`;

async function filesFound(
  root: string,
  use_gitignore: boolean,
  visit: (path: string) => void = () => {},
): Promise<number> {
  let count = 0;
  const args = { root, use_gitignore, limit: 1000 };
  for await (const page of pages(args, { cwd: root })) {
    count += page.count;
    for (const { path } of page.entries) visit(path);
  }
  return count;
}

/** Makes a repository that tracks most of what is not ignored. */
async function track(root: string): Promise<void> {
  const paths: string[] = [];
  await filesFound(root, true, (path) => paths.push(path));
  const lines = paths.slice(0, TRACKED).map((path) => `100644 ${"1".repeat(40)}\t${path}\0`);
  await git(root, ["init", "-q", "--template="]);
  await git(root, ["update-index", "-z", "--index-info"], lines.join(""));
}

async function git(root: string, args: readonly string[], input = ""): Promise<void> {
  const child = new Deno.Command("git", { args: ["-C", root, ...args], stdin: "piped" }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(input));
  await writer.close();
  if (!(await child.status).success) throw new Error(`git ${args.join(" ")} failed`);
}

/** Compares searches over a copy of the names of a real tree. */
export async function run({ tree: source }: BenchOptions): Promise<void> {
  using tree = mirror(`${source}/share`, ENTRIES);
  tree.directories.filter((_, i) => i % Math.ceil(tree.directories.length / GITIGNORES) === 0)
    .forEach((directory) => Deno.writeTextFileSync(`${directory}/.gitignore`, RULES));
  await track(tree.path);
  let [all, visible, peerVisible] = [0, 0, 0];
  const { plain, ruled, peer } = await interleave({
    plain: async () => all = await filesFound(tree.path, false),
    ruled: async () => visible = await filesFound(tree.path, true),
    peer: async () => {
      const options = { cwd: tree.path, gitignore: true, dot: true };
      peerVisible = (await globby("**", options)).sort().length;
    },
  });
  const perEntry = (median(ruled) / visible) / (median(plain) / all);
  console.log(`${ENTRIES} entries, ${GITIGNORES} .gitignore files, ${TRACKED} tracked files`);
  console.log(
    `find_files use_gitignore / without, per visible file: ${
      perEntry.toFixed(2)
    } (${visible} of ${all} files)`,
  );
  console.log(
    `globby gitignore / find_files use_gitignore: ${ratio(peer, ruled)} (${peerVisible} files)`,
  );
}

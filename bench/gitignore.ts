/**
 * `deno task bench:gitignore`: what `.gitignore` rules cost a search, against the same search without
 * them and against globby, as ratios measured in one run.
 *
 * @module
 */
import { globby } from "globby";
import { pages } from "../src/tools/discovery/find_files.ts";
import { median, time } from "./measure.ts";
import { mirror } from "./mirror.ts";

const ROUNDS = 7;
const ENTRIES = 25_000;
const GITIGNORES = 60;

/** What a project's `.gitignore` usually holds. */
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

async function filesFound(root: string, use_gitignore: boolean): Promise<number> {
  let count = 0;
  const args = { root, use_gitignore, limit: 1000 };
  for await (const page of pages(args, { cwd: root })) count += page.count;
  return count;
}

if (import.meta.main) {
  using tree = mirror(Deno.args[0] ?? "/usr/share", ENTRIES);
  tree.directories.filter((_, i) => i % Math.ceil(tree.directories.length / GITIGNORES) === 0)
    .forEach((directory) => Deno.writeTextFileSync(`${directory}/.gitignore`, RULES));
  Deno.mkdirSync(`${tree.path}/.git`);
  const plain: number[] = [];
  const ruled: number[] = [];
  const peer: number[] = [];
  let [all, visible, peerVisible] = [0, 0, 0];
  for (let round = 0; round < ROUNDS; round++) {
    plain.push(await time(async () => all = await filesFound(tree.path, false)));
    ruled.push(await time(async () => visible = await filesFound(tree.path, true)));
    peer.push(
      await time(async () => {
        const options = { cwd: tree.path, gitignore: true, dot: true };
        peerVisible = (await globby("**", options)).sort().length;
      }),
    );
  }
  const perEntry = (median(ruled) / visible) / (median(plain) / all);
  console.log(`${ENTRIES} entries, ${GITIGNORES} .gitignore files, ${ROUNDS} rounds`);
  console.log(
    `find_files use_gitignore / without, per visible file: ${
      perEntry.toFixed(2)
    } (${visible} of ${all} files)`,
  );
  console.log(
    `globby gitignore / find_files use_gitignore: ${
      (median(peer) / median(ruled)).toFixed(1)
    } (${peerVisible} files)`,
  );
}

/** Lists `in` and `out` of a folder in a worker that allows both, and prints what it gives. */
import { CallPool } from "../../src/workers/pool.ts";

const [root] = Deno.args;
const pool = new CallPool({ workers: 1 });
const results: string[] = [];
for (const path of [`${root}/in`, `${root}/out`]) {
  const { text } = await pool.run({
    toolset: "tree",
    tool: "list_dir",
    args: { path },
    context: { cwd: root!, roots: [root!] },
    wantsData: false,
    client: {},
  });
  results.push(text);
}
console.log(`${pool.size} worker`);
for (const text of results) console.log(text);
// The workers that are left keep no process alive.

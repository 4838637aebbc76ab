/** Lists `in` and `out` of a folder in a worker that allows both, and prints what it gives. */
import { CallPool } from "../../src/workers/pool.ts";
import { startThread, THREAD_LIMITS } from "../../src/workers/start_thread.ts";

const [root] = Deno.args;
const pool = new CallPool((tell) => startThread(tell, THREAD_LIMITS));
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
for (const text of results) console.log(text);
// The workers that are left keep no process alive.

/** Lists `in` and `out` of a folder in a worker whose roots hold both, and prints the results. */
import { Connection } from "../../src/mcp/connection.ts";
import { CallPool } from "../../src/workers/pool.ts";
import { startThread } from "../../src/workers/start_thread.ts";

const [root] = Deno.args;
const pool = new CallPool(startThread);
const results: string[] = [];
for (const path of [`${root}/in`, `${root}/out`]) {
  const { text } = await pool.run({
    toolset: "tree",
    tool: "list_dir",
    args: { path },
    context: { cwd: root!, roots: [root!] },
    wantsData: false,
    client: new Connection(false),
  });
  results.push(text);
}
for (const text of results) console.log(text);
// Idle workers do not keep the process alive.

/**
 * Lists a folder with and without workers, and tells whether they helped.
 *
 * @module
 */
import { TOOLSETS } from "../../mod.ts";
import { EagerPool } from "./eager_pool.ts";

const [path] = Deno.args;
const { list_dir } = TOOLSETS.tree;
const alone = await list_dir.execute({ path, recursive: true });
await using workers = new EagerPool({ size: 1 });
await workers.start();
// So small a folder the walk may well have listed before a worker gets to it.
let helped = "";
for (let round = 0; round < 1000 && workers.answered === 0; round++) {
  helped = await list_dir.execute({ path, recursive: true }, { workers });
}
console.log(JSON.stringify({ alone, isEqual: alone === helped, helped: workers.answered > 0 }));

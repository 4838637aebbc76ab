/**
 * Opens a log and a memory in each of many turns, named after the turn: what runs this at once opens the same at once.
 *
 * Arguments: the folder of the files.
 */
import { DiscoveryLog, SqliteProjectMemory } from "../../mod.ts";

const [folder] = Deno.args as [string];
const TURN_MS = 25;
for (let turns = 0; turns < 80; turns++) {
  const turn = Math.floor(Date.now() / TURN_MS) + 1;
  while (Date.now() < turn * TURN_MS);
  const Store = turn % 2 === 0 ? DiscoveryLog : SqliteProjectMemory;
  (await Store.open(`${folder}/${turn}.sqlite`)).close();
}

/**
 * Makes logged calls one after the other, and prints the number of each as soon as it resolves.
 *
 * Arguments: the log, the working directory, how many calls, a text that each query holds.
 *
 * @module
 */
import { DiscoveryLog, TOOLSETS } from "../../mod.ts";

const [file, cwd, count, tag] = Deno.args as [string, string, string, string];
const log = await DiscoveryLog.open(file);
for (let i = 1; i <= Number(count); i++) {
  const { find_files } = i % 2 === 0 ? TOOLSETS.agent : TOOLSETS.discovery;
  await find_files.execute({ name_contains: `${tag} ${i}` }, { cwd, log });
  Deno.stdout.writeSync(new TextEncoder().encode(`${i}\n`));
}
log.close();

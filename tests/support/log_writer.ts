/**
 * Makes logged calls one after the other, and prints the number of each once it resolves.
 *
 * Arguments: the log, the working directory, the number of calls, a text for each query.
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

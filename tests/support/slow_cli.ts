/** The command on a slow disk. Prints `read` to standard error for each directory. */
import { main } from "../../cli.ts";
import { slowDisk } from "./slow_disk.ts";

slowDisk(() => Deno.stderr.writeSync(new TextEncoder().encode("read\n")));
Deno.exit(await main(Deno.args));

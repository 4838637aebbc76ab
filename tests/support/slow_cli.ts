/** The command, on a slow disk; standard error has a line `read` for each directory. */
import { main } from "../../cli.ts";
import { slowDisk } from "./slow_disk.ts";

slowDisk(() => Deno.stderr.writeSync(new TextEncoder().encode("read\n")));
Deno.exit(await main(Deno.args));

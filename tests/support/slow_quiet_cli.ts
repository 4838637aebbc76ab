/** The command on a slow disk. It prints nothing of its own. */
import { main } from "../../cli.ts";
import { slowDisk } from "./slow_disk.ts";

slowDisk(() => {});
Deno.exit(await main(Deno.args));

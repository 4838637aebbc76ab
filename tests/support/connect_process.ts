/** Connects to each URL in its arguments, and prints what is wrong with it. */
import { connectRemote, type RemoteError } from "../../src/remote/connect_remote.ts";

for (const url of Deno.args) {
  await connectRemote(url).catch(({ code, reason }: RemoteError) => console.log(code, reason));
}

/** Runs a server and writes what its client sends it to a file: `record_stdio.ts FILE PROGRAM WORD…`. */
const [file, program, ...args] = Deno.args;
const child = new Deno.Command(program!, {
  args,
  stdin: "piped",
  stdout: "inherit",
  stderr: "inherit",
}).spawn();
const [toServer, toFile] = Deno.stdin.readable.tee();
const record = await Deno.open(file!, { append: true, create: true });
await Promise.allSettled([toServer.pipeTo(child.stdin), toFile.pipeTo(record.writable)]);
Deno.exit((await child.status).code);

/** Runs a server and writes what its client sends it to a file: `record_stdio.ts FILE PROGRAM WORD…`. */
const [file, program, ...args] = Deno.args;
const child = new Deno.Command(program!, {
  args,
  stdin: "piped",
  stdout: "inherit",
  stderr: "inherit",
}).spawn();
const record = await Deno.open(file!, { append: true, create: true });
const writer = child.stdin.getWriter();
for await (const chunk of Deno.stdin.readable) {
  // Written at once: a client may kill this process as soon as it has its answer.
  record.writeSync(chunk);
  await writer.write(chunk);
}
await writer.close();
Deno.exit((await child.status).code);

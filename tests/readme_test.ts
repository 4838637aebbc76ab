import { assert, assertEquals } from "@std/assert";

const README = await Deno.readTextFile("README.md");

/** The commands of README's console blocks, each with the output shown below it. */
function shownCommands(): { command: string; output: string }[] {
  return [...README.matchAll(/^```console\n(.*?)^```$/gms)]
    .flatMap(([, block]) => block!.split(/^\$ /m).slice(1))
    .map((shown) => {
      const end = shown.indexOf("\n");
      return { command: shown.slice(0, end), output: shown.slice(end + 1) };
    });
}

Deno.test("README shows only what its commands really print", async (t) => {
  const commands = shownCommands();
  assert(commands.length > 0);
  const deno = `'${Deno.execPath()}'`;
  for (const { command, output } of commands) {
    await t.step(command, async () => {
      const { stdout } = await new Deno.Command("sh", {
        args: ["-c", `${command.replace(/^deno /, `${deno} `)} 2>&1`],
        env: { NO_COLOR: "1" },
        stdin: "null",
      }).output();
      assertEquals(new TextDecoder().decode(stdout), output);
    });
  }
});

Deno.test("README names the Deno version that CI runs, in both set-up commands", () => {
  const versions = [...README.matchAll(/^npx --yes deno@(\S+) /gm)].map(([, version]) => version);
  assertEquals(versions, [versions[0], versions[0]]);
});

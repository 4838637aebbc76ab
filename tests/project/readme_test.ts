import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { assert, assertEquals } from "@std/assert";
import { projectFile, run } from "../support/process.ts";

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
      const script = `${command.replace(/^deno /, `${deno} `)} 2>&1`;
      const { stdout } = await run(["sh", "-c", script], { env: { NO_COLOR: "1" }, input: "" });
      assertEquals(stdout, output);
    });
  }
});

Deno.test("README names the Deno version that CI runs, in both set-up commands", () => {
  const versions = [...README.matchAll(/^npx --yes deno@(\S+) /gm)].map(([, version]) => version);
  assertEquals(versions, [versions[0], versions[0]]);
});

Deno.test("README's configuration for an MCP client starts a server that lists the tools of agent", async () => {
  const [, shown] = README.match(/^```json\n(.*?)^```$/ms)!;
  const json = shown!
    .replaceAll("/home/me/project", projectFile("fixtures/sample"))
    .replaceAll("/home/me/dirscope/", projectFile(""));
  const { command, args } = JSON.parse(json).mcpServers.dirscope;
  assertEquals(command, "deno");
  const client = new Client({ name: "a client", version: "1.0.0" });
  await client.connect(
    new StdioClientTransport({
      command: Deno.execPath(),
      args,
      env: Deno.env.toObject(),
      stderr: "ignore",
    }),
  );
  try {
    const { tools } = await client.listTools();
    assert(tools.some(({ name }) => name === "overview"));
    const { content } = await client.callTool({ name: "overview", arguments: {} });
    const [{ text }] = content as [{ text: string }];
    assert(text.includes("docs/\n guide.md\nsrc/\n main.py\n utils/\n  helpers.py"), text);
  } finally {
    await client.close();
  }
});

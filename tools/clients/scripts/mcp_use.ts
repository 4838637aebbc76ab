/** Run by `../main.ts` where `mcp-use` is installed: target and calls in, outcome out. */
const [target, calls] = Deno.args.map((word) => JSON.parse(word));

// Named at run time, so that the project itself does not need the package.
const NAME: string = "mcp-use";
const { MCPClient } = await import(NAME);

const [command, ...args] = target.command ?? [];
const server = target.transport === "stdio" ? { command, args } : { url: target.url };
const client = new MCPClient({ mcpServers: { dirscope: server } });
const session = await client.createSession("dirscope");
const tools = await session.listTools();
const handedOn: Record<string, string> = {};
for (const [name, given] of Object.entries(calls)) {
  handedOn[name] = JSON.stringify(await session.callTool(name, given));
}
await client.closeAllSessions();
console.log(JSON.stringify({ listed: tools.length, handedOn }));
Deno.exit();

/** Run by `../main.ts` where `@ai-sdk/mcp` is installed: target and calls in, outcome out. */
const [target, calls] = Deno.args.map((word) => JSON.parse(word));

// Named at run time, so that the project itself does not need the package.
const NAME: string = "@ai-sdk/mcp";
const { createMCPClient } = await import(NAME);
const { Experimental_StdioMCPTransport } = await import(`${NAME}/mcp-stdio`);

const [command, ...args] = target.command ?? [];
const client = await createMCPClient({
  transport: target.transport === "stdio"
    ? new Experimental_StdioMCPTransport({ command, args })
    : { type: "http", url: target.url },
});
const tools = await client.tools();
const handedOn: Record<string, string> = {};
for (const [name, given] of Object.entries(calls)) {
  const options = { toolCallId: "1", messages: [] };
  const output = await tools[name].execute(given, options);
  // What the model gets; without such a function, the whole result as JSON.
  const shown = await tools[name].toModelOutput?.({ toolCallId: "1", input: given, output });
  handedOn[name] = JSON.stringify(shown ?? output);
}
await client.close();
console.log(JSON.stringify({ listed: Object.keys(tools).length, handedOn }));
// Something that it started may go on, or fail only now.
Deno.exit();

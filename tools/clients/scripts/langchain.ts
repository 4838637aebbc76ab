/** Run by `../main.ts` where `@langchain/mcp-adapters` is installed: target and calls in, outcome out. */
const [target, calls] = Deno.args.map((word) => JSON.parse(word));

// Named at run time, so that the project itself does not need the package.
const NAME: string = "@langchain/mcp-adapters";
const { MultiServerMCPClient } = await import(NAME);

const [command, ...args] = target.command ?? [];
const client = new MultiServerMCPClient({
  dirscope: target.transport === "stdio"
    ? { transport: "stdio", command, args }
    : { transport: "http", url: target.url },
});
const tools = await client.getTools();
const handedOn: Record<string, string> = {};
for (const [name, given] of Object.entries(calls)) {
  const tool = tools.find((each: { name: string }) => each.name === name);
  // As a model calls it: the content of the message that it gets back.
  const { content } = await tool.invoke({ type: "tool_call", id: "1", name, args: given });
  handedOn[name] = typeof content === "string" ? content : JSON.stringify(content);
}
await client.close();
console.log(JSON.stringify({ listed: tools.length, handedOn }));
// Something that it started may go on, or fail only now.
Deno.exit();

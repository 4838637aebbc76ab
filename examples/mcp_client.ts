// deno run --allow-env --allow-run=deno mcp_client.ts
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const client = new Client({ name: "example", version: "1.0.0" });
// The server may read the folder that this program is started in, and nothing else.
const cli = import.meta.resolve("@dirscope/dirscope/cli");
const args = ["run", "--allow-read=.", cli, "mcp"];
const env = Deno.env.toObject();
await client.connect(new StdioClientTransport({ command: "deno", args, env }));

const { tools } = await client.listTools();
console.log(tools.map(({ name }) => name).join(", "));

const { content } = await client.callTool({ name: "overview", arguments: { max_tokens: 500 } });
for (const part of content) {
  if (part.type === "text") console.log(part.text);
}
await client.close();

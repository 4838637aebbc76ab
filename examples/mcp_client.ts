// deno run --allow-env --allow-run=deno mcp_client.ts
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";

const client = new Client({ name: "example", version: "1.0.0" });
// The server may read the folder that this program is started in, and nothing else.
const cli = import.meta.resolve("@dirscope/dirscope/cli");
const words = ["run", "--allow-read=.", cli, "mcp"];
const env = Deno.env.toObject();
await client.connect(new StdioClientTransport({ command: "deno", args: words, env }));

const { tools } = await client.listTools();
console.log(tools.map(({ name }) => name).join(", "));

// The task in its own words decides what is shown.
const args = { query: "fix the reading of links", max_tokens: 500 };
const { content } = await client.callTool({ name: "overview", arguments: args });
for (const part of content) {
  if (part.type === "text") console.log(part.text);
}
await client.close();

/** mcp-remote: a bridge from clients that speak stdio alone to a server on HTTP. The SDK's client uses it. */
import { Client as SdkClient } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { join } from "@std/path/join";
import { type Called, CALLS, type Client } from "./client.ts";
import { DENO_RUN } from "./install.ts";

/** The client. */
export const MCP_REMOTE: Client = {
  name: "mcp-remote 0.15.1",
  packages: ["mcp-remote@0.15.1"],
  transports: ["http"],
  try: async ({ target, folder }) => {
    if (target.transport !== "http") throw new Error("mcp-remote needs a URL");
    const file = join(folder, "node_modules/mcp-remote/dist/proxy.js");
    const client = new SdkClient({ name: "behind mcp-remote", version: "1" });
    await client.connect(
      new StdioClientTransport({
        command: DENO_RUN[0]!,
        args: [...DENO_RUN.slice(1), file, target.url],
        cwd: folder,
        stderr: "ignore",
      }),
    );
    const call = async (name: Called): Promise<string> =>
      JSON.stringify(await client.callTool({ name, arguments: CALLS[name] }));
    try {
      return {
        listed: (await client.listTools()).tools.length,
        handedOn: { find_files: await call("find_files"), overview: await call("overview") },
      };
    } finally {
      await client.close();
    }
  },
};

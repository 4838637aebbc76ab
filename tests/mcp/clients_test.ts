import { Client as FirstClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as FirstStdio } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as FirstHttp } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { type Schema, Validator } from "@cfworker/json-schema";
import { assert, assertEquals } from "@std/assert";
import { serveHttp } from "../../src/mcp/mod.ts";
import { type Tool, type ToolsetName, TOOLSETS } from "../../mod.ts";
import {
  connectHttp,
  connectStdio,
  ERAS,
  NAMES,
  sampleCalls,
  serverCommand,
  TREE,
} from "../support/mcp.ts";
import { withTree } from "../support/tree.ts";

/** The methods of both SDKs' clients that are used here. */
interface AnyClient {
  listTools(): Promise<{ tools: readonly ListedTool[] }>;
  callTool(params: { name: string; arguments: Record<string, unknown> }): Promise<unknown>;
  getServerVersion(): { name: string; title?: string | undefined } | undefined;
  getInstructions(): string | undefined;
  close(): Promise<void>;
}

interface ListedTool {
  readonly name: string;
  readonly title?: string | undefined;
  readonly annotations?: unknown;
  readonly inputSchema: unknown;
  readonly outputSchema?: unknown;
}

interface Result {
  readonly content: readonly { readonly type: string; readonly text: string }[];
  readonly structuredContent?: unknown;
  readonly isError?: boolean;
}

/** Lists and calls every tool of a toolset, and checks all responses. */
async function checkAll(
  client: AnyClient,
  toolset: ToolsetName,
  root: string,
  isStructured: boolean,
): Promise<void> {
  const local: Readonly<Record<string, Tool>> = TOOLSETS[toolset];
  const { tools } = await client.listTools();
  assertEquals(tools.map(({ name }) => name), Object.keys(local));
  for (const tool of tools) {
    const { DEFINITION, OUTPUT_SCHEMA } = local[tool.name]!;
    assert(tool.title);
    const annotations = { readOnlyHint: true, idempotentHint: true, openWorldHint: false };
    assertEquals(tool.annotations, annotations);
    assertEquals(tool.inputSchema, DEFINITION.function.parameters);
    assertEquals(tool.outputSchema, isStructured ? OUTPUT_SCHEMA : undefined);
  }
  const { name, title } = client.getServerVersion()!;
  assertEquals([name, title], ["dirscope", "Dirscope"]);
  assert(client.getInstructions()!.endsWith(` Allowed roots: ${root}`));
  for (const { tool, args, isError } of sampleCalls(toolset, root)) {
    const about = `${toolset} ${tool} ${JSON.stringify(args)}`;
    const result = await client.callTool({ name: tool, arguments: args }) as Result;
    assertEquals(result.content.length, 1, about);
    assertEquals(result.isError, isError, `${about}: ${result.content[0]!.text}`);
    const schema = local[tool]!.OUTPUT_SCHEMA;
    assertEquals(result.structuredContent !== undefined, isStructured && schema !== undefined);
    if (result.structuredContent === undefined) continue;
    const { valid, errors } = new Validator(schema as Schema, "2020-12").validate(
      result.structuredContent,
    );
    assert(valid, `${about}: ${JSON.stringify(errors)}`);
  }
  let error: { code?: number } = {};
  await client.callTool({ name: "no such tool", arguments: {} }).catch((thrown) => error = thrown);
  assertEquals(error.code, -32602, "unknown tools are protocol errors");
}

const first = (): FirstClient => new FirstClient({ name: "test", version: "1" });

/** Connects each kind of client to a command. */
const ON_STDIO: Readonly<Record<string, (command: readonly string[]) => Promise<AnyClient>>> = {
  "the current SDK, stateless": (command) => connectStdio(command, "stateless"),
  "the current SDK, handshake": (command) => connectStdio(command, "handshake"),
  "the first SDK": async ([program, ...args]) => {
    const client = first();
    const env = Deno.env.toObject();
    await client.connect(new FirstStdio({ command: program!, args, env }) as never);
    return client as unknown as AnyClient;
  },
};

// Over stdio, each toolset has one of the clients: starting a process and its workers takes most of the time.
// Over HTTP, each client calls every toolset.
for (const [i, toolset] of NAMES.entries()) {
  const clients = Object.entries(ON_STDIO);
  const [name, connect] = clients[i % clients.length]!;
  Deno.test(`${toolset}: an outputSchema that every structuredContent validates against, over stdio: ${name}`, async () => {
    await withTree(TREE, async (root) => {
      const client = await connect(serverCommand(root, { toolset, words: ["--structured"] }));
      await checkAll(client, toolset, root, true);
      await client.close();
    });
  });
}

for (const toolset of NAMES) {
  Deno.test(`${toolset}: an outputSchema that every structuredContent validates against, over HTTP`, async (t) => {
    await withTree(TREE, async (root) => {
      await using server = await serveHttp({
        toolset,
        roots: [root],
        structured: true,
        workers: 0,
      });
      for (const era of ERAS) {
        await t.step(`the current SDK, ${era}`, async () => {
          const client = await connectHttp(server.url, era);
          await checkAll(client, toolset, root, true);
          await client.close();
        });
      }
      await t.step("the first SDK", async () => {
        const client = first();
        // Its type is not made for `exactOptionalPropertyTypes`.
        await client.connect(new FirstHttp(new URL(server.url)) as never);
        await checkAll(client as unknown as AnyClient, toolset, root, true);
        await client.close();
      });
    });
  });
}

Deno.test('"The default is text alone"', async () => {
  await withTree(TREE, async (root) => {
    await using server = await serveHttp({ toolset: "discovery", roots: [root], workers: 0 });
    const client = await connectHttp(server.url, "stateless");
    await checkAll(client, "discovery", root, false);
    await client.close();
  });
});

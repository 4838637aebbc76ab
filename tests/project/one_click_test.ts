import { dirname } from "node:path/posix";
import { assert, assertEquals, assertMatch } from "@std/assert";
import config from "../../deno.json" with { type: "json" };
import claudeServers from "../../npm/.mcp.json" with { type: "json" };
import claudePlugin from "../../npm/.claude-plugin/plugin.json" with { type: "json" };
import geminiExtension from "../../npm/gemini-extension.json" with { type: "json" };
import server from "../../npm/server.json" with { type: "json" };
import { MCPB, packBundle } from "../../tools/mcpb_pack.ts";
import { MANIFEST } from "../../tools/npm_pack.ts";
import { SHELL, testsNeeding } from "../support/machine.ts";
import { connectStdio } from "../support/mcp.ts";
import { run } from "../support/process.ts";
import { nodeHere } from "../support/runtimes.ts";
import { withTree } from "../support/tree.ts";

const test = testsNeeding(SHELL);

/** Packs and unpacks the bundle, and calls back with its folder. */
async function unpacked(act: (bundle: string) => Promise<void>): Promise<void> {
  await withTree({}, async (folder) => {
    const file = await packBundle(folder);
    const command = [Deno.execPath(), "run", "--allow-all", MCPB, "unpack", file];
    const { code, stdout, stderr } = await run([...command, `${folder}/bundle`], { cwd: folder });
    assertEquals(code, 0, stdout + stderr);
    await act(`${folder}/bundle`);
  });
}

/** The command of the manifest, its variables as the format's specification replaces them: a list by its items. */
async function commandOf(bundle: string, folders: readonly string[]): Promise<string[]> {
  const { server } = JSON.parse(await Deno.readTextFile(`${bundle}/manifest.json`));
  const { command, args } = server.mcp_config as { command: string; args: string[] };
  const words = args.flatMap((arg) =>
    arg === "${user_config.folders}" ? folders : [arg.replaceAll("${__dirname}", bundle)]
  );
  return ["env", `PATH=${dirname(await nodeHere())}:/usr/bin:/bin`, command, ...words];
}

test("the MCP bundle, unpacked and started as its manifest says, serves the chosen folders", () => {
  const tree = { "a b/in.txt": "", "c/x.ts": "", "d/out.txt": "" };
  return withTree(tree, (root) =>
    unpacked(async (bundle) => {
      const manifest = JSON.parse(await Deno.readTextFile(`${bundle}/manifest.json`));
      assertEquals([manifest.name, manifest.version], [MANIFEST.name, config.version]);
      const command = await commandOf(bundle, [`${root}/a b`, `${root}/c`]);
      const client = await connectStdio(command, "handshake");
      try {
        const { tools } = await client.listTools();
        // "read-only tools listed"
        const listed = tools.map(({ name, description }) => ({ name, description }));
        assertEquals(listed, manifest.tools);
        assertEquals(tools.filter(({ annotations }) => !annotations?.readOnlyHint), []);
        const call = async (path: string) => {
          const result = await client.callTool({ name: "list_dir", arguments: { path } });
          return (result.content as { text: string }[])[0]!.text;
        };
        assertMatch(await call(`${root}/a b`), /^in\.txt$/m);
        assertMatch(await call(`${root}/c`), /^x\.ts$/m);
        assertMatch(await call(`${root}/d`), /^error outside_root/);
      } finally {
        await client.close();
      }
    }));
});

Deno.test("every manifest has the version of the package, and its description", () => {
  for (const each of [server, ...server.packages, geminiExtension, claudePlugin]) {
    assertEquals(each.version, config.version);
  }
  assertEquals([server.name, server.packages[0]!.identifier], [MANIFEST.mcpName, MANIFEST.name]);
  assertEquals(server.repository.url, MANIFEST.repository.url.replace(/^git\+|\.git$/g, ""));
  assertEquals([geminiExtension.description, claudePlugin.description], [
    server.description,
    server.description,
  ]);
});

Deno.test("server.json fits the published schema of the MCP registry", () => {
  assertMatch(server.$schema, /\/2025-12-11\/server\.schema\.json$/);
  assertMatch(server.name, /^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]{1,150}$/);
  for (const { length } of [server.title, server.description]) assert(length > 0 && length <= 100);
  assert(URL.canParse(server.websiteUrl) && server.repository.source !== "");
  for (const { registryType, transport, packageArguments } of server.packages) {
    assertEquals([registryType, transport.type], ["npm", "stdio"]);
    for (const { type, value, valueHint } of packageArguments) {
      assertEquals([type, (value ?? valueHint) !== undefined], ["positional", true]);
    }
  }
});

Deno.test("each link and file of one click starts the npm package for the open folder, by its client's variable", async () => {
  const text = await Deno.readTextFile("docs/mcp.md");
  const target = (name: string): URL => new URL(text.match(`\\[${name}\\]\\((.*?)\\)`)![1]!);
  const inCode = target("install in VS Code").searchParams.get("url")!;
  const inCursor = target("install in Cursor").searchParams;
  const { name, type, ...code } = JSON.parse(
    decodeURIComponent(inCode.slice("vscode:mcp/install?".length)),
  );
  assertEquals([name, type, inCursor.get("name")], ["dirscope", "stdio", "dirscope"]);
  const rows: [folder: string, configured: unknown][] = [
    ["${workspaceFolder}", code],
    ["${workspaceFolder}", JSON.parse(atob(inCursor.get("config")!))],
    ["${CLAUDE_PROJECT_DIR}", claudeServers.mcpServers.dirscope],
    ["${workspacePath}", geminiExtension.mcpServers.dirscope],
  ];
  for (const [folder, configured] of rows) {
    assertEquals(configured, { command: "npx", args: ["-y", "dirscope", "mcp", folder] });
  }
});

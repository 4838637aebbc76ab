import { type Client, InMemoryTransport } from "@modelcontextprotocol/client";
import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { TOOLSETS } from "../../mod.ts";
import { serveHttp } from "../../src/mcp/http.ts";
import { STRUCTURED_META_KEY } from "../../src/mcp/protocol_extensions.ts";
import { type McpOptions, settingsOf } from "../../src/mcp/options.ts";
import { Connection } from "../../src/mcp/connection.ts";
import { narrowRoots } from "../../src/workers/narrow_roots.ts";
import { createServer } from "../../src/mcp/server.ts";
import { visibilityOf } from "../../src/tools/visibility_of.ts";
import { failingDisk } from "../support/failing_disk.ts";
import { ANY_NAME, needing, POSIX_PATHS } from "../support/machine.ts";
import { connectHttp, newClient } from "../support/mcp.ts";
import { withTree } from "../support/tree.ts";

/** Connects a handshake client to a server in this process. */
async function connect(options: McpOptions): Promise<Client> {
  const connection = new Connection(true);
  const server = createServer(settingsOf({ workers: 0, ...options }), connection);
  const [here, there] = InMemoryTransport.createLinkedPair();
  await server.connect(there);
  const client = newClient("handshake");
  await client.connect(here);
  return client;
}

Deno.test(
  needing(
    POSIX_PATHS,
    "a bug in a tool is a protocol error without a path; details go to the log alone",
  ),
  async () => {
    await withTree({ "a": "" }, async (root) => {
      const lines: string[] = [];
      const client = await connect({
        toolset: "discovery",
        roots: [root],
        report: (line) => lines.push(line),
      });
      let error: { code?: number; message?: string } = {};
      {
        using _disk = failingDisk({ realPathSync: () => ({ secret: root }) as never });
        await client.callTool({ name: "find_files", arguments: {} }).catch((e) => error = e);
      }
      assertEquals(error.code, -32603);
      assert(/Internal error in find_files$/.test(error.message!), error.message);
      assertEquals(lines.length, 1);
      assert(lines[0]!.startsWith("find_files: "));
      await client.close();
    });
  },
);

Deno.test("a line for `report` is short, whatever the SDK quotes", () => {
  const lines: string[] = [];
  settingsOf({ workers: 0, report: (line) => lines.push(line) }).report("x".repeat(10_000));
  assertEquals(lines, ["x".repeat(500)]);
});

Deno.test("a path is relative to the first root, and nothing outside the roots is listed", async () => {
  await withTree({ "a/x": "", "b/y": "" }, async (root) => {
    for (const toolset of ["tree", "discovery"] as const) {
      const client = await connect({ toolset, roots: [`${root}/a`] });
      const call = async (path: string) => {
        const { content, isError } = await client.callTool({
          name: "list_dir",
          arguments: { path },
        });
        return [(content[0] as { text: string }).text, isError];
      };
      assertEquals(await call("."), [toolset === "tree" ? "x" : "list_dir .: 1 entry\nx", false]);
      assertEquals((await call("../b"))[1], true);
      assertEquals((await call("/"))[1], true);
      await client.close();
    }
  });
});

Deno.test("9.10: contents reaches the tools, and is one of three words", async () => {
  await withTree({ "cart.ts": "the total" }, async (root) => {
    const client = await connect({ roots: [root], contents: "none" });
    const call = { name: "find_path", arguments: { queries: ["a cart with a wrong total"] } };
    const { content } = await client.callTool(call);
    assertStringIncludes((content[0] as { text: string }).text, "\nNo file was looked through: ");
    await client.close();
    const options = { roots: [root], contents: false } as unknown as McpOptions;
    const rule = 'contents must be "text", "places" or "none"';
    await assertRejects(() => serveHttp(options), TypeError, rule);
  });
});

Deno.test("maxScanned and projectMemory reach the tools; session memory, which nothing could read, is not offered", async () => {
  await withTree({ "a/x": "", "b/y": "" }, async (root) => {
    const stored: [string, string][] = [];
    const client = await connect({
      toolset: "tree",
      roots: [root],
      maxScanned: 1,
      projectMemory: {
        setValue: (key, value) => void stored.push([key, value]),
        getValue: () => undefined,
      },
    });
    const call = async (args: Record<string, unknown>) => {
      const { content } = await client.callTool({ name: "list_dir", arguments: args });
      return (content[0] as { text: string }).text;
    };
    const text = await call({ path: ".", recursive: true });
    assert(text.endsWith("[stopped after 2 entries]"), text);
    const memory = { path: ".", memory_key: "k" };
    const first = await call({ ...memory, target: "project_memory" });
    assert(!first.startsWith("Error"), first);
    assertEquals(stored.map(([key]) => key), ["k"]);
    const second = await call({ ...memory, target: "session_memory" });
    assertEquals(
      second,
      'Error: target "session_memory" is not available here: the host provides no such memory.',
    );
    await client.close();
  });
});

Deno.test("a call that requests data in its _meta gets data, also if text alone is the default", async () => {
  await withTree({ "a": "" }, async (root) => {
    const client = await connect({ toolset: "discovery", roots: [root] });
    const rows: [asks: unknown, hasData: boolean][] = [
      [true, true],
      [false, false],
      ["true", false],
      [undefined, false],
    ];
    for (const [asks, hasData] of rows) {
      const _meta = asks === undefined ? {} : { [STRUCTURED_META_KEY]: asks };
      const result = await client.callTool({ name: "list_dir", arguments: {}, _meta });
      assertEquals("structuredContent" in result, hasData, String(asks));
    }
    await client.close();
  });
});

Deno.test(
  needing(ANY_NAME, '"The instructions and every `outside_root` name the roots"'),
  async () => {
    await withTree({ "a/x": "", "b\nc/y": "" }, async (root) => {
      const roots = [`${root}/a`, `${root}/b\nc`];
      const named = `${root}/a, ${root}/b\\nc`;
      for (const toolset of ["discovery", "agent"] as const) {
        const client = await connect({ toolset, roots });
        const own = "Roots that the client names within the allowed ones count in their place.";
        assert(client.getInstructions()!.endsWith(` ${own} Allowed roots: ${named}`));
        for (
          const name of Object.keys(TOOLSETS[toolset]).filter((each) => each !== "explain_path")
        ) {
          const { DEFINITION } = TOOLSETS[toolset as "agent"][name as "overview"];
          const { required, properties } = DEFINITION.function.parameters;
          const key = "path" in properties ? "path" : "root";
          const { content } = await client.callTool({
            name,
            arguments: {
              ...required.includes("pattern") && { pattern: "**" },
              ...required.includes("queries") && { queries: ["a"] },
              [key]: "/etc",
            },
          });
          const text = `error outside_root: '/etc' is outside the allowed roots: ${named}`;
          assertEquals(content, [{ type: "text", text }], name);
        }
        await client.close();
      }
    });
  },
);

Deno.test("the list of tools may be cached for five minutes", async () => {
  await using server = await serveHttp({ roots: ["fixtures/sample"] });
  const client = await connectHttp(server.url, "stateless");
  assertEquals((await client.listTools() as { ttlMs?: number }).ttlMs, 300_000);
  await client.close();
});

Deno.test("the server's policy holds from its own roots, whatever a client's roots are", async () => {
  await withTree(
    { ".git/": "", "in/.git/": "", "in/secret": "", "in/x": "", "secret/y": "" },
    async (root) => {
      for (const workers of [0, 1]) {
        const client = await connect({ roots: [root], policy: { hide: ["/in/secret"] }, workers });
        const { content } = await client.callTool({
          name: "find_files",
          arguments: { root: "in" },
        });
        assertEquals(content, [{ type: "text", text: "find_files in: 1 entry\nin/x" }]);
        await client.close();
      }
      const visibility = await visibilityOf({ roots: [root], policy: { hide: ["/secret"] } });
      const narrowed = narrowRoots(
        [root],
        [`file://${root}/secret`, `file://${root}/in`],
        visibility,
      );
      assertEquals(narrowed, [`${root}/in`]);
      const policy = { hide: ["/in/secret"] };
      const { policy: kept, pool } = settingsOf({ roots: [root], policy, workers: 0 });
      assertEquals(kept, { ...policy, from: [root] });
      await pool.close();
      const context = { cwd: `${root}/in`, roots: [`${root}/in`], policy: kept! };
      const { entries } = await TOOLSETS.agent.find_files.execute({}, context);
      assertEquals(entries.map(({ path }) => path), ["x"]);
    },
  );
});

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { ProtocolError } from "@modelcontextprotocol/server";
import { assertEquals, assertRejects } from "@std/assert";
import { ClientRoots, narrowRoots } from "../../src/mcp/client_roots.ts";
import { serveHttp } from "../../src/mcp/mod.ts";
import { LINKS, needing } from "../support/machine.ts";
import { retime } from "../support/timers.ts";
import { link, type Tree, withTree } from "../support/tree.ts";

const TREE: Tree = {
  "in/a/x.ts": "",
  "in/b/y.ts": "",
  "in/file": "",
  "in/leads-out": link("../out"),
  "in/leads-in": link("a"),
  "linked": link("in"),
  "out/z.ts": "",
};

Deno.test(needing(LINKS, "MCP roots narrow the scope, never widen it"), async () => {
  // Decision 2: "where an older client sends them they narrow the scope, never widen it".
  await withTree(TREE, (root) => {
    const rows: [server: string[], client: string[], both: string[]][] = [
      [["in"], [], ["in"]],
      [["in"], ["in"], ["in"]],
      [["in"], ["in/a"], ["in/a"]],
      [["in"], ["in/a", "in/b"], ["in/a", "in/b"]],
      [["in"], ["in/a", "in/a/../a/."], ["in/a"]],
      [["in"], [""], ["in"]],
      [["in"], ["out"], []],
      [["in"], ["in/a", "out"], ["in/a"]],
      [["in"], ["in/leads-out"], []],
      [["in"], ["in/leads-out/.."], ["in"]],
      [["in"], ["in/leads-in"], ["in/a"]],
      [["in"], ["in/missing"], []],
      [["in"], ["in/file"], []],
      [["in"], ["i"], []],
      [["in"], ["in-other"], []],
      [["in/a", "out"], [""], ["in/a", "out"]],
      [["in/a", "in/b"], ["in/b"], ["in/b"]],
      [["in", "in/a"], ["in/a"], ["in/a"]],
      [["linked"], ["linked/a"], ["in/a"]],
      [["linked"], ["in/a"], ["in/a"]],
      [[], ["in"], []],
    ];
    const absolute = (path: string): string => `${root}/${path}`.replace(/\/$/, "");
    for (const [server, client, both] of rows) {
      const uris = client.map((path) => `file://${root}/${path}`);
      assertEquals(
        narrowRoots(server.map(absolute), uris),
        both.map(absolute),
        JSON.stringify([server, client]),
      );
    }
  });
});

Deno.test("MCP roots that are no file: URIs are ignored", async () => {
  await withTree(TREE, (root) => {
    const server = [`${root}/in`];
    const others = ["https://example.com/", "nonsense", "", "git+ssh://a/b"];
    assertEquals(narrowRoots(server, others), server);
    assertEquals(narrowRoots(server, [...others, `file://${root}/in/a`]), [`${root}/in/a`]);
  });
});

Deno.test("a client's roots are requested at its first call, and again when they change", async () => {
  // A call waits for them for two seconds, and a busy machine may need as long.
  using _timers = retime((ms) => ms === 2000 ? 60_000 : ms);
  await withTree(TREE, async (root) => {
    await using server = await serveHttp({ toolset: "discovery", roots: [`${root}/in`] });
    const client = new Client({ name: "test", version: "1" }, {
      capabilities: { roots: { listChanged: true } },
    });
    let asked = 0;
    let answer: () => string[] = () => [`file://${root}/in/a`];
    client.setRequestHandler("roots/list", () => {
      asked++;
      return { roots: answer().map((uri) => ({ uri })) };
    });
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
    const list = async (path: string) => {
      const arguments_ = { path };
      const result = await client.callTool({ name: "list_dir", arguments: arguments_ });
      return (result.content[0] as { text: string }).text;
    };
    await client.listTools();
    assertEquals(asked, 0);
    const both = await Promise.all([list("."), list(".")]);
    assertEquals(both, ["list_dir .: 1 entry\nx.ts", "list_dir .: 1 entry\nx.ts"]);
    assertEquals(
      await list("../b"),
      `error outside_root: '../b' is outside the allowed roots: ${root}/in/a`,
    );
    assertEquals(asked, 1);

    answer = () => [`file://${root}/out`];
    await client.sendRootsListChanged();
    const refusal =
      `Error: none of the client's roots is a directory in the allowed roots: ${root}/in`;
    assertEquals(await list("."), refusal);
    assertEquals(asked, 2);

    answer = () => {
      throw new Error("no");
    };
    await client.sendRootsListChanged();
    assertEquals(await list("."), refusal);
    assertEquals(await list("."), refusal);
    assertEquals(asked, 3, "a request that fails changes nothing, and is not made again");

    answer = () => [];
    await client.sendRootsListChanged();
    assertEquals(await list("b"), "list_dir b: 1 entry\nb/y.ts");
    await client.close();
  });
});

Deno.test("no roots are requested from a client that does not declare them", async () => {
  await withTree(TREE, async (root) => {
    await using server = await serveHttp({ toolset: "discovery", roots: [`${root}/in/b`] });
    const client = new Client({ name: "test", version: "1" });
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
    const { content } = await client.callTool({ name: "list_dir", arguments: {} });
    assertEquals(content, [{ type: "text", text: "list_dir .: 1 entry\ny.ts" }]);
    await client.close();
  });
});

Deno.test("a call waits for a client's roots for a moment, and those after it do not; a late response counts", async () => {
  using _timers = retime((ms) => ms === 2000 ? 10 : ms);
  await withTree(TREE, async (root) => {
    const roots = new ClientRoots([`${root}/in`]);
    const { signal } = new AbortController();
    const answer = Promise.withResolvers<string[]>();
    let asked = 0;
    const ask = (): Promise<string[]> => {
      asked++;
      return answer.promise;
    };
    for (let i = 0; i < 3; i++) assertEquals(await roots.narrowed(ask, signal), [`${root}/in`]);
    assertEquals(asked, 1);
    answer.resolve([`file://${root}/in/a`]);
    await answer.promise;
    assertEquals(await roots.narrowed(ask, signal), [`${root}/in/a`]);

    // The previous roots hold until the client responds to a new request.
    const second = Promise.withResolvers<string[]>();
    roots.invalidate();
    assertEquals(await roots.narrowed(() => second.promise, signal), [`${root}/in/a`]);
    roots.invalidate();
    const third = [`file://${root}/in/b`];
    assertEquals(await roots.narrowed(() => Promise.resolve(third), signal), [`${root}/in/b`]);
    second.resolve([`file://${root}/in/a`]);
    await second.promise;
    assertEquals(
      await roots.narrowed(ask, signal),
      [`${root}/in/b`],
      "an answer to an old request",
    );
  });
});

Deno.test("if the call that requested the roots is cancelled, another one that waits requests them", async () => {
  await withTree(TREE, async (root) => {
    const roots = new ClientRoots([`${root}/in`]);
    const abort = new AbortController();
    const first = roots.narrowed(
      () => new Promise((_, reject) => abort.signal.addEventListener("abort", reject)),
      abort.signal,
    );
    const { signal } = new AbortController();
    const second = roots.narrowed(() => Promise.resolve([`file://${root}/in/a`]), signal);
    abort.abort();
    await first;
    assertEquals(await second, [`${root}/in/a`]);
  });
});

Deno.test("a client that names more than 100 roots is refused, until it names fewer", async () => {
  await withTree(TREE, async (root) => {
    const roots = new ClientRoots([`${root}/in`]);
    const { signal } = new AbortController();
    const named = (count: number) => () =>
      Promise.resolve(Array.from({ length: count }, () => `file://${root}/in/a`));
    for (let i = 0; i < 2; i++) {
      await assertRejects(
        () => roots.narrowed(named(14_400), signal),
        ProtocolError,
        "The client names 14400 roots: at most 100 are taken",
      );
    }
    roots.invalidate();
    assertEquals(await roots.narrowed(named(100), signal), [`${root}/in/a`]);
  });
});

import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { assertEquals } from "@std/assert";
import { ClientRoots } from "../../src/mcp/client_roots.ts";
import { serveHttp } from "../../src/mcp/mod.ts";
import { narrowRoots } from "../../src/workers/narrow_roots.ts";
import { ANY_NAME, LINKS, needing, POSIX_PATHS } from "../support/machine.ts";
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
      [["in"], ["in"], ["in"]],
      [["in"], ["in/a"], ["in/a"]],
      [["in"], ["in/a", "in/b"], ["in/a", "in/b"]],
      [["in"], [""], ["in"]],
      [["in"], ["out"], []],
      [["in"], ["in/a", "out"], ["in/a"]],
      [["in"], ["in/leads-out"], []],
      [["in"], ["in/leads-in"], ["in/a"]],
      [["in"], ["in/missing"], []],
      [["in"], ["in/file"], []],
      [["in"], ["in-other"], []],
      [["in/a", "out"], [""], ["in/a", "out"]],
      [["linked"], ["linked/a"], ["in/a"]],
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

Deno.test(
  needing(
    [POSIX_PATHS, ANY_NAME],
    '"What is neither a `file:` URI nor an absolute path names no directory"',
  ),
  async () => {
    const names = ["in/a", "in/a b", "in/a#b", "in/a?", "in/ü", "in/100%", "in/%41", "out"];
    await withTree(Object.fromEntries(names.map((name) => [`${name}/`, ""])), (root) => {
      const server = [`${root}/in`];
      const rows: [uris: string[], both: string[]][] = [
        [["vscode-vfs://github/a/b"], []],
        [["https://example.com/", "nonsense", "", "git+ssh://a/b"], []],
        [["vscode-vfs://github/a/b", "file://ROOT/in/a", "nonsense"], ["in/a"]],
        [["file://%zz"], []],
        [["file://ROOT/in/a%00"], []],
        [["file:"], ["in"]],
        [["ROOT/in/a"], ["in/a"]],
        [["ROOT/out"], []],
        [["ROOT/in/%41"], ["in/%41"]],
        [["in/a", "./a", "a", "~/in/a"], []],
        [["FILE://ROOT/in/a"], ["in/a"]],
        [["file://localhostROOT/in/a"], ["in/a"]],
        [["file://ROOT/in/a%20b"], ["in/a b"]],
        [["file://ROOT/in/%C3%BC"], ["in/ü"]],
        [["file://ROOT/in/100%"], ["in/100%"]],
        [["file://ROOT/in/a#b"], ["in/a#b"]],
        [["file://ROOT/in/a%23b"], ["in/a#b"]],
        [["file://ROOT/in/a?"], ["in/a?"]],
      ];
      for (const [uris, both] of rows) {
        assertEquals(
          narrowRoots(server, uris.map((uri) => uri.replace("ROOT", root))),
          both.map((path) => `${root}/${path}`),
          JSON.stringify(uris),
        );
      }
    });
  },
);

Deno.test("a client's roots are requested at its first call, and again when they change", async () => {
  // A call waits for them for two seconds, and a busy machine may need as long.
  using _timers = retime((ms) => ms === 2000 ? 60_000 : ms > 500 && ms <= 1000 ? 0 : ms);
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

    // "a root that is no file URI is passed over and never undoes what the others narrow"
    answer = () => ["vscode-vfs://github/a/b", `FILE://${root}/in/a`, 5 as unknown as string];
    await client.sendRootsListChanged();
    assertEquals(await list("."), "list_dir .: 1 entry\nx.ts");
    for (const none of ["vscode-vfs://github/a/b", "file://%zz", `${root}/out`, "", 5, null]) {
      answer = () => [none as string];
      await client.sendRootsListChanged();
      assertEquals(await list("."), refusal, `${none}`);
    }
    answer = () => [`${root}/in/b`];
    await client.sendRootsListChanged();
    assertEquals(await list("."), "list_dir .: 1 entry\ny.ts");

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
  using _timers = retime((ms) => ms === 2000 ? 10 : ms <= 1000 ? 0 : ms);
  const roots = new ClientRoots();
  const { signal } = new AbortController();
  const answer = Promise.withResolvers<string[]>();
  let asked = 0;
  const ask = (): Promise<string[]> => {
    asked++;
    return answer.promise;
  };
  for (let i = 0; i < 3; i++) assertEquals(await roots.uris(ask, signal), []);
  assertEquals(asked, 1);
  answer.resolve(["a"]);
  await answer.promise;
  assertEquals(await roots.uris(ask, signal), ["a"]);

  // The previous roots hold until the client responds to a new request.
  const second = Promise.withResolvers<string[]>();
  roots.invalidate();
  assertEquals(await roots.uris(() => second.promise, signal), ["a"]);
  roots.invalidate();
  assertEquals(await roots.uris(() => Promise.resolve(["b"]), signal), ["b"]);
  second.resolve(["a"]);
  await second.promise;
  assertEquals(await roots.uris(ask, signal), ["b"], "an answer to an old request");
});

Deno.test("if the call that requested the roots is cancelled, another one that waits requests them", async () => {
  using _timers = retime((ms) => ms > 500 && ms <= 1000 ? 0 : ms);
  const roots = new ClientRoots();
  const abort = new AbortController();
  const first = roots.uris(
    () => new Promise((_, reject) => abort.signal.addEventListener("abort", reject)),
    abort.signal,
  );
  const { signal } = new AbortController();
  const second = roots.uris(() => Promise.resolve(["a"]), signal);
  abort.abort();
  await first;
  assertEquals(await second, ["a"]);
});

Deno.test("a client whose roots change before each response is asked once more a second, and keeps no call", async () => {
  const waits: number[] = [];
  using _timers = retime((ms) => {
    if (ms > 500 && ms <= 1000) waits.push(ms);
    return ms > 500 && ms <= 1000 ? 0 : ms;
  });
  const roots = new ClientRoots();
  const { signal } = new AbortController();
  let asked = 0;
  const ask = (): Promise<string[]> => {
    roots.invalidate();
    return Promise.resolve([`${++asked}`]);
  };
  assertEquals(await roots.uris(ask, signal), ["2"]);
  assertEquals(await roots.uris(ask, signal), ["4"]);
  // Each but the first waited for the rest of its second.
  assertEquals([asked, waits.length], [4, 3]);
});

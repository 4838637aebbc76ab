import type { Client } from "@modelcontextprotocol/client";
import { assert, assertEquals } from "@std/assert";
import { type HttpServer, serveHttp } from "../../src/mcp/mod.ts";
import { needing, SIGNALS } from "../support/machine.ts";
import { connectHttp, ERAS, HEADERS, message, openSession, statelessCall } from "../support/mcp.ts";
import { denoRun, projectFile, run } from "../support/process.ts";
import { manyDirectories, slowDisk } from "../support/slow_disk.ts";
import { assertStops, BIG, DIRECTORIES } from "../support/stopped_walk.ts";
import { withTree } from "../support/tree.ts";
import { delay } from "../support/wait.ts";

/** A server on a slow disk, in this process, and when directories were read. */
async function withSlowServer(
  test: (server: HttpServer, reads: readonly number[]) => Promise<void>,
): Promise<void> {
  await withTree(manyDirectories(DIRECTORIES), async (root) => {
    const reads: number[] = [];
    using _disk = slowDisk((at) => reads.push(at));
    await using server = serveHttp({ toolset: "discovery", roots: [root], workers: 0 });
    await test(server, reads);
  });
}

for (const era of ERAS) {
  Deno.test(`${era}: notifications/cancelled stops the walk, over HTTP`, async () => {
    await withSlowServer(async (server, reads) => {
      const client = await connectHttp(server.url, era);
      const abort = new AbortController();
      const call = client.callTool(BIG, { signal: abort.signal }).catch((error) => error);
      await assertStops(reads, () => abort.abort());
      assert(await call instanceof Error);
      await client.close();
    });
  });

  Deno.test(`${era}: progress arrives at least twice a second, and grows`, async () => {
    await withSlowServer(async (server) => {
      const client = await connectHttp(server.url, era);
      const seen: { progress: number; message?: string | undefined }[] = [];
      const start = performance.now();
      await client.callTool(BIG, { onprogress: (progress) => void seen.push(progress) });
      const seconds = (performance.now() - start) / 1000;
      assert(seen.length >= 2 * Math.floor(seconds), `${seen.length} in ${seconds} s`);
      for (const [i, { progress, message }] of seen.entries()) {
        assert(i === 0 || progress > seen[i - 1]!.progress);
        assert(/^[\d,]+ entries in [\d,]+ directories$/.test(message!), message);
      }
      await client.close();
    });
  });
}

Deno.test("handshake: a client that disconnects in the middle of a call has its walk stopped", async () => {
  await withSlowServer(async (server, reads) => {
    const id = await openSession(server.url);
    const abort = new AbortController();
    const call = fetch(server.url, {
      method: "POST",
      headers: { ...HEADERS, "Mcp-Session-Id": id },
      body: message("tools/call", BIG),
      signal: abort.signal,
    }).then((response) => response.text()).catch((error) => error);
    await assertStops(reads, () => abort.abort());
    assert(await call instanceof Error);
  });
});

Deno.test("stateless: a client that disconnects in the middle of a call has its walk stopped", async () => {
  await withSlowServer(async (server, reads) => {
    const abort = new AbortController();
    const request = statelessCall(BIG.name, BIG.arguments);
    const call = fetch(server.url, { ...request, signal: abort.signal })
      .then((response) => response.text()).catch((error) => error);
    await assertStops(reads, () => abort.abort());
    assert(await call instanceof Error);
  });
});

Deno.test("handshake: DELETE ends the session, and stops its walk", async () => {
  await withSlowServer(async (server, reads) => {
    const id = await openSession(server.url);
    const headers = { ...HEADERS, "Mcp-Session-Id": id };
    const body = message("tools/call", BIG);
    const call = fetch(server.url, { method: "POST", headers, body })
      .then((response) => response.text());
    await assertStops(reads, async () => {
      const { status, body } = await fetch(server.url, { method: "DELETE", headers });
      await body?.cancel();
      assertEquals(status, 200);
    });
    assertEquals(await call, "", "the stream ends without an answer");
    const { status, body: rest } = await fetch(server.url, { method: "POST", headers, body });
    await rest?.cancel();
    assertEquals(status, 404);
  });
});

for (const era of ERAS) {
  Deno.test(`${era}: closing the server stops the walks`, async () => {
    await withSlowServer(async (server, reads) => {
      const client = await connectHttp(server.url, era);
      const call = client.callTool(BIG).catch((error) => error);
      await assertStops(reads, () => void server.close());
      await server.finished;
      await client.close();
      assert(await call instanceof Error);
    });
  });
}

for (const era of ERAS) {
  Deno.test(`${era}: a small call is answered while nine big ones run`, async () => {
    await withSlowServer(async (server) => {
      const client = await connectHttp(server.url, era);
      const abort = new AbortController();
      let ended = 0;
      const big = Array.from(
        { length: 9 },
        () => client.callTool(BIG, { signal: abort.signal }).catch(() => {}).finally(() => ended++),
      );
      await delay(100);
      const { content } = await client.callTool({
        name: "stat_path",
        arguments: { path: "d1/1.txt" },
      });
      assertEquals(ended, 0);
      assertEquals(content.length, 1);
      abort.abort();
      await Promise.all(big);
      await client.close();
    });
  });
}

Deno.test(
  needing(
    SIGNALS,
    "HTTP: SIGTERM and SIGINT end the server, one line on stderr, nothing on stdout",
  ),
  async () => {
    const fixtures = projectFile("fixtures");
    const flags = ["--no-prompt", `--allow-read=${projectFile(".")}`, "--allow-net=127.0.0.1"];
    const words = ["mcp", "--http", "0", "--scope", fixtures];
    for (const [signal, expected] of [["SIGTERM", 0], ["SIGINT", 130]] as const) {
      const url = Promise.withResolvers<string>();
      const { code, stdout, stderr } = await run(denoRun(flags, projectFile("cli.ts"), ...words), {
        onLine(line) {
          const found = line.match(/^dirscope: listening on (http:\/\/127\.0\.0\.1:\d+\/mcp)$/)
            ?.[1];
          if (found !== undefined) url.resolve(found);
        },
        meanwhile: async ({ child }) => {
          const clients: Client[] = [];
          for (const era of ERAS) clients.push(await connectHttp(await url.promise, era));
          for (const client of clients) await client.listTools();
          for (const client of clients) await client.close();
          child.kill(signal);
        },
      });
      assertEquals(code, expected);
      assertEquals(stdout, "");
      assertEquals(stderr.split("\n").length, 2, stderr);
    }
  },
);

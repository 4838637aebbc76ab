import type { Client } from "@modelcontextprotocol/client";
import { assert, assertEquals } from "@std/assert";
import { type HttpServer, serveHttp } from "../../src/mcp/mod.ts";
import { needing, SIGNALS } from "../support/machine.ts";
import { connectHttp, ERAS, HEADERS, message, openSession, statelessCall } from "../support/mcp.ts";
import { denoRun, projectFile, run } from "../support/process.ts";
import { manyDirectories, READ_MS, slowDisk } from "../support/slow_disk.ts";
import { assertStops, BIG, DIRECTORIES } from "../support/stopped_walk.ts";
import { withQuickTree } from "../support/tree.ts";

const LISTENING = /^dirscope: listening on (http:\/\/127\.0\.0\.1:\d+\/mcp)$/;

/** The number of directories whose walk takes a second. */
const LONG = 50;

/** Runs a server on a slow disk in this process, and counts the directories that it reads. */
async function withSlowServer(
  test: (server: HttpServer, reads: readonly string[]) => Promise<void>,
  directories = DIRECTORIES,
): Promise<void> {
  await withQuickTree(manyDirectories(directories), async (root) => {
    const reads: string[] = [];
    using _disk = slowDisk((path) => reads.push(path));
    await using server = await serveHttp({ toolset: "discovery", roots: [root], workers: 0 });
    await test(server, reads);
  });
}

Deno.test("handshake: notifications/cancelled stops the walk, over HTTP", async () => {
  await withSlowServer(async (server, reads) => {
    const client = await connectHttp(server.url, "handshake");
    const abort = new AbortController();
    const call = client.callTool(BIG, { signal: abort.signal }).catch((error) => error);
    await assertStops(reads, () => abort.abort());
    assert(await call instanceof Error);
    await client.close();
  });
});

for (const era of ERAS) {
  Deno.test(`${era}: progress arrives at least twice a second, and grows`, async () => {
    await withSlowServer(async (server) => {
      const client = await connectHttp(server.url, era);
      const seen: { progress: number; message?: string | undefined }[] = [];
      await client.callTool(BIG, { onprogress: (progress) => void seen.push(progress) });
      let [entries, directories] = [0, 0];
      for (const { progress, message } of seen) {
        assert(progress > entries);
        entries = progress;
        const read = Number(message!.match(/^[\d,]+ entries in ([\d,]+) directories$/)?.[1]);
        // Each directory takes its time at least, however slow this machine is.
        assert((read - directories) * READ_MS <= 500, message);
        directories = read;
      }
      assert((LONG - directories) * READ_MS <= 500, `${directories} directories at last`);
      await client.close();
    }, LONG);
  });
}

for (const era of ERAS) {
  Deno.test(`${era}: a client that disconnects in the middle of a call has its walk stopped`, async () => {
    await withSlowServer(async (server, reads) => {
      const { headers, body } = era === "stateless" ? statelessCall(BIG.name, BIG.arguments) : {
        headers: { ...HEADERS, "Mcp-Session-Id": await openSession(server.url) },
        body: message("tools/call", BIG),
      };
      const text = new TextEncoder().encode(`${body}`);
      const lines = Object.entries({ ...headers, "Content-Length": text.length })
        .map(([name, value]) => `${name}: ${value}\r\n`);
      // By hand: in a busy process, Deno's `fetch` does not always disconnect when it is aborted.
      const client = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
      const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\n${lines.join("")}\r\n`;
      await client.write(new TextEncoder().encode(head));
      await client.write(text);
      await assertStops(reads, () => client.close());
    });
  });
}

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
          const found = line.match(LISTENING)?.[1];
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

import type { Client } from "@modelcontextprotocol/client";
import { assert, assertEquals } from "@std/assert";
import { type HttpServer, serveHttp } from "../../src/mcp/mod.ts";
import { denoRun, projectFile } from "../support/process.ts";
import {
  connectHttp,
  delay,
  ERAS,
  HEADERS,
  INITIALIZE,
  message,
  openSession,
  serverCommand,
  statelessCall,
  until,
} from "../support/mcp.ts";
import { manyDirectories, READ_MS, slowDisk } from "../support/slow_disk.ts";
import { withTree } from "../support/tree.ts";

/** A walk of this tree takes three seconds, unless it is stopped. */
const DIRECTORIES = 300;
const BIG = { name: "find_files", arguments: { name_contains: "no such file" } };

/** What the contract allows, 100 ms, with an allowance for a machine that is busy. */
const STOPS_WITHIN_MS = 500;

/** A server on a slow disk, in this process, and when directories were read. */
async function withSlowServer(
  test: (server: HttpServer, reads: readonly number[]) => Promise<void>,
): Promise<void> {
  await withTree(manyDirectories(DIRECTORIES), async (root) => {
    const reads: number[] = [];
    using _disk = slowDisk((at) => reads.push(at));
    await using server = serveHttp({ toolset: "discovery", roots: [root] });
    await test(server, reads);
  });
}

/** Starts something that walks, stops it once it does, and checks that the walk stops with it. */
async function assertStops(reads: readonly number[], stop: () => void): Promise<void> {
  await until(() => reads.length > 5);
  stop();
  await delay(STOPS_WITHIN_MS);
  const count = reads.length;
  await delay(10 * READ_MS);
  assertEquals(reads.length, count, "the walk goes on");
  assert(count < DIRECTORIES, "the walk ended by itself");
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

/** A server on standard input and output, on a slow disk, with lines to write and to read. */
async function withSlowChild(
  test: (child: {
    write(line: string): Promise<void>;
    readonly lines: readonly string[];
    readonly reads: readonly number[];
    readonly process: Deno.ChildProcess;
    readonly input: WritableStreamDefaultWriter<Uint8Array>;
  }) => Promise<void>,
): Promise<void> {
  await withTree(manyDirectories(DIRECTORIES), async (root) => {
    const program = projectFile("tests/support/slow_cli.ts");
    const [command, ...args] = serverCommand(root, { toolset: "discovery", program });
    const process = new Deno.Command(command!, {
      args,
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    const lines: string[] = [];
    const reads: number[] = [];
    const collect = async (
      stream: ReadableStream<Uint8Array>,
      take: (line: string) => void,
    ): Promise<void> => {
      let rest = "";
      for await (const text of stream.pipeThrough(new TextDecoderStream())) {
        const parts = (rest + text).split("\n");
        rest = parts.pop()!;
        parts.forEach(take);
      }
    };
    const collected = Promise.all([
      collect(process.stdout, (line) => lines.push(line)),
      collect(process.stderr, (line) => line === "read" && reads.push(performance.now())),
    ]);
    const input = process.stdin.getWriter();
    const write = (line: string) => input.write(new TextEncoder().encode(`${line}\n`));
    try {
      await write(INITIALIZE);
      await write(message("notifications/initialized", {}, null));
      await test({ write, lines, reads, process, input });
    } finally {
      await input.close().catch(() => {});
      await process.status;
      await collected;
    }
  });
}

Deno.test("stdio: notifications/cancelled stops the walk, and the call is not answered", async () => {
  await withSlowChild(async ({ write, lines, reads }) => {
    await write(message("tools/call", BIG, 7));
    await assertStops(
      reads,
      () => void write(message("notifications/cancelled", { requestId: 7 }, null)),
    );
    await write(message("ping", {}, 8));
    await until(() => lines.some((line) => line.includes('"id":8')));
    assertEquals(lines.filter((line) => line.includes('"id":7')), []);
  });
});

Deno.test("stdio: a client that dies stops the walk, and the server ends", async () => {
  await withSlowChild(async ({ write, reads, process, input }) => {
    await write(message("tools/call", BIG, 7));
    await assertStops(reads, () => void input.close());
    assertEquals((await process.status).code, 0);
  });
});

for (const [signal, code] of [["SIGTERM", 0], ["SIGINT", 130]] as const) {
  Deno.test(`stdio: ${signal} stops the walk, and the server ends`, async () => {
    await withSlowChild(async ({ write, reads, process }) => {
      await write(message("tools/call", BIG, 7));
      await assertStops(reads, () => process.kill(signal));
      assertEquals((await process.status).code, code);
    });
  });
}

Deno.test("stdio: stdout holds protocol lines only; a small call is answered while nine big ones run", async () => {
  await withSlowChild(async ({ write, lines }) => {
    for (let id = 10; id < 19; id++) await write(message("tools/call", BIG, id));
    const small = { name: "stat_path", arguments: { path: "d1/1.txt" } };
    await write(message("tools/call", small, 20));
    await write("this is no JSON");
    await until(() => lines.length >= 2);
    const answers = lines.map((line) => JSON.parse(line));
    assertEquals(answers.map(({ jsonrpc }) => jsonrpc), lines.map(() => "2.0"));
    assertEquals(answers.map(({ id }) => id), [1, 20]);
  });
});

Deno.test("HTTP: SIGTERM and SIGINT end the server, one line on stderr, nothing on stdout", async () => {
  for (const [signal, code] of [["SIGTERM", 0], ["SIGINT", 130]] as const) {
    const flags = ["--no-prompt", `--allow-read=${projectFile("fixtures")}`];
    const [command, ...args] = denoRun(
      [...flags, "--allow-net=127.0.0.1"],
      ...[projectFile("cli.ts"), "mcp", "--http", "0", "--scope", projectFile("fixtures")],
    );
    const child = new Deno.Command(command!, { args, stdout: "piped", stderr: "piped" }).spawn();
    const stdout = new Response(child.stdout).text();
    let stderr = "";
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) {
      stderr += text;
      const url = stderr.match(/^dirscope: listening on (http:\/\/127\.0\.0\.1:\d+\/mcp)\n/)?.[1];
      if (url === undefined || text !== stderr) continue;
      const clients: Client[] = [];
      for (const era of ERAS) clients.push(await connectHttp(url, era));
      for (const client of clients) await client.listTools();
      for (const client of clients) await client.close();
      child.kill(signal);
    }
    assertEquals((await child.status).code, code);
    assertEquals(await stdout, "");
    assertEquals(stderr.split("\n").length, 2, stderr);
  }
});

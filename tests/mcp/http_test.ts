import { assertEquals } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { DiscoveryLog, type LoggedCall } from "../../mod.ts";
import { type HttpOptions, serveHttp } from "../../src/mcp/mod.ts";
import { stopClock } from "../support/clock.ts";
import { rowsOf, withLog } from "../support/logging.ts";
import { IPV6, needing } from "../support/machine.ts";
import { HEADERS, INITIALIZE, message, openSession, post, statelessCall } from "../support/mcp.ts";
import { until } from "../support/wait.ts";

const OPTIONS: HttpOptions = { toolset: "discovery", roots: ["fixtures/sample"] };

Deno.test("a body over 1 MiB is 413, declared or chunked; one that is no JSON is 400", async () => {
  await using server = await serveHttp(OPTIONS);
  const big = JSON.stringify("x".repeat(1024 * 1024));
  assertEquals((await post(server.url, big)).status, 413);
  let sent = 0;
  const chunks = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new Uint8Array(64 * 1024).fill(32));
      if (++sent === 40) controller.close();
    },
  });
  // The server may close the connection before the whole body is sent.
  const chunked = await post(server.url, chunks).then(({ status }) => status, () => 413);
  assertEquals(chunked, 413);
  // Each chunk takes memory of its own: one byte each, a body of 1 MB took 600 MB.
  using tiny = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
  const head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n";
  await tiny.write(new TextEncoder().encode(head + "1\r\n1\r\n".repeat(5000)));
  const start = new Uint8Array(12);
  await tiny.read(start);
  assertEquals(new TextDecoder().decode(start), "HTTP/1.1 413");
  for (const body of [JSON.stringify(1), new Blob([JSON.stringify(1)]).stream()]) {
    const marked = typeof body === "string" ? `\uFEFF${body}` : body;
    assertEquals((await post(server.url, marked)).text.includes("Parse error"), false);
  }
  for (const body of ["", "{", "nonsense", "\0"]) {
    const { status, text } = await post(server.url, body);
    assertEquals([status, JSON.parse(text).error.code], [400, -32700], body);
  }
  const [lost, deep] = [INITIALIZE.replace("2.0", "1.0"), "[".repeat(5000) + "]".repeat(5000)];
  for (const body of ["null", "1", "[]", "{}", '"initialize"', lost, `[${lost}]`, deep]) {
    const { status, text } = await post(server.url, body);
    const { id, error } = JSON.parse(text);
    assertEquals([status, id, error.code], [400, body.includes(lost) ? 1 : null, -32600], body);
  }
});

Deno.test("an unknown session is 404, none is 400", async () => {
  await using server = await serveHttp(OPTIONS);
  const list = message("tools/list");
  assertEquals((await post(server.url, list)).status, 400);
  assertEquals((await post(server.url, list, { "Mcp-Session-Id": "unknown" })).status, 404);
  assertEquals((await post(server.url, INITIALIZE, { "Mcp-Session-Id": "unknown" })).status, 404);
  const id = await openSession(server.url);
  assertEquals((await post(server.url, list, { "Mcp-Session-Id": id })).status, 200);
  for (const method of ["GET", "DELETE"]) {
    const headers = { ...HEADERS, "Mcp-Session-Id": "unknown" };
    const response = await fetch(server.url, { method, headers });
    await response.body?.cancel();
    assertEquals(response.status, 404);
  }
});

Deno.test("a server closes while clients are connected, one in the middle of a request", async () => {
  const abort = new AbortController();
  const server = await serveHttp({ ...OPTIONS, signal: abort.signal });
  const id = await openSession(server.url);
  const stream = await fetch(server.url, { headers: { ...HEADERS, "Mcp-Session-Id": id } });
  assertEquals(stream.status, 200);
  using half = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
  const lines = ["POST /mcp HTTP/1.1", "Host: localhost", "Content-Type: application/json"];
  await half.write(new TextEncoder().encode([...lines, "Content-Length: 9", "", "{"].join("\r\n")));
  abort.abort();
  await server.finished;
  await stream.text().catch(() => {});
  await server.close();
  // The port is free again.
  await using again = await serveHttp({ ...OPTIONS, port: server.port });
  assertEquals(again.port, server.port);
});

Deno.test("a server closes although a call never ends", async () => {
  const called = Promise.withResolvers<void>();
  const server = await serveHttp({
    toolset: "tree",
    roots: ["fixtures/sample"],
    projectMemory: {
      setValue: () => {
        called.resolve();
        return new Promise(() => {});
      },
      getValue: () => undefined,
    },
  });
  const args = { path: ".", target: "project_memory", memory_key: "k" };
  const call = fetch(server.url, statelessCall("list_dir", args)).then((answer) => answer.text());
  await called.promise;
  await server.close();
  assertEquals((await call.catch(() => "")).includes('"result"'), false);
});

Deno.test('"A log that another program has locked delays only the calls that write to it"', async () => {
  await withLog({ "a.txt": "" }, async (cwd, file) => {
    using log = await DiscoveryLog.open(file);
    let records = 0;
    const append = (call: LoggedCall) => (records++, log.append(call));
    await using server = await serveHttp({ toolset: "discovery", roots: [cwd], log: { append } });
    using other = new DatabaseSync(file);
    other.exec("BEGIN IMMEDIATE");
    // No two seconds are ever over.
    using _clock = stopClock();
    const calls = [1, 2].map(() =>
      fetch(server.url, statelessCall("stat_path", { path: "a.txt" }))
    );
    await until(() => records === 2);
    const { status } = await post(server.url, INITIALIZE);
    assertEquals([status, rowsOf(file)], [200, []]);
    other.exec("COMMIT");
    for (const call of calls) {
      assertEquals((await (await call).text()).includes('"isError":true'), false);
    }
    assertEquals(rowsOf(file).length, 2);
  });
});

Deno.test({
  ...needing(IPV6, "HTTP: the address of IPv6 is one in brackets"),
  async fn() {
    await using server = await serveHttp({ ...OPTIONS, hostname: "::1" });
    assertEquals(server.url, `http://[::1]:${server.port}/mcp`);
    assertEquals((await post(server.url, INITIALIZE)).status, 200);
    await using mapped = await serveHttp({ ...OPTIONS, hostname: "::ffff:127.0.0.1", token: "t" });
    assertEquals(mapped.url, `http://[::ffff:127.0.0.1]:${mapped.port}/mcp`);
    using client = await Deno.connect({ hostname: "127.0.0.1", port: mapped.port });
    // As curl sends it: the text of the URL, and that it accepts everything.
    const lines = Object.entries({ ...HEADERS, Accept: "*/*", Authorization: "Bearer t" })
      .map((header) => header.join(": "));
    const host = `Host: [::ffff:127.0.0.1]:${mapped.port}`;
    const length = `Content-Length: ${INITIALIZE.length}`;
    const text = ["POST /mcp HTTP/1.1", host, ...lines, length, "", INITIALIZE].join("\r\n");
    await client.write(new TextEncoder().encode(text));
    const start = new Uint8Array(12);
    await client.read(start);
    assertEquals(new TextDecoder().decode(start), "HTTP/1.1 200");
  },
});

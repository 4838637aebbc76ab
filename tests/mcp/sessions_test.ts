import { assert, assertEquals } from "@std/assert";
import { serveWithin } from "../../src/mcp/http.ts";
import { HTTP_LIMITS } from "../../src/mcp/http_options.ts";
import { type HttpServer, serveHttp } from "../../src/mcp/mod.ts";
import { HEADERS, INITIALIZE, message, openSession, post } from "../support/mcp.ts";
import { manyDirectories, slowDisk } from "../support/slow_disk.ts";
import { BIG } from "../support/stopped_walk.ts";
import { withQuickTree } from "../support/tree.ts";
import { until } from "../support/wait.ts";

/** The number of directories whose walk lasts until the slow disk becomes fast. */
const LONG = 1000;

/** Reports whether a session is open. */
async function isOpen({ url }: HttpServer, id: string): Promise<boolean> {
  const { status, text } = await post(url, message("ping", {}, 2), { "Mcp-Session-Id": id });
  assert(status === 200 || status === 404, text);
  return status === 200;
}

Deno.test("sessions are capped: the least recently used one is closed", async () => {
  // Decision 3: "handshake clients get sessions, capped in number and expiring".
  await using server = await serveWithin({ ...HTTP_LIMITS, sessions: 3 }, {
    toolset: "tree",
    roots: ["fixtures"],
  });
  const [a, b, c] = [
    await openSession(server.url),
    await openSession(server.url),
    await openSession(server.url),
  ];
  assert(await isOpen(server, a));
  const d = await openSession(server.url);
  assertEquals(await isOpen(server, b), false);
  for (const id of [a, c, d]) assert(await isOpen(server, id));
});

Deno.test("sessions are capped: one with a running call stays; if all have one, a new one is refused", async () => {
  await withQuickTree(manyDirectories(LONG), async (root) => {
    let begun = 0;
    using disk = slowDisk((path) => path === root && begun++);
    await using server = await serveWithin({ ...HTTP_LIMITS, sessions: 2 }, {
      workers: 0,
      toolset: "discovery",
      roots: [root],
    });
    const call = async (id: string) => {
      const headers = { ...HEADERS, "Mcp-Session-Id": id };
      const body = message("tools/call", BIG);
      return (await fetch(server.url, { method: "POST", headers, body })).text();
    };
    const [a, b] = [await openSession(server.url), await openSession(server.url)];
    const answerOfA = call(a);
    await until(() => begun === 1);
    const c = await openSession(server.url);
    assertEquals([await isOpen(server, a), await isOpen(server, b)], [true, false], "b was idle");
    const answerOfC = call(c);
    await until(() => begun === 2);
    const { status, headers, text } = await post(server.url, INITIALIZE);
    assertEquals([status, headers.get("retry-after")], [503, "5"]);
    assertEquals(JSON.parse(text).error.message, "Too many busy sessions");
    disk.hurry();
    for (const answer of [answerOfA, answerOfC]) assert((await answer).includes('"result"'));
    await openSession(server.url);
  });
});

Deno.test("sessions expire after 30 minutes, from the end of the last call; a running call keeps one", async () => {
  await withQuickTree(manyDirectories(LONG), async (root) => {
    let begun = 0;
    using disk = slowDisk((path) => path === root && begun++);
    let minutes = 0;
    const { now } = Date;
    const start = now();
    Date.now = () => start + minutes * 60_000;
    using _clock = { [Symbol.dispose]: () => void (Date.now = now) };
    await using server = await serveHttp({
      workers: 0,
      toolset: "discovery",
      roots: [root],
    });
    const [idle, used, busy] = [
      await openSession(server.url),
      await openSession(server.url),
      await openSession(server.url),
    ];
    const headers = { "Mcp-Session-Id": busy };
    let isDone = false;
    const call = post(server.url, message("tools/call", BIG), headers).finally(() => isDone = true);
    await until(() => begun === 1);
    minutes = 29;
    assert(await isOpen(server, used));
    minutes = 31;
    assertEquals(await isOpen(server, idle), false);
    assert(await isOpen(server, used));
    minutes = 45;
    assertEquals(isDone, false);
    disk.hurry();
    await until(() => isDone);
    assertEquals((await call).status, 200);
    minutes = 74;
    assert(await isOpen(server, busy), "idle since its call's end, at 45 minutes");
    assertEquals(await isOpen(server, used), false);
  });
});

Deno.test("the stream of a cancelled request ends without a response, and its connection is free for another", async () => {
  await withQuickTree(manyDirectories(LONG), async (root) => {
    using _disk = slowDisk(() => {});
    const limits = { ...HTTP_LIMITS, connections: 3 };
    await using server = await serveWithin(limits, {
      workers: 0,
      toolset: "discovery",
      roots: [root],
    });
    const cancel = (requestId: number): string =>
      message("notifications/cancelled", { requestId }, null);
    for (const protocolVersion of ["2025-06-18", "2025-03-26"]) {
      const first = INITIALIZE.replace("2025-06-18", protocolVersion);
      const id = (await post(server.url, first)).headers.get("mcp-session-id")!;
      const headers = { "Mcp-Session-Id": id };
      for (let i = 10; i < 20; i++) {
        const call = post(server.url, message("tools/call", BIG, i), headers);
        await post(server.url, message("ping", {}, 1), headers);
        await post(server.url, cancel(i), headers);
        const { status, text } = await call;
        // The one revision with batches, in which other responses may share the stream.
        const data = /\{.*\}/.exec(text)?.[0];
        assertEquals([status, data !== undefined], [200, protocolVersion === "2025-03-26"]);
        if (data !== undefined) assertEquals(JSON.parse(data).error.code, -32_000);
      }
      const batch = `[${message("tools/call", BIG, 3)},${message("ping", {}, 4)}]`;
      if (protocolVersion === "2025-06-18") {
        assertEquals((await post(server.url, batch, headers)).status, 400);
        continue;
      }
      const answers = post(server.url, batch, headers);
      await post(server.url, message("ping", {}, 1), headers);
      await post(server.url, cancel(3), headers);
      const { text } = await answers;
      assertEquals([...text.matchAll(/"id":(\d)/g)].map(([, of]) => of), ["4", "3"]);
    }
  });
});

Deno.test("an open stream is use: a session with one stays, and is closed last for a new one", async () => {
  let minutes = 0;
  const { now } = Date;
  const start = now();
  Date.now = () => start + minutes * 60_000;
  using _clock = { [Symbol.dispose]: () => void (Date.now = now) };
  const limits = { ...HTTP_LIMITS, sessions: 2 };
  await using server = await serveWithin(limits, { toolset: "tree", roots: ["fixtures"] });
  const listen = async (id: string): Promise<Response> => {
    const stream = await fetch(server.url, { headers: { ...HEADERS, "Mcp-Session-Id": id } });
    assertEquals(stream.status, 200);
    return stream;
  };
  const [a, b] = [await openSession(server.url), await openSession(server.url)];
  const stream = await listen(a);
  minutes = 31;
  assertEquals([await isOpen(server, a), await isOpen(server, b)], [true, false], "b was idle");
  const c = await openSession(server.url);
  await openSession(server.url);
  assertEquals([await isOpen(server, a), await isOpen(server, c)], [true, false]);
  await stream.body!.cancel();
  const streams = [await listen(await openSession(server.url))];
  // It has room for two: where each has a stream, the least recently used is closed all the same.
  streams.push(await listen(await openSession(server.url)));
  await openSession(server.url);
  assertEquals(await streams[0]!.text(), "");
  await streams[1]!.body!.cancel();
});

Deno.test("a handshake that is refused leaves no session", async () => {
  await using server = await serveWithin({ ...HTTP_LIMITS, sessions: 1 }, {
    toolset: "tree",
    roots: ["fixtures"],
  });
  const id = await openSession(server.url);
  for (const headers of [{ Accept: "text/html" }, { "Content-Type": "text/plain" }]) {
    assert((await post(server.url, INITIALIZE, headers)).status >= 400);
  }
  assertEquals((await post(server.url, `[${INITIALIZE}]`)).status, 400, "a batch");
  const unlike = INITIALIZE.replace('"jsonrpc":"2.0"', '"jsonrpc":"1.0"');
  assertEquals((await post(server.url, unlike)).status, 400);
  // The transport refuses it after another session was closed for it.
  const after = await openSession(server.url);
  assert(await isOpen(server, after));
  assertEquals(await isOpen(server, id), false);
});

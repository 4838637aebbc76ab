import { assert, assertEquals } from "@std/assert";
import { type HttpServer, serveHttp } from "../../src/mcp/mod.ts";
import { HEADERS, INITIALIZE, message, openSession, post } from "../support/mcp.ts";
import { manyDirectories, slowDisk } from "../support/slow_disk.ts";
import { BIG } from "../support/stopped_walk.ts";
import { withTree } from "../support/tree.ts";
import { delay, until } from "../support/wait.ts";

/** Whether a session is still there. */
async function isOpen({ url }: HttpServer, id: string): Promise<boolean> {
  const { status, text } = await post(url, message("ping"), { "Mcp-Session-Id": id });
  assert(status === 200 || status === 404, text);
  return status === 200;
}

/** Starts a call that walks, and gives what ends it. */
async function startCall({ url }: HttpServer, id: string): Promise<() => Promise<void>> {
  const abort = new AbortController();
  const response = await fetch(url, {
    method: "POST",
    headers: { ...HEADERS, "Mcp-Session-Id": id },
    body: message("tools/call", BIG),
    signal: abort.signal,
  });
  const read = response.text().catch(() => {});
  return async () => {
    abort.abort();
    await read;
    // Deno forgets to end the body of a response that has been collected as garbage.
    assert(response.ok);
  };
}

Deno.test("sessions are capped: the one that was used least recently makes room", async () => {
  // Decision 3: "handshake clients get sessions, capped in number and expiring".
  await using server = serveHttp({ toolset: "tree", roots: ["fixtures"], sessions: { max: 3 } });
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

Deno.test("sessions are capped: one with a running call stays, and if all are busy a new one is 503", async () => {
  await withTree(manyDirectories(300), async (root) => {
    using _disk = slowDisk(() => {});
    await using server = serveHttp({
      workers: 0,
      toolset: "discovery",
      roots: [root],
      sessions: { max: 2 },
    });
    const [a, b] = [await openSession(server.url), await openSession(server.url)];
    const endA = await startCall(server, a);
    await delay(50);
    const c = await openSession(server.url);
    assertEquals(await isOpen(server, b), false, "b was idle");
    const endC = await startCall(server, c);
    await delay(50);
    const refused = await post(server.url, INITIALIZE);
    assertEquals([refused.status, refused.headers.get("retry-after")], [503, "5"]);
    assert(await isOpen(server, a));
    await endC();
    let status = 503;
    for (let i = 0; i < 50 && status === 503; i++) {
      await delay(20);
      status = (await post(server.url, INITIALIZE)).status;
    }
    assertEquals(status, 200, "c's client is gone, so c is idle");
    assertEquals(await isOpen(server, c), false);
    await endA();
  });
});

Deno.test("sessions expire after 30 minutes; a running call keeps one, and its end starts the time", async () => {
  await withTree(manyDirectories(60), async (root) => {
    using _disk = slowDisk(() => {});
    let time = 0;
    const minutes = (count: number): number => count * 60_000;
    await using server = serveHttp({
      workers: 0,
      toolset: "discovery",
      roots: [root],
      sessions: { now: () => time },
    });
    const [idle, used, busy] = [
      await openSession(server.url),
      await openSession(server.url),
      await openSession(server.url),
    ];
    const headers = { "Mcp-Session-Id": busy };
    let isDone = false;
    const call = post(server.url, message("tools/call", BIG), headers).finally(() => isDone = true);
    await delay(50);
    time = minutes(29);
    assert(await isOpen(server, used));
    time = minutes(31);
    assertEquals(await isOpen(server, idle), false);
    assert(await isOpen(server, used));
    time = minutes(45);
    assertEquals(isDone, false);
    await until(() => isDone);
    assertEquals((await call).status, 200);
    time = minutes(74);
    assert(await isOpen(server, busy), "idle since its call's end, at 45 minutes");
    assertEquals(await isOpen(server, used), false);
  });
});

Deno.test("a handshake that is refused leaves no session", async () => {
  await using server = serveHttp({ toolset: "tree", roots: ["fixtures"], sessions: { max: 1 } });
  const id = await openSession(server.url);
  for (const headers of [{ Accept: "text/html" }, { "Content-Type": "text/plain" }]) {
    assert((await post(server.url, INITIALIZE, headers)).status >= 400);
  }
  const unlike = INITIALIZE.replace('"jsonrpc":"2.0"', '"jsonrpc":"1.0"');
  assertEquals((await post(server.url, unlike)).status, 400);
  // A refusal of the transport comes after room has been made.
  const after = await openSession(server.url);
  assert(await isOpen(server, after));
  assertEquals(await isOpen(server, id), false);
});

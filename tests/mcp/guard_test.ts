import { assert, assertEquals } from "@std/assert";
import { type HttpOptions, serveHttp } from "../../src/mcp/mod.ts";
import { HEADERS, INITIALIZE, post } from "../support/mcp.ts";

const OPTIONS: HttpOptions = { toolset: "discovery", roots: ["fixtures/sample"] };
const TOKEN = "abc.DEF-123_~+/==";

/** Sends a raw request, and returns the first part of the response. */
async function raw(port: number, lines: readonly string[], body = ""): Promise<string> {
  using connection = await Deno.connect({ hostname: "127.0.0.1", port });
  await connection.write(new TextEncoder().encode([...lines, "", body].join("\r\n")));
  const answer = new Uint8Array(10_000);
  const read = await connection.read(answer);
  return new TextDecoder().decode(answer.subarray(0, read ?? 0));
}

const statusOf = (answer: string): number => Number(answer.split(" ")[1]);

/** Returns the status of a handshake with these headers. */
async function statusWith(
  port: number,
  host: string | undefined,
  headers: readonly string[] = [],
): Promise<number> {
  const lines = [
    "POST /mcp HTTP/1.1",
    ...host === undefined ? [] : [`Host: ${host}`],
    ...Object.entries(HEADERS).map(([name, value]) => `${name}: ${value}`),
    `Content-Length: ${INITIALIZE.length}`,
    ...headers,
  ];
  return statusOf(await raw(port, lines, INITIALIZE));
}

Deno.test("Host is checked against DNS rebinding: on loopback, its own names and those allowed", async () => {
  const reported: string[] = [];
  const report = (line: string): void => void reported.push(line);
  await using server = await serveHttp({ ...OPTIONS, report, allowedHosts: ["proxy.example"] });
  const rows: [host: string | undefined, status: number][] = [
    ["127.0.0.1", 200],
    [`127.0.0.1:${server.port}`, 200],
    ["localhost", 200],
    ["LOCALHOST:1", 200],
    ["[::1]:8080", 200],
    ["proxy.example", 200],
    ["proxy.example:443", 200],
    ["evil.example", 403],
    ["localhost.evil.example", 403],
    ["127.0.0.1.evil.example", 403],
    ["127.0.0.1@evil.example", 400],
    ["192.0.2.1", 403],
    ["0.0.0.0", 403],
    ["proxy.example.", 403],
    // No URL has such a host: making one of it before the guard was asked failed with a stack.
    ["999.1.1.1", 403],
    ["1.2.3.4.5", 403],
    ["xn--", 403],
    ["[::ffff:127.0.0.1]", 403],
    ["[::1", 400],
    ["localhost/x", 400],
    ["localhost, evil.example", 400],
  ];
  for (const [host, status] of rows) {
    assertEquals(await statusWith(server.port, host), status, `Host: ${host}`);
  }
  assert([400, 403].includes(await statusWith(server.port, undefined)), "no Host");
  assert([400, 403].includes(await statusWith(server.port, "")), "an empty Host");
  assertEquals(reported, []);
});

Deno.test("Origin is checked against DNS rebinding", async () => {
  await using server = await serveHttp(OPTIONS);
  const rows: [origin: string, status: number][] = [
    ["http://localhost:3000", 200],
    ["http://127.0.0.1", 200],
    ["http://[::1]:1", 200],
    ["https://evil.example", 403],
    ["http://192.0.2.1", 403],
    ["null", 403],
    ["file://", 403],
    ["nonsense", 403],
  ];
  for (const [origin, status] of rows) {
    const found = await statusWith(server.port, "127.0.0.1", [`Origin: ${origin}`]);
    assertEquals(found, status, `Origin: ${origin}`);
  }
});

Deno.test("on all addresses, any address is accepted as Host and Origin, names only if allowed", async () => {
  await using server = await serveHttp({
    ...OPTIONS,
    hostname: "0.0.0.0",
    token: TOKEN,
    allowedHosts: ["box.example"],
  });
  const bearer = `Authorization: Bearer ${TOKEN}`;
  const rows: [host: string, origin: string | undefined, status: number][] = [
    ["192.0.2.1:80", undefined, 200],
    ["[2001:db8::1]", undefined, 200],
    ["localhost", undefined, 200],
    ["box.example", undefined, 200],
    ["evil.example", undefined, 403],
    ["192.0.2.1", "http://192.0.2.1", 200],
    ["192.0.2.1", "http://evil.example", 403],
  ];
  for (const [host, origin, status] of rows) {
    const headers = origin === undefined ? [bearer] : [bearer, `Origin: ${origin}`];
    assertEquals(await statusWith(server.port, host, headers), status, `${host} ${origin}`);
  }
  assertEquals(await statusWith(server.port, "192.0.2.1"), 401);
});

Deno.test("a wrong token is 401, with a challenge; the checks go Host, Origin, path, token, method, body", async () => {
  await using server = await serveHttp({ ...OPTIONS, token: TOKEN });
  const { url } = server;
  for (const wrong of [undefined, "Bearer", "Bearer wrong", `Basic ${TOKEN}`, `Bearer ${TOKEN}x`]) {
    const { status, headers } = await post(url, INITIALIZE, wrong ? { Authorization: wrong } : {});
    assertEquals(status, 401, wrong);
    assert(headers.get("www-authenticate")!.startsWith("Bearer "));
  }
  const Authorization = `Bearer ${TOKEN}`;
  assertEquals((await post(url, INITIALIZE, { Authorization })).status, 200);
  const huge = "Content-Length: 99999999999";
  const [evil, origin] = ["Host: evil.example", "Origin: https://evil.example"];
  const bearer = `Authorization: ${Authorization}`;
  const json = "Content-Type: application/json";
  const rows: [lines: string[], status: number][] = [
    [["POST /other HTTP/1.1", evil, huge], 403],
    [["POST /other HTTP/1.1", "Host: localhost", origin, huge], 403],
    [["POST /mcp/ HTTP/1.1", "Host: localhost", huge], 404],
    [["POST /mcp HTTP/1.1", evil, origin, huge], 403],
    [["POST /mcp HTTP/1.1", "Host: localhost", origin, huge], 403],
    [["POST /mcp HTTP/1.1", evil, "Expect: x", huge], 403],
    [["POST /mcp HTTP/1.1", "Host: localhost", huge], 401],
    [["PUT /mcp HTTP/1.1", "Host: localhost", bearer, huge], 405],
    [["POST /mcp HTTP/1.1", "Host: localhost", bearer, json, huge], 413],
  ];
  // None of these requests sends any of its body.
  for (const [lines, status] of rows) {
    assertEquals(statusOf(await raw(server.port, lines)), status, lines.join(" "));
  }
});

Deno.test("a browser's client from an allowed origin gets its preflight, without a token, and may read all", async () => {
  await using server = await serveHttp({ ...OPTIONS, token: TOKEN });
  const [method, headers] = ["OPTIONS", { "Access-Control-Request-Method": "POST" }];
  const rows: [origin: string, method: string, status: number][] = [
    ["http://localhost:6274", "OPTIONS", 204],
    ["https://evil.example", "OPTIONS", 403],
    ["http://localhost:6274", "POST", 401],
  ];
  for (const [Origin, method, status] of rows) {
    const response = await fetch(server.url, {
      method,
      headers: { ...headers, Origin, "Access-Control-Request-Headers": "authorization, x" },
    });
    await response.body?.cancel();
    const allowed = status === 403 ? null : Origin;
    const cors = (name: string): string | null => response.headers.get(`access-control-${name}`);
    assertEquals([response.status, cors("allow-origin")], [status, allowed]);
    assertEquals(cors("allow-methods"), allowed && "GET, POST, DELETE");
    assertEquals(cors("allow-headers"), allowed && "authorization, x");
    assertEquals(cors("expose-headers"), allowed && "Mcp-Session-Id, WWW-Authenticate");
  }
  const response = await fetch(server.url, { method, headers });
  assertEquals([response.status, response.headers.get("access-control-allow-origin")], [204, null]);
});

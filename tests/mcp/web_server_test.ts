import { assertEquals, assertRejects } from "@std/assert";
import { serveWithin } from "../../src/mcp/http.ts";
import { HTTP_LIMITS } from "../../src/mcp/http_options.ts";
import { type HttpOptions, serveHttp } from "../../src/mcp/mod.ts";
import { HEADERS, INITIALIZE, message, openSession, post } from "../support/mcp.ts";
import { until } from "../support/wait.ts";

const OPTIONS: HttpOptions = { toolset: "discovery", roots: ["fixtures/sample"] };
const POST = [
  "POST /mcp HTTP/1.1",
  "Host: localhost",
  ...Object.entries(HEADERS).map((header) => header.join(": ")),
];

/** A raw connection to a server, and the text that it has received. */
class Client {
  received = "";
  isClosed = false;
  readonly #connection: Deno.TcpConn;
  readonly #done: Promise<void>;

  private constructor(connection: Deno.TcpConn) {
    this.#connection = connection;
    this.#done = this.#read();
  }

  static async connect(port: number, text = ""): Promise<Client> {
    const client = new Client(await Deno.connect({ hostname: "127.0.0.1", port }));
    await client.send(text);
    return client;
  }

  async send(text: string): Promise<void> {
    await this.#connection.write(new TextEncoder().encode(text));
  }

  get status(): number {
    return Number(this.received.split(" ")[1]);
  }

  async closed(): Promise<this> {
    await this.#done;
    return this;
  }

  async #read(): Promise<void> {
    const bytes = new Uint8Array(10_000);
    try {
      for (let n; (n = await this.#connection.read(bytes)) !== null;) {
        this.received += new TextDecoder("latin1").decode(bytes.subarray(0, n));
      }
    } catch {
      // The connection was reset.
    }
    this.isClosed = true;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#connection.close();
    await this.#done;
  }
}

/** Formats a request. */
function request(body: string, lines: readonly string[] = []): string {
  return [...POST, ...lines, `Content-Length: ${body.length}`, "", body].join("\r\n");
}

/** Connects a client, whose connection is idle after an accepted request. */
async function connectIdle(port: number): Promise<Client> {
  const client = await Client.connect(port, request(INITIALIZE));
  await until(() => /\}\n\n(\r\n0\r\n\r\n)?$/.test(client.received));
  assertEquals(client.status, 200);
  return client;
}

Deno.test("a connection whose first request does not come in time is closed, whatever else it sends", async () => {
  await using server = await serveWithin({ ...HTTP_LIMITS, headerMs: 30 }, OPTIONS);
  for (const text of ["", "POST", POST.join("\r\n"), `${POST.join("\r\n")}\r\nX: `]) {
    await using client = await Client.connect(server.port, text);
    const { received } = await client.closed();
    assertEquals(received, "HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n");
  }
});

Deno.test("an idle connection is closed in time; one that listens to the stream of its session is not", async () => {
  await using server = await serveWithin({ ...HTTP_LIMITS, idleMs: 300 }, OPTIONS);
  const id = await openSession(server.url);
  const lines = ["GET /mcp HTTP/1.1", "Host: localhost", "Accept: text/event-stream"];
  await using stream = await Client.connect(
    server.port,
    [...lines, `Mcp-Session-Id: ${id}`, "", ""].join("\r\n"),
  );
  await until(() => stream.status === 200);
  for (const rest of ["", "\r\n", "POST /mcp"]) {
    await using idle = await connectIdle(server.port);
    await idle.send(rest);
    await idle.closed();
  }
  assertEquals(stream.isClosed, false);
});

Deno.test("a refused client has its connection closed after the response", async () => {
  await using server = await serveHttp({ ...OPTIONS, token: "right" });
  const rows: [lines: string[], status: number][] = [
    [["Authorization: Bearer wrong"], 401],
    [["Authorization: Bearer right", "Origin: https://evil.example"], 403],
  ];
  for (const [lines, status] of rows) {
    await using client = await Client.connect(server.port, request("{", lines));
    assertEquals((await client.closed()).status, status);
  }
});

Deno.test("a connection over the limit is closed at once, and those before it get their responses", async () => {
  await using server = await serveWithin({ ...HTTP_LIMITS, connections: 2 }, OPTIONS);
  await using idle = await connectIdle(server.port);
  await using client = await Client.connect(server.port, "POST");
  await using _stranger = await Client.connect(server.port, "POST");
  assertEquals((await idle.closed()).status, 200, "one between two requests made room");
  for (let i = 0; i < 3; i++) {
    await using late = await Client.connect(server.port);
    assertEquals((await late.closed()).received, "");
  }
  await client.send(request(INITIALIZE).slice("POST".length));
  await until(() => client.received.includes("HTTP/1.1 200 OK"));
});

Deno.test("a connection whose client does not read what it is sent is closed", async () => {
  await using server = await serveWithin({ ...HTTP_LIMITS, idleMs: 100 }, OPTIONS);
  const id = await openSession(server.url);
  using client = await Deno.connect({ hostname: "127.0.0.1", port: server.port });
  const writer = client.writable.getWriter();
  await assertRejects(async () => {
    for (let i = 2;; i++) {
      const body = message("tools/list", {}, i);
      await writer.write(new TextEncoder().encode(request(body, [`Mcp-Session-Id: ${id}`])));
    }
  });
});

Deno.test("a body that does not arrive in time is 408, and the body of a refused request is not awaited", async () => {
  const token = "right";
  await using server = await serveWithin({ ...HTTP_LIMITS, requestMs: 30 }, { ...OPTIONS, token });
  for (const [sent, status] of [[token, 408], ["wrong", 401]] as const) {
    const lines = [...POST, `Authorization: Bearer ${sent}`, "Content-Length: 9", "", "{"];
    await using client = await Client.connect(server.port, lines.join("\r\n"));
    assertEquals((await client.closed()).status, status);
  }
});

Deno.test("a malformed request ends its connection and no other", async () => {
  await using server = await serveHttp(OPTIONS);
  const rows: [text: string, status: number][] = [
    ["\0\0\0\0\r\n\r\n", 400],
    ["PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
    ["GET /mcp HTTP/1.1\r\n\r\n", 400],
    ["GET http://[ HTTP/1.1\r\nHost: localhost\r\n\r\n", 400],
    ["OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n", 400],
    ["GET // HTTP/1.1\r\nHost: localhost\r\n\r\n", 404],
    [`GET /mcp HTTP/1.1\r\nHost: localhost\r\nX: ${"x".repeat(20_000)}\r\n\r\n`, 431],
  ];
  for (const [text, status] of rows) {
    await using client = await Client.connect(server.port, text);
    assertEquals((await client.closed()).status, status, text.slice(0, 50));
  }
  assertEquals((await post(server.url, INITIALIZE)).status, 200);
});

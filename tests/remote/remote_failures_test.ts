import { assert, assertEquals, assertRejects } from "@std/assert";
import { type DiscoveryResult, TOOLSETS } from "../../mod.ts";
import { connectRemote, RemoteError, type RemoteOptions } from "../../src/remote/connect_remote.ts";
import { serveHttp } from "../../src/mcp/mod.ts";
import { failureOf, reduced, SUBJECTS } from "../support/every_tool.ts";
import { needing, TERMINAL } from "../support/machine.ts";
import { sampleCalls } from "../support/mcp.ts";
import { denoRun, endPrompt, onTerminal, projectFile, run } from "../support/process.ts";
import { manyDirectories, slowDisk } from "../support/slow_disk.ts";
import { retime } from "../support/timers.ts";
import { withTree } from "../support/tree.ts";

const NOT_DIRSCOPE = "it is no dirscope of this version";

/** Returns the code of the error of connectRemote(), and its message without the address. */
async function refusal(url: string, options?: RemoteOptions): Promise<[string, string]> {
  const error = await assertRejects(() => connectRemote(url, options), RemoteError);
  // No cause: Deno would print the SDK's error below ours.
  assertEquals([error.cause, error.message], [undefined, `Cannot use ${url}: ${error.reason}`]);
  return [error.code, error.reason];
}

Deno.test("connectRemote() reports a wrong token, and a path without a server", async () => {
  const options = { toolset: "discovery", roots: ["fixtures/sample"] } as const;
  await using server = await serveHttp({ ...options, token: "secret" });
  for (const given of [{}, { token: "x" }]) {
    assertEquals(await refusal(server.url, given), ["unauthorized", "it requires another token"]);
  }
  assertEquals(await refusal(server.url.replace("/mcp", "/other"), { token: "secret" }), [
    "failed",
    "it answers HTTP 404; dirscope's path is /mcp",
  ]);
  await using remote = await connectRemote(server.url, { token: "secret" });
  assertEquals(Object.keys(remote), Object.keys(TOOLSETS.discovery));
});

Deno.test("connectRemote() does not show the secrets of a URL; a wrong option is a TypeError", async () => {
  const { message } = await assertRejects(
    () => connectRemote("http://user:password@127.0.0.1:2/mcp?key=secret#x"),
    RemoteError,
  );
  assertEquals(message, "Cannot use http://127.0.0.1:2/mcp: it cannot be reached");
  for (const url of ["nonsense", "", "ftp://host/mcp", "line\nbreak"]) {
    await assertRejects(() => connectRemote(url), TypeError, "it is no URL of HTTP");
  }
  for (const token of ["", "a b", "a\nb", "é"]) {
    await assertRejects(() => connectRemote("http://127.0.0.1:2/mcp", { token }), TypeError);
  }
});

/** Starts a listener that sends the same bytes to each connection and closes it. */
function answering(bytes: string): Deno.TcpListener {
  const listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const answer = async (): Promise<void> => {
    for await (const connection of listener) {
      await connection.read(new Uint8Array(65_536));
      await connection.write(new TextEncoder().encode(bytes));
      connection.close();
    }
  };
  void answer();
  return listener;
}

const response = (status: string, type: string, body: string): string =>
  `HTTP/1.1 ${status}\r\nContent-Type: ${type}\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`;

Deno.test("connectRemote() says what is there in place of a server", async () => {
  const rows: readonly (readonly [bytes: string, code: string, reason: string])[] = [
    ["", "unreachable", "it cannot be reached"],
    ["garbage\r\n\r\n", "unreachable", "it cannot be reached"],
    [response("200 OK", "text/html", "<html>"), "not_dirscope", NOT_DIRSCOPE],
    [response("200 OK", "application/json", "{}"), "not_dirscope", NOT_DIRSCOPE],
    [response("200 OK", "application/json", "no JSON"), "not_dirscope", NOT_DIRSCOPE],
    [
      response("200 OK", "text/event-stream", "data: x\n\n"),
      "unreachable",
      "the connection was lost before the answer",
    ],
    [response("403 Forbidden", "text/plain", "no"), "failed", "it answers HTTP 403"],
    [response("503 x", "text/html", "<html>"), "failed", "it answers HTTP 503"],
  ];
  for (const [bytes, ...expected] of rows) {
    using listener = answering(bytes);
    assertEquals(await refusal(`http://127.0.0.1:${listener.addr.port}/mcp`), expected, bytes);
  }
});

Deno.test("connecting to a silent server ends at its timeout, or when its signal aborts", async () => {
  // The system accepts the connection, and nothing responds.
  using listener = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const url = `http://127.0.0.1:${listener.addr.port}/mcp`;
  {
    using _timers = retime((ms) => ms === 10_000 ? 20 : ms);
    assertEquals(await refusal(url), ["timeout", "it is silent"]);
  }
  const abort = new AbortController();
  for (const delay of [5, 0]) {
    setTimeout(() => abort.abort(), delay);
    const connecting = () => connectRemote(url, { signal: abort.signal });
    assertEquals((await assertRejects(connecting, DOMException)).name, "AbortError");
  }
});

Deno.test({
  ...needing(
    TERMINAL,
    "without permission for the address, connectRemote() names the flag, and never prompts",
  ),
  fn: async () => {
    const urls = ["http://127.0.0.1:2/mcp", "http://[::1]/mcp", "https://example.com/mcp"];
    const program = projectFile("tests/support/connect_process.ts");
    const { stdout } = await run(onTerminal(denoRun([], program, ...urls)), {
      meanwhile: endPrompt,
    });
    const hosts = ["127.0.0.1:2", "[::1]:80", "example.com:443"];
    assertEquals(
      stdout.replaceAll("\r", ""),
      hosts.map((host) => `no_permission no permission: add --allow-net=${host}\n`).join(""),
    );
    const flags = ["--no-prompt", "--allow-net", "--deny-net=example.com"];
    const denied = await run(denoRun(flags, program, urls[2]!));
    const reason = "--deny-net denies 'example.com:443'";
    assertEquals(denied.stdout, `no_permission no permission: ${reason}\n`);
  },
});

Deno.test("a call without a response resolves to an error of its toolset", async () => {
  for (const subject of SUBJECTS) {
    const { id, toolset, name } = subject;
    const server = await serveHttp({ workers: 0, toolset, roots: ["fixtures/sample"] });
    await using remote = await connectRemote(server.url);
    const { args } = sampleCalls(toolset, "/x").find(({ tool }) => tool === name)!;
    const failed = (reason: string): unknown => {
      const message = `cannot use the remote server: ${reason}`;
      const shown = toolset === "tree"
        ? `Error: ${message}.`
        : toolset === "files"
        ? `Error: Cannot read path: ${args.path} - ${message}`
        : toolset === "codex"
        ? `failed to read directory: ${message}`
        : toolset === "envelope"
        ? `Failed to list directory - ${message}`
        : message;
      const code = toolset === "envelope" ? "INTERNAL_ERROR" : "io_error";
      return failureOf(subject, [code, shown], { args });
    };
    await server.close();
    const gone = await remote[name]!.execute(args);
    assertEquals(reduced(subject, gone), failed("it cannot be reached"), id);
    await remote[Symbol.asyncDispose]();
    const closed = await remote[name]!.execute(args);
    assertEquals(reduced(subject, closed), failed("the connection is closed"), id);
  }
});

/** Starts a proxy of a server that handles the calls of tools itself. */
async function behind(
  answer: (request: Request, forward: () => Promise<Response>) => Promise<Response>,
  test: (url: string) => Promise<void>,
): Promise<void> {
  await using server = await serveHttp({
    workers: 0,
    toolset: "discovery",
    roots: ["fixtures/sample"],
  });
  await using proxy = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request) => {
      const body = request.method === "POST" ? await request.text() : null;
      const headers = new Headers(request.headers);
      headers.delete("host");
      const forward = () => fetch(server.url, { method: request.method, headers, body });
      const isCall = body !== null && JSON.parse(body).method === "tools/call";
      return isCall ? await answer(request, forward) : await forward();
    },
  );
  await test(`http://127.0.0.1:${proxy.addr.port}/mcp`);
}

const stream = (events: string | ReadableStream): Response =>
  new Response(events, { headers: { "Content-Type": "text/event-stream" } });

/** The time without progress after which a call ends, in milliseconds. */
const LIMIT = 60_000;

Deno.test("a call without an answer resolves to an error, and later calls go on", async () => {
  const rows: [answer: () => Response, reason: string][] = [
    [() => stream(new ReadableStream()), "it is silent"],
    [() => stream(": hello\n\n"), "the connection was lost before the answer"],
    [() => new Response("x", { status: 500 }), "it answers HTTP 500"],
    [() => new Response("x", { status: 401 }), "it requires another token"],
  ];
  for (const [answer, reason] of rows) {
    let isFirst = true;
    await behind((_, forward) => isFirst ? Promise.resolve(answer()) : forward(), async (url) => {
      await using remote = await connectRemote(url);
      const { find_files } = remote;
      using _timers = retime((ms) => ms === LIMIT && isFirst && /silent/.test(reason) ? 20 : ms);
      const failed = await find_files!.execute({}) as DiscoveryResult;
      isFirst = false;
      const message = `cannot use the remote server: ${reason}`;
      assertEquals(failed.error, { code: "io_error", message });
      const found = await find_files!.execute({}) as DiscoveryResult;
      assertEquals([found.success, found.count], [true, 3]);
    });
  }
});

Deno.test("progress restarts the timeout of a call: a long walk does not time out", async () => {
  await withTree(manyDirectories(20), async (root) => {
    using _disk = slowDisk(() => {});
    await using server = await serveHttp({ workers: 0, toolset: "discovery", roots: [root] });
    await using remote = await connectRemote(server.url);
    let timers = 0;
    using _timers = retime((ms) => {
      if (ms === LIMIT) timers++;
      return ms;
    });
    await remote.find_files!.execute({});
    assert(timers > 1, "the time limit starts anew");
  });
});

/** Runs a server that lists one tool with this `_meta`. */
async function withListed(_meta: unknown, test: (url: string) => Promise<void>): Promise<void> {
  await using server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen() {} },
    async (request) => {
      if (request.method !== "POST") return new Response(null, { status: 405 });
      const { id, method, params } = await request.json();
      if (id === undefined) return new Response(null, { status: 202 });
      const tool = { name: "x", inputSchema: { type: "object" }, _meta };
      const result = method === "tools/list" ? { tools: [tool] } : {
        protocolVersion: params.protocolVersion,
        capabilities: { tools: {} },
        serverInfo: { name: "other", version: "1" },
      };
      return method === "server/discover"
        ? Response.json({ jsonrpc: "2.0", id, error: { code: -32601, message: "unknown" } })
        : Response.json({ jsonrpc: "2.0", id, result });
    },
  );
  await test(`http://127.0.0.1:${server.addr.port}/mcp`);
}

Deno.test("connectRemote() refuses a server that is no dirscope, or whose toolset is not known here", async () => {
  for (const listed of [undefined, { "dirscope/toolset": "tomorrow" }]) {
    await withListed(listed, async (url) => {
      assertEquals(await refusal(url), ["not_dirscope", NOT_DIRSCOPE]);
    });
  }
});

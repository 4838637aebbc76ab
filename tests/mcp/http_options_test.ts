import { assertEquals, assertRejects } from "@std/assert";
import { accessProblem } from "../../src/mcp/http_options.ts";
import { DiscoveryLog, replay, SqliteProjectMemory, TreeCache } from "../../mod.ts";
import { type HttpOptions, serveHttp, serveStdio } from "../../src/mcp/mod.ts";
import { connectRemote } from "../../src/remote/connect_remote.ts";

const OPTIONS: HttpOptions = { toolset: "discovery", roots: ["fixtures/sample"] };

Deno.test("a token is required off loopback", async () => {
  // Decision 1: "`--token-env NAME` requires a bearer token, and is required off loopback".
  for (
    const hostname of [
      "0.0.0.0",
      "::",
      "192.0.2.1",
      "example.com",
      "127.0.0.1.example.com",
      "127.0.0.300",
      "127.0.0.1.1",
      "localhost.example.com",
      "127.256.0.1",
    ]
  ) {
    const serve = () => serveHttp({ ...OPTIONS, hostname });
    await assertRejects(serve, TypeError, "without a token");
  }
  for (const token of ["", " ", "a b", "a,b", "a\n", "é", "=", "a\0"]) {
    const serve = () => serveHttp({ ...OPTIONS, token });
    await assertRejects(serve, TypeError, "Cannot use the token");
  }
});

Deno.test("no token is required on loopback", () => {
  for (const hostname of ["127.0.0.1", "127.255.0.9", "localhost", "::1"]) {
    assertEquals(accessProblem(hostname, undefined), undefined);
  }
});

Deno.test("options that plain JavaScript gets wrong are refused by name: `tokn` would serve without a token", async () => {
  const rows: [options: unknown, problem: string][] = [
    [{ root: "x", tokn: "secret" }, "root is no known field; did you mean roots?"],
    [{ tokn: "secret" }, "tokn is no known field; did you mean token?"],
    [
      { toolset: "agents" },
      "toolset must be one of tree, envelope, codex, files, discovery, agent",
    ],
    [{ toolset: "toString" }, "toolset must be one of"],
    [{ roots: "fixtures" }, "roots must be an array of paths, none of them empty"],
    [{ roots: [""] }, "roots must be an array of paths, none of them empty"],
    [{ policy: { hides: ["a"] } }, "hides is no known field; did you mean hide?"],
    [{ roots: ["fixtures", "no such"] }, "no such': it does not exist"],
    [{ roots: ["deno.json"] }, "deno.json': it is not a directory"],
    ...["fixtures", [], new Map()].map((options): [unknown, string] => [
      options,
      "an object is needed",
    ]),
  ];
  const others: [(options: never) => unknown, unknown, string][] = [
    [(options) => connectRemote("http://127.0.0.1:2", options), { tokn: "x" }, "mean token?"],
    [(options) => DiscoveryLog.open(":memory:", options), { readonly: true }, "mean readOnly?"],
    [(options) => SqliteProjectMemory.open(":memory:", options), { projects: "" }, "mean project?"],
    [(options) => new TreeCache(options), { maxbytes: 1 }, "mean maxBytes?"],
    [(options) => replay({} as never, options).next(), { sginal: 1 }, "mean signal?"],
  ];
  const overHttp: typeof rows = [[{ port: "80" }, "port must be an integer from 0 to 65535"]];
  for (const [options, problem] of [...rows, ...overHttp]) {
    await assertRejects(() => serveHttp(options as HttpOptions), TypeError, problem);
  }
  for (const [options, problem] of rows) {
    const given = options as Parameters<typeof serveStdio>[0];
    await assertRejects(() => serveStdio(given), TypeError, problem.replace(/;.*token\?/, ""));
  }
  for (const [run, options, problem] of others) {
    await assertRejects(async () => await run(options as never), TypeError, problem);
  }
  const absent = { token: null, roots: null } as unknown as HttpOptions;
  await using server = await serveHttp(absent);
  assertEquals((await fetch(server.url)).status, 400);
});

import { assertEquals, assertRejects } from "@std/assert";
import { hostInUrl, isLoopback, isWildcard } from "../../src/mcp/http_options.ts";
import { type HttpOptions, HttpOptionsError, serveHttp } from "../../src/mcp/mod.ts";

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
    ]
  ) {
    const serve = () => serveHttp({ ...OPTIONS, hostname });
    await assertRejects(serve, HttpOptionsError, "without a token");
  }
  for (const token of ["", " ", "a b", "a,b", "a\n", "é", "=", "a\0"]) {
    const serve = () => serveHttp({ ...OPTIONS, token });
    await assertRejects(serve, HttpOptionsError, "Cannot use the token");
  }
});

Deno.test("what an address is: loopback, all of the machine's, in a URL", () => {
  const rows: [hostname: string, loopback: boolean, wildcard: boolean, inUrl: string][] = [
    ["127.0.0.1", true, false, "127.0.0.1"],
    ["127.255.0.9", true, false, "127.255.0.9"],
    ["127.0.0.300", false, false, "127.0.0.300"],
    ["127.256.0.1", false, false, "127.256.0.1"],
    ["localhost", true, false, "localhost"],
    ["::1", true, false, "[::1]"],
    ["0.0.0.0", false, true, "0.0.0.0"],
    ["::", false, true, "[::]"],
    ["192.0.2.1", false, false, "192.0.2.1"],
    ["2001:db8::1", false, false, "[2001:db8::1]"],
    ["127.0.0.1.example.com", false, false, "127.0.0.1.example.com"],
    ["localhost.example.com", false, false, "localhost.example.com"],
  ];
  for (const [hostname, loopback, wildcard, inUrl] of rows) {
    const found = [isLoopback(hostname), isWildcard(hostname), hostInUrl(hostname)];
    assertEquals(found, [loopback, wildcard, inUrl], hostname);
  }
});

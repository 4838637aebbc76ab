import { assertRejects } from "@std/assert";
import { checkHttpOptions } from "../../src/mcp/http_options.ts";
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
      "localhost.example.com",
      "127.256.0.1",
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

Deno.test("no token is required on loopback", () => {
  for (const hostname of ["127.0.0.1", "127.255.0.9", "localhost", "::1"]) {
    checkHttpOptions(hostname, undefined);
  }
});

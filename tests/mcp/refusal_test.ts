import { assertEquals } from "@std/assert";
import { refuse } from "../../src/mcp/refusal.ts";

Deno.test("refuse() is an error of JSON-RPC without an id", async () => {
  const plain = refuse(404, "Not found");
  assertEquals([plain.status, plain.headers.get("content-type")], [404, "application/json"]);
  const error = { code: -32000, message: "Not found" };
  assertEquals(await plain.json(), { jsonrpc: "2.0", error, id: null });
});

Deno.test("refuse() takes a code and headers", async () => {
  const options = { code: "parseError", headers: { Allow: "GET" } } as const;
  const refusal = refuse(400, "No JSON", options);
  assertEquals([refusal.status, refusal.headers.get("allow")], [400, "GET"]);
  assertEquals((await refusal.json()).error, { code: -32700, message: "No JSON" });
});

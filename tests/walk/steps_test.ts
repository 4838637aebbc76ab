import { assertEquals } from "@std/assert";
import { descend, startAt } from "../../src/walk/steps.ts";

Deno.test("startAt() and descend() compose names, prefixes and depths", () => {
  const at = (path: string) => ({ open: `/given${path}`, real: `/real${path}` });
  const start = startAt(at(""));
  assertEquals(start, { path: at(""), name: "", prefix: "", depth: 0 });
  const a = descend(start, "a", at("/a"));
  assertEquals(a, { path: at("/a"), name: "a", prefix: "a/", depth: 1 });
  // A followed link: the prefix is as walked, the path is where it leads.
  const link = descend(a, "link", at("/z"));
  assertEquals(link, { path: at("/z"), name: "link", prefix: "a/link/", depth: 2 });
});

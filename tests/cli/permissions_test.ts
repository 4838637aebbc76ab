import { assertEquals } from "@std/assert";
import { adviceOn } from "../../src/cli/permissions.ts";

Deno.test("a binary does not advise a flag that it cannot take", () => {
  const flags = ["--allow-read=/etc", "--allow-net"];
  assertEquals(adviceOn(flags, false), "add --allow-read=/etc --allow-net");
  const advice = "this binary was compiled without --allow-read=/etc --allow-net";
  assertEquals(adviceOn(flags, true), advice);
});

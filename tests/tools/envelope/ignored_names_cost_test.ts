import { assertEquals, assertGreater, assertRejects } from "@std/assert";
import { ignoredNames } from "../../../src/tools/envelope/ignored_names.ts";
import { Pacer } from "../../../src/pacing/pacer.ts";
import { BusyPacer } from "../../support/counted_pacer.ts";

const NAME = "a".repeat(255);
const COSTLY = Array.from({ length: 1000 }, (_, i) => `*${"?".repeat(125)}${i}b*`);

Deno.test("LS: costly patterns make a pause even within one name, and obey an abort there", async () => {
  // Decision 3: "no argument costs more than linear time, and what takes long yields".
  const controller = new AbortController();
  const pacer = new BusyPacer({ signal: controller.signal });
  const isIgnored = await ignoredNames({ include_hidden: false, ignore: COSTLY }, "", pacer);
  assertGreater(pacer.pauses, 999);
  pacer.pauses = 0;
  assertEquals(await isIgnored(NAME), false);
  assertGreater(pacer.pauses, 250);
  const pending = isIgnored(NAME);
  controller.abort();
  await assertRejects(async () => await pending, DOMException);
});

Deno.test("LS: patterns without a wildcard are looked up, and make no pause", async () => {
  const ignore = Array.from({ length: 1000 }, (_, i) => `name-${i}`);
  const pacer = new BusyPacer();
  const isIgnored = await ignoredNames({ include_hidden: false, ignore }, "d/", pacer);
  pacer.looks = 0;
  assertEquals(["name-7", "name-1000"].map(isIgnored), [true, false]);
  assertEquals(pacer.looks, 0);
});

Deno.test("LS: a pattern without a wildcard hides a name, or a path of its directory", async () => {
  const ignore = ["a", "d/b", "c]", "x\\y"];
  const isIgnored = await ignoredNames({ include_hidden: false, ignore }, "d/", new Pacer());
  const names = ["a", "b", "c]", "x\\y", "d"];
  assertEquals(names.filter(isIgnored), ["a", "b", "c]", "x\\y"]);
});

import { assertEquals, assertGreater, assertRejects } from "@std/assert";
import { fileKey, nameOf } from "../../../src/directory/entry_key.ts";
import { takePaced } from "../../../src/pacing/paced_steps.ts";
import type { Pacer } from "../../../src/pacing/pacer.ts";
import { withoutIgnored } from "../../../src/tools/envelope/without_ignored.ts";
import { BusyPacer } from "../../support/counted_pacer.ts";

const NAME = "a".repeat(255);
const COSTLY = Array.from({ length: 1000 }, (_, i) => `*${"?".repeat(125)}${i}b*`);

/** The names that patterns leave in directory `d`. */
async function namesLeft(names: string[], ignore: string[], pacer: Pacer): Promise<string[]> {
  const steps = withoutIgnored(names.map(fileKey), { include_hidden: false, ignore }, "d/");
  return (await takePaced(steps, pacer)).map(nameOf);
}

Deno.test("LS: costly patterns make a pause even within one name, and obey an abort there", async () => {
  // Decision 3: "no argument costs more than linear time, and what takes long yields".
  const controller = new AbortController();
  const pacer = new BusyPacer({ signal: controller.signal });
  assertEquals(await namesLeft([NAME], COSTLY, pacer), [NAME]);
  assertGreater(pacer.pauses, 999);
  const pending = namesLeft([NAME], COSTLY, pacer);
  controller.abort();
  await assertRejects(async () => await pending, DOMException);
});

Deno.test("LS: a pattern for paths of a deep directory makes pauses between a few names", async () => {
  const names = Array.from({ length: 8 }, (_, i) => `${i}`);
  const ignore = [`**/${"?".repeat(1000)}*b`];
  const pacer = new BusyPacer();
  const steps = withoutIgnored(
    names.map(fileKey),
    { include_hidden: false, ignore },
    `${NAME}/`.repeat(15),
  );
  assertEquals((await takePaced(steps, pacer)).length, 8);
  assertGreater(pacer.pauses, 3);
});

Deno.test("LS: patterns without a wildcard are looked up, and make no pause", async () => {
  const ignore = Array.from({ length: 1000 }, (_, i) => `name-${i}`);
  const pacer = new BusyPacer();
  assertEquals(await namesLeft(["name-7", "name-1000"], ignore, pacer), ["name-1000"]);
  assertEquals(pacer.pauses, 0);
});

import { assertEquals } from "@std/assert";
import { STILL, still } from "../../tools/still.ts";
import { GIT, need, SHELL, testsNeeding } from "../support/machine.ts";
import { runSync } from "../support/process.ts";

/** Other systems' `ls -R` prints its first line differently. */
const GNU_LS = need(
  "ls of GNU",
  () => SHELL.isHere && runSync(["ls", "--version"])?.stdout.includes("GNU") === true,
);

const test = testsNeeding(GIT, GNU_LS);

test("the still shows what both commands print now: else run tools/still.ts", async () =>
  assertEquals(await still(), await Deno.readTextFile(STILL)));

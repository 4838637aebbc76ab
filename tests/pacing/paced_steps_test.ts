import { assertEquals, assertRejects } from "@std/assert";
import { type Steps, takePaced } from "../../src/pacing/paced_steps.ts";
import { BusyPacer } from "../support/counted_pacer.ts";

Deno.test("takePaced() pauses where the work may pause, and closes it once the call is aborted", async () => {
  let isClosed = false;
  const work = function* (): Steps<void> {
    try {
      for (;;) yield;
    } finally {
      isClosed = true;
    }
  };
  const controller = new AbortController();
  const pacer = new BusyPacer({ signal: controller.signal });
  setTimeout(() => controller.abort(), 1);
  const slow = pacer.pause.bind(pacer);
  pacer.pause = () => new Promise((resolve) => setTimeout(resolve)).then(slow);
  await assertRejects(() => takePaced(work(), pacer), DOMException);
  assertEquals([isClosed, pacer.pauses > 0], [true, true]);
});

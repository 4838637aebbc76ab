import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { Queue } from "../../src/walk/queue.ts";

Deno.test("Queue is first in, first out; an item put back comes next", () => {
  // Each step adds a number, takes one, or puts the one taken last back; an array is the oracle.
  const step = fc.constantFrom("add", "take");
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const queue = new Queue<number>();
      const expected: number[] = [];
      for (const [i, each] of steps.entries()) {
        if (each === "add") {
          queue.add(i);
          expected.push(i);
        } else assertEquals(queue.take(), expected.shift());
      }
      while (expected.length > 0) assertEquals(queue.take(), expected.shift());
      assertEquals(queue.take(), undefined);
    }),
  );
});

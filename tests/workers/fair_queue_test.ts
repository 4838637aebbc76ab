import { assertEquals } from "@std/assert";
import { FairQueue } from "../../src/workers/fair_queue.ts";

const [A, B, C] = [{}, {}, {}];

function takeAll(queue: FairQueue<string>): string {
  let taken = "";
  for (let item = queue.take(); item !== undefined; item = queue.take()) taken += `${item} `;
  return taken.trim();
}

Deno.test('FairQueue "serves its clients in turn, so that none waits for all that another has asked"', () => {
  const queue = new FairQueue<string>();
  for (const item of ["a1", "a2", "a3"]) queue.add(A, item);
  queue.add(B, "b1");
  queue.add(C, "c1");
  queue.add(C, "c2");
  assertEquals([queue.size, queue.countOf(A), queue.countOf(B), queue.greediest], [6, 3, 1, A]);
  assertEquals(takeAll(queue), "a1 b1 c1 a2 c2 a3");
  assertEquals([queue.size, queue.countOf(A), queue.greediest], [0, 0, undefined]);
});

Deno.test("FairQueue adds before a client's other items on demand, and gives up single items", () => {
  const queue = new FairQueue<string>();
  queue.add(A, "a1");
  queue.add(A, "a2");
  queue.add(B, "b1");
  queue.add(A, "a0", { isFirst: true });
  assertEquals(queue.takeNewest(A), "a2");
  assertEquals(queue.takeNewest(C), undefined);
  assertEquals([queue.remove(B, "b1"), queue.remove(B, "b1"), queue.remove(A, "b1")], [
    true,
    false,
    false,
  ]);
  assertEquals([queue.size, takeAll(queue)], [2, "a0 a1"]);
});

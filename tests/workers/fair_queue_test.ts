import { assertEquals } from "@std/assert";
import { FairQueue } from "../../src/workers/fair_queue.ts";

const [A, B, C] = [{}, {}, {}];

function takeAll(queue: FairQueue<string>): string {
  let taken = "";
  for (let [client] = queue.clients; client !== undefined; [client] = queue.clients) {
    taken += `${queue.take(client)} `;
  }
  return taken.trim();
}

Deno.test('FairQueue "serves its clients in turn, so that none waits for all that another has asked"', () => {
  const queue = new FairQueue<string>();
  for (const item of ["a1", "a2", "a3"]) queue.add(A, item);
  queue.add(B, "b1");
  queue.add(C, "c1");
  queue.add(C, "c2");
  assertEquals([queue.size, queue.greediest, queue.clients], [6, A, [A, B, C]]);
  assertEquals(takeAll(queue), "a1 b1 c1 a2 c2 a3");
  assertEquals([queue.size, queue.greediest, queue.take(A)], [0, undefined, undefined]);
});

Deno.test("FairQueue gives up single items, and a client's newest", () => {
  const queue = new FairQueue<string>();
  for (const item of ["a1", "a2", "a3"]) queue.add(A, item);
  queue.add(B, "b1");
  assertEquals([queue.takeNewest(A), queue.takeNewest(C)], ["a3", undefined]);
  assertEquals([queue.remove(B, "b1"), queue.remove(B, "b1"), queue.remove(A, "b1")], [
    true,
    false,
    false,
  ]);
  assertEquals([queue.items, queue.size, takeAll(queue)], [["a1", "a2"], 2, "a1 a2"]);
});

import { assertEquals } from "@std/assert";
import { WalkLanes, type WalkLine } from "../../src/workers/walk_lanes.ts";
import type { NumberedAnswer } from "../../src/workers/walk_messages.ts";

/** A worker that has started, and answers what it is told to. */
class StubLine implements WalkLine {
  readonly sent: number[] = [];
  isEnded = false;
  readonly #answers: NumberedAnswer[] = [{ id: 0 }];
  readonly #count: Int32Array;

  constructor(count: Int32Array) {
    this.#count = count;
    Atomics.add(count, 0, 1);
  }

  send({ id }: { readonly id: number }): void {
    this.sent.push(id);
  }

  answer(answer: NumberedAnswer): void {
    this.#answers.push(answer);
    Atomics.add(this.#count, 0, 1);
    Atomics.notify(this.#count, 0);
  }

  receive(): NumberedAnswer | undefined {
    return this.#answers.shift();
  }

  end(): void {
    this.isEnded = true;
  }
}

function laneWith(onLost?: () => void): { readonly lanes: WalkLanes; readonly line: StubLine } {
  const count = new Int32Array(new SharedArrayBuffer(4));
  const lanes = new WalkLanes(count, onLost);
  const line = new StubLine(count);
  lanes.add(line);
  return { lanes, line };
}

Deno.test("a worker that hangs is asked no more, and what it was asked has no answer", async () => {
  let lost = 0;
  const { lanes, line } = laneWith(() => lost++);
  lanes.poll();
  const answers: unknown[] = [];
  lanes.ask("first", (answer) => answers.push(answer));
  lanes.ask("second", (answer) => answers.push(answer));
  while (answers.length === 0) {
    await lanes.wait();
    lanes.poll();
  }
  assertEquals([answers, line.isEnded, lost], [[undefined, undefined], true, 1]);
  assertEquals([lanes.size, lanes.room()], [0, 0]);
});

Deno.test("a worker that has work of its own is not asked for a while", () => {
  const { lanes, line } = laneWith();
  assertEquals(lanes.room(), 0, "it has not told that it has started");
  lanes.poll();
  const free = lanes.room();
  let answer: unknown = "none";
  lanes.ask("request", (each) => answer = each);
  assertEquals(lanes.room(), free - 1);
  line.answer({ id: line.sent[0]!, isBusy: true });
  lanes.poll();
  assertEquals([answer, lanes.room()], [undefined, 0]);
});

Deno.test("whoever has least to do is asked", () => {
  const count = new Int32Array(new SharedArrayBuffer(4));
  const lanes = new WalkLanes(count);
  const lines = [new StubLine(count), new StubLine(count)];
  lines.forEach((line) => lanes.add(line));
  lanes.poll();
  for (let i = 0; i < 4; i++) lanes.ask(i, () => {});
  assertEquals(lines.map(({ sent }) => sent.length), [2, 2]);
});

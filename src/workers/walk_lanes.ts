/** The workers that a walk may ask, and what it has asked them. */
import type { WalkWorkers } from "../tool.ts";
import type { NumberedAnswer, NumberedRequest } from "./walk_messages.ts";

/** After how many entries a walk has proved long: it took some 15 ms. */
export const LONG = 4096;

/** How many requests a worker has at a time: one that it works on, and those that follow. */
const AT_ONCE = 4;

/** How long a worker that had work of its own is not asked, in milliseconds: more of it may come. */
export const REST_MS = 50;

/** How long a walk waits for an answer before it looks again, in milliseconds. */
const WAIT_MS = 50;

/** How long an answer may take, in milliseconds. A request takes some 10, unless the disk hangs. */
const LOST_MS = 2000;

/** What reaches a worker. */
export interface WalkLine {
  /** Sends it a request. */
  send(request: NumberedRequest): void;
  /** The next of what it has answered. */
  receive(): NumberedAnswer | undefined;
  /** Ends it, or what leads to it. */
  end(): void;
}

interface Asked {
  readonly take: (answer: unknown) => void;
  readonly since: number;
}

/** A worker, and what it was asked. */
interface Lane {
  readonly line: WalkLine;
  readonly asked: Map<number, Asked>;
  isReady: boolean;
  /** Until when it has work of its own. */
  restsUntil: number;
}

/** The workers that a walk may ask. */
export class WalkLanes implements Omit<WalkWorkers, "after"> {
  readonly #lanes = new Map<WalkLine, Lane>();
  /** Counts the answers of all workers. */
  readonly #answers: Int32Array;
  readonly #onLost: () => void;
  /** What is known to have no answer. */
  readonly #unanswered: Asked[] = [];
  #taken = 0;
  #lastId = 0;

  /**
   * @param answers One shared number that counts the answers of all workers.
   * @param onLost Called when a worker hangs, and is asked no more.
   */
  constructor(answers: Int32Array, onLost: () => void = () => {}) {
    this.#answers = answers;
    this.#onLost = onLost;
  }

  /** The number of workers. */
  get size(): number {
    return this.#lanes.size;
  }

  /** Whether a worker has yet to start. */
  get isStarting(): boolean {
    for (const { isReady } of this.#lanes.values()) if (!isReady) return true;
    return false;
  }

  /** Adds a worker. It is asked nothing before it has told that it has started. */
  add(line: WalkLine): void {
    this.#lanes.set(line, { line, asked: new Map(), isReady: false, restsUntil: 0 });
  }

  /** Ends a worker, unless that was done. What it was asked has no answer. */
  end(line: WalkLine): boolean {
    const lane = this.#lanes.get(line);
    if (lane === undefined) return false;
    this.#lanes.delete(line);
    line.end();
    this.#unanswered.push(...lane.asked.values());
    Atomics.add(this.#answers, 0, 1);
    Atomics.notify(this.#answers, 0);
    return true;
  }

  /** Ends all workers. */
  endAll(): void {
    for (const line of [...this.#lanes.keys()]) this.end(line);
  }

  /** How many requests the workers would take now. */
  room(): number {
    let room = 0;
    for (const lane of this.#lanes.values()) room += roomIn(lane);
    return room;
  }

  /** Gives a worker a request. */
  ask(request: unknown, take: (answer: unknown) => void): void {
    let freest: Lane | undefined;
    for (const each of this.#lanes.values()) {
      if (roomIn(each) > (freest === undefined ? 0 : roomIn(freest))) freest = each;
    }
    const asked = { take, since: performance.now() };
    if (freest === undefined) return void this.#unanswered.push(asked);
    const id = ++this.#lastId;
    freest.asked.set(id, asked);
    freest.line.send({ id, request });
  }

  /** Hands out the answers that have come. */
  poll(): void {
    while (this.#unanswered.length > 0) this.#unanswered.pop()!.take(undefined);
    const count = Atomics.load(this.#answers, 0);
    if (count === this.#taken) return;
    this.#taken = count;
    for (const lane of this.#lanes.values()) {
      for (let news = lane.line.receive(); news !== undefined; news = lane.line.receive()) {
        lane.isReady = true;
        if (news.isBusy) lane.restsUntil = performance.now() + REST_MS;
        const asked = lane.asked.get(news.id);
        lane.asked.delete(news.id);
        asked?.take(news.answer);
      }
    }
  }

  /** Waits for an answer, or for a while, and ends workers that have not answered for too long. */
  async wait(): Promise<void> {
    const news = Atomics.waitAsync(this.#answers, 0, this.#taken);
    // The timer keeps the program running meanwhile; what is awaited of other threads does not.
    const late = Promise.withResolvers<void>();
    const timer = setTimeout(late.resolve, WAIT_MS);
    await Promise.race([news.value, late.promise]);
    clearTimeout(timer);
    const now = performance.now();
    for (const { line, asked } of [...this.#lanes.values()]) {
      const [oldest] = asked.values();
      if (oldest === undefined || now - oldest.since <= LOST_MS) continue;
      this.end(line);
      this.#onLost();
    }
  }
}

function roomIn({ isReady, asked, restsUntil }: Lane): number {
  if (!isReady || restsUntil > 0 && performance.now() < restsUntil) return 0;
  return AT_ONCE - asked.size;
}

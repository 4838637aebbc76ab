/** Cooperative scheduling of long work: yields to the event loop, abort signals and progress reports. */
import type { Progress, ToolContext } from "../tool.ts";
import { abortError } from "./until_aborted.ts";
import { waitForTurn } from "./socket_turns.ts";
import { WorkBudget } from "./work_budget.ts";

/** Maximum time between two yields, in milliseconds. One directory read may exceed it. */
const SLICE_MS = 10;

/** Minimum time between two progress reports, in milliseconds. They are a worker's heartbeat as well. */
const PROGRESS_MS = 100;

/** Counters of a call: entries read so far, and files that could not be read. None ever decreases. */
export class Counts implements Progress {
  /** Directories read. Only the reader of directories increases it. */
  directories = 0;
  /** Entries read, without those that the policy hides. */
  entries = 0;
  hidden = 0;
  /** Entries that are not told from others, as their names read back equal. */
  sameNames = 0;
  /** `.gitignore` files that could not be read. Only their reader increases it. */
  unreadRules = 0;
  /** The repositories whose index a verdict needed and could not be read. */
  readonly unreadIndexes: Set<string> = new Set();
}

/** Paces one call: `if (pacer.isDue()) await pacer.pause()`. */
export class Pacer {
  readonly counts: Counts = new Counts();
  readonly budget: WorkBudget = new WorkBudget();
  readonly #signal: AbortSignal | undefined;
  readonly #onProgress: ToolContext["onProgress"];
  #sliceEnd: number;
  #nextProgress: number;

  /** @throws {DOMException} `AbortError` if the signal has already aborted. */
  constructor(options: Pick<ToolContext, "signal" | "onProgress"> = {}) {
    this.#signal = options.signal;
    this.#onProgress = options.onProgress;
    const now = performance.now();
    this.#sliceEnd = now + SLICE_MS;
    this.#nextProgress = now + PROGRESS_MS;
    this.check();
  }

  isDue(): boolean {
    return performance.now() >= this.#sliceEnd;
  }

  /** Yields to timers, sockets and signals. Throws `AbortError` once the signal has aborted. */
  async pause(): Promise<void> {
    this.report();
    await waitForTurn();
    this.check();
    this.#sliceEnd = performance.now() + SLICE_MS;
  }

  /** For work that yields by itself. Throws `AbortError` once the signal has aborted. */
  report(): void {
    this.check();
    if (this.#onProgress === undefined || performance.now() < this.#nextProgress) return;
    this.#nextProgress = performance.now() + PROGRESS_MS;
    const { directories, entries } = this.counts;
    this.#onProgress({ directories, entries });
  }

  /** @throws {DOMException} `AbortError` once the signal has aborted. */
  check(): void {
    if (this.#signal?.aborted) throw abortError(this.#signal);
  }
}

export async function forEachPaced<T>(
  items: Iterable<T>,
  pacer: Pacer,
  visit: (item: T) => void,
): Promise<void> {
  for (const item of items) {
    if (pacer.isDue()) await pacer.pause();
    visit(item);
  }
}

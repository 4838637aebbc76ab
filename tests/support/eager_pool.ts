/**
 * A pool of workers that helps every walk, however short.
 *
 * @module
 */
import { WalkPool } from "../../src/workers/walk_pool.ts";

/** How an {@linkcode EagerPool} behaves. */
export interface EagerOptions {
  readonly size: number;
  /** After how many requests the workers are ended. */
  readonly closesAfter?: number;
  /** Whether what the workers are asked makes no sense. */
  readonly garbles?: boolean;
}

/** A pool that helps from the first entry on. */
export class EagerPool extends WalkPool {
  /** How many requests had an answer, or will have none. */
  answered = 0;
  readonly #options: EagerOptions;
  #asked = 0;

  constructor(options: EagerOptions) {
    super(options);
    this.#options = options;
  }

  override get after(): number {
    return 0;
  }

  override ask(request: unknown, take: (answer: unknown) => void): void {
    const { garbles, closesAfter } = this.#options;
    super.ask(garbles ? { recipe: null } : request, (answer) => {
      this.answered++;
      take(answer);
    });
    if (++this.#asked === closesAfter) void this.close();
  }
}

/**
 * Stand-ins for the workers of walks: they work in this thread, and a seed decides when they answer, how much
 * they do at a time, and which of them are lost.
 *
 * @module
 */
import type { PieceRequest } from "../../src/ahead/piece.ts";
import { WalkHelper } from "../../src/ahead/walk_helper.ts";
import { turns } from "../../src/pacing/socket_turns.ts";
import type { WalkWorkers } from "../../src/tool.ts";
import { MAKERS } from "../../src/workers/walk_runner.ts";
import { randomFrom } from "./random.ts";

/** How such workers behave. */
export interface Behaviour {
  readonly size: number;
  readonly seed: number;
  /** After how many entries they help. @default {0} */
  readonly after?: number;
  /** How often a request gets no answer, of 1. @default {0} */
  readonly losses?: number;
  /** The most entries of a piece. @default {any number up to 64} */
  readonly most?: number;
}

/** Workers that a seed steers. */
export class SteeredWorkers implements WalkWorkers {
  readonly after: number;
  /** How many requests they had. */
  asked = 0;
  /** How many entries came from them. */
  entries = 0;
  /** How many characters of whole subtrees came from them. */
  digested = 0;
  readonly #random: () => number;
  readonly #behaviour: Behaviour;
  readonly #helpers: WalkHelper[];
  readonly #working = new Set<Promise<void>>();
  #answers: (() => void)[] = [];
  #busy = 0;

  constructor(behaviour: Behaviour) {
    this.#behaviour = behaviour;
    this.after = behaviour.after ?? 0;
    this.#random = randomFrom(behaviour.seed);
    this.#helpers = Array.from({ length: behaviour.size }, () => new WalkHelper(MAKERS));
  }

  room(): number {
    return 2 * this.#behaviour.size - this.#busy;
  }

  ask(request: unknown, take: (answer: unknown) => void): void {
    this.asked++;
    this.#busy++;
    const { most = 1 + Math.floor(this.#random() * 64), losses = 0 } = this.#behaviour;
    const helper = this.#helpers[Math.floor(this.#random() * this.#helpers.length)]!;
    const isLost = this.#random() < losses;
    const sent = structuredClone(request) as PieceRequest;
    const maxEntries = Math.min(most, sent.maxEntries);
    // Where it begins late, the walk may come first to what it asked for.
    const open = () => helper.open({ ...sent, maxEntries });
    const piece = this.#random() < 0.8 ? open() : turns(1).then(open);
    const work = piece.then((piece) => {
      if (!isLost) {
        this.entries += piece.records.byteLength;
        this.digested += piece.digests.length;
      }
      const answer = isLost ? undefined : structuredClone(piece);
      const at = Math.floor(this.#random() * (this.#answers.length + 1));
      this.#answers.splice(at, 0, () => {
        this.#busy--;
        take(answer);
      });
    });
    this.#working.add(work);
    void work.finally(() => this.#working.delete(work));
  }

  poll(): void {
    const now = this.#answers;
    this.#answers = [];
    for (const answer of now) {
      if (this.#random() < 0.7) answer();
      else this.#answers.push(answer);
    }
  }

  async wait(): Promise<void> {
    await turns(1);
    await Promise.race([...this.#working, turns(20)]);
  }
}

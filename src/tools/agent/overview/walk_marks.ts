/** What a walk met, in as little as tells it from another: an unchanged tree need not be counted again. */
import type { Pacer } from "../../../pacing/pacer.ts";
import type { EntryStep, WalkStep } from "../../../walk/steps.ts";

/** Kinds of entries, as numbers; those that the walk descends into are one more. */
const KINDS = { directory: 2, link: 4, other: 6 } as const satisfies Record<
  EntryStep["kind"],
  number
>;

const ERROR = 8;

/** How much a mark takes, and a name in one, in bytes. The text of a name is shared with its listing. */
const MARK_BYTES = 40;
const NAME_BYTES = 8;

/** How many steps are handed on for each that comes, once they need not wait. */
const CATCH_UP = 8;

/** How many marks are compared, or steps handed on, between two looks at the clock. */
const LOOK = 64;

/** A name, a kind, a count, or names. */
type Mark = string | number | readonly string[];

/**
 * The steps of a walk in breadth order, as flat data. Where each directory lies is not among them: what came
 * before decides that.
 */
export class WalkMarks {
  readonly #marks: Mark[] = [];
  /** Whether all was walked. */
  isWhole = true;
  /** How much they take, in bytes, roughly. */
  bytes = 0;

  /** How many marks there are. */
  get length(): number {
    return this.#marks.length;
  }

  /** Adds a step. */
  add(step: WalkStep): void {
    const marks = this.#marks;
    this.bytes += MARK_BYTES;
    switch (step.type) {
      case "files":
        this.#addNames(step.names);
        break;
      case "entry":
        marks.push(step.name, KINDS[step.kind] + (step.descends ? 1 : 0));
        break;
      case "ignored":
        this.#addNames(step.ignored.directories);
        marks.push(-1 - step.ignored.others);
        break;
      case "leave":
        marks.push(0);
        break;
      case "error":
        marks.push(step.error.code, ERROR);
        break;
      default:
        this.isWhole = false;
    }
  }

  #addNames(names: readonly string[]): void {
    this.#marks.push(names);
    this.bytes += NAME_BYTES * names.length;
  }

  /** Whether another walk met the same. */
  async equals(other: WalkMarks, pacer: Pacer): Promise<boolean> {
    const [a, b] = [this.#marks, other.#marks];
    if (!this.isWhole || !other.isWhole || a.length !== b.length) return false;
    for (let i = 0; i < a.length; i++) {
      if (i % LOOK === 0 && pacer.isDue()) await pacer.pause();
      if (a[i] !== b[i] && !areSame(a[i]!, b[i]!)) return false;
    }
    return true;
  }
}

function areSame(a: Mark, b: Mark): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}

/**
 * Hands on the steps of a walk. If it may equal a known one, they are held until it is certain that it does
 * not.
 */
export class MarkedSteps {
  readonly marks: WalkMarks = new WalkMarks();
  readonly #known: WalkMarks | undefined;
  readonly #visit: (step: WalkStep) => void;
  #held: WalkStep[] = [];
  #next = 0;

  /**
   * @param visit Receives the steps.
   * @param known What an earlier walk met.
   */
  constructor(visit: (step: WalkStep) => void, known: WalkMarks | undefined) {
    this.#visit = visit;
    this.#known = known;
  }

  /** The steps that were held last. */
  get held(): readonly WalkStep[] {
    return this.#held;
  }

  /** Takes the next step. */
  add(step: WalkStep): void {
    this.marks.add(step);
    const known = this.#known;
    if (known === undefined) return this.#visit(step);
    this.#held.push(step);
    // A walk that is longer is another one.
    if (this.marks.length <= known.length) return;
    for (let i = 0; i < CATCH_UP && this.#next < this.#held.length; i++) {
      this.#visit(this.#held[this.#next++]!);
    }
    if (this.#next < this.#held.length) return;
    this.#held = [];
    this.#next = 0;
  }

  /** Whether the walk met what is known. */
  async isKnown(pacer: Pacer): Promise<boolean> {
    return await this.#known?.equals(this.marks, pacer) === true;
  }

  /** Hands on what was held. */
  async handOn(pacer: Pacer): Promise<void> {
    while (this.#next < this.#held.length) {
      if (this.#next % LOOK === 0 && pacer.isDue()) await pacer.pause();
      this.#visit(this.#held[this.#next++]!);
    }
  }
}

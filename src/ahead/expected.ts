import type { DirscopeError } from "../errors.ts";
import type { IgnoreRules, OwnFiles } from "../gitignore/rules.ts";
import type { Place } from "../walk/known_listings.ts";
import type { Ahead, Opened } from "../walk/opener.ts";
import { AgendaItem } from "./agenda.ts";
import type { Claims } from "./claims.ts";
import type { DigestedTree } from "./piece.ts";

/** How far an expected directory is. */
export type State =
  /** Nobody has opened it. */
  | "closed"
  /** A worker was asked for it. */
  | "away"
  /** The walk's own thread opens it ahead. */
  | "opening"
  /** It was opened, or could not be. */
  | "ready"
  /** The walk has got there, or past it. */
  | "done";

/** A directory that a walk will come to. */
export class Expected extends AgendaItem implements Ahead {
  readonly parent: Expected | undefined;
  readonly name: string;
  /** Its path from the start, with a slash at its end; `""` for the start. */
  readonly prefix: string;
  readonly depth: number;
  state: State = "closed";
  /** What came of it. */
  result: Opened | DigestedTree | DirscopeError | undefined;
  /** The rules in force in it, once they are known. */
  rules: IgnoreRules | undefined;
  /** Which of its entries make rules, once it was opened. */
  own: OwnFiles | undefined;
  /** The rules in force above it, if it has no parent that knows. */
  outer: IgnoreRules | undefined;
  /** Its place, once it was opened. */
  place: Place | undefined;
  /** The place of what it was met in, if it has no parent that knows. */
  outerPlace: Place | undefined;
  /** The request in which it is away, and its place there. */
  #claims: Claims | undefined;
  #place = 0;
  #children: readonly Expected[] = [];
  #next = 0;
  readonly #onSkip: (skipped: Expected) => void;

  constructor(
    parent: Expected | undefined,
    { name, prefix, depth }: Pick<Expected, "name" | "prefix" | "depth">,
    onSkip: (skipped: Expected) => void,
  ) {
    super();
    this.parent = parent;
    this.name = name;
    this.prefix = prefix;
    this.depth = depth;
    this.#onSkip = onSkip;
  }

  /** The place of the directory that it was met in. */
  get placeAbove(): Place | undefined {
    return this.parent === undefined ? this.outerPlace : this.parent.place;
  }

  /** Notes that a worker is asked for it. */
  lend(claims: Claims, place: number): void {
    this.state = "away";
    this.#claims = claims;
    this.#place = place;
  }

  /** Whether this thread may open it: nobody has begun to. */
  claim(): boolean {
    return this.state === "closed" || this.state === "away" && this.#claims!.make(this.#place);
  }

  /** Tells the worker that has it that the walk waits. */
  hurry(): void {
    this.#claims?.hurry();
  }

  /** Expects subdirectories of it, by name in the order of the walk. */
  expect(names: readonly string[]): readonly Expected[] {
    const depth = this.depth + 1;
    return this.#children = names.map((name) =>
      new Expected(this, { name, prefix: `${this.prefix}${name}/`, depth }, this.#onSkip)
    );
  }

  child(name: string): Expected | undefined {
    const at = this.#children[this.#next]?.name === name
      ? this.#next
      : this.#children.findIndex((each, i) => i > this.#next && each.name === name);
    if (at < 0) return undefined;
    this.#skipTo(at);
    this.#next = at + 1;
    return this.#children[at];
  }

  leave(): void {
    this.#skipTo(this.#children.length);
    this.#children = [];
  }

  #skipTo(end: number): void {
    for (; this.#next < end; this.#next++) this.#onSkip(this.#children[this.#next]!);
  }

  /** Those of its subdirectories that the walk has not asked for. */
  get rest(): readonly Expected[] {
    return this.#children.slice(this.#next);
  }
}

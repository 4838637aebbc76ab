import type { Walk } from "./walk.ts";
import type { WalkStep } from "./walk_options.ts";

/** A path in a directory other than the first: its number and two slashes, as no path has, then the path there. */
const LATER = /^~(\d+)\/\/(.*)$/s;

/** Returns the number of the directory that a path of several walks lies in, and the path from there. */
export function placeOf(path: string): { readonly turn: number; readonly below: string } {
  const later = path.startsWith("~") ? LATER.exec(path) : null;
  return later === null ? { turn: 0, below: path } : { turn: Number(later[1]), below: later[2]! };
}

/** Returns what the paths in a directory start with: of equal matches, those in the first come first. */
export function prefixOf(turn: number): string {
  return turn === 0 ? "" : `~${turn}//`;
}

export class WalksInTurn implements Pick<Walk, "run" | "renewBudget"> {
  readonly #count: number;
  readonly #open: (turn: number) => Walk | Promise<Walk>;
  #turn: number;
  #walk: Walk | undefined;

  constructor(count: number, turn: number, open: (turn: number) => Walk | Promise<Walk>) {
    this.#count = count;
    this.#turn = turn;
    this.#open = open;
  }

  async run(visit: (step: WalkStep) => boolean | void): Promise<void> {
    for (let goesOn = true; this.#turn < this.#count; this.#turn++, this.#walk = undefined) {
      this.#walk ??= await this.#open(this.#turn);
      await this.#walk.run((step) => goesOn = visit(step) !== false && step.type !== "stopped");
      if (!goesOn) return;
    }
  }

  renewBudget(readAhead?: readonly number[]): void {
    this.#walk?.renewBudget(readAhead);
  }
}

import { Pacer } from "../../src/pacing/pacer.ts";

/** A pacer that counts the readings of the clock, and the pauses of work that always takes long. */
export class BusyPacer extends Pacer {
  looks = 0;
  pauses = 0;

  override isDue(): boolean {
    this.looks++;
    return true;
  }

  override pause(): Promise<void> {
    this.pauses++;
    this.check();
    return Promise.resolve();
  }
}

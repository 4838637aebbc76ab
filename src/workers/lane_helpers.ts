import type { MessagePort } from "node:worker_threads";
import type { WalkWorkers } from "../tool.ts";
import { portLine } from "./port_line.ts";
import { LONG, WalkLanes, type WalkLine } from "./walk_lanes.ts";

/** The lanes of a pool that help the walks of another one. They come and go. */
export class LaneHelpers extends WalkLanes implements WalkWorkers {
  readonly #lines = new Map<number, WalkLine>();

  /** After how many entries a walk has proved long: never while there is nobody to help. */
  get after(): number {
    return this.size === 0 ? Infinity : LONG;
  }

  /** Meets a lane that listens at the other end of a port. */
  meet(number: number, port: MessagePort): void {
    const line = portLine(port);
    this.#lines.set(number, line);
    this.add(line);
  }

  /** Asks a lane no more. */
  part(number: number): void {
    const line = this.#lines.get(number);
    if (line !== undefined) this.end(line);
    this.#lines.delete(number);
  }
}

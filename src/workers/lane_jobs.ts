import type { Job } from "./job.ts";
import type { Lane, LaneEvents } from "./lane.ts";
import { PULSE } from "./messages.ts";

/** The largest number of a call; they start anew behind it, and fit the pulse. */
const LAST_ID = 2 ** 30;

/** A lane, the jobs that it has, and how long it has been silent. */
export class LaneJobs {
  /** Whether it hangs, and has been replaced. */
  isLost = false;
  /** The job that takes long, of which a lane has one at most. */
  long: Job | undefined;
  /** For how many looks in a row none of its calls has got on. */
  silence = 0;
  /** The lane itself. */
  readonly lane: Lane;
  readonly #jobs = new Map<number, Job>();
  #isReady = false;
  #lastId = 0;
  #beats = 0;

  /**
   * @param start Starts the lane.
   * @param events What to do with what it tells.
   */
  constructor(start: (events: LaneEvents) => Lane, events: LaneEvents) {
    this.lane = start(events);
    this.lane.hold(true);
  }

  /** Whether it has started. */
  get isReady(): boolean {
    return this.#isReady;
  }

  /** It has started. From now on the process waits for it while it has jobs. */
  ready(): void {
    this.#isReady = true;
    this.lane.hold(this.size > 0);
  }

  /** Its jobs. */
  get jobs(): Job[] {
    return [...this.#jobs.values()];
  }

  /** The number of its jobs. */
  get size(): number {
    return this.#jobs.size;
  }

  /** The job whose turn it is. */
  get active(): Job | undefined {
    return this.#jobs.get(Atomics.load(this.lane.pulse, PULSE.active));
  }

  /** The job of a number that the lane tells. */
  job(id: number): Job | undefined {
    return this.#jobs.get(id);
  }

  /** Gives it a job. */
  add(job: Job): void {
    this.#lastId = this.#lastId % LAST_ID + 1;
    this.#jobs.set(this.#lastId, job);
    if (job.isLong) this.long = job;
    if (this.size === 1) this.lane.hold(true);
    this.lane.post({ type: "call", id: this.#lastId, call: job.sent, isLong: job.isLong });
  }

  /** Forgets a job. */
  remove(job: Job): void {
    const id = this.idOf(job);
    if (id !== undefined) this.#jobs.delete(id);
    if (this.long === job) this.long = undefined;
    if (this.size === 0) this.lane.hold(false);
  }

  /** The number of a job, if it has it. */
  idOf(job: Job): number | undefined {
    for (const [id, each] of this.#jobs) if (each === job) return id;
    return undefined;
  }

  /** Looks whether its calls have got on since the last look. What waits for the host is not silent. */
  look(): void {
    const beats = Atomics.load(this.lane.pulse, PULSE.beats);
    const isNeeded = this.size > 0 || this.isLost || !this.isReady;
    const isSilent = isNeeded && beats === this.#beats && !this.active?.asking;
    this.silence = isSilent ? this.silence + 1 : 0;
    this.#beats = beats;
  }
}

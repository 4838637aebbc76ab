/**
 * Who opens each of the directories that a worker was asked for: the worker or the walk, whoever claims it
 * first. So a worker may be given more than it can do, and no directory is read twice.
 */
export class Claims {
  /** What both threads share: whether the walk waits, then a number for each directory. */
  readonly shared: Int32Array;

  /** @param shared What another thread made. */
  constructor(shared: Int32Array) {
    this.shared = shared;
  }

  /** Claims of so many directories, of which none has been claimed yet. */
  static for(count: number): Claims {
    const bytes = (1 + count) * Int32Array.BYTES_PER_ELEMENT;
    return new Claims(new Int32Array(new SharedArrayBuffer(bytes)));
  }

  /** Claims a directory by its place in the request. Returns whether nobody had. */
  make(place: number): boolean {
    return Atomics.exchange(this.shared, 1 + place, 1) === 0;
  }

  /** Tells the worker that the walk can do nothing before it answers. */
  hurry(): void {
    Atomics.store(this.shared, 0, 1);
  }

  /** Whether the walk waits for the answer. */
  get isUrgent(): boolean {
    return Atomics.load(this.shared, 0) === 1;
  }
}

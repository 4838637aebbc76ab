/** What looks at directories told, as numbers. */
import type { Look } from "../scope/second_look.ts";

const FIELDS = 5;

/** Collects looks. */
export class LookWriter {
  readonly #numbers: number[] = [];

  /** Adds one. */
  add({ dev, ino, mtime, ctime, size }: Look): void {
    this.#numbers.push(dev, ino ?? NaN, mtime?.getTime() ?? NaN, ctime?.getTime() ?? NaN, size);
  }

  /** The bytes of all of them. */
  finish(): ArrayBuffer {
    return new Float64Array(this.#numbers).buffer;
  }
}

/** Gives back what a {@linkcode LookWriter} collected, one by one. */
export class LookReader {
  readonly #numbers: Float64Array;
  #next = 0;

  constructor(bytes: ArrayBuffer) {
    this.#numbers = new Float64Array(bytes);
  }

  /** The next one. */
  take(): Look {
    const [dev, ino, mtime, ctime, size] = this.#numbers.subarray(this.#next, this.#next += FIELDS);
    return {
      dev: dev!,
      ino: isNaN(ino!) ? null : ino!,
      mtime: dateOf(mtime!),
      ctime: dateOf(ctime!),
      size: size!,
    };
  }
}

function dateOf(time: number): Date | null {
  return isNaN(time) ? null : new Date(time);
}

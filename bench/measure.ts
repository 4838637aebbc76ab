/**
 * Ratios on a machine that others share: the contenders take turns, and only what one run measured is
 * compared.
 *
 * @module
 */

/** One bench of `deno task bench`. */
export interface Bench {
  /** Prints what it measured. */
  run(options: BenchOptions): Promise<void>;
}

/** The options of the benches. */
export interface BenchOptions {
  /** A large real tree. */
  readonly tree: string;
  /** The git repositories of `discovery`. */
  readonly repos?: readonly string[];
  /** The folder in which `discovery` caches its work trees for the next run; `undefined` for none. */
  readonly work?: string | undefined;
  /** True if `discovery` prints lines of JSON. */
  readonly json?: boolean;
  /** True if `discovery` writes its part of the documentation. */
  readonly write?: boolean;
  /** True if `discovery` leaves out the searches. */
  readonly curve?: boolean;
  /** True if `discovery` leaves out the searches for a half-remembered path. */
  readonly tasks?: boolean;
  /** True if `discovery` asks the reports of users alone. */
  readonly reports?: boolean;
}

/** Number of runs of each contender. */
export const ROUNDS = 11;

/** Measures the time of some work, in milliseconds. */
export async function time(work: () => unknown): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** The middle of some values. */
export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[values.length >> 1]!;
}

/** Milliseconds, by contender. */
export type Times<Name extends string> = Readonly<Record<Name, readonly number[]>>;

/** Lets contenders work in turn, once to warm up and then so many rounds. */
export async function interleave<Name extends string>(
  contenders: Readonly<Record<Name, () => unknown>>,
  rounds: number = ROUNDS,
): Promise<Times<Name>> {
  const works = Object.entries<() => unknown>(contenders);
  const times = Object.fromEntries(works.map(([name]) => [name, [] as number[]]));
  for (let round = -1; round < rounds; round++) {
    for (const [name, work] of works) {
      const ms = await time(work);
      if (round >= 0) times[name]!.push(ms);
    }
  }
  return times as Record<Name, number[]>;
}

/** Returns the ratio of two series of times: of their medians, and of their fastest rounds. */
export function ratio(ours: readonly number[], theirs: readonly number[]): string {
  const best = Math.min(...ours) / Math.min(...theirs);
  return `${(median(ours) / median(theirs)).toFixed(2)} (fastest ${best.toFixed(2)})`;
}

/** A target for a ratio. */
export interface RatioTarget {
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** One line: how many times as long one takes as another, next to the bar. */
export function versus(
  name: string,
  one: readonly number[],
  other: readonly number[],
  { atLeast = 0, atMost = Infinity }: RatioTarget = {},
): string {
  const times = median(one) / median(other);
  const bars = [
    ...atLeast > 0 ? [`; bar: at least ${atLeast}`] : [],
    ...atMost < Infinity ? [`; bar: at most ${atMost}`] : [],
  ];
  const verdict = times < atLeast || times > atMost ? " (short of the bar)" : "";
  return `  ${name}: ${ratio(one, other)}${bars.join("")}${verdict}`;
}

/**
 * What a suite of the torture tests is.
 *
 * @module
 */

/** How to run a suite. */
export interface SuiteOptions {
  /** Where chance starts: the same seed makes the same run. */
  readonly seed: number;
  /** `quick` is for every change, `long` for a night. */
  readonly scale: "quick" | "long";
}

/** What a run of a suite came to. */
export interface SuiteResult {
  /** How many things were checked. */
  readonly points: number;
  /** One text for each that failed, with what reproduces it. */
  readonly failures: readonly string[];
  /** What could not be run here, and why. */
  readonly lacking?: readonly string[];
  /** What else is worth telling. */
  readonly notes?: readonly string[];
}

/** A suite. */
export interface Suite {
  /** The name that the command line gives it. */
  readonly name: string;
  /** Runs it. */
  run(options: SuiteOptions): Promise<SuiteResult>;
}

/** The interface of a torture suite. */

export interface SuiteOptions {
  /** The seed of all random choices. Equal seeds give equal runs. */
  readonly seed: number;
  /** `quick` runs with every change, `long` overnight. */
  readonly scale: "quick" | "long";
}

export interface SuiteResult {
  readonly points: number;
  /** One text for each failure, with how to reproduce it. */
  readonly failures: readonly string[];
  /** The checks that could not be run here, with the reason. */
  readonly lacking?: readonly string[];
}

export interface Suite {
  /** Its name on the command line. */
  readonly name: string;
  run(options: SuiteOptions): Promise<SuiteResult>;
}

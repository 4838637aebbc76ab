/** One suite of the torture run. */
export interface Suite {
  readonly name: string;
  run(options: SuiteOptions): Promise<SuiteResult>;
}

/** How much of it, and from which seed. */
export interface SuiteOptions {
  readonly seed: number;
  readonly scale: "quick" | "long";
}

/** How many points were tried, and what failed. */
export interface SuiteResult {
  readonly points: number;
  readonly failures: readonly string[];
  readonly notes?: readonly string[];
}

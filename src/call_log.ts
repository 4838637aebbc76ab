import type { VisibilityPolicy } from "./visibility_policy.ts";

/** A log of the calls of toolsets `discovery` and `agent`: what a host implements to record them its own way. */
export interface CallLog {
  /** Records a call before the call resolves. Once this resolves, the record is durable. */
  append(call: LoggedCall): void | Promise<void>;
}

/** A call and its result, as a {@linkcode CallLog} receives them. */
export interface LoggedCall {
  /** The name of the toolset. */
  readonly toolset: "agent" | "discovery";
  /** The name of the tool. */
  readonly operation: string;
  /** The base of relative paths, absolute. */
  readonly cwd: string;
  /** The allowed roots, absolute. */
  readonly roots: readonly string[];
  /** The scan budget of the context, in directory entries, or `null`. */
  readonly maxScanned: number | null;
  /** The visibility policy of the context, or `null`. */
  readonly policy: VisibilityPolicy | null;
  /** The arguments, including defaults and the cursor; refused arguments as they were sent. */
  readonly query: unknown;
  /** The value that the call resolved to. */
  readonly result: object;
}

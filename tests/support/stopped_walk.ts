/** A call that walks for long, and whether stopping it stops the walk. */
import { assert } from "@std/assert";
import { until } from "./wait.ts";

/** On a slow disk, a walk of this many directories takes 20 seconds. */
export const DIRECTORIES = 1000;

/** A call that reads every directory. */
export const BIG = { name: "find_files", arguments: { name_contains: "no such file" } };

/** After so many looks, a walk that goes on would have had its turn. */
const CLOCK_READINGS = 20;

/**
 * Waits for a walk to begin, calls `stop`, and checks that the walk stops: that it reads nothing for a
 * while, with much left to read. How soon depends on what else the machine does.
 */
export async function assertStops(reads: readonly unknown[], stop: () => void): Promise<void> {
  await until(() => reads.length > 5);
  stop();
  let [count, looks] = [reads.length, 0];
  await until(() => {
    looks = reads.length === count ? looks + 1 : 0;
    count = reads.length;
    return looks > CLOCK_READINGS;
  });
  assert(count < DIRECTORIES, "the walk ended by itself");
}

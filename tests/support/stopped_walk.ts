/**
 * A call that walks for seconds, and whether stopping it stops the walk.
 *
 * @module
 */
import { assert, assertEquals } from "@std/assert";
import { READ_MS } from "./slow_disk.ts";
import { delay, until } from "./wait.ts";

/** On a slow disk, a walk of this many directories takes three seconds. */
export const DIRECTORIES = 300;

/** A call that reads every directory. */
export const BIG = { name: "find_files", arguments: { name_contains: "no such file" } };

/** The contract's 100 ms, with an allowance for a busy machine. */
const STOPS_WITHIN_MS = 500;

/** Waits for a walk to begin, calls `stop`, and checks that the walk stops. */
export async function assertStops(reads: readonly number[], stop: () => void): Promise<void> {
  await until(() => reads.length > 5);
  stop();
  await delay(STOPS_WITHIN_MS);
  const count = reads.length;
  await delay(10 * READ_MS);
  assertEquals(reads.length, count, "the walk goes on");
  assert(count < DIRECTORIES, "the walk ended by itself");
}

/**
 * Thousands of calls in one process, half of them aborted: none leaks memory or file descriptors.
 *
 * @module
 */
import { SUBJECTS, variantsFrom } from "../support/every_tool.ts";
import { denoRun, projectFile, run } from "../support/process.ts";
import { makeTree } from "../support/tree.ts";
import { FAULT_SIZES, FAULT_TREE } from "./fault_tree.ts";
import { type Fault, onDisk } from "./fault_disk.ts";
import { pick, randomFrom } from "../support/random.ts";
import type { Suite, SuiteResult } from "./suite.ts";

const CALLS = { quick: 250, long: 10_000 } as const;

/** The number of windows that the calls are divided into. The first two warm up. */
const WINDOWS = 10;

/** Maximum growth of the median memory from the first to the last windows, in bytes. V8 retains some. */
const GROWTH = 64 * 1024 * 1024;

/** The same for the live heap, if garbage can be collected. */
const LIVE_GROWTH = 2 * 1024 * 1024;

/** Time within which an aborted call should end, in milliseconds. Only reported: a busy machine takes longer. */
const ABORT_MS = 100;

/** The long scale prints nothing for this long. */
const SILENCE_MS = 30 * 60_000;

/** The suite, in a process of its own: memory and file descriptors are those of a whole process. */
export const suite: Suite = {
  name: "handles",
  async run({ seed, scale }) {
    const flags = ["--quiet", "--no-lock", "--config", projectFile("deno.json"), "--allow-all"];
    const program = projectFile("tests/torture/handles.ts");
    const { code, stdout, stderr } = await run(
      denoRun([...flags, "--v8-flags=--expose-gc"], program, String(CALLS[scale]), String(seed)),
      { silenceMs: SILENCE_MS },
    );
    if (code !== 0) throw new Error(stderr);
    return JSON.parse(stdout) as SuiteResult;
  },
};

/** The share of disk calls that take a millisecond. */
const SLOW = 0.04;

/** Most of the time, all of it. */
const PATHS = [".", ".", ".", "wide", "bulk", "d00/s2", "d00/s2/f05.txt", "d01/s9"];

/** Makes the calls, several at a time, and measures what they leave behind. */
async function exercise(count: number, seed: number): Promise<SuiteResult> {
  const folder = await makeTree(FAULT_TREE);
  const cwd = `${folder}/root`;
  const random = randomFrom(seed);
  const tally: Tally = { begun: 0, settled: 0, aborted: 0, slowestMs: 0, failures: [] };
  const windows: number[][] = Array.from({ length: WINDOWS }, () => []);
  const live: number[] = [];
  const handlesBefore = openHandles();
  try {
    // Some directories report a huge size, so that they are streamed. A slow disk makes calls yield.
    const fault = (): Fault | undefined => random() < SLOW ? { stallMs: 1 } : undefined;
    await onDisk({ sizes: FAULT_SIZES, fault, isRecorded: false }, async () => {
      while (tally.begun < count) {
        const several = Array.from(
          { length: 1 + Math.floor(random() * 4) },
          () => callOnce(cwd, random, tally),
        );
        await Promise.all(several);
        const window = Math.min(WINDOWS - 1, Math.floor(tally.begun / count * WINDOWS));
        if (live[window] === undefined) collectGarbage();
        const { rss, heapUsed } = Deno.memoryUsage();
        windows[window]!.push(rss);
        live[window] ??= heapUsed;
      }
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  const { begun, settled, aborted, slowestMs } = tally;
  const failures = [...new Set(tally.failures)];
  if (settled !== begun) failures.push(`${begun - settled} calls never settled`);
  const handles = openHandles() - handlesBefore;
  // The event loop may have opened a few of its own.
  if (handles > 5) failures.push(`${handles} file descriptors more than before`);
  const medians = windows.map(median);
  const growth = Math.max(...medians.slice(-2)) - Math.max(...medians.slice(2, 4));
  if (growth > GROWTH) failures.push(`the memory grew by ${megabytes(growth)} MiB`);
  const held = (live.at(-1) ?? 0) - (live[2] ?? 0);
  if ("gc" in globalThis && held > LIVE_GROWTH) {
    failures.push(`the live heap grew by ${megabytes(held)} MiB`);
  }
  const notes = [
    `${aborted} of ${begun} calls were aborted; the last of them ended ${
      Math.round(slowestMs)
    } ms after${slowestMs > ABORT_MS ? " (over the bar)" : ""}`,
    `memory, medians of ${WINDOWS} windows, in MiB: ${medians.map(megabytes).join(" ")}`,
    `live heap at the start of each window, in MiB: ${live.map(megabytes).join(" ")}`,
    `file descriptors: ${handles} more than before`,
  ];
  return { points: begun, failures, notes };
}

interface Tally {
  begun: number;
  settled: number;
  aborted: number;
  slowestMs: number;
  readonly failures: string[];
}

async function callOnce(cwd: string, random: () => number, tally: Tally): Promise<void> {
  tally.begun++;
  const subject = pick(SUBJECTS, random);
  const args = pick(variantsFrom(subject, pick(PATHS, random), { cwd }), random);
  const { tool } = subject;
  const controller = new AbortController();
  const { signal } = controller;
  let abortedAt: number | undefined;
  const abort = (): void => {
    abortedAt = performance.now();
    controller.abort();
  };
  const timer = random() < 0.6 ? setTimeout(abort, random() * 5) : undefined;
  try {
    if (tool.pages === undefined || random() < 0.5) await tool.execute(args, { cwd, signal });
    else {
      for await (const _ of tool.pages(args, { cwd, signal })) if (random() < 0.1) break;
    }
  } catch (error) {
    const isAbort = error instanceof DOMException && error.name === "AbortError";
    if (!isAbort || abortedAt === undefined) tally.failures.push(`${subject.id} threw ${error}`);
    else {
      tally.aborted++;
      tally.slowestMs = Math.max(tally.slowestMs, performance.now() - abortedAt);
    }
  } finally {
    clearTimeout(timer);
    tally.settled++;
  }
}

/** Collects garbage, if the process was started with `--expose-gc`, so that only live memory is left. */
function collectGarbage(): void {
  (globalThis as { gc?: () => void }).gc?.();
}

function openHandles(): number {
  try {
    return [...Deno.readDirSync("/proc/self/fd")].length;
  } catch {
    return 0;
  }
}

function median(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
}

function megabytes(bytes: number): string {
  return (bytes / 1024 / 1024).toFixed(1);
}

if (import.meta.main) {
  const [count, seed] = Deno.args.map(Number) as [number, number];
  console.log(JSON.stringify(await exercise(count, seed)));
}

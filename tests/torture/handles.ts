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

/** Maximum growth of the live heap after the first third of the calls, in bytes. */
const GROWTH = 4 * 1024 * 1024;

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
  const tally: Tally = { begun: 0, settled: 0, aborted: 0, failures: [] };
  const handlesBefore = openHandles();
  let live: number | undefined;
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
        if (tally.begun > count / 3) live ??= liveHeap();
      }
    });
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
  const { begun, settled, aborted } = tally;
  const failures = [...new Set(tally.failures)];
  if (settled !== begun) failures.push(`${begun - settled} calls never settled`);
  const handles = openHandles() - handlesBefore;
  // The event loop may have opened a few of its own.
  if (handles > 5) failures.push(`${handles} file descriptors more than before`);
  const growth = liveHeap() - live!;
  if (growth > GROWTH) failures.push(`the live heap grew by ${growth} bytes`);
  const notes = [
    `${aborted} of ${begun} calls were aborted`,
    `the live heap grew by ${growth >> 10} KiB; ${handles} file descriptors more than before`,
  ];
  return { points: begun, failures, notes };
}

interface Tally {
  begun: number;
  settled: number;
  aborted: number;
  readonly failures: string[];
}

async function callOnce(cwd: string, random: () => number, tally: Tally): Promise<void> {
  tally.begun++;
  const subject = pick(SUBJECTS, random);
  const args = pick(variantsFrom(subject, pick(PATHS, random), { cwd }), random);
  const { tool } = subject;
  const controller = new AbortController();
  const { signal } = controller;
  const timer = random() < 0.6 ? setTimeout(() => controller.abort(), random() * 5) : undefined;
  try {
    if (tool.pages === undefined || random() < 0.5) await tool.execute(args, { cwd, signal });
    else {
      for await (const _ of tool.pages(args, { cwd, signal })) if (random() < 0.1) break;
    }
  } catch (error) {
    const isAbort = error instanceof DOMException && error.name === "AbortError";
    if (isAbort && signal.aborted) tally.aborted++;
    else tally.failures.push(`${subject.id} threw ${error}`);
  } finally {
    clearTimeout(timer);
    tally.settled++;
  }
}

/** The size of the heap without garbage. */
function liveHeap(): number {
  (globalThis as { gc?: () => void }).gc?.();
  return Deno.memoryUsage().heapUsed;
}

function openHandles(): number {
  try {
    return [...Deno.readDirSync("/proc/self/fd")].length;
  } catch {
    return 0;
  }
}

if (import.meta.main) {
  const [count, seed] = Deno.args.map(Number) as [number, number];
  console.log(JSON.stringify(await exercise(count, seed)));
}

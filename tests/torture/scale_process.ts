/**
 * Runs one task in a process of its own, and prints its measurements.
 *
 * Arguments: the task, and the folder to run it in.
 *
 * @module
 */
import { type DiscoveryResult, TOOLSETS } from "../../mod.ts";
import { failingDisk, watching } from "../support/failing_disk.ts";
import type { Taken } from "./scale.ts";

const TICK_MS = 5;
const [task, cwd] = Deno.args as [string, string];
const { tree, envelope, discovery, agent } = TOOLSETS;

const TASKS: Readonly<Record<string, () => Promise<number>>> = {
  nothing: () => Promise.resolve(0),
  "bare iteration": async () => {
    let count = 0;
    for await (const _ of Deno.readDir(cwd)) count++;
    return count;
  },
  "list_dir_entries, one page": () => entries(discovery.list_dir_entries.execute({}, { cwd })),
  "find_files, one page": () =>
    entries(discovery.find_files.execute({ limit: 100 }, { cwd, maxScanned: 1e9 })),
  "LS, one page": async () =>
    (await envelope.LS.execute({ limit: 200 }, { cwd })).data.entries!.length,
  "list_dir, whole": () => length(tree.list_dir.execute({}, { cwd, maxScanned: 1e9 })),
  "list_dir, recursive": () =>
    length(tree.list_dir.execute({ recursive: true }, { cwd, maxScanned: 1e9 })),
  "find_files, all pages": async () => {
    let count = 0;
    for await (
      const page of discovery.find_files.pages!({ limit: 1000 }, { cwd, maxScanned: 1e9 })
    ) {
      count += page.count;
    }
    return count;
  },
  overview: async () => {
    const { totals } = await agent.overview.execute({}, { cwd, maxScanned: 1e9 });
    return totals.files + totals.dirs;
  },
};

async function entries(result: Promise<DiscoveryResult>): Promise<number> {
  return (await result).count;
}

/** Counts the lines of a text without copying it. */
async function length(text: Promise<string>): Promise<number> {
  const whole = await text;
  let lines = whole === "" ? 0 : 1;
  for (let at = whole.indexOf("\n"); at >= 0; at = whole.indexOf("\n", at + 1)) lines++;
  return lines;
}

let reads = 0;
failingDisk(watching(["readDir", "readDirSync"], () => void reads++));

let last = performance.now();
let gapMs = 0;
const tick = (): void => {
  const now = performance.now();
  gapMs = Math.max(gapMs, now - last);
  last = now;
};
const start = performance.now();
const timer = setInterval(tick, TICK_MS);
const count = await TASKS[task]!();
const ms = performance.now() - start;
tick();
clearInterval(timer);
const status = Deno.readTextFileSync("/proc/self/status");
const peakMb = Number(/VmHWM:\s+(\d+)/.exec(status)![1]) / 1024;
console.log(JSON.stringify({ count, ms, gapMs, peakMb, reads } satisfies Taken));

/**
 * Memory and pauses with a directory of a million files, and with ten thousand directories.
 *
 * @module
 */
import { type DiscoveryResult, TOOLSETS } from "../../mod.ts";
import { failingDisk, watching } from "../support/failing_disk.ts";
import { denoRun, projectFile, run } from "../support/process.ts";
import { shell } from "../support/shell.ts";
import type { Suite } from "./suite.ts";

/** The measurements of a task. */
export interface TaskMeasurement {
  /** The number of entries it returned. */
  readonly count: number;
  readonly ms: number;
  /** The longest time between two ticks of a 5 ms timer, in milliseconds. */
  readonly gapMs: number;
  /** The peak memory of the process, in MiB. */
  readonly peakMb: number;
  /** The number of directories it read. */
  readonly reads: number;
}

/** Upper bounds for a task. Memory counts above that of an idle process, in MiB. */
interface TaskLimits {
  readonly task: string;
  readonly peakMb?: number;
  readonly reads?: number;
  /** The number of entries it must return. By default, all of them. */
  readonly count?: number;
}

const FLAT: readonly TaskLimits[] = [
  { task: "list_dir_entries, one page", peakMb: 150, count: 200 },
  { task: "LS, one page", peakMb: 150, count: 200 },
  { task: "find_files, one page", peakMb: 150, count: 100 },
  { task: "list_dir, whole", peakMb: 250 },
];

const DEEP: readonly TaskLimits[] = [
  { task: "find_files, one page", peakMb: 150, count: 100, reads: 4 },
  { task: "find_files, all pages", peakMb: 300 },
  { task: "list_dir, recursive", peakMb: 300 },
  { task: "overview", peakMb: 300 },
];

/** The slowest task prints nothing for this long. */
const SILENCE_MS = 30 * 60_000;

const TICK_MS = 5;
const TARGET_PAUSE_MS = 50;
const FILES = { quick: 20_000, long: 1_000_000 } as const;
const DIRECTORIES = { quick: 400, long: 10_000 } as const;

/** A new folder in `TMPDIR`, or else in memory if possible. */
function temporaryFolder(): string {
  const dir = Deno.env.get("TMPDIR") ?? "/dev/shm";
  try {
    return Deno.realPathSync(Deno.makeTempDirSync({ dir, prefix: "dirscope-" }));
  } catch {
    return Deno.realPathSync(Deno.makeTempDirSync({ prefix: "dirscope-" }));
  }
}

/** The suite. */
export const suite: Suite = {
  name: "scale",
  async run({ scale }) {
    const files = FILES[scale];
    const failures: string[] = [];
    const notes: string[] = [];
    let points = 0;
    let nothing: TaskMeasurement | undefined;
    const forests = [
      { name: "flat", limits: FLAT, script: `seq ${files} | xargs touch`, extra: 0 },
      {
        name: "deep",
        limits: DEEP,
        script: `seq -f d%05.0f ${DIRECTORIES[scale]} | while read d; do mkdir $d; ` +
          `cd $d; touch ${numbers(files / DIRECTORIES[scale])}; cd ..; done`,
        extra: DIRECTORIES[scale],
      },
    ];
    for (const { name, limits, script, extra } of forests) {
      const folder = temporaryFolder();
      try {
        await shell(folder, script);
        if (points === 0) notes.push(`file system: ${await fileSystemOf(folder)}`);
        const idle = nothing ??= await take("nothing", folder);
        for (const limit of limits) {
          points++;
          const taken = await take(limit.task, folder);
          const what = `${name}: ${limit.task}: ${summaryOf(taken, idle)}`;
          const isWhole = limit.task !== "find_files, all pages";
          const expected = limit.count ?? files + (isWhole ? extra : 0);
          notes.push(what + (taken.gapMs > TARGET_PAUSE_MS ? " (over the bar)" : ""));
          if (taken.peakMb - idle.peakMb > (limit.peakMb ?? Infinity)) {
            failures.push(`${what}: more than ${limit.peakMb} MiB`);
          }
          if (taken.reads > (limit.reads ?? Infinity)) failures.push(`${what}: too many reads`);
          if (taken.count !== expected) failures.push(`${what}: not ${expected} entries`);
        }
      } finally {
        await shell("/", `rm -rf -- '${folder}'`);
      }
    }
    return { points, failures, notes };
  },
};

function numbers(count: number): string {
  return Array.from({ length: count }, (_, i) => `f${i}`).join(" ");
}

function summaryOf(
  { count, ms, gapMs, peakMb, reads }: TaskMeasurement,
  idle: TaskMeasurement,
): string {
  return `${count} entries in ${Math.round(ms)} ms, longest pause ${Math.round(gapMs)} ms, ` +
    `${reads} reads, ${Math.round(peakMb - idle.peakMb)} MiB above ${Math.round(idle.peakMb)} MiB`;
}

/** Runs a task in a process of its own. */
async function take(task: string, folder: string): Promise<TaskMeasurement> {
  const flags = ["--quiet", "--no-lock", "--config", projectFile("deno.json"), "--allow-all"];
  const program = projectFile("tests/torture/scale.ts");
  const { code, stdout, stderr } = await run(denoRun(flags, program, task, folder), {
    silenceMs: SILENCE_MS,
  });
  if (code !== 0) throw new Error(`${task}: ${stderr}`);
  return JSON.parse(stdout) as TaskMeasurement;
}

async function fileSystemOf(folder: string): Promise<string> {
  return (await shell(folder, "df -T . | tail -n 1")).trim().replace(/\s+/g, " ");
}

const { tree, envelope, discovery, agent } = TOOLSETS;

/** The tasks: each returns the number of its entries. */
const TASKS: Readonly<Record<string, (cwd: string) => Promise<number>>> = {
  nothing: () => Promise.resolve(0),
  "list_dir_entries, one page": (cwd) => entries(discovery.list_dir_entries.execute({}, { cwd })),
  "find_files, one page": (cwd) =>
    entries(discovery.find_files.execute({ limit: 100 }, { cwd, maxScanned: 1e9 })),
  "LS, one page": async (cwd) =>
    (await envelope.LS.execute({ limit: 200 }, { cwd })).data.entries!.length,
  "list_dir, whole": (cwd) => length(tree.list_dir.execute({}, { cwd, maxScanned: 1e9 })),
  "list_dir, recursive": (cwd) =>
    length(tree.list_dir.execute({ recursive: true }, { cwd, maxScanned: 1e9 })),
  "find_files, all pages": async (cwd) => {
    let count = 0;
    for await (
      const page of discovery.find_files.pages!({ limit: 1000 }, { cwd, maxScanned: 1e9 })
    ) {
      count += page.count;
    }
    return count;
  },
  overview: async (cwd) => {
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

/** Runs one task, and measures it. */
async function measure(task: string, cwd: string): Promise<TaskMeasurement> {
  let reads = 0;
  using _disk = failingDisk(watching(["readDir", "readDirSync"], () => void reads++));
  let last = performance.now();
  let gapMs = 0;
  const tick = (): void => {
    const now = performance.now();
    gapMs = Math.max(gapMs, now - last);
    last = now;
  };
  const start = performance.now();
  const timer = setInterval(tick, TICK_MS);
  const count = await TASKS[task]!(cwd);
  const ms = performance.now() - start;
  tick();
  clearInterval(timer);
  const status = Deno.readTextFileSync("/proc/self/status");
  const peakMb = Number(/VmHWM:\s+(\d+)/.exec(status)![1]) / 1024;
  return { count, ms, gapMs, peakMb, reads };
}

if (import.meta.main) {
  const [task, cwd] = Deno.args as [string, string];
  console.log(JSON.stringify(await measure(task, cwd)));
}

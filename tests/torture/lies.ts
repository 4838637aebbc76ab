/**
 * Every tool on a file system that lies about kinds and sizes, stalls, fails in the middle and never ends:
 * as root and as an ordinary user, with roots and with narrow permissions alone.
 *
 * @module
 */
import { denoRun, HangError, projectFile, run as runChild, runSync } from "../support/process.ts";
import { unprivileged } from "../support/list_dir_process.ts";
import type { LiesOrder, LiesReport } from "./lies_process.ts";
import type { Suite, SuiteOptions, SuiteResult } from "./suite.ts";

/** The suite. */
export const suite: Suite = { name: "lies", run };

/** What lies outside, and must not be shown: a name, a size, a time in two forms, a line. */
const MARKS = ["outside-mark", "7654321", "1234567890", "2009-02-13", "outside-line"];

/** A call that prints nothing for as long hangs. The endless directory takes a while to be given up. */
const HANGS_AFTER_MS = { quick: 30_000, long: 300_000 } as const;

const DEEP = "a/b/c/d";

const PATHS = {
  quick: [".", `${DEEP}/lie-dir-in`],
  long: ["", `${DEEP}/`].flatMap((folder) => [
    folder || ".",
    ...["dir", "file", "fifo", "unknown"].flatMap((kind) =>
      ["", "/x", "-in", "-in/outside-mark", "-file"].map((rest) => `${folder}lie-${kind}${rest}`)
    ),
    `${folder}file-called-dir`,
    `${folder}dir-called-file`,
    `${folder}dir-called-link/f`,
  ]),
} as const;

/** Directories without a size: of three million entries, and of no end. */
const LARGE = ["../many", "../endless"];

async function run({ scale }: SuiteOptions): Promise<SuiteResult> {
  const reason = missingForFuse();
  if (reason !== undefined) return { points: 0, failures: [], lacking: [reason] };
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "dirscope-" }));
  const mount = `${folder}/mount`;
  Deno.chmodSync(folder, 0o755);
  Deno.mkdirSync(mount);
  makeOutside(`${folder}/outside`);
  const failures: string[] = [];
  const notes: string[] = [];
  let points = 0;
  try {
    const program = projectFile("tests/torture/lying_fs.py");
    await runChild(["python3", program, mount, `${folder}/outside`], {
      silenceMs: 3_600_000,
      meanwhile: async ({ child, shows }) => {
        if (!await shows(/ready/)) throw new Error("the file system did not start");
        for (const cell of cellsOf(mount, scale)) {
          const { count, slowest } = await runCell(cell, scale, failures);
          points += count;
          notes.push(`${cell.name}: ${count} calls, the slowest ${slowest}`);
        }
        await child.stdin.close();
      },
    });
  } finally {
    runSync(["umount", "-l", mount]);
    Deno.removeSync(folder, { recursive: true });
  }
  return { points, failures, notes };
}

/** What is missing to mount a file system here. */
export function missingForFuse(): string | undefined {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) return "a file system that lies: not root";
  if (runSync(["python3", "--version"])?.code !== 0) return "a file system that lies: no Python";
  try {
    Deno.openSync("/dev/fuse", { read: true, write: true }).close();
  } catch (error) {
    return `a file system that lies: /dev/fuse: ${(error as Error).name}`;
  }
  return undefined;
}

function makeOutside(outside: string): void {
  Deno.mkdirSync(`${outside}/folder`, { recursive: true });
  Deno.writeTextFileSync(`${outside}/.gitignore`, "outside-line\n*\n");
  for (const name of ["outside-mark", "folder/outside-mark", "plain"]) {
    Deno.writeTextFileSync(`${outside}/${name}`, "");
    Deno.truncateSync(`${outside}/${name}`, 7_654_321);
  }
  for (const name of ["folder/outside-mark", "outside-mark", "plain", ".gitignore", "folder", ""]) {
    Deno.utimeSync(`${outside}/${name}`, 1_234_567_890, 1_234_567_890);
  }
}

/** Under which user and permission the calls run. */
interface Cell {
  readonly name: string;
  readonly command: readonly string[];
  readonly order: LiesOrder;
}

function cellsOf(mount: string, scale: SuiteOptions["scale"]): Cell[] {
  const cwd = `${mount}/in`;
  const paths = PATHS[scale];
  const within: LiesOrder = { cwd, roots: ["."], paths, marks: MARKS };
  const users = {
    "root": [],
    "an ordinary user": unprivileged(),
  };
  const cells = Object.entries(users).flatMap(([user, before]) => [
    {
      name: `${user}, with roots`,
      command: [...before, ...program(["--allow-all"])],
      order: within,
    },
    {
      name: `${user}, with narrow permissions alone`,
      command: [...before, ...program([`--allow-read=${cwd}`])],
      order: { ...within, roots: undefined },
    },
  ]);
  if (scale === "quick") return [cells[3]!];
  const large = { cwd, roots: [mount], paths: LARGE, marks: MARKS };
  return [...cells, {
    name: "large directories",
    command: program(["--allow-all", "--v8-flags=--max-old-space-size=1500"]),
    order: large,
  }];
}

function program(flags: readonly string[]): string[] {
  return denoRun(
    ["--quiet", "--no-prompt", "--no-lock", ...flags],
    projectFile("tests/torture/lies_process.ts"),
  );
}

async function runCell(
  { name, command, order }: Cell,
  scale: SuiteOptions["scale"],
  failures: string[],
): Promise<{ readonly count: number; readonly slowest: string }> {
  let count = 0;
  let slowest = { ms: 0, call: "" };
  const onLine = (line: string, stream: string): void => {
    if (stream === "stderr") return void failures.push(`${name}: ${line}`);
    const report: LiesReport = JSON.parse(line);
    count++;
    if (report.ms > slowest.ms) slowest = report;
    if (report.thrown !== undefined) failures.push(`${name}: ${report.call} ${report.thrown}`);
    if (report.shown.length > 0) failures.push(`${name}: ${report.call} shows ${report.shown}`);
  };
  try {
    const { code } = await runChild([...command, JSON.stringify(order)], {
      silenceMs: HANGS_AFTER_MS[scale],
      onLine,
    });
    if (code !== 0) failures.push(`${name}: ended with ${code} after ${count} calls`);
  } catch (error) {
    if (!(error instanceof HangError)) throw error;
    failures.push(`${name}: hangs after ${count} calls`);
  }
  return { count, slowest: `${slowest.ms} ms (${slowest.call})` };
}

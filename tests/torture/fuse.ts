/** File systems that a Python program makes up, over FUSE. Run as a program, it makes every tool's calls on one. */
import type { VisibilityPolicy } from "../../mod.ts";
import { denoRun, HangError, projectFile, run, runSync } from "../support/process.ts";
import { farthestFrom, outputsOf, SUBJECTS } from "../support/every_tool.ts";

/** Returns the reason why no file system can be mounted here, if any. */
export function missingForFuse(): string | undefined {
  if (Deno.build.os !== "linux" || Deno.uid() !== 0) return "a file system over FUSE: not root";
  if (runSync(["python3", "--version"])?.code !== 0) return "a file system over FUSE: no Python";
  try {
    Deno.openSync("/dev/fuse", { read: true, write: true }).close();
  } catch (error) {
    return `a file system over FUSE: /dev/fuse: ${(error as Error).name}`;
  }
  return undefined;
}

/** A folder around a mount point, which is given to the program with the other words. */
interface Mounting {
  readonly program: string;
  /** Makes what lies beside the mount point. Returns more words for the program. */
  readonly prepare?: (folder: string) => readonly string[];
  readonly onLine?: (line: string) => void;
}

/** Mounts a file system in a new folder while a test runs. */
export async function withMount(
  { program, prepare = () => [], onLine = () => {} }: Mounting,
  test: (mount: string) => Promise<void>,
): Promise<void> {
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "dirscope-" }));
  const mount = `${folder}/mount`;
  Deno.chmodSync(folder, 0o755);
  Deno.mkdirSync(mount);
  try {
    const command = ["python3", projectFile(`tests/torture/${program}`), mount, ...prepare(folder)];
    await run(command, {
      silenceMs: 3_600_000,
      onLine,
      meanwhile: async ({ child, shows }) => {
        if (!await shows(/ready/)) throw new Error("the file system did not start");
        await test(mount);
        await child.stdin.close();
      },
    });
  } finally {
    runSync(["umount", "-l", mount]);
    Deno.removeSync(folder, { recursive: true });
  }
}

/** The calls to make on a mounted file system, and the texts that they may not show. */
export interface MountOrder {
  readonly cwd: string;
  /** The context's roots; without them, the permissions alone decide. */
  readonly roots: readonly string[] | undefined;
  readonly policy?: VisibilityPolicy;
  readonly paths: readonly string[];
  /** Texts that no output may hold; those in the arguments of a call come back in its answer, and do not count. */
  readonly marks: readonly string[];
}

interface MountReport {
  readonly call: string;
  /** The marks that its outputs hold. */
  readonly shown: readonly string[];
  readonly thrown?: string;
}

/** The calls of a process, with its permissions and its user. */
export interface Cell {
  readonly flags: readonly string[];
  readonly order: MountOrder;
}

export interface CellResult {
  readonly count: number;
  readonly failures: readonly string[];
}

/** Makes every tool's calls on a mounted file system, in a process that may not be silent for long. */
export async function runCell({ flags, order }: Cell, silenceMs: number): Promise<CellResult> {
  const failures: string[] = [];
  let count = 0;
  const onLine = (line: string, stream: string): void => {
    if (stream === "stderr") return void failures.push(line);
    const report: MountReport = JSON.parse(line);
    count++;
    if (report.thrown !== undefined) failures.push(`${report.call} ${report.thrown}`);
    if (report.shown.length > 0) failures.push(`${report.call} shows ${report.shown}`);
  };
  const program = projectFile("tests/torture/fuse.ts");
  const command = denoRun(["--quiet", "--no-prompt", "--no-lock", ...flags], program);
  try {
    const { code } = await run([...command, JSON.stringify(order)], { silenceMs, onLine });
    if (code !== 0) failures.push(`ended with ${code} after ${count} calls`);
  } catch (error) {
    if (!(error instanceof HangError)) throw error;
    failures.push(`hangs after ${count} calls`);
  }
  return { count, failures };
}

if (import.meta.main) {
  const { cwd, roots, policy, paths, marks }: MountOrder = JSON.parse(Deno.args[0]!);
  const context = { cwd, ...roots !== undefined && { roots }, ...policy && { policy } };
  for (const subject of SUBJECTS) {
    for (const path of paths) {
      const args = farthestFrom(subject, path, context);
      const call = `${subject.id} ${JSON.stringify(args)}`;
      const report = (rest: Pick<MountReport, "shown" | "thrown">): void => {
        console.log(JSON.stringify({ call, ...rest } satisfies MountReport));
      };
      try {
        const outputs = await outputsOf(subject, args, context);
        const text = JSON.stringify(outputs).replaceAll(path, "");
        report({ shown: marks.filter((mark) => text.includes(mark)) });
      } catch (error) {
        report({ shown: [], thrown: String(error) });
      }
    }
  }
}

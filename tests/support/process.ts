/**
 * Child processes, some of them on a terminal.
 *
 * @module
 */
import { fromFileUrl } from "@std/path/from-file-url";

/** The path of a file of this project. */
export function projectFile(path: string): string {
  return fromFileUrl(new URL(`../../${path}`, import.meta.url));
}

/** A child that runs for longer than this hangs, and is killed. */
const HANGS_AFTER_MS = 60_000;

/** How a child ended. */
export interface Ended {
  readonly code: number;
  /** What killed it, if it did not end by itself. */
  readonly signal: Deno.Signal | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** A child that runs. */
export interface Running {
  readonly child: Deno.ChildProcess;
  /** Waits until its standard output holds a match; `false` if it ends without one. */
  shows(pattern: RegExp): Promise<boolean>;
}

/** How to start a child. */
export interface Start {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What its standard input holds. Without it, that is a pipe that stays open and empty. */
  readonly input?: string;
  /** What to do while it runs. */
  readonly meanwhile?: (running: Running) => Promise<void>;
}

/** Starts a child and waits for its end. The environment does not force or forbid colours. */
export async function run(command: readonly string[], start: Start = {}): Promise<Ended> {
  const [program, ...args] = command;
  const { NO_COLOR: _no, FORCE_COLOR: _force, ...env } = Deno.env.toObject();
  const child = new Deno.Command(program!, {
    args,
    ...start.cwd !== undefined && { cwd: start.cwd },
    clearEnv: true,
    env: { ...env, TERM: "xterm", ...start.env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let stdout = "";
  let hasEnded = false;
  let wake = () => {};
  const readAll = async () => {
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) {
      stdout += text;
      wake();
    }
    hasEnded = true;
    wake();
  };
  const shows = async (pattern: RegExp) => {
    while (!hasEnded && !pattern.test(stdout)) {
      await new Promise<void>((resolve) => wake = resolve);
    }
    return pattern.test(stdout);
  };
  const texts = Promise.all([new Response(child.stderr).text(), readAll()]);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const hang = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      child.kill("SIGKILL");
      reject(new Error(`hangs: ${command.join(" ")}\n${stdout}`));
    }, HANGS_AFTER_MS);
  });
  const work = async (): Promise<Ended> => {
    if (start.input !== undefined) {
      const writer = child.stdin.getWriter();
      await writer.write(new TextEncoder().encode(start.input));
      await writer.close();
    }
    await start.meanwhile?.({ child, shows });
    const { code, signal } = await child.status;
    const [stderr] = await texts;
    return { code, signal, stdout, stderr };
  };
  try {
    return await Promise.race([work(), hang]);
  } finally {
    clearTimeout(timer);
    await child.status;
    // Closed only now: the child could wait for it.
    if (start.input === undefined) await child.stdin.close().catch(() => {});
  }
}

/** `deno run` with these flags; the program comes first of the words. */
export function denoRun(flags: readonly string[], ...words: readonly string[]): string[] {
  return [Deno.execPath(), "run", ...flags, ...words];
}

/** Whether {@linkcode onTerminal} works here: it needs the `script` of util-linux. */
export const HAS_TERMINAL: boolean = await (async () => {
  try {
    const { stdout } = await new Deno.Command("script", { args: ["--version"] }).output();
    return new TextDecoder().decode(stdout).includes("util-linux");
  } catch {
    return false;
  }
})();

/** The command that runs another on a terminal of its own; its whole output is then `stdout`. */
export function onTerminal(command: readonly string[]): string[] {
  return ["script", "--quiet", "--return", "--command", shellWords(command), "/dev/null"];
}

/** A command as a shell reads it. */
export function shellWords(command: readonly string[]): string {
  return command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
}

/** Does something for each item, as many at a time as there are processors. */
export async function forEachAtOnce<T>(
  items: readonly T[],
  act: (item: T) => Promise<void>,
): Promise<void> {
  const queue = [...items];
  const work = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift()) await act(item);
  };
  await Promise.all(Array.from({ length: navigator.hardwareConcurrency }, work));
}

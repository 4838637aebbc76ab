/** Child processes, some of them on a terminal. */
import { fromFileUrl } from "@std/path/from-file-url";

export function projectFile(path: string): string {
  return fromFileUrl(new URL(`../../${path}`, import.meta.url));
}

/** Time that a child may print nothing before it is killed, in milliseconds. */
const SILENCE_MS = 60_000;

/** A child printed nothing for too long, and was killed. */
export class HangError extends Error {}

export interface ProcessResult {
  readonly code: number;
  readonly signal: Deno.Signal | null;
  readonly stdout: string;
  readonly stderr: string;
}

export type Stream = "stdout" | "stderr";

export interface Running {
  readonly child: Deno.ChildProcess;
  /** Waits until a stream holds a match; `false` if it ends without one. @default {"stdout"} */
  shows(pattern: RegExp, stream?: Stream): Promise<boolean>;
}

export interface ProcessOptions {
  readonly cwd?: string;
  /** Set besides the environment of this process. */
  readonly env?: Readonly<Record<string, string>>;
  /** The variables that it inherits from this process. By default, all. */
  readonly inherits?: (name: string) => boolean;
  /** Its standard input. By default, a pipe that stays open and empty. */
  readonly input?: string;
  /** Time that it may print nothing before it is killed, in milliseconds. @default {60_000} */
  readonly silenceMs?: number;
  /** Called with each line as soon as it is whole. */
  readonly onLine?: (line: string, stream: Stream) => void;
  readonly meanwhile?: (running: Running) => Promise<void>;
}

/** Runs a child to its end, or throws a {@linkcode HangError}. The environment neither forces nor forbids colours. */
export async function run(
  command: readonly string[],
  start: ProcessOptions = {},
): Promise<ProcessResult> {
  const { input, silenceMs = SILENCE_MS, onLine, meanwhile } = start;
  const child = spawn(command, start);
  const hang = Promise.withResolvers<never>();
  const onSilence = (): void =>
    hang.reject(new HangError(`hangs: ${command.join(" ")}\n${stdout.text}`));
  let isOver = false;
  let timer = setTimeout(onSilence, silenceMs);
  const onText = (): void => {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(onSilence, silenceMs);
  };
  const [stdout, stderr] = (["stdout", "stderr"] as const).map((stream) =>
    new Output(child[stream], { onText, ...onLine && { onLine: (line) => onLine(line, stream) } })
  ) as [Output, Output];
  const shows = (pattern: RegExp, stream: Stream = "stdout"): Promise<boolean> =>
    (stream === "stdout" ? stdout : stderr).shows(pattern);
  const work = async (): Promise<ProcessResult> => {
    if (input !== undefined) await write(child.stdin, input);
    await meanwhile?.({ child, shows });
    const { code, signal } = await child.status;
    await Promise.all([stdout.read, stderr.read]);
    return { code, signal, stdout: stdout.text, stderr: stderr.text };
  };
  try {
    return await Promise.race([work(), hang.promise]);
  } catch (error) {
    kill(child);
    throw error;
  } finally {
    await child.status;
    isOver = true;
    clearTimeout(timer);
    // Closed only now: the child may read it until it ends.
    if (input === undefined) await child.stdin.close().catch(() => {});
  }
}

function spawn(
  [program, ...args]: readonly string[],
  { cwd, env, inherits = () => true }: ProcessOptions,
): Deno.ChildProcess {
  const { NO_COLOR: _no, FORCE_COLOR: _force, ...all } = Deno.env.toObject();
  const inherited = Object.fromEntries(Object.entries(all).filter(([name]) => inherits(name)));
  return new Deno.Command(program!, {
    args,
    ...cwd !== undefined && { cwd },
    clearEnv: true,
    env: { ...inherited, TERM: "xterm", ...env },
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
}

/** A child need not read all of its input. */
async function write(stdin: WritableStream<Uint8Array>, input: string): Promise<void> {
  const writer = stdin.getWriter();
  await writer.write(new TextEncoder().encode(input)).catch(() => {});
  await writer.close().catch(() => {});
}

function kill(child: Deno.ChildProcess): void {
  try {
    child.kill("SIGKILL");
  } catch {
    // It has ended.
  }
}

interface Listeners {
  readonly onText: () => void;
  readonly onLine?: (line: string) => void;
}

class Output {
  text = "";
  /** Resolves at the end of the stream. */
  readonly read: Promise<void>;
  #hasEnded = false;
  #wake = (): void => {};

  constructor(stream: ReadableStream<Uint8Array>, listeners: Listeners) {
    this.read = this.#read(stream, listeners);
    // The caller awaits it, but only once the child has ended.
    this.read.catch(() => {});
  }

  async shows(pattern: RegExp): Promise<boolean> {
    while (!this.#hasEnded && !pattern.test(this.text)) {
      await new Promise<void>((resolve) => this.#wake = resolve);
    }
    return pattern.test(this.text);
  }

  async #read(
    stream: ReadableStream<Uint8Array>,
    { onText, onLine }: Listeners,
  ): Promise<void> {
    let rest = "";
    for await (
      const text of stream.pipeThrough(new TextDecoderStream("utf-8", { ignoreBOM: true }))
    ) {
      this.text += text;
      onText();
      this.#wake();
      if (onLine === undefined) continue;
      const lines = (rest + text).split("\n");
      rest = lines.pop()!;
      lines.forEach(onLine);
    }
    if (rest !== "") onLine?.(rest);
    this.#hasEnded = true;
    this.#wake();
  }
}

/** Runs a quick program to its end, without input; `undefined` if it does not exist or may not run. */
export function runSync(
  [program, ...args]: readonly string[],
): Omit<ProcessResult, "signal"> | undefined {
  try {
    const { code, stdout, stderr } = new Deno.Command(program!, { args }).outputSync();
    const decoder = new TextDecoder();
    return { code, stdout: decoder.decode(stdout), stderr: decoder.decode(stderr) };
  } catch (error) {
    const isMissing = error instanceof Deno.errors.NotFound;
    if (isMissing || error instanceof Deno.errors.NotCapable) return undefined;
    throw error;
  }
}

/** Reports whether a program is here: `--version` succeeds. */
export function hasProgram(program: string): boolean {
  return runSync([program, "--version"])?.code === 0;
}

/** `deno run` with these flags; the program comes first of the words. */
export function denoRun(flags: readonly string[], ...words: readonly string[]): string[] {
  return [Deno.execPath(), "run", ...flags, ...words];
}

/** Put before a command, makes file modes apply to it even if the user is root. */
export function unprivileged(): string[] {
  const modes = "--bounding-set=-dac_override,-dac_read_search";
  return Deno.uid() === 0 ? ["setpriv", modes, "--"] : [];
}

/** The command that runs another on a terminal of its own: see `TERMINAL` of `machine.ts`. All goes to `stdout`. */
export function onTerminal(command: readonly string[]): string[] {
  return ["script", "--quiet", "--return", "--command", shellWords(command), "/dev/null"];
}

export function shellWords(command: readonly string[]): string {
  return command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(" ");
}

/** Ends a child that prompts for a permission, so that it does not wait for ever. */
export async function endPrompt({ child, shows }: Running): Promise<void> {
  if (await shows(/requests/)) child.kill("SIGKILL");
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

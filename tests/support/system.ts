/**
 * What tests need from the system besides trees: a shell, watched directory reads, byte order.
 *
 * @module
 */

/** Runs a POSIX shell script in a folder: for names and depths that Deno itself cannot make. */
export async function shell(cwd: string, script: string): Promise<void> {
  const { success, stderr } = await new Deno.Command("sh", { args: ["-ec", script], cwd }).output();
  if (!success) throw new Error(`${script}: ${new TextDecoder().decode(stderr)}`);
}

/** What happens at directory reads; each function is given the path that is read, and may throw. */
export interface ReadHooks {
  /** Called right before the directory is read. */
  readonly before?: (path: string) => void;
  /** Called once the directory has been read. */
  readonly after?: (path: string) => void;
}

/** Runs a test while every directory read of the process goes through hooks. */
export async function withReads<T>(
  { before, after }: ReadHooks,
  test: () => T | Promise<T>,
): Promise<T> {
  const { readDir, readDirSync } = Deno;
  Deno.readDirSync = (path) => {
    before?.(String(path));
    const entries = [...readDirSync(path)];
    after?.(String(path));
    return entries[Symbol.iterator]();
  };
  Deno.readDir = async function* (path) {
    before?.(String(path));
    yield* readDir(path);
    after?.(String(path));
  };
  try {
    return await test();
  } finally {
    Deno.readDir = readDir;
    Deno.readDirSync = readDirSync;
  }
}

/** Runs a test while reading these directories fails as it does without the right to read them. */
export async function withUnreadable<T>(
  paths: readonly string[],
  test: () => T | Promise<T>,
): Promise<T> {
  // The superuser may read everything, so the refusal is made here and holds for every user.
  const before = (path: string): void => {
    if (!paths.includes(path)) return;
    const error = new Deno.errors.PermissionDenied(
      `Permission denied (os error 13): readdir '${path}'`,
    );
    throw Object.assign(error, { code: "EACCES" });
  };
  return await withReads({ before }, test);
}

/** Keeps the processor busy, as a slow disk would. */
export function stall(milliseconds: number): void {
  const end = performance.now() + milliseconds;
  while (performance.now() < end);
}

/** The order of `LC_ALL=C sort`. */
export function compareBytes(a: string, b: string): number {
  const [x, y] = [new TextEncoder().encode(a), new TextEncoder().encode(b)];
  for (let i = 0; i < Math.min(x.length, y.length); i++) {
    if (x[i] !== y[i]) return x[i]! - y[i]!;
  }
  return x.length - y.length;
}

/** Runs a program with text for its standard input; `undefined` where it does not exist. */
export async function pipe(
  command: string,
  args: readonly string[],
  input: string,
  options: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<string | undefined> {
  let child: Deno.ChildProcess;
  try {
    child = new Deno.Command(command, {
      args: [...args],
      stdin: "piped",
      stdout: "piped",
      stderr: "piped",
      ...options,
    }).spawn();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
  const writer = child.stdin.getWriter();
  const written = writer.write(new TextEncoder().encode(input)).then(() => writer.close());
  const { code, stdout, stderr } = await child.output();
  await written;
  if (code !== 0) {
    throw new Error(`${command} ${args.join(" ")}: ${new TextDecoder().decode(stderr)}`);
  }
  return new TextDecoder().decode(stdout);
}

/** The reads of an action: its directories, watched or made to fail, and its calls of the file system. */
import { failingDisk, OPERATIONS, watching } from "./failing_disk.ts";

const READS = ["readDir", "readDirSync"] as const;

/** An error as the operating system reports it, with an absolute path in its message. */
export function osError(code: string, ErrorClass: new (message: string) => Error = Error): Error {
  return Object.assign(new ErrorClass(`${code}: /secret/place`), { code });
}

/** Returns the error that reading a directory throws, if any. */
export type Failure = (path: string) => Error | undefined;

/** Runs an action and records each directory that it reads; `failure` makes some reads fail. */
export async function readsOf<T>(
  action: () => T | Promise<T>,
  failure: Failure = () => undefined,
): Promise<{ result: T; reads: string[] }> {
  const reads: string[] = [];
  using _disk = failingDisk(watching(READS, ({ path }) => {
    reads.push(path);
    const error = failure(path);
    if (error !== undefined) throw error;
  }));
  return { result: await action(), reads };
}

/** Runs an action and returns the names of the file system functions that it called. */
export async function diskCallsOf(action: () => Promise<unknown>): Promise<string[]> {
  const calls: string[] = [];
  using _disk = failingDisk(watching(OPERATIONS, ({ operation }) => void calls.push(operation)));
  await action();
  return calls;
}

/** Called around each directory read with the path that is read; each may throw. */
interface ReadHooks {
  readonly before?: (path: string) => void;
  readonly after?: (path: string) => void;
}

/** Runs a test with hooks around every directory read of the process. */
export async function withReads<T>(
  { before, after }: ReadHooks,
  test: () => T | Promise<T>,
): Promise<T> {
  using _disk = failingDisk({
    readDirSync(path, proceed) {
      before?.(path);
      const entries = [...proceed()];
      after?.(path);
      return entries[Symbol.iterator]();
    },
    async *readDir(path, proceed) {
      before?.(path);
      yield* await proceed();
      after?.(path);
    },
  });
  return await test();
}

/** Runs a test in which these directories cannot be read. */
export async function withUnreadable<T>(
  paths: readonly string[],
  test: () => T | Promise<T>,
): Promise<T> {
  // Simulated, because file modes do not hold for the superuser.
  const before = (path: string): void => {
    if (paths.includes(path)) throw osError("EACCES", Deno.errors.PermissionDenied);
  };
  return await withReads({ before }, test);
}

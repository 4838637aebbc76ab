/** Opens the SQLite files that a command line names. */
import { DirscopeError } from "../errors.ts";
import type { DiscoveryLog } from "../log/discovery_log.ts";
import type { SnapshotStore } from "../cache/snapshots.ts";
import { TreeCache } from "../cache/tree_cache.ts";
import type { SqliteSnapshots } from "../snapshots/sqlite_snapshots.ts";
import type { SqliteProjectMemory } from "../memory/sqlite_project_memory.ts";
import { lineSafe, sentenceSafe } from "../text/line_safe.ts";
import type { CallLog, ToolContext } from "../tool.ts";
import { missingPermission } from "./permissions.ts";
import { CommandError } from "./terminal.ts";

/** The files that a command line names. */
export interface StoreFiles {
  readonly memory: string | undefined;
  readonly log: string | undefined;
  readonly cache: string | undefined;
  /** The most that the cache may hold in memory, besides the snapshots in its file, in bytes. */
  readonly cacheBytes?: number;
}

/** The open files that a command line names. Disposing of them closes them. */
export interface Stores extends Disposable {
  /** What calls are given. */
  readonly context: Pick<ToolContext, "projectMemory" | "log" | "cache">;
}

/**
 * Opens the files that a command line names.
 *
 * @param report Receives a line for each call that cannot be logged.
 * @throws {CommandError} If a permission is missing, or a file is none of ours.
 */
export async function openStores(
  { memory, log, cache, cacheBytes }: StoreFiles,
  report?: (line: string) => void,
): Promise<Stores> {
  // Until a file is closed, SQLite keeps what is new in another one beside it.
  using opened = new DisposableStack();
  const context = {
    ...memory !== undefined && { projectMemory: opened.use(await openMemory(memory)) },
    ...log !== undefined && { log: reporting(opened.use(await openLog(log)), log, report) },
    ...cache !== undefined && {
      cache: new TreeCache({
        maxBytes: cacheBytes,
        snapshots: reportingStore(opened.use(await openSnapshots(cache)), cache, report),
      }),
    },
  };
  const closing = opened.move();
  return { context, [Symbol.dispose]: () => closing.dispose() };
}

/** A log that tells people, too, when it fails: a server's client alone would know. */
function reporting(log: DiscoveryLog, file: string, report?: (line: string) => void): CallLog {
  return {
    async append(call) {
      try {
        await log.append(call);
      } catch (error) {
        const reason = error instanceof DirscopeError ? `: ${error.message}` : "";
        report?.(`dirscope: cannot write to the log '${lineSafe(file)}'${reason}`);
        throw error;
      }
    },
  };
}

/** Snapshots that tell people when they fail: the calls go on without. */
function reportingStore(
  snapshots: SqliteSnapshots,
  file: string,
  report?: (line: string) => void,
): SnapshotStore {
  const reported = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work;
    } catch (error) {
      const reason = error instanceof DirscopeError ? `: ${error.message}` : "";
      report?.(`dirscope: cannot use the cache '${lineSafe(file)}'${reason}`);
      throw error;
    }
  };
  return {
    keep: (name, text) => reported(snapshots.keep(name, text)),
    find: (name) => reported(snapshots.find(name)),
  };
}

function openSnapshots(file: string): Promise<SqliteSnapshots> {
  return open(file, { what: "a cache", access: ["read", "write"] }, async () => {
    const { SqliteSnapshots } = await import("../snapshots/sqlite_snapshots.ts");
    return await SqliteSnapshots.open(file);
  });
}

function openMemory(file: string): Promise<SqliteProjectMemory> {
  return open(file, { what: "a memory file", access: ["read", "write"] }, async () => {
    const { SqliteProjectMemory } = await import("../memory/sqlite_project_memory.ts");
    return await SqliteProjectMemory.open(file, { project: Deno.cwd() });
  });
}

/**
 * Opens a log.
 *
 * @throws {CommandError} If a permission is missing, or the file is no log.
 */
export function openLog(file: string, { readOnly = false } = {}): Promise<DiscoveryLog> {
  const access = readOnly ? ["read"] as const : ["read", "write"] as const;
  return open(file, { what: "a log", access }, async () => {
    const { DiscoveryLog } = await import("../log/discovery_log.ts");
    return await DiscoveryLog.open(file, { readOnly });
  });
}

/** What a file is opened as. */
interface Opening {
  readonly what: string;
  readonly access: readonly ("read" | "write")[];
}

async function open<T>(
  file: string,
  { what, access }: Opening,
  work: () => Promise<T>,
): Promise<T> {
  const failed = (reason: string): CommandError =>
    new CommandError(`cannot open '${lineSafe(file)}' as ${what}: ${sentenceSafe(reason)}`);
  if (file === ":memory:") throw failed("it would be gone with the process; name a file");
  const hint = missingPermission(file, access);
  if (hint !== undefined) throw new CommandError(hint);
  try {
    return await work();
  } catch (error) {
    throw error instanceof DirscopeError ? failed(error.message) : error;
  }
}

/** Opens the SQLite files that a command line names. */
import type { DiscoveryLog } from "../log/discovery_log.ts";
import type { OpenOptions } from "../sqlite.ts";
import { lineSafe } from "../text/line_safe.ts";
import type { CallLog, ToolContext } from "../tool.ts";
import { missingPermission } from "./permissions.ts";
import { CommandError } from "./terminal.ts";

/** The files that a command line names. */
export interface StoreFiles {
  readonly memory: string | undefined;
  readonly log: string | undefined;
}

/**
 * Opens the files that a command line names. They stay open until the process ends.
 *
 * @throws {CommandError} If a permission is missing, or a file is none of ours.
 */
export async function openStores(
  { memory, log }: StoreFiles,
): Promise<Pick<ToolContext, "projectMemory" | "log">> {
  return {
    ...memory !== undefined && { projectMemory: await openMemory(memory) },
    ...log !== undefined && { log: reporting(await openLog(log), log) },
  };
}

/** A log that fails with an error that can be shown. */
function reporting(log: DiscoveryLog, file: string): CallLog {
  return {
    async append(call) {
      try {
        await log.append(call);
      } catch {
        throw new CommandError(`cannot write to the log '${lineSafe(file)}'`);
      }
    },
  };
}

function openMemory(file: string): Promise<NonNullable<ToolContext["projectMemory"]>> {
  return open(file, "a memory file", async () => {
    const { SqliteProjectMemory } = await import("../memory/sqlite_project_memory.ts");
    return await SqliteProjectMemory.open(file, { project: Deno.cwd() });
  });
}

/**
 * Opens a log.
 *
 * @throws {CommandError} If a permission is missing, or the file is no log.
 */
export function openLog(file: string, options?: OpenOptions): Promise<DiscoveryLog> {
  return open(file, "a log", async () => {
    // SQLite would create the file.
    if (options?.create === false) await Deno.lstat(file);
    const { DiscoveryLog } = await import("../log/discovery_log.ts");
    return await DiscoveryLog.open(file, options);
  });
}

async function open<T>(file: string, what: string, access: () => Promise<T>): Promise<T> {
  const hint = missingPermission(file, ["read", "write"]);
  if (hint !== undefined) throw new CommandError(hint);
  try {
    return await access();
  } catch (error) {
    const isMissing = error instanceof Deno.errors.NotFound;
    const why = isMissing ? `'${lineSafe(file)}' does not exist` : undefined;
    throw new CommandError(why ?? `cannot open '${lineSafe(file)}' as ${what}`);
  }
}

/** Opens the SQLite files that a command line names. */
import { DirscopeError } from "../errors.ts";
import type { DiscoveryLog } from "../log/sqlite_discovery_log.ts";
import type { SqliteProjectMemory } from "../memory/sqlite_project_memory.ts";
import type { ToolContext } from "../tool.ts";
import type { HostFlags } from "./common_flags.ts";
import { CommandError } from "./terminal.ts";

/** The open files of a command line. Disposing closes them. */
interface Stores extends Disposable {
  readonly context: Pick<ToolContext, "projectMemory" | "log">;
}

/** @throws {CommandError} If a file is not of our format. */
export async function openStores({ memory, log }: HostFlags): Promise<Stores> {
  // Until a file is closed, SQLite holds new data in another file beside it (-wal).
  using resources = new DisposableStack();
  const context = {
    ...memory !== undefined && { projectMemory: resources.use(await openMemory(memory)) },
    ...log !== undefined && { log: resources.use(await openLog(log)) },
  };
  const open = resources.move();
  return { context, [Symbol.dispose]: () => open.dispose() };
}

function openMemory(file: string): Promise<SqliteProjectMemory> {
  return openStore(file, async () => {
    const { SqliteProjectMemory } = await import("../memory/sqlite_project_memory.ts");
    return await SqliteProjectMemory.open(file, { project: Deno.cwd() });
  });
}

/** @throws {CommandError} If the file is no log. */
export function openLog(file: string, { readOnly = false } = {}): Promise<DiscoveryLog> {
  return openStore(file, async () => {
    const { DiscoveryLog } = await import("../log/sqlite_discovery_log.ts");
    return await DiscoveryLog.open(file, { readOnly });
  });
}

async function openStore<T>(file: string, work: () => Promise<T>): Promise<T> {
  if (file === ":memory:") {
    throw new CommandError(
      "cannot open ':memory:' as a file: it would be gone with the process; name a file",
    );
  }
  try {
    return await work();
  } catch (error) {
    throw error instanceof DirscopeError ? new CommandError(error.message) : error;
  }
}

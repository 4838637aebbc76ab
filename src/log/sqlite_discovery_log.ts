import {
  Database,
  type DatabaseKind,
  type DatabaseOptions,
  SqliteStore,
  type SqlRow,
  type SqlValue,
} from "../sqlite.ts";
import { A_BOOLEAN, checkedOptions } from "../checked_options.ts";
import { DirscopeError } from "../errors.ts";
import { checkedContext } from "../tools/checked_context.ts";
import type { CallLog, LoggedCall } from "../call_log.ts";

/** A call recorded in a {@linkcode DiscoveryLog}. */
export interface LogRecord extends Omit<LoggedCall, "result"> {
  /** The number of the record, from 1. Only failed writes leave gaps. */
  readonly sequence: number;
  /** The time at which the call ended, in milliseconds since 1970. */
  readonly time_unix_ms: number;
  /** The number of entries of the page; `null` for tools without entries. */
  readonly count: number | null;
  /** True if there were more entries. */
  readonly truncated: boolean;
  /** The cursor of the next page, if any. */
  readonly next_cursor: string | null;
  /** The result as JSON. */
  readonly result: string;
  /** The SHA-256 of `result` in UTF-8, as hexadecimal. */
  readonly sha256: string;
}

/**
 * An append-only log of the calls of toolsets `discovery` and `agent` in one SQLite file, through
 * `node:sqlite`. A record is on disk before its call resolves, so a crash loses at most the calls in
 * flight. Several processes may write to one file. While another keeps it locked, a record waits for 2 seconds
 * at most, and all else goes on. A call that cannot be recorded resolves to an error that says why; so
 * does every call once the file was deleted or replaced. A host that prefers the result passes a log of its own,
 * whose `append` calls this one's and catches the error. A new file is not begun: a log that somebody removes
 * should be noticed, and SQLite could mix up the new file with what others still write to the old one.
 *
 * @example Usage
 * ```ts
 * import { DiscoveryLog, TOOLSETS } from "@dirscope/dirscope";
 * import { assertEquals } from "@std/assert";
 *
 * using log = await DiscoveryLog.open(":memory:");
 * await TOOLSETS.agent.find_files.execute({ root: "fixtures/sample" }, { log });
 * const [record] = log.records();
 * assertEquals([record?.sequence, record?.operation, record?.count], [1, "find_files", 3]);
 * ```
 */
export class DiscoveryLog extends SqliteStore implements CallLog {
  /**
   * Opens the file, and creates it if it is missing. Requires `--allow-read` and `--allow-write`
   * permission for it; with `readOnly`, `--allow-read` alone. Waits for a lock as a record does.
   *
   * @param file The path of the file, or `:memory:`.
   * @param options Opens it read-only, if so set.
   * @returns The log. Close it after use.
   * @throws {Error} If the file cannot be opened, or is not a log: the message says why.
   */
  static async open(file: string, options: DatabaseOptions = {}): Promise<DiscoveryLog> {
    const what = "the options of DiscoveryLog";
    const checked = checkedOptions(options, { readOnly: A_BOOLEAN }, what);
    return new DiscoveryLog(await Database.open(file, LOG_KIND, checked));
  }

  /**
   * Records a call.
   *
   * @param call The call and its result.
   * @returns A promise that resolves when the record is on disk.
   * @throws {Error} If it cannot be written: the message says why.
   */
  async append(call: LoggedCall): Promise<void> {
    const result = JSON.stringify(call.result);
    const { count, truncated, next_cursor } = call.result as Readonly<Record<string, unknown>>;
    const row = {
      time_unix_ms: Date.now(),
      toolset: call.toolset,
      operation: call.operation,
      cwd: JSON.stringify(call.cwd),
      roots: JSON.stringify(call.roots),
      max_scanned: call.maxScanned,
      policy: JSON.stringify(call.policy),
      query: queryJson(call.query),
      count: typeof count === "number" ? count : null,
      truncated: truncated === true ? 1 : 0,
      next_cursor: typeof next_cursor === "string" ? next_cursor : null,
      result,
      sha256: await sha256Of(result),
    };
    const columns = Object.keys(row);
    await this.database.write(
      `INSERT INTO discovery_log (${columns.join()}) VALUES (${columns.map(() => "?").join()})`,
      ...Object.values(row),
    );
  }

  /**
   * Yields all records, oldest first, read one by one.
   *
   * @throws {Error} If one is damaged: the message says which.
   */
  *records(): Generator<LogRecord> {
    // One query per record: a single one would hold a snapshot for as long as the reader takes.
    const sql = "SELECT * FROM discovery_log WHERE sequence > ? ORDER BY sequence LIMIT 1";
    for (let last: SqlValue = 0;;) {
      const row = this.database.get(sql, last);
      if (row === undefined) return;
      yield recordOf(row);
      last = row.sequence!;
    }
  }
}

// Paths and queries are stored as JSON, because SQL text ends at the first NUL and cannot hold a lone
// surrogate.
const LOG_SCHEMA = `
  CREATE TABLE IF NOT EXISTS discovery_log (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    time_unix_ms INTEGER NOT NULL,
    toolset TEXT NOT NULL,
    operation TEXT NOT NULL,
    cwd TEXT NOT NULL,
    roots TEXT NOT NULL,
    max_scanned REAL,
    query TEXT,
    count INTEGER,
    truncated INTEGER NOT NULL,
    next_cursor TEXT,
    result TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    policy TEXT NOT NULL
  );
  CREATE TRIGGER IF NOT EXISTS discovery_log_no_update BEFORE UPDATE ON discovery_log
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
  CREATE TRIGGER IF NOT EXISTS discovery_log_no_delete BEFORE DELETE ON discovery_log
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
  CREATE TRIGGER IF NOT EXISTS discovery_log_no_replace BEFORE INSERT ON discovery_log
    WHEN EXISTS (SELECT 1 FROM discovery_log WHERE sequence = NEW.sequence)
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;`;

/** "drsc" in ASCII. */
const LOG_KIND: DatabaseKind = {
  name: "a Dirscope log",
  schema: LOG_SCHEMA,
  applicationId: 0x64727363,
};

/** @throws {DirscopeError} If it is damaged. */
function recordOf({ max_scanned, ...row }: SqlRow): LogRecord {
  const parse = (column: SqlValue | undefined) => JSON.parse(String(column));
  const maxScanned = max_scanned as number | null;
  try {
    const host = { cwd: parse(row.cwd), roots: parse(row.roots), policy: parse(row.policy) };
    checkedContext({ ...host, ...maxScanned !== null && { maxScanned } });
    parse(row.result);
    const query = row.query === null ? undefined : parse(row.query);
    const truncated = row.truncated === 1;
    return { ...row as unknown as LogRecord, ...host, maxScanned, query, truncated };
  } catch {
    throw new DirscopeError("io_error", `record ${row.sequence} is damaged`);
  }
}

/** Returns arguments as JSON. A program may send any value; what JSON cannot hold is lost. */
function queryJson(query: unknown): string | null {
  try {
    return JSON.stringify(query) ?? null;
  } catch {
    return null;
  }
}

export async function sha256Of(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}

import { type Database, openDatabase, type SqlValue } from "../sqlite.ts";
import type { CallLog, LoggedCall } from "../tool.ts";

/** A record of a {@linkcode DiscoveryLog}. */
export interface LogRecord extends Omit<LoggedCall, "result"> {
  /** The number of the record, from 1, without gaps but for writes that failed. */
  readonly sequence: number;
  /** When the call ended, in milliseconds since 1970. */
  readonly time_unix_ms: number;
  /** The number of entries of the page, of the tools that give entries. */
  readonly count: number | null;
  /** Whether there was more. */
  readonly truncated: boolean;
  /** The cursor of the next page. */
  readonly next_cursor: string | null;
  /** The result, as `JSON.stringify` gives it. */
  readonly result: string;
  /** The SHA-256 of `result` in UTF-8, in hexadecimal. */
  readonly sha256: string;
}

/**
 * An append-only log of the calls of toolsets `discovery` and `agent`, in one SQLite file, through
 * `node:sqlite`. A record is on the disk before the call resolves, so a crash loses at most the calls in
 * flight. Several processes may write to one file.
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
export class DiscoveryLog implements CallLog, Disposable {
  readonly #database: Database;

  private constructor(database: Database) {
    this.#database = database;
  }

  /**
   * Opens the file, and creates it where there is none. Requires `--allow-read` and `--allow-write`
   * permission for it.
   *
   * @param file The path of the file, or `:memory:`.
   * @returns The log, to be closed after use.
   * @throws {Error} If the file cannot be opened, or is not a SQLite database.
   */
  static async open(file: string): Promise<DiscoveryLog> {
    return new DiscoveryLog(await openDatabase(file, SCHEMA));
  }

  /**
   * Records a call.
   *
   * @param call The call, and what it resolved to.
   * @returns When it resolves, the record is on the disk.
   */
  async append(call: LoggedCall): Promise<void> {
    const result = JSON.stringify(call.result);
    const { count, truncated, next_cursor } = call.result as Readonly<Record<string, unknown>>;
    const sha256 = await sha256Of(result);
    this.#database
      .prepare(
        `INSERT INTO discovery_log (time_unix_ms, toolset, operation, cwd, roots, max_scanned, query,
           count, truncated, next_cursor, result, sha256)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
      )
      .run(
        Date.now(),
        call.toolset,
        call.operation,
        JSON.stringify(call.cwd),
        JSON.stringify(call.roots),
        call.maxScanned,
        jsonOf(call.query),
        typeof count === "number" ? count : null,
        truncated === true ? 1 : 0,
        typeof next_cursor === "string" ? next_cursor : null,
        result,
        sha256,
      );
  }

  /** All records, oldest first, read one by one. */
  *records(): Generator<LogRecord> {
    // By number, not in one statement: it would hold a snapshot for as long as the reader takes.
    const next = this.#database.prepare(
      "SELECT * FROM discovery_log WHERE sequence > ? ORDER BY sequence LIMIT 1",
    );
    for (let row = next.get(0); row !== undefined; row = next.get(row.sequence!)) {
      yield recordOf(row);
    }
  }

  /** Closes the file. */
  close(): void {
    this.#database.close();
  }

  /** Closes the file, at the end of a `using` block. */
  [Symbol.dispose](): void {
    this.close();
  }
}

// Paths and queries are JSON, since a SQL text would end at its first NUL and take no lone surrogate.
const SCHEMA = `
  CREATE TABLE IF NOT EXISTS discovery_log (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    time_unix_ms INTEGER NOT NULL,
    toolset TEXT NOT NULL,
    operation TEXT NOT NULL,
    cwd TEXT NOT NULL,
    roots TEXT NOT NULL,
    max_scanned INTEGER,
    query TEXT NOT NULL,
    count INTEGER,
    truncated INTEGER NOT NULL,
    next_cursor TEXT,
    result TEXT NOT NULL,
    sha256 TEXT NOT NULL
  );
  CREATE TRIGGER IF NOT EXISTS discovery_log_no_update BEFORE UPDATE ON discovery_log
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;
  CREATE TRIGGER IF NOT EXISTS discovery_log_no_delete BEFORE DELETE ON discovery_log
    BEGIN SELECT RAISE(ABORT, 'the log is append-only'); END;`;

function recordOf(row: Readonly<Record<string, SqlValue>>): LogRecord {
  return {
    sequence: Number(row.sequence),
    time_unix_ms: Number(row.time_unix_ms),
    toolset: row.toolset as LoggedCall["toolset"],
    operation: String(row.operation),
    cwd: JSON.parse(String(row.cwd)),
    roots: JSON.parse(String(row.roots)),
    maxScanned: row.max_scanned as number | null,
    query: JSON.parse(String(row.query)),
    count: row.count as number | null,
    truncated: row.truncated === 1,
    next_cursor: row.next_cursor as string | null,
    result: String(row.result),
    sha256: String(row.sha256),
  };
}

/** JSON of what a model sent, which a program may have made of anything. */
function jsonOf(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "null";
  } catch {
    return JSON.stringify(String(value));
  }
}

/** The SHA-256 of a text in UTF-8, in hexadecimal. */
export async function sha256Of(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}

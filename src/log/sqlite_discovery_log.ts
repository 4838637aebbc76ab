import {
  Database,
  type DatabaseKind,
  type DatabaseOptions,
  SqliteStore,
  type SqlRow,
  type SqlValue,
} from "../sqlite.ts";
import { A_BOOLEAN, checkedOptions } from "../checked_options.ts";
import { checkedContext } from "../tools/checked_context.ts";
import type { CallLog, LoggedCall } from "../call_log.ts";
import type { VisibilityPolicy } from "../visibility_policy.ts";

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
  /** True if the record is intact; if not, `cwd`, `roots` and `query` are empty. */
  readonly isReadable: boolean;
}

/**
 * An append-only log of the calls of toolsets `discovery` and `agent` in one SQLite file, through
 * `node:sqlite`. A record is on disk before its call resolves, so a crash loses at most the calls in
 * flight. Several processes may write to one file. While another keeps it locked, this one waits for 2 seconds
 * at most. A call that cannot be recorded resolves to an error that says why; so
 * does every call once the file was deleted or replaced. A new file is not begun: a log that somebody removes
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
   * permission for it; with `readOnly`, `--allow-read` alone.
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
      max_scanned: queryJson(call.maxScanned),
      policy: call.policy === null ? null : JSON.stringify(call.policy),
      query: queryJson(call.query),
      count: typeof count === "number" ? count : null,
      truncated: truncated === true ? 1 : 0,
      next_cursor: typeof next_cursor === "string" ? next_cursor : null,
      result,
      sha256: await sha256Of(result),
    };
    const columns = Object.keys(row);
    this.database.write(
      `INSERT INTO discovery_log (${columns.join()}) VALUES (${columns.map(() => "?").join()})`,
      ...Object.values(row),
    );
  }

  /** Yields all records, oldest first, read one by one. */
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
// surrogate. The scan budget is JSON because SQL integers cannot hold every JavaScript number.
const LOG_SCHEMA = `
  CREATE TABLE IF NOT EXISTS discovery_log (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    time_unix_ms INTEGER NOT NULL,
    toolset TEXT NOT NULL,
    operation TEXT NOT NULL,
    cwd TEXT NOT NULL,
    roots TEXT NOT NULL,
    max_scanned TEXT NOT NULL,
    query TEXT,
    count INTEGER,
    truncated INTEGER NOT NULL,
    next_cursor TEXT,
    result TEXT NOT NULL,
    sha256 TEXT NOT NULL,
    policy TEXT
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

function recordOf(row: SqlRow): LogRecord {
  const columns = [row.cwd, row.roots, row.query, row.max_scanned, row.policy];
  const [cwd, roots, query, maxScanned, policy] = columns.map(parseColumn);
  const isReadable = typeof cwd === "string" && Array.isArray(roots) && query !== DAMAGED_JSON &&
    isPolicy(policy) &&
    typeof row.result === "string";
  return {
    sequence: Number(row.sequence),
    time_unix_ms: Number(row.time_unix_ms),
    toolset: row.toolset as LoggedCall["toolset"],
    operation: String(row.operation),
    cwd: isReadable ? cwd : "",
    roots: isReadable ? roots : [],
    maxScanned: typeof maxScanned === "number" ? maxScanned : null,
    policy: isReadable && isPolicy(policy) ? policy ?? null : null,
    query: isReadable ? query : undefined,
    count: row.count as number | null,
    truncated: row.truncated === 1,
    next_cursor: row.next_cursor as string | null,
    result: String(row.result),
    sha256: String(row.sha256),
    isReadable,
  };
}

/** Reports whether a stored value is a valid policy, or none. */
function isPolicy(policy: unknown): policy is VisibilityPolicy | undefined {
  try {
    checkedContext({ policy: policy as VisibilityPolicy });
    return true;
  } catch {
    return false;
  }
}

const DAMAGED_JSON = Symbol("damaged");

function parseColumn(text: SqlValue | undefined): unknown {
  try {
    return text === null ? undefined : JSON.parse(String(text));
  } catch {
    return DAMAGED_JSON;
  }
}

/**
 * Returns arguments as JSON. A program may send any value; what JSON cannot hold is lost, except infinities:
 * they are written as numbers so large that they parse as infinite.
 */
function queryJson(query: unknown): string | null {
  // TypeScript has no type for `rawJSON` yet.
  const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown };
  try {
    return JSON.stringify(query, (_key, value) => {
      if (value === Infinity) return rawJSON("1e999");
      return value === -Infinity ? rawJSON("-1e999") : value;
    }) ?? null;
  } catch {
    return null;
  }
}

export async function sha256Of(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return new Uint8Array(digest).toHex();
}

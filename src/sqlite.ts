/**
 * SQLite files, through `node:sqlite`.
 *
 * @module
 */

/** A value of a column. */
export type SqlValue = string | number | null | Uint8Array;

/** What is used of an open database. */
export interface Database {
  exec(sql: string): void;
  prepare(sql: string): {
    run(...values: SqlValue[]): unknown;
    get(...values: SqlValue[]): Record<string, SqlValue> | undefined;
  };
  close(): void;
}

/** A kind of database. */
export interface DatabaseKind {
  /** What makes its tables, where they are not there yet. */
  readonly schema: string;
  /** What tells it from other programs' files: SQLite's `application_id`. */
  readonly applicationId?: number;
}

/** How to open a database. */
export interface OpenOptions {
  /** Whether a file without tables is made one. @default {true} */
  readonly create?: boolean;
}

/**
 * Opens a database file, and creates it where there is none. A writer waits for another process; a
 * commit is on the disk before a statement returns.
 *
 * @param file The path of the file, or `:memory:`.
 * @throws {Error} If the file cannot be opened, or is no database of that kind.
 */
export async function openDatabase(
  file: string,
  { schema, applicationId }: DatabaseKind,
  { create = true }: OpenOptions = {},
): Promise<Database> {
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(file) as Database;
  try {
    database.exec("PRAGMA busy_timeout = 5000;");
    if (applicationId !== undefined) checkKind(database, applicationId, create);
    // In one transaction: another process may be making them, too.
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      BEGIN IMMEDIATE;
      ${applicationId === undefined ? "" : `PRAGMA application_id = ${applicationId};`}
      ${schema}
      COMMIT;`);
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

function checkKind(database: Database, applicationId: number, create: boolean): void {
  const { application_id } = database.prepare("PRAGMA application_id").get()!;
  if (application_id === applicationId) return;
  const { tables } = database.prepare("SELECT count(*) AS tables FROM sqlite_master").get()!;
  if (create && application_id === 0 && tables === 0) return;
  throw new Error("Cannot open the database: it belongs to another program");
}

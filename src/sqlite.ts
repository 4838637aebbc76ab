/** A value of a column. */
export type SqlValue = string | number | null | Uint8Array;

/** The part of an open database that Dirscope uses. */
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
  /** SQL that creates the tables if they are missing. */
  readonly schema: string;
  /** SQLite's `application_id`, which distinguishes it from other programs' files. */
  readonly applicationId?: number;
}

/** How to open a database. */
export interface OpenOptions {
  /** Whether to turn a file without tables into such a database. @default {true} */
  readonly create?: boolean;
}

/**
 * Opens a database file, and creates it if it is missing. A writer waits for other processes, and a
 * statement returns once its changes are on disk.
 *
 * @param file The path of the file, or `:memory:`.
 * @throws {Error} If the file cannot be opened, or is not a database of that kind.
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
    // In one transaction, because another process may be creating the tables too.
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

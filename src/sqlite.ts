/**
 * SQLite files, through `node:sqlite`.
 *
 * @module
 */

/** A value of a column. */
export type SqlValue = string | number | null | Uint8Array;

/** What is used of an open database. */
export interface Database {
  prepare(sql: string): {
    run(...values: SqlValue[]): unknown;
    get(...values: SqlValue[]): Record<string, SqlValue> | undefined;
    iterate(...values: SqlValue[]): IterableIterator<Record<string, SqlValue>>;
  };
  close(): void;
}

/**
 * Opens a database file, and creates it where there is none. A writer waits for another process; a
 * commit is on the disk before a statement returns.
 *
 * @param file The path of the file, or `:memory:`.
 * @param schema What makes its tables, where they are not there yet.
 * @throws {Error} If the file cannot be opened, or is not a SQLite database.
 */
export async function openDatabase(file: string, schema: string): Promise<Database> {
  const { DatabaseSync } = await import("node:sqlite");
  const database = new DatabaseSync(file);
  try {
    database.exec(`
      PRAGMA busy_timeout = 5000;
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = FULL;
      ${schema}`);
  } catch (error) {
    database.close();
    throw error;
  }
  return database as Database;
}

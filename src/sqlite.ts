/** Opens SQLite files, and writes to them beside other programs. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { DirscopeError } from "./errors.ts";
import { fileIdentityOf, locateFile, unusableFile } from "./sqlite_file.ts";
import { lineSafe } from "./text/line_safe.ts";

/** A value of a column. */
export type SqlValue = string | number | null | Uint8Array;

/** A row. */
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** A kind of database. */
export interface DatabaseKind {
  /** Its name in error messages: `a Dirscope log`. */
  readonly name: string;
  /** SQL that creates the tables if they are missing. */
  readonly schema: string;
  /** SQLite's `application_id`, which distinguishes it from other programs' files. */
  readonly applicationId: number;
}

/** Options of {@linkcode Database.open}. */
export interface DatabaseOptions {
  /** Opens a file that exists, only to read it, with permission to read alone. @default {false} */
  readonly readOnly?: boolean;
}

/** Maximum time that an opening or a write waits for other programs' locks, in milliseconds. */
const MAX_BUSY_MS = 2000;

/** Time between two attempts, in which this thread goes on, in milliseconds. */
const RETRY_MS = 20;

/** An open database. */
export class Database {
  readonly #database: DatabaseSync;
  /** The path and identity of the file; `undefined` if it is in memory. */
  readonly #file: { readonly path: string; readonly identity: string | undefined } | undefined;

  private constructor(database: DatabaseSync, path?: string) {
    this.#database = database;
    this.#file = path === undefined ? undefined : { path, identity: fileIdentityOf(path) };
  }

  /**
   * Opens a database file, and creates it if it is missing.
   *
   * @param file The path of the file, or `:memory:`.
   * @throws {DirscopeError} If the file cannot be opened, or is not a database of that kind. Its message names the
   * file and the reason.
   */
  static async open(
    file: string,
    kind: DatabaseKind,
    { readOnly = false }: DatabaseOptions = {},
  ): Promise<Database> {
    try {
      return await Database.#open(file, kind, readOnly);
    } catch (error) {
      if (!(error instanceof DirscopeError)) throw error;
      throw unusableFile(
        `cannot open '${lineSafe(String(file))}' as ${kind.name}: ${error.message}`,
      );
    }
  }

  static async #open(file: string, kind: DatabaseKind, readOnly: boolean): Promise<Database> {
    const { DatabaseSync } = await import("node:sqlite").catch(() => {
      throw unusableFile("this runtime has no node:sqlite");
    });
    using model = new DatabaseSync(":memory:");
    model.exec(kind.schema);
    const isInMemory = file === ":memory:";
    const path = isInMemory ? file : locateFile(file, readOnly ? ["read"] : ["read", "write"]);
    return await untilUnlocked(() => {
      // Without a timeout: while SQLite itself waits, so does all of this thread.
      const database = new DatabaseSync(path, { readOnly });
      try {
        const isNew = checkKind(database, kind, layoutOf(model));
        if (isNew && readOnly) throw unusableFile("it is empty");
        if (!readOnly) createTables(database, kind);
        return new Database(database, isInMemory ? undefined : path);
      } catch (error) {
        database.close();
        throw error;
      }
    });
  }

  /** Once it resolves, the change is on disk. Rejects with a {@linkcode DirscopeError} whose message is the reason. */
  async write(sql: string, ...values: SqlValue[]): Promise<void> {
    await untilUnlocked(() => {
      this.#statement(sql).run(...values);
      this.#checkFile();
    });
  }

  /** Returns the first row. Throws a {@linkcode DirscopeError} whose message is the reason. */
  get(sql: string, ...values: SqlValue[]): SqlRow | undefined {
    try {
      return this.#statement(sql).get(...values) as SqlRow | undefined;
    } catch (error) {
      throw withReason(error);
    }
  }

  /** Closes the file, unless it is closed. */
  close(): void {
    if (this.#database.isOpen) this.#database.close();
  }

  #statement(sql: string): StatementSync {
    if (!this.#database.isOpen) throw unusableFile("the file was closed");
    return this.#database.prepare(sql);
  }

  /** @throws {DirscopeError} If the open file is no longer the one at the given path. */
  #checkFile(): void {
    if (this.#file === undefined || fileIdentityOf(this.#file.path) === this.#file.identity) return;
    throw unusableFile(
      "the file was deleted or replaced while it was open; start again to use a new one",
    );
  }
}

/** The base class of stores in one SQLite file. */
export class SqliteStore implements Disposable {
  /** The open database. */
  protected readonly database: Database;

  /**
   * Creates a store in an open database.
   *
   * @param database The open database.
   */
  protected constructor(database: Database) {
    this.database = database;
  }

  /** Closes the file. */
  close(): void {
    this.database.close();
  }

  /** Closes the file, at the end of a `using` block. */
  [Symbol.dispose](): void {
    this.close();
  }
}

/** Returns the SQL of all that a database holds, such as tables and triggers, without its white space. */
function layoutOf(database: DatabaseSync): string {
  const rows = database.prepare("SELECT * FROM sqlite_master ORDER BY type, name").all();
  return rows.map(({ type, name, tbl_name, sql }) =>
    `${type} ${name} ${tbl_name} ${`${sql}`.replace(/\s/g, "")}\n`
  ).join("");
}

/**
 * Reports whether a database is empty.
 *
 * @throws {DirscopeError} If it is neither that nor of the kind and layout.
 */
function checkKind(
  database: DatabaseSync,
  { name, applicationId }: DatabaseKind,
  expected: string,
): boolean {
  // The tables first: another process may create them, and set the id, between the two.
  const layout = layoutOf(database);
  const { application_id: id } = database.prepare("PRAGMA application_id").get()!;
  const isEmpty = layout === "";
  if (id !== applicationId && !(id === 0 && isEmpty)) {
    throw unusableFile(`it is a database, but not ${name}`);
  }
  if (isEmpty || layout === expected) return isEmpty;
  throw unusableFile(`its tables are not those of ${name} of this version; use another file`);
}

/** Creates the tables in one transaction, because another process may be creating them too. */
function createTables(database: DatabaseSync, { schema, applicationId }: DatabaseKind): void {
  // Readers and a writer then go on at once.
  database.prepare("PRAGMA journal_mode = WAL").get();
  database.prepare("PRAGMA synchronous = FULL").get();
  database.prepare("BEGIN IMMEDIATE").get();
  // On Deno, an error of `exec` has no code. This one cannot be about a lock, since the file is locked.
  database.exec(`PRAGMA application_id = ${applicationId}; ${schema}`);
  database.prepare("COMMIT").get();
}

const SQLITE_CODES = { busy: 5, damaged: 11, cannotOpen: 14 } as const;

const REASONS: Readonly<Record<number, string>> = {
  [SQLITE_CODES.busy]: "another program keeps it locked",
  8: "SQLite cannot write to it, or beside it",
  10: "the disk fails",
  [SQLITE_CODES.damaged]: "it is damaged",
  13: "the disk is full",
  [SQLITE_CODES.cannotOpen]: "SQLite cannot open it, or write beside it; does its folder exist?",
  26: "it is no SQLite database",
};

/** Returns SQLite's primary result code of an error; `node:sqlite` sets none for a file that it cannot open. */
function sqliteCodeOf(error: unknown): number | undefined {
  // For an integer of over 53 bits. None of ours is so large.
  if (error instanceof RangeError) return SQLITE_CODES.damaged;
  const { code, errcode = SQLITE_CODES.cannotOpen } = Object(error);
  return code === "ERR_SQLITE_ERROR" ? errcode & 0xff : undefined;
}

/** Returns what to throw in place of an error of SQLite: a message that can be shown. Any other error is a bug. */
function withReason(error: unknown): unknown {
  const code = sqliteCodeOf(error);
  return code === undefined ? error : unusableFile(REASONS[code] ?? "SQLite refuses it");
}

/** Does some work at once, and tries again while another program keeps the file locked. */
async function untilUnlocked<T>(work: () => T): Promise<T> {
  const end = performance.now() + MAX_BUSY_MS;
  for (;; await new Promise((resolve) => setTimeout(resolve, RETRY_MS))) {
    try {
      return work();
    } catch (error) {
      const isLocked = sqliteCodeOf(error) === SQLITE_CODES.busy;
      if (!isLocked || performance.now() >= end) throw withReason(error);
    }
  }
}

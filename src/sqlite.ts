/** SQLite files of ours, which hold up neither the event loop nor anybody else. */
import type { DatabaseSync, StatementSync } from "node:sqlite";
import { holdsBytes, identityOf, type LocatedFile, locateFile, unusable } from "./sqlite_file.ts";

/** A value of a column. */
export type SqlValue = string | number | null | Uint8Array;

/** A row. */
export type SqlRow = Readonly<Record<string, SqlValue>>;

/** A kind of database. */
export interface DatabaseKind {
  /** What it is, as a message says it: `a Dirscope log`. */
  readonly name: string;
  /** SQL that creates the tables if they are missing. */
  readonly schema: string;
  /** SQLite's `application_id`, which distinguishes it from other programs' files. */
  readonly applicationId: number;
  /** A column that files of earlier versions lack. */
  readonly addedColumn?: Column;
}

/** A column of a table, in SQL's own words. */
export interface Column {
  readonly table: string;
  readonly name: string;
  readonly type: string;
}

/** How to open a database. */
export interface OpenOptions {
  /** Opens a file that exists, only to read it, with permission to read alone. @default {false} */
  readonly readOnly?: boolean;
}

/** How long a write waits for other programs, in milliseconds. */
const BUSY_MS = 5000;

/** How long it leaves the event loop to others before it tries again, in milliseconds. */
const PAUSE_MS = 10;

/** The largest file that is read into memory, where SQLite cannot read it in place. */
const MAX_COPY_BYTES = 2 ** 30;

/**
 * Opens a database file, and creates it if it is missing.
 *
 * @param file The path of the file, or `:memory:`.
 * @throws {DirscopeError} If the file cannot be opened, or is not a database of that kind. Its message is
 * the reason, which follows a colon.
 */
export async function openDatabase(
  file: string,
  kind: DatabaseKind,
  { readOnly = false }: OpenOptions = {},
): Promise<Database> {
  const { DatabaseSync } = await import("node:sqlite");
  if (file === ":memory:") return await Database.toWrite(new DatabaseSync(file), kind);
  const located = locateFile(file, readOnly ? ["read"] : ["read", "write"]);
  if (!readOnly) {
    const connection = attempt(() => new DatabaseSync(located.path));
    return await Database.toWrite(connection, kind, located.path);
  }
  if (!located.exists) throw unusable("it does not exist");
  return await Database.toRead(openToRead(located, DatabaseSync), kind);
}

/** An open database. */
export class Database {
  readonly #database: DatabaseSync;
  /** The file, if there is one that is written to, and what tells it from another. */
  readonly #file: { readonly path: string; readonly identity: string | undefined } | undefined;
  readonly #statements = new Map<string, StatementSync>();
  /** Settles once the write that waits for other programs is done. */
  #waiting: Promise<void> | undefined;

  private constructor(database: DatabaseSync, path?: string) {
    this.#database = database;
    this.#file = path === undefined ? undefined : { path, identity: identityOf(path) };
  }

  /** Makes a connection one to write to, or closes it. */
  static toWrite(connection: DatabaseSync, kind: DatabaseKind, path?: string): Promise<Database> {
    return new Database(connection, path).#prepared((database) => {
      if (database.#kindOfFile(kind) === "other") throw unusable(notA(kind));
      database.#create(kind);
    });
  }

  /** Makes a connection one to read from, or closes it. */
  static toRead(connection: DatabaseSync, kind: DatabaseKind): Promise<Database> {
    return new Database(connection).#prepared((database) => {
      const found = database.#kindOfFile(kind);
      if (found !== "ours") throw unusable(found === "empty" ? "it is empty" : notA(kind));
    });
  }

  async #prepared(prepare: (database: Database) => void): Promise<Database> {
    try {
      await this.#untilFree(() => prepare(this));
      return this;
    } catch (error) {
      this.close();
      throw error;
    }
  }

  /**
   * Runs a statement that writes. Once it resolves, the change is on disk, in the file of the given path. If
   * nobody else writes, it has been made when this returns.
   *
   * @throws {DirscopeError} If it cannot be written: its message is the reason.
   */
  async write(sql: string, ...values: SqlValue[]): Promise<void> {
    await this.#write(() => this.#statement(sql).run(...values));
  }

  /**
   * Like {@linkcode write}, for statements of which all are made, or none.
   *
   * @throws {DirscopeError} If they cannot be written: its message is the reason.
   */
  async writeAll(statements: readonly (readonly [sql: string, ...SqlValue[]])[]): Promise<void> {
    await this.#write(() => {
      this.#statement("BEGIN IMMEDIATE").run();
      try {
        for (const [sql, ...values] of statements) this.#statement(sql).run(...values);
        this.#statement("COMMIT").run();
      } finally {
        // SQLite itself may have given up all of it.
        if (this.#database.isTransaction) this.#statement("ROLLBACK").run();
      }
    });
  }

  async #write(work: () => void): Promise<void> {
    await this.#untilFree(() => {
      this.#checkFile();
      work();
      this.#checkFile();
    });
  }

  /**
   * The first row of a query.
   *
   * @throws {DirscopeError} If it cannot be read: its message is the reason.
   */
  get(sql: string, ...values: SqlValue[]): SqlRow | undefined {
    return attempt(() => this.#statement(sql).get(...values)) as SqlRow | undefined;
  }

  /** Closes the file. */
  close(): void {
    this.#database.close();
  }

  #statement(sql: string): StatementSync {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const statement = this.#database.prepare(sql);
    this.#statements.set(sql, statement);
    return statement;
  }

  /** @throws {DirscopeError} If what is written would not be found under the path that was given. */
  #checkFile(): void {
    if (this.#file === undefined || identityOf(this.#file.path) === this.#file.identity) return;
    throw unusable(
      "the file was deleted or replaced while it was open; start again to use a new one",
    );
  }

  /** Tries until no other program is in the way. Only one write at a time does. */
  async #untilFree(work: () => void): Promise<void> {
    const end = performance.now() + BUSY_MS;
    while (this.#waiting !== undefined) await this.#waiting;
    if (isDone(work)) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#waiting = promise;
    try {
      do {
        if (performance.now() > end) throw unusable("another program keeps it locked");
        await new Promise((done) => setTimeout(done, PAUSE_MS));
      } while (!isDone(work));
    } finally {
      this.#waiting = undefined;
      resolve();
    }
  }

  #kindOfFile({ schema, applicationId }: DatabaseKind): "ours" | "empty" | "other" {
    const { application_id: id } = this.#statement("PRAGMA application_id").get()!;
    const { tables } = this.#statement(
      "SELECT json_group_array(sql) AS tables FROM sqlite_master WHERE name NOT LIKE 'sqlite_%'",
    ).get()!;
    const found = JSON.parse(String(tables)) as string[];
    if (id !== applicationId && id !== 0) return "other";
    if (found.length === 0) return "empty";
    // Versions before the first release gave a memory no id.
    const known = squeezed(schema.replaceAll(" IF NOT EXISTS", ""));
    const isOurs = id === applicationId || found.every((sql) => known.includes(squeezed(sql)));
    return isOurs ? "ours" : "other";
  }

  /** In one transaction, because another process may be creating the tables too. */
  #create({ schema, applicationId, addedColumn }: DatabaseKind): void {
    this.#statement("PRAGMA journal_mode = WAL").get();
    this.#statement("PRAGMA synchronous = FULL").get();
    this.#statement("BEGIN IMMEDIATE").run();
    this.#database.exec(`PRAGMA application_id = ${applicationId}; ${schema}`);
    if (addedColumn !== undefined) this.#addColumn(addedColumn);
    this.#statement("COMMIT").run();
  }

  #addColumn({ table, name, type }: Column): void {
    const sql = "SELECT 1 FROM pragma_table_info(?) WHERE name = ?";
    if (this.#statement(sql).get(table, name) !== undefined) return;
    this.#database.exec(`ALTER TABLE ${table} ADD COLUMN ${name} ${type}`);
  }
}

function notA({ name }: DatabaseKind): string {
  return `it is a database, but not ${name}`;
}

function squeezed(sql: string): string {
  return sql.replaceAll(/\s+/g, " ");
}

/**
 * Opens a database only to read it. SQLite must write beside a file to read it, even if it is read-only. Where
 * it cannot, the file is copied into memory, unless some of its records are in the file beside it.
 */
function openToRead(
  { path, real }: LocatedFile,
  Connection: typeof DatabaseSync,
): DatabaseSync {
  const database = attempt(() => new Connection(path, { readOnly: true }));
  try {
    database.prepare("SELECT count(*) FROM sqlite_master").get();
    return database;
  } catch (error) {
    database.close();
    const code = sqliteCodeOf(error);
    if (code !== CODES.cannotOpen && code !== CODES.readOnly) throw failureOf(error);
  }
  const wal = `${real}-wal`;
  const isSplit = holdsBytes(wal);
  if (isSplit === undefined) {
    throw unusable(`${UNREADABLE}; to try without, add --allow-read=${wal}`);
  }
  if (isSplit) throw unusable(`${UNREADABLE}, and ${wal} holds records; copy both elsewhere`);
  return copyOf(path, Connection);
}

const UNREADABLE = "SQLite must write beside it to read it, and cannot";

/** A database in memory with what a file holds. */
function copyOf(path: string, Connection: typeof DatabaseSync): DatabaseSync {
  if (Deno.statSync(path).size > MAX_COPY_BYTES) {
    throw unusable(`${UNREADABLE}, and it is too large to be read whole; copy it elsewhere`);
  }
  const bytes = Deno.readFileSync(path);
  // The header says that there is a file beside it. In memory there is none.
  bytes.fill(1, 18, 20);
  const database = new Connection(":memory:");
  database.deserialize(bytes);
  return database;
}

/** SQLite's codes that matter here. */
const CODES = { busy: 5, readOnly: 8, cannotOpen: 14 } as const;

const REASONS: Readonly<Record<number, string>> = {
  [CODES.busy]: "another program keeps it locked",
  [CODES.readOnly]: "it cannot be written to",
  10: "the disk fails",
  11: "it is damaged",
  13: "the disk is full",
  [CODES.cannotOpen]: "SQLite cannot open it",
  26: "it is no SQLite database",
};

/** The primary code of an error of SQLite; `node:sqlite` gives none for a file that it cannot open. */
function sqliteCodeOf(error: unknown): number | undefined {
  const { code, errcode = CODES.cannotOpen } = Object(error) as { code?: string; errcode?: number };
  return code === "ERR_SQLITE_ERROR" ? errcode & 0xff : undefined;
}

/** What SQLite says, with a message that can be shown; what is no error of SQLite is a bug, and stays. */
function failureOf(error: unknown): unknown {
  const code = sqliteCodeOf(error);
  return code === undefined ? error : unusable(REASONS[code] ?? "SQLite refuses it");
}

function attempt<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw failureOf(error);
  }
}

/** Whether some work could be done; not while another program holds the lock. */
function isDone(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (sqliteCodeOf(error) === CODES.busy) return false;
    throw failureOf(error);
  }
}

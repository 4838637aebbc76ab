import type { SnapshotStore } from "../cache/snapshot_store.ts";
import { AT_LEAST_0, checkedOptions } from "../checked_options.ts";
import { Database, type DatabaseKind, SqliteStore } from "../sqlite.ts";

interface SqliteSnapshotsOptions {
  /** Maximum size of the texts in the file, in bytes. @default {67_108_864} */
  readonly maxBytes?: number;
}

const DEFAULT_MAX_SNAPSHOT_BYTES = 64 * 1024 * 1024;

/**
 * Snapshots in one SQLite file, through `node:sqlite`, so that `changes` can tell what is different since a
 * program last ran. The least recently used are deleted once the file exceeds its limit.
 *
 * @example Usage
 * ```ts
 * import { SqliteSnapshots, TOOLSETS, TreeCache } from "@dirscope/dirscope";
 * import { assertEquals } from "@std/assert";
 *
 * using snapshots = await SqliteSnapshots.open(":memory:");
 * const context = { cwd: "fixtures/sample", cache: new TreeCache({ snapshots }) };
 * const { snapshot } = await TOOLSETS.agent.overview.execute({}, context);
 * const { fresh } = await TOOLSETS.agent.changes.execute({ since: snapshot! }, context);
 * assertEquals(fresh, false);
 * ```
 */
export class SqliteSnapshots extends SqliteStore implements SnapshotStore {
  readonly #maxBytes: number;

  private constructor(database: Database, maxBytes: number) {
    super(database);
    this.#maxBytes = maxBytes;
  }

  /**
   * Opens the file, and creates it if it is missing. Requires `--allow-read` and `--allow-write`
   * permission for it.
   *
   * @param file The path of the file, or `:memory:`.
   * @param options The limit of its size.
   * @returns The snapshots. Close them after use.
   * @throws {Error} If the file cannot be opened, or holds something else: the message says why.
   */
  static async open(file: string, options: SqliteSnapshotsOptions = {}): Promise<SqliteSnapshots> {
    const what = "the options of SqliteSnapshots";
    const checked = checkedOptions(options, { maxBytes: AT_LEAST_0 }, what);
    const { maxBytes = DEFAULT_MAX_SNAPSHOT_BYTES } = checked;
    return new SqliteSnapshots(await Database.open(file, SNAPSHOTS_KIND), maxBytes);
  }

  /**
   * Stores a text under a name.
   *
   * @returns A promise that resolves once it is on disk; to `false` if the text alone exceeds the limit.
   * @throws {Error} If it cannot be written: the message says why.
   */
  async keep(name: string, text: string): Promise<boolean> {
    const bytes = new TextEncoder().encode(text);
    if (bytes.length > this.#maxBytes) return false;
    await this.database.writeAll([
      [
        `INSERT OR REPLACE INTO snapshot (name, used, text)
         VALUES (?, (SELECT coalesce(max(used), 0) + 1 FROM snapshot), ?)`,
        name,
        bytes,
      ],
      [
        `DELETE FROM snapshot WHERE name IN (SELECT name FROM (
           SELECT name, sum(length(text)) OVER (ORDER BY used DESC) AS total FROM snapshot
         ) WHERE total > ?)`,
        this.#maxBytes,
      ],
    ]);
    return true;
  }

  /**
   * Returns the snapshot stored under a name, now the last to be removed for room; `undefined` if there is none.
   *
   * @throws {Error} If it cannot be read: the message says why.
   */
  async find(name: string): Promise<string | undefined> {
    // Whatever type another program has stored.
    const sql = "SELECT CAST(text AS BLOB) AS text FROM snapshot WHERE name = ?";
    const row = this.database.get(sql, name);
    if (row === undefined) return undefined;
    await this.database.write(
      "UPDATE snapshot SET used = (SELECT max(used) + 1 FROM snapshot) WHERE name = ?",
      name,
    );
    return new TextDecoder("utf-8", { ignoreBOM: true }).decode(row.text as Uint8Array);
  }
}

/** The id is "drss" in ASCII. */
const SNAPSHOTS_KIND: DatabaseKind = {
  name: "a Dirscope cache",
  schema: `CREATE TABLE IF NOT EXISTS snapshot (
    name TEXT PRIMARY KEY,
    used INTEGER NOT NULL UNIQUE,
    text BLOB NOT NULL
  );`,
  applicationId: 0x64727373,
};

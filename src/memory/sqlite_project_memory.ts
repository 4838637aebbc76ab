import { A_STRING, checkedOptions } from "../checked_options.ts";
import { Database, type DatabaseKind, SqliteStore } from "../sqlite.ts";
import type { ProjectMemory } from "../tool.ts";

interface SqliteProjectMemoryOptions {
  /** Separates the keys of several projects in one file. @default {""} */
  readonly project?: string;
}

/**
 * Project memory in one SQLite file, through `node:sqlite`: an embedded store for
 * `target: "project_memory"`. A stored value survives a crash right after the write.
 *
 * @example Usage
 * ```ts
 * import { SqliteProjectMemory, TOOLSETS } from "@dirscope/dirscope";
 * import { assertEquals } from "@std/assert";
 *
 * using projectMemory = await SqliteProjectMemory.open(":memory:", { project: "sample" });
 * const said = await TOOLSETS.tree.list_dir.execute(
 *   { path: "fixtures/sample", target: "project_memory", memory_key: "layout" },
 *   { projectMemory },
 * );
 * assertEquals(said, "Saved to project_memory: layout");
 * assertEquals(projectMemory.getValue("layout"), "docs/\nsrc/");
 * ```
 */
export class SqliteProjectMemory extends SqliteStore implements ProjectMemory {
  readonly #project: string;

  private constructor(database: Database, project: string) {
    super(database);
    this.#project = project;
  }

  /**
   * Opens the file, and creates it if it is missing. Requires `--allow-read` and `--allow-write`
   * permission for it. Waits for a lock as {@linkcode SqliteProjectMemory.setValue} does.
   *
   * @param file The path of the file, or `:memory:`.
   * @param options The project whose keys to use.
   * @returns The memory. Close it after use.
   * @throws {Error} If the file cannot be opened, or is not such a memory: the message says why.
   */
  static async open(
    file: string,
    options: SqliteProjectMemoryOptions = {},
  ): Promise<SqliteProjectMemory> {
    const what = "the options of SqliteProjectMemory";
    const { project = "" } = checkedOptions(options, { project: A_STRING }, what);
    return new SqliteProjectMemory(await Database.open(file, MEMORY_KIND), project);
  }

  /**
   * Stores `value` under `key`, replacing any previous value: once this resolves, it is on disk. While another
   * program keeps the file locked, this waits for 2 seconds at most, and all else goes on.
   *
   * @throws {Error} If it cannot be written: the message says why.
   */
  async setValue(key: string, value: string): Promise<void> {
    await this.database.write(
      `INSERT INTO project_memory (project, key, value) VALUES (?, ?, ?)
       ON CONFLICT (project, key) DO UPDATE SET value = excluded.value`,
      this.#project,
      key,
      value,
    );
  }

  /** Returns the value stored under `key`, or `undefined`. */
  getValue(key: string): string | undefined {
    const sql = "SELECT value FROM project_memory WHERE project = ? AND key = ?";
    return this.database.get(sql, this.#project, key)?.value as string | undefined;
  }
}

/** The id is "drsm" in ASCII. */
const MEMORY_KIND: DatabaseKind = {
  name: "a Dirscope memory",
  schema: `CREATE TABLE IF NOT EXISTS project_memory (
    project TEXT NOT NULL,
    key TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (project, key)
  ) WITHOUT ROWID;`,
  applicationId: 0x6472736d,
};

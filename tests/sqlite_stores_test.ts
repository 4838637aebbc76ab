/** Properties of every store in a SQLite file of ours. */
import { assertEquals, assertRejects } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { DiscoveryLog, SqliteProjectMemory } from "../mod.ts";
import { withTree } from "./support/tree.ts";

interface Store extends Disposable {
  close(): void;
}

const STORES: readonly {
  readonly kind: string;
  readonly table: string;
  readonly open: (file: string) => Promise<Store>;
  /** Looks something up in a store of that kind. */
  readonly look: (store: never) => unknown;
}[] = [
  {
    kind: "a Dirscope log",
    table: "discovery_log",
    open: DiscoveryLog.open,
    look: (log: DiscoveryLog) => log.records().next(),
  },
  {
    kind: "a Dirscope memory",
    table: "project_memory",
    open: SqliteProjectMemory.open,
    look: (memory: SqliteProjectMemory) => memory.getValue("key"),
  },
];

for (const { kind, table, open, look } of STORES) {
  Deno.test(`${kind}: a database of another kind is refused, and left as it was`, async () => {
    await withTree({}, async (root) => {
      const others = STORES.filter((each) => each.kind !== kind);
      for (const [i, other] of others.entries()) (await other.open(`${root}/store${i}`)).close();
      {
        using other = new DatabaseSync(`${root}/own-name`);
        other.exec(`CREATE TABLE ${table} (a)`);
      }
      for (const name of ["store0", "own-name"]) {
        const path = `${root}/${name}`;
        const before = await Deno.readFile(path);
        const { message } = await assertRejects(() => open(path), Error);
        assertEquals(
          message,
          `cannot open '${path}' as ${kind}: it is a database, but not ${kind}`,
          name,
        );
        assertEquals(await Deno.readFile(path), before, name);
      }
    });
  });

  Deno.test(`${kind}: a database with our id and another layout is refused whole`, async () => {
    const trigger = "CREATE TRIGGER t AFTER INSERT ON";
    const rows = [
      `ALTER TABLE ${table} RENAME TO other; CREATE VIEW ${table} AS SELECT * FROM other`,
      `${trigger} ${table} BEGIN DELETE FROM ${table}; END`,
      `ALTER TABLE ${table} ADD COLUMN extra`,
      `ALTER TABLE ${table} RENAME TO other`,
      `CREATE UNIQUE INDEX i ON ${table} (1)`,
      "CREATE TABLE other (a)",
      "CREATE VIEW other AS SELECT 1",
      `PRAGMA writable_schema = 1; UPDATE sqlite_master SET sql = replace(sql, 'NOT NULL', '')`,
      `PRAGMA writable_schema = 1; INSERT INTO sqlite_master VALUES ('trigger', 'sqlite_t', '${table}', 0,
        'CREATE TRIGGER sqlite_t AFTER INSERT ON ${table} BEGIN DELETE FROM ${table}; END')`,
    ];
    for (const sql of rows) {
      await withTree({}, async (root) => {
        const file = `${root}/store`;
        (await open(file)).close();
        {
          using other = new DatabaseSync(file, { defensive: false } as object);
          other.exec(sql);
        }
        const before = await Deno.readFile(file);
        const { message } = await assertRejects(() => open(file), Error, "", sql);
        const reason = `its tables are not those of ${kind} of this version; use another file`;
        assertEquals(message, `cannot open '${file}' as ${kind}: ${reason}`, sql);
        assertEquals(await Deno.readFile(file), before, sql);
      });
    }
  });

  Deno.test(`${kind} closes at the end of a using block, and is then said to be closed; another close() does nothing`, async () => {
    await withTree({}, async (root) => {
      let kept: Store;
      {
        using store = await open(`${root}/store`);
        await look(store as never);
        kept = store;
      }
      kept.close();
      const { name, message } = await assertRejects(async () => await look(kept as never), Error);
      assertEquals([name, message], ["DirscopeError", "the file was closed"]);
      assertEquals([...Deno.readDirSync(root)].map(({ name }) => name), ["store"]);
    });
  });
}

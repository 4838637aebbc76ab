import { assertEquals, assertRejects } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { openDatabase } from "../src/sqlite.ts";
import { withTree } from "./support/tree.ts";

const KIND = {
  schema: "CREATE TABLE IF NOT EXISTS a (b TEXT NOT NULL);",
  applicationId: 0x12345678,
};

Deno.test("openDatabase() marks a new file as its own, and makes its tables", async () => {
  await withTree({}, async (root) => {
    const file = `${root}/new.sqlite`;
    (await openDatabase(file, KIND)).close();
    using database = new DatabaseSync(file);
    const pragma = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get()!)[0];
    assertEquals([pragma("application_id"), pragma("journal_mode")], [0x12345678, "wal"]);
    assertEquals(database.prepare("SELECT count(*) AS rows FROM a").get(), { rows: 0 });
  });
});

/** Files that exist, by the SQL that made them, and whether a database of the kind may be opened. */
const FILES: readonly (readonly [sql: string, opens: boolean, opensWithoutCreating: boolean])[] = [
  ["", true, false],
  ["PRAGMA application_id = 305419896", true, true],
  ["PRAGMA application_id = 305419896; CREATE TABLE other (c)", true, true],
  ["PRAGMA application_id = 1", false, false],
  ["CREATE TABLE other (c)", false, false],
  ["CREATE TABLE a (b)", false, false],
];

for (const [sql, ...expected] of FILES) {
  Deno.test(`openDatabase() knows its own files: ${sql || "an empty one"}`, async () => {
    for (const [i, opens] of expected.entries()) {
      await withTree({}, async (root) => {
        const file = `${root}/old.sqlite`;
        {
          using database = new DatabaseSync(file);
          database.exec(sql);
        }
        const before = await Deno.readFile(file);
        const open = () => openDatabase(file, KIND, { create: i === 0 });
        if (opens) return (await open()).close();
        await assertRejects(open, Error, "it belongs to another program");
        assertEquals(await Deno.readFile(file), before, "it is left as it was");
      });
    }
  });
}

Deno.test("openDatabase() takes any database where the kind has no id", async () => {
  await withTree({}, async (root) => {
    const file = `${root}/any.sqlite`;
    {
      using other = new DatabaseSync(file);
      other.exec("PRAGMA application_id = 1; CREATE TABLE other (c)");
    }
    const database = await openDatabase(file, { schema: KIND.schema });
    database.prepare("INSERT INTO a VALUES (?)").run("x");
    assertEquals({ ...database.prepare("SELECT b FROM a").get() }, { b: "x" });
    database.close();
  });
});

import { assertEquals, assertRejects } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { DirscopeError } from "../src/errors.ts";
import { Database, type DatabaseOptions } from "../src/sqlite.ts";
import { lineSafe } from "../src/text/line_safe.ts";
import { stopClock } from "./support/clock.ts";
import { FIFOS, LINKS, needing, OPEN_REMOVAL } from "./support/machine.ts";
import { denoRun, projectFile, run } from "./support/process.ts";
import { fifo, link, withTree } from "./support/tree.ts";
import { delay } from "./support/wait.ts";

const KIND = {
  name: "a Dirscope test",
  schema: "CREATE TABLE IF NOT EXISTS a (b TEXT NOT NULL);",
  applicationId: 0x12345678,
};

/** Runs SQL on a file, as another program does. */
function exec(file: string, sql: string): void {
  using database = new DatabaseSync(file);
  database.exec(sql);
}

/** Returns the reason why a file cannot be opened, after the file and the kind in words; nothing if it can. */
async function refusal(file: string, options?: DatabaseOptions): Promise<string | undefined> {
  try {
    (await Database.open(file, KIND, options)).close();
    return undefined;
  } catch (error) {
    const { message } = error as Error;
    const start = `cannot open '${lineSafe(file)}' as ${KIND.name}: `;
    return message.startsWith(start) ? message.slice(start.length) : message;
  }
}

Deno.test("Database.open() marks a new file as its own, and makes its tables", async () => {
  await withTree({}, async (root) => {
    const file = `${root}/new.sqlite`;
    (await Database.open(file, KIND)).close();
    using database = new DatabaseSync(file);
    const pragma = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get()!)[0];
    assertEquals([pragma("application_id"), pragma("journal_mode")], [0x12345678, "wal"]);
    assertEquals({ ...database.prepare("SELECT count(*) AS rows FROM a").get() }, { rows: 0 });
  });
});

const OTHER = "it is a database, but not a Dirscope test";
const LAYOUT = "its tables are not those of a Dirscope test of this version; use another file";

/** Files that exist, by the SQL that made them, and why they cannot be opened, or only be read. */
const FILES: readonly (readonly [sql: string, toWrite?: string | undefined, toRead?: string])[] = [
  ["", undefined, "it is empty"],
  ["PRAGMA application_id = 305419896", undefined, "it is empty"],
  ["PRAGMA application_id = 305419896; CREATE TABLE a (b  TEXT NOT NULL)"],
  ["PRAGMA application_id = 305419896; CREATE TABLE other (c)", LAYOUT, LAYOUT],
  ["PRAGMA application_id = 305419896; CREATE TABLE a (b TEXT NOT NULL, c)", LAYOUT, LAYOUT],
  ...[
    "CREATE TRIGGER t AFTER INSERT ON a BEGIN DELETE FROM a; END",
    "CREATE UNIQUE INDEX i ON a (1)",
    "CREATE TABLE other (c)",
    "ALTER TABLE a RENAME TO other; CREATE VIEW a AS SELECT * FROM other",
  ].map((sql) =>
    [
      `PRAGMA application_id = 305419896; CREATE TABLE a (b TEXT NOT NULL); ${sql}`,
      LAYOUT,
      LAYOUT,
    ] as const
  ),
  ["PRAGMA application_id = 1", OTHER, OTHER],
  ["PRAGMA application_id = 1; CREATE TABLE a (b TEXT NOT NULL)", OTHER, OTHER],
  ["CREATE TABLE other (c)", OTHER, OTHER],
  ["CREATE TABLE a (b)", OTHER, OTHER],
  ["CREATE TABLE a (b TEXT NOT NULL); CREATE TABLE other (c)", OTHER, OTHER],
  ["CREATE TABLE a (b TEXT NOT NULL)", OTHER, OTHER],
];

for (const [sql, ...expected] of FILES) {
  Deno.test(`Database.open() knows its own files, and leaves others as they were: ${sql || "an empty one"}`, async () => {
    for (const [i, readOnly] of [false, true].entries()) {
      await withTree({}, async (root) => {
        const file = `${root}/old.sqlite`;
        exec(file, sql);
        const before = await Deno.readFile(file);
        assertEquals(await refusal(file, { readOnly }), expected[i]);
        if (expected[i] !== undefined) assertEquals(await Deno.readFile(file), before);
      });
    }
  });
}

Deno.test(
  needing(
    [FIFOS, LINKS],
    "Database.open() says what is there in place of a database, without opening it",
  ),
  async () => {
    const tree = {
      "text": "no database\n".repeat(99),
      "short": "no",
      "folder/": "",
      "fifo": fifo(),
      "to-fifo": link("fifo"),
      "dangling": link("gone"),
      "loop": link("loop"),
    };
    const rows: readonly (readonly [file: string, reason: string])[] = [
      ["text", "it is no SQLite database"],
      ["short", "it is no SQLite database"],
      ["folder", "it is no regular file"],
      ["folder/", "it is no regular file"],
      ["fifo", "it is no regular file"],
      ["to-fifo", "it is no regular file"],
      ["/dev/null", "it is no regular file"],
      ["dangling", "it is a link to what does not exist"],
      ["loop", "it leads through too many links"],
      ["text/db", "its folder does not exist"],
      ["x".repeat(300), "its path is too long"],
      ["a\0b", "that is no path"],
      ["", "that is no path"],
      [null as unknown as string, "that is no path"],
    ];
    await withTree(tree, async (root) => {
      for (const readOnly of [false, true]) {
        for (const [file, reason] of rows) {
          const path = !file || file.startsWith("/") ? file : `${root}/${file}`;
          assertEquals(await refusal(path, { readOnly }), reason, `${file} ${readOnly}`);
        }
      }
      assertEquals(await refusal(`${root}/none`, { readOnly: true }), "it does not exist");
      const names = [...Deno.readDirSync(root)].map(({ name }) => name).sort();
      assertEquals(names, Object.keys(tree).map((name) => name.replace("/", "")).sort());
    });
  },
);

const INSERT = "INSERT INTO a VALUES (?)";

/** Locks a file as another program does, until disposed of. */
function lock(file: string): Disposable {
  const database = new DatabaseSync(file);
  database.exec("BEGIN IMMEDIATE");
  return { [Symbol.dispose]: () => database.close() };
}

Deno.test("openings and writes wait while another program keeps the file locked, 2 seconds each; nothing else does", async () => {
  await withTree({}, async (root) => {
    const file = `${root}/a.sqlite`;
    for (const what of ["a new file", "one that exists"]) {
      using clock = stopClock();
      const other = lock(file);
      const opening = Database.open(file, KIND);
      await delay(0);
      clock.advance(1999);
      await delay(0);
      other[Symbol.dispose]();
      const database = await opening;
      using _lock = lock(file);
      const write = () => database.write(INSERT, "1").catch(({ message }) => message);
      const waits = [refusal(file), write(), write()];
      await delay(0);
      assertEquals(database.get("SELECT count(*) AS rows FROM a")!.rows, 0);
      clock.advance(2000);
      const locked = "another program keeps it locked";
      assertEquals(await Promise.all(waits), [locked, locked, locked], what);
      const late = write();
      database.close();
      assertEquals(await late, "the file was closed");
    }
  });
});

Deno.test("several processes that create files at once all open them", async () => {
  await withTree({}, async (root) => {
    const opener = denoRun(["--allow-all"], projectFile("tests/support/store_opener.ts"), root);
    for (const { code, stderr } of await Promise.all([1, 2, 3].map(() => run(opener)))) {
      assertEquals([code, stderr], [0, ""]);
    }
  });
});

Deno.test(
  needing(OPEN_REMOVAL, "nothing is said to be written to a file that was deleted or replaced"),
  async () => {
    const replacements: readonly ((file: string) => void)[] = [
      (file) => Deno.removeSync(file),
      (file) => {
        Deno.copyFileSync(file, `${file}.1`);
        Deno.renameSync(`${file}.1`, file);
      },
    ];
    for (const replace of replacements) {
      await withTree({}, async (root) => {
        const file = `${root}/a.sqlite`;
        const database = await Database.open(file, KIND);
        await database.write(INSERT, "before");
        replace(file);
        for (let i = 0; i < 2; i++) {
          await assertRejects(() => database.write(INSERT, "after"), Error, "deleted or replaced");
        }
        database.close();
      });
    }
  },
);

Deno.test("a closed database leaves nothing beside it, and is said to be closed", async () => {
  await withTree({}, async (root) => {
    const database = await Database.open(`${root}/a.sqlite`, KIND);
    await database.write(INSERT, "1");
    for (let i = 0; i < 2; i++) database.close();
    await assertRejects(() => database.write(INSERT, "2"), DirscopeError, "the file was closed");
    assertEquals([...Deno.readDirSync(root)].map(({ name }) => name), ["a.sqlite"]);
  });
});

Deno.test("a database opened to read sees what a running writer has written, and cannot write", async () => {
  await withTree({}, async (root) => {
    const file = `${root}/a.sqlite`;
    const writer = await Database.open(file, KIND);
    await writer.write(INSERT, "1");
    const reader = await Database.open(file, KIND, { readOnly: true });
    await writer.write(INSERT, "2");
    assertEquals(reader.get("SELECT count(*) AS rows FROM a")!.rows, 2);
    await assertRejects(() => reader.write(INSERT, "3"), Error, "SQLite cannot write to it");
    reader.close();
    writer.close();
  });
});

import { assertEquals } from "@std/assert";
import { TOOLSETS } from "../../mod.ts";
import { SqliteProjectMemory } from "../../src/memory/sqlite_project_memory.ts";
import { needing, OPEN_REMOVAL } from "../support/machine.ts";
import { withTree } from "../support/tree.ts";

async function withFile(test: (file: string, root: string) => Promise<void>): Promise<void> {
  await withTree({}, (root) => test(`${root}/memory.sqlite`, root));
}

Deno.test("SqliteProjectMemory() keeps projects apart", async () => {
  // Decision 12.1: "one file, table keyed by project and key".
  await withFile(async (file) => {
    using one = await SqliteProjectMemory.open(file, { project: "one" });
    using two = await SqliteProjectMemory.open(file, { project: "two" });
    using none = await SqliteProjectMemory.open(file);
    await one.setValue("key", "of one");
    assertEquals(two.getValue("key"), undefined);
    assertEquals(none.getValue("key"), undefined);
    await two.setValue("key", "of two");
    await none.setValue("key", "of none");
    assertEquals(
      [one, two, none].map((memory) => memory.getValue("key")),
      ["of one", "of two", "of none"],
    );
  });
});

Deno.test("SqliteProjectMemory.getValue() gives undefined for a key that was never set", async () => {
  using memory = await SqliteProjectMemory.open(":memory:");
  for (const key of ["", "key", "__proto__", "constructor", "'; DROP TABLE project_memory; --"]) {
    assertEquals(memory.getValue(key), undefined);
  }
});

const texts: [string, string][] = [
  ["an empty text", ""],
  ["line breaks", "a/\n  b\r\n"],
  ["a text beyond the BMP", "é€😀\u{10FFFF}"],
  ["what looks like SQL", "'); DROP TABLE project_memory; --"],
  ["what looks like a number", "007"],
  ["a name of a prototype", "__proto__"],
  ["a long text", "0123456789abcdef".repeat(128 * 1024)],
];

Deno.test("SqliteProjectMemory() gives back any text, as key, value or project", async () => {
  // Decision 4.11: "the memory holds exactly what `return_value` would have returned."
  for (const [what, text] of texts) {
    await withFile(async (file) => {
      {
        using memory = await SqliteProjectMemory.open(file, { project: text });
        await memory.setValue("key", text);
        await memory.setValue(text, "value");
        await memory.setValue(`${text}x`, "another");
      }
      using memory = await SqliteProjectMemory.open(file, { project: text });
      const given = ["key", text, `${text}x`].map((key) => memory.getValue(key));
      assertEquals(given, [text, "value", "another"], what);
      using another = await SqliteProjectMemory.open(file, { project: `${text}x` });
      assertEquals(another.getValue("key"), undefined, what);
    });
  }
});

Deno.test(
  needing(
    OPEN_REMOVAL,
    "what cannot be stored is not said to be",
  ),
  async () => {
    await withFile(async (file) => {
      using projectMemory = await SqliteProjectMemory.open(file);
      const { list_dir } = TOOLSETS.tree;
      const args = { path: "fixtures/sample", target: "project_memory", memory_key: "k" } as const;
      assertEquals(await list_dir.execute(args, { projectMemory }), "Saved to project_memory: k");
      Deno.removeSync(file);
      assertEquals(
        await list_dir.execute(args, { projectMemory }),
        'Error: target "project_memory" could not be written: the file was deleted or replaced while it was open; start again to use a new one.',
      );
    });
  },
);

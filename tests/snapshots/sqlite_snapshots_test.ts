import { assertEquals } from "@std/assert";
import { DatabaseSync } from "node:sqlite";
import { SqliteSnapshots, TOOLSETS, TreeCache } from "../../mod.ts";
import { withTree } from "../support/tree.ts";

const { overview, changes } = TOOLSETS.agent;

const TREE = { "src/a.ts": "one", "src/b.ts": "two" };

Deno.test("snapshots in a file outlive the program: what changed in between is told", () =>
  withTree({ ...TREE, "files/": "" }, async (root) => {
    const file = `${root}/files/cache.sqlite`;
    const cwd = `${root}/src`;
    let since: string;
    {
      using snapshots = await SqliteSnapshots.open(file);
      const cache = new TreeCache({ snapshots });
      since = (await overview.execute({}, { cwd, cache })).snapshot!;
    }
    Deno.writeTextFileSync(`${cwd}/a.ts`, "longer");
    Deno.writeTextFileSync(`${cwd}/\uFEFFc\n`, "");
    using snapshots = await SqliteSnapshots.open(file);
    const context = { cwd, cache: new TreeCache({ snapshots }) };
    const told = await changes.execute({ since }, context);
    assertEquals([told.fresh, told.text], [false, "./\n ~ a.ts\n + \\u{FEFF}c\\n"]);
    const { text } = await changes.execute({ since: told.snapshot! }, context);
    assertEquals(text, "");
  }));

Deno.test("a file of snapshots keeps its bound: what was not used for longest goes", async () => {
  using snapshots = await SqliteSnapshots.open(":memory:", { maxBytes: 100 });
  assertEquals(await snapshots.keep("a", "1".repeat(40)), true);
  await snapshots.keep("b", "2".repeat(40));
  assertEquals((await snapshots.find("a"))?.length, 40);
  await snapshots.keep("c", "3".repeat(40));
  assertEquals(await snapshots.keep("d", "4".repeat(101)), false);
  const left = await Promise.all(["a", "b", "c", "d"].map((name) => snapshots.find(name)));
  assertEquals(left.map((text) => text?.[0]), ["1", undefined, "3", undefined]);
});

Deno.test("a snapshot that there is no room for has no name, since nobody could find it", () =>
  withTree(TREE, async (cwd) => {
    using small = await SqliteSnapshots.open(":memory:", { maxBytes: 100 });
    const no = { keep: () => Promise.resolve(false), find: () => undefined };
    for (
      const cache of [
        new TreeCache({ snapshots: small }),
        new TreeCache({ maxBytes: 1 }),
        new TreeCache({ snapshots: no }),
      ]
    ) {
      const seen = await overview.execute({}, { cwd, cache });
      assertEquals([seen.success, seen.snapshot], [true, undefined]);
      const told = await changes.execute({}, { cwd, cache });
      assertEquals([told.success, told.snapshot], [true, null]);
    }
  }));

Deno.test("a snapshot that another program has stored as text is read as bytes", () =>
  withTree({}, async (root) => {
    using snapshots = await SqliteSnapshots.open(`${root}/cache`);
    {
      using other = new DatabaseSync(`${root}/cache`);
      other.exec("INSERT INTO snapshot VALUES ('name', 1, 'é')");
    }
    assertEquals(await snapshots.find("name"), "é");
  }));

Deno.test("a snapshot whose text is not what its name says is gone", () =>
  withTree(TREE, async (cwd) => {
    const texts = new Map<string, string>();
    const cache = new TreeCache({
      snapshots: {
        keep: (name, text) => void texts.set(name, text),
        find: (name) => texts.get(name),
      },
    });
    const { snapshot } = await overview.execute({}, { cwd, cache });
    const whole = texts.get(snapshot!)!;
    for (
      const text of [
        whole.replace("a.ts", "c.ts"),
        whole.replace('"a.ts"', "1"),
        whole.slice(0, -20),
        whole.replace('"v":', '"w":'),
        "",
        "\n",
        "{}",
      ]
    ) {
      texts.set(snapshot!, text);
      const told = await changes.execute({ since: snapshot! }, { cwd, cache });
      assertEquals([told.fresh, told.snapshot], [true, snapshot]);
    }
  }));

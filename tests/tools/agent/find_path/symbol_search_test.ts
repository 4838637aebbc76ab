/** A name of code as a query: who bears it, who defines it, who uses it. */
import { assert, assertEquals } from "@std/assert";
import { answerOf, OTHERS, rowsOf } from "../../../support/answers.ts";
import { find } from "../../../support/find_path.ts";
import { type Tree, withQuickTree } from "../../../support/tree.ts";

const DEFINER = "const x = 1;\nfunction bodyLimit() {\n  return 1;\n}\n";
const USER =
  'import { bodyLimit } from "x";\nfunction g() {\n  bodyLimit();\n  return bodyLimit();\n}\n';

Deno.test("9: 'the path that bears the name; then the file that defines it, with its line; then those that use it, most first, tests last, each with the line and the function around it'", async (t) => {
  const rows: [what: string, tree: Tree, query: string, rows: string[]][] = [
    [
      "all of them",
      {
        "a/one.ts": "bodyLimit();\n",
        "docs/a.md": "bodyLimit\n".repeat(8),
        "src/bodyLimit.ts": "",
        "src/define.ts": DEFINER,
        "src/use.ts": USER,
        "tests/all_test.ts": "bodyLimit();\n".repeat(9),
      },
      "bodyLimit",
      [
        "src/bodyLimit.ts\texact",
        "src/define.ts\tdefines bodyLimit",
        "  2-4: function bodyLimit() {",
        "src/use.ts\tuses bodyLimit",
        "  3 in g (2-5): bodyLimit();",
        "  4 in g (2-5): return bodyLimit();",
        "a/one.ts\tuses bodyLimit",
        "  1: bodyLimit();",
        "tests/all_test.ts\tuses bodyLimit",
        "  1: bodyLimit();",
        "docs/a.md\tuses bodyLimit",
        "  1: bodyLimit",
      ],
    ],
    [
      "a definition before a value, and a value before uses",
      { "a.ts": "use(maxSize);\n", "b.ts": "const maxSize = 1;\n" },
      "maxSize",
      [
        "b.ts\tdefines maxSize",
        "  1: const maxSize = 1;",
        "a.ts\tuses maxSize",
        "  1: use(maxSize);",
      ],
    ],
    [
      "an error code",
      {
        "lib/errors.js": "const codes = {\n  FST_ERR_X: createError('FST_ERR_X', 'no'),\n};\n",
        "lib/route.js": "function route() {\n  throw new FST_ERR_X();\n}\n",
      },
      "FST_ERR_X",
      [
        "lib/errors.js\tdefines FST_ERR_X",
        "  2: FST_ERR_X: createError('FST_ERR_X', 'no'),",
        "lib/route.js\tuses FST_ERR_X",
        "  2 in route (1-3): throw new FST_ERR_X();",
      ],
    ],
    [
      "whole names alone, in their case",
      { "a.ts": "myBodyLimit();\nbodyLimits();\nbodylimit();\n", "b.ts": "bodyLimit();\n" },
      "bodyLimit",
      ["b.ts\tuses bodyLimit", "  1: bodyLimit();"],
    ],
    [
      "what stands in a comment or in quotes defines nothing",
      {
        "a.ts": "// function bodyLimit() {\nconst a = 'function bodyLimit() {';\n",
        "b.ts": DEFINER,
      },
      "bodyLimit",
      [
        "b.ts\tdefines bodyLimit",
        "  2-4: function bodyLimit() {",
        "a.ts\tuses bodyLimit",
        "  1: // function bodyLimit() {",
        "  2: const a = 'function bodyLimit() {';",
      ],
    ],
    [
      "a call, in back-ticks",
      { "b.ts": DEFINER },
      "`bodyLimit()`",
      ["b.ts\tdefines bodyLimit", "  2-4: function bodyLimit() {"],
    ],
  ];
  for (const [what, tree, query, expected] of rows) {
    await t.step(what, async () => assertEquals(await rowsOf(tree, query), expected));
  }
});

const cart = (where: string): string => `${where} {\n  total() {\n    return 1;\n  }\n}\n`;

Deno.test("9: '`Class.method`, `pkg::Type`, `Admin::UsersController`': of files of one name, those that the qualifiers name first", async (t) => {
  const rows: [query: string, tree: Tree, paths: string[]][] = [
    ["Cart.total", { "a/order.ts": cart("class Order"), "b/cart.ts": cart("class Cart") }, [
      "b/cart.ts",
      "a/order.ts",
    ]],
    ["Cart#total", { "a/order.ts": cart("class Order"), "b/cart.ts": cart("class Cart") }, [
      "b/cart.ts",
      "a/order.ts",
    ]],
    ["geo::Point", { "a/p.rs": "pub struct Point {\n}\n", "geo/p.rs": "pub struct Point {\n}\n" }, [
      "geo/p.rs",
      "a/p.rs",
    ]],
    ["Admin::UsersController", {
      "app/users_controller.rb": "class UsersController\n  def a\n  end\nend\n",
      "app/admin/users_controller.rb":
        "module Admin\n  class UsersController\n    def a\n    end\n  end\nend\n",
      "config/routes.rb": "get x, to: Admin::UsersController\n",
    }, ["app/admin/users_controller.rb", "app/users_controller.rb", "config/routes.rb"]],
  ];
  for (const [query, tree, paths] of rows) {
    await t.step(query, () =>
      withQuickTree(tree, async (root) => {
        const { results } = await find(root, [query]);
        const files = results[0]!.entries.filter(({ kind }) => kind === "file");
        assertEquals(files.map(({ path }) => path), paths);
      }));
  }
});

Deno.test("a plain word is looked for in files where no path fits alone; an identifier always", async (t) => {
  const says = "function walk() {\n}\n";
  const rows: [query: string, tree: Tree, rows: string[]][] = [
    ["walk", { "src/b.ts": says, "src/walk.ts": "" }, ["src/walk.ts\tname"]],
    ["walk", { "src/b.ts": says, "src/main.ts": "" }, [
      "src/b.ts\tdefines walk",
      "  1-2: function walk() {",
    ]],
    ["walkAll", { "src/b.ts": "walkAll();\n", "src/walkAll.ts": "" }, [
      "src/walkAll.ts\texact",
      "src/b.ts\tuses walkAll",
      "  1: walkAll();",
    ]],
    ["walk.ts", { "src/b.ts": "walk.ts\n", "src/walk.ts": "" }, ["src/walk.ts\texact"]],
  ];
  for (const [query, tree, expected] of rows) {
    await t.step(`${query}: ${Object.keys(tree)}`, async () => {
      assertEquals(await rowsOf(tree, query), expected);
    });
  }
});

Deno.test("9: `unheld`: a symbol that stands in no file is said", async (t) => {
  const noPath =
    "hint: no path holds its letters in order, anything like its words, or any one of them";
  await t.step("nowhere", async () => {
    assertEquals(await rowsOf(OTHERS, "FST_NOTHING"), ['no file holds "FST_NOTHING"', noPath]);
  });
  await t.step("not of a plain word", async () => {
    assertEquals(await rowsOf(OTHERS, "qqqq"), [noPath]);
  });
  await t.step("not where only folders are asked for", async () => {
    const rows = await rowsOf({ ...OTHERS, "a.ts": "bodyLimit();\n" }, "bodyLimit", {
      kind: "dir",
    });
    assertEquals(rows.filter((row) => row.startsWith("no file holds")), []);
  });
  await t.step(
    "not where it stands as a part of a name, in other quotes, or after a sign",
    async () => {
      const rows: [says: string, isUse: boolean][] = [
        ["mybodyLimit", false],
        ["bodyLimits()", false],
        ["echo $bodyLimit", true],
        ["“bodyLimit” （bodyLimit）", true],
        ["\ufeffbodyLimit()", true],
        ["überbodyLimit", false],
      ];
      for (const [says, isUse] of rows) {
        const all = await rowsOf({ ...OTHERS, "a.sh": says }, "bodyLimit");
        assertEquals(all.filter((row) => row.startsWith("no file holds")), [], says);
        assertEquals(all[0]?.startsWith("a.sh\tuses bodyLimit"), isUse, says);
      }
      // Of a task, what stands in quotes.
      const ofTask = await rowsOf(
        { ...OTHERS, "a.sh": "mytimeoutvalue" },
        'it fails with "timeout" now',
      );
      assertEquals(ofTask.filter((row) => row.startsWith("no file holds")), []);
    },
  );
  await t.step("not where not all was walked", async () => {
    const rows = await rowsOf({ ...OTHERS, "a.ts": "x" }, "FST_NOTHING", {}, { maxScanned: 1 });
    assertEquals(rows.filter((row) => row.startsWith("no file holds")), []);
  });
  await t.step("not where no file was looked through", async () => {
    const rows = await rowsOf(OTHERS, "FST_NOTHING", {}, { contents: "none" });
    assertEquals(rows.filter((row) => row.startsWith("no file holds")), []);
  });
});

Deno.test("9.10: 'of at most 120 characters around the words': around the name of a symbol", async () => {
  const tree = { "a.js": `${"x;".repeat(300)}bodyLimit();${"y;".repeat(300)}` };
  const [, row] = await rowsOf(tree, "bodyLimit");
  const [, text = ""] = /^ {2}1: (.*)$/.exec(row!) ?? [];
  assert(text.includes("bodyLimit();"), text);
  assert(text.length <= 120);
});

Deno.test("the file that defines a name, and the line, in each language", async (t) => {
  const rows: [path: string, text: string, name: string, told: string][] = [
    [
      "a.ts",
      "\nexport async function readAll(x: A) {\n}\n",
      "readAll",
      "2-3: export async function readAll(x: A) {",
    ],
    [
      "a.tsx",
      "\nexport const readAll = (x: A) => {\n};\n",
      "readAll",
      "2-3: export const readAll = (x: A) => {",
    ],
    [
      "a.py",
      "class A:\n    def read_all(self):\n        return 1\n",
      "read_all",
      "2-3: def read_all(self):",
    ],
    [
      "a.go",
      "package a\n\nfunc (t *T) ReadAll(x int) error {\n}\n",
      "ReadAll",
      "3-4: func (t *T) ReadAll(x int) error {",
    ],
    [
      "a.rs",
      "\npub fn read_all<T>(x: T) -> u8 {\n    0\n}\n",
      "read_all",
      "2-4: pub fn read_all<T>(x: T) -> u8 {",
    ],
    [
      "a.java",
      "class A {\n    public int readAll(int x) {\n    }\n}\n",
      "readAll",
      "2-3: public int readAll(int x) {",
    ],
    [
      "a.c",
      "#include <a.h>\n\nstatic int read_all(int x)\n{\n}\n",
      "read_all",
      "3-5: static int read_all(int x)",
    ],
    ["a.rb", "class A\n  def read_all(x)\n    x\n  end\nend\n", "read_all", "2-4: def read_all(x)"],
    ["a.php", "<?php\nfunction read_all($x) {\n}\n", "read_all", "2-3: function read_all($x) {"],
    [
      "a.kt",
      "\nfun readAll(x: Int): Int {\n    return x\n}\n",
      "readAll",
      "2-4: fun readAll(x: Int): Int {",
    ],
    [
      "a.cs",
      "class A {\n    public int ReadAll(int x) {\n    }\n}\n",
      "ReadAll",
      "2-3: public int ReadAll(int x) {",
    ],
    [
      "a.swift",
      "\nfunc readAll(x: Int) -> Int {\n}\n",
      "readAll",
      "2-3: func readAll(x: Int) -> Int {",
    ],
  ];
  for (const [path, text, name, told] of rows) {
    await t.step(path, async () => {
      const use = `use_${path}`;
      const tree = { ...OTHERS, [use]: `  ${name}(1)\n  ${name}(2)\n`, [path]: text };
      assertEquals((await answerOf(tree, { queries: [name] })).split("\n"), [
        `${path}\tdefines ${name}`,
        `  ${told}`,
        `${use}\tuses ${name}`,
        `  1: ${name}(1)`,
        `  2: ${name}(2)`,
      ]);
    });
  }
});

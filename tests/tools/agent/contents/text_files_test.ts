/** Texts in UTF-16, and files that are too large, as `find_path` reads them. */
import { assertEquals } from "@std/assert";
import { answerOf, OTHERS } from "../../../support/answers.ts";
import { find } from "../../../support/find_path.ts";
import type { Node, Tree } from "../../../support/tree.ts";
import { withQuickTree } from "../../../support/tree.ts";

const TASK = "The cart has a wrong total";

/** A file of UTF-16, with a byte order mark unless it has none. */
function utf16(text: string, form: "LE" | "BE", mark = "\ufeff"): Node {
  const units = mark + text;
  const view = new DataView(new ArrayBuffer(2 * units.length));
  for (let i = 0; i < units.length; i++) view.setUint16(2 * i, units.charCodeAt(i), form === "LE");
  return { make: (path) => Deno.writeFile(path, new Uint8Array(view.buffer)) };
}

Deno.test("9.10: 'UTF-16 with a byte order mark is read'", async (t) => {
  const text = "using A;\r\n\r\nint cartTotal = 1; // wrong é 検索 😀\r\n";
  const rows: [what: string, file: Node, rows: string[]][] = [
    ["LE", utf16(text, "LE"), ["f.cs", "  3: int cartTotal = 1; // wrong é 検索 😀"]],
    ["BE", utf16(text, "BE"), ["f.cs", "  3: int cartTotal = 1; // wrong é 検索 😀"]],
    ["a line of CR alone is none", utf16("a\rcart total", "LE"), ["f.cs", "  1: a cart total"]],
    ["LE without a mark is binary", utf16(text, "LE", ""), []],
    ["BE without a mark is binary", utf16(text, "BE", ""), []],
    ["a mark alone", utf16("", "LE"), []],
    [
      "half a pair",
      utf16("cart total \ud83d", "BE"),
      ["f.cs", "  1: cart total �"],
    ],
    [
      "half a unit",
      {
        make: (path) =>
          Deno.writeFile(
            path,
            Uint8Array.of(0xff, 0xfe, ...new TextEncoder().encode("c\0a\0r\0t\0 ")),
          ),
      },
      ["f.cs", "  1: cart�"],
    ],
  ];
  for (const [what, file, expected] of rows) {
    await t.step(what, async () => {
      const text = await answerOf({ ...OTHERS, "f.cs": file }, { queries: [TASK] });
      assertEquals(text.split("\n").filter((row) => /^(?:f\.cs| )/.test(row)), expected);
    });
  }
  await t.step("a symbol", async () => {
    const tree: Tree = {
      ...OTHERS,
      "f.cs": utf16("class A {\n    int f(int cartTotal) {\n    }\n}\n", "LE"),
    };
    assertEquals(
      await answerOf(tree, { queries: ["cartTotal"] }),
      "f.cs\tuses cartTotal\n  2-3: int f(int cartTotal) {",
    );
  });
  await t.step("up to 1 MiB, which is more in UTF-8", async () => {
    const most = utf16(`${"検".repeat(2 ** 19 - 12)}\ncart total`, "LE");
    const text = await answerOf({ ...OTHERS, "f.cs": most }, { queries: [TASK] });
    assertEquals(text.split("\n").slice(0, 2), ["f.cs", "  2: cart total"]);
  });
});

Deno.test("9.10: 'of at most 1 MiB […]; what was not looked through is said': a larger text, no larger binary", async (t) => {
  const sized = (size: number, text: string): Node => {
    const bytes = new Uint8Array(size).fill(0x2e);
    bytes.set(new TextEncoder().encode(text));
    return { make: (path) => Deno.writeFile(path, bytes) };
  };
  const MIB = 2 ** 20;
  const rows: [what: string, file: Node, unread: number | undefined][] = [
    ["a text of 1 MiB", sized(MIB, "cart total\n"), undefined],
    ["a text of a byte more", sized(MIB + 1, "cart total\n"), 1],
    ["a text of 3 MiB", sized(3 * MIB, "cart total\n"), 1],
    ["a binary of a byte more", sized(MIB + 1, "cart total\n\0"), undefined],
    ["a binary of 3 MiB", sized(3 * MIB, "\x7fELF\0"), undefined],
  ];
  for (const [what, file, unread] of rows) {
    await t.step(
      what,
      () =>
        withQuickTree({ ...OTHERS, "a.ts": "cart;\n", "big": file }, async (root) => {
          const { unread_contents, results } = await find(root, [TASK]);
          assertEquals(unread_contents, unread);
          // What was not looked through may hold what is quoted.
          const { unheld } = (await find(root, [`${TASK} \`maxTotal={2}\``])).results[0]!;
          assertEquals(unheld ?? [], unread === undefined ? ["maxTotal={2}"] : []);
          assertEquals(results[0]!.entries.length, what === "a text of 1 MiB" ? 2 : 1);
        }),
    );
  }
  await t.step(
    "each file once",
    () =>
      withQuickTree({ ...OTHERS, "big": sized(MIB + 1, "cart\n") }, async (root) => {
        const queries = [TASK, "nothing of the printer", "FST_NOTHING"];
        assertEquals((await find(root, queries)).unread_contents, 1);
      }),
  );
  await t.step(
    "of a symbol, too",
    () =>
      withQuickTree({ ...OTHERS, "big": sized(MIB + 1, "cartTotal\n") }, async (root) => {
        const { unread_contents, results } = await find(root, ["cartTotal"]);
        assertEquals([unread_contents, results[0]!.unheld], [1, undefined]);
      }),
  );
});

import { assertEquals } from "@std/assert";
import { execute, linesOf } from "../../support/codex.ts";
import { compareBytes } from "../../support/compare_bytes.ts";
import { ANY_NAME, CASE, LINKS, needing, RAW_NAMES } from "../../support/machine.ts";
import { shell } from "../../support/shell.ts";
import { link, withQuickTree } from "../../support/tree.ts";

Deno.test(
  needing(CASE, "codex list_dir: names compare by code point, free of locale"),
  async () => {
    const names = [
      "!",
      "-",
      "0",
      "10",
      "9",
      "A",
      "Z",
      "_",
      "a",
      "aB",
      "ab",
      "b",
      "z",
      "~",
      "é",
      "\uE000",
      "\uFF5E",
      "😀",
    ];
    await withQuickTree(
      Object.fromEntries(names.toReversed().map((name) => [name, ""])),
      async (root) => {
        assertEquals(await linesOf({ dir_path: root, limit: 100 }), names);
        assertEquals(names, names.toSorted(compareBytes));
        // Pages of one entry come in the same order.
        for (const [i, name] of names.entries()) {
          const [line] = await linesOf({ dir_path: root, offset: i + 1, limit: 1 });
          assertEquals(line, name);
        }
      },
    );
  },
);

Deno.test(
  needing(ANY_NAME, "codex list_dir: names and header are line-safe (section 3)"),
  async () => {
    const rows: [string, string][] = [
      ["a\nb", "a\\nb"],
      ["a\tb", "a\\tb"],
      ["a\rb", "a\\rb"],
      ["a\x01b", "a\\u{1}b"],
      ["a\x1bb", "a\\u{1B}b"],
      ["a\x7fb", "a\\u{7F}b"],
      ["a\x9fb", "a\\u{9F}b"],
      ["a\\b", "a\\\\b"],
      ["a\\nb", "a\\\\nb"],
      ["a\u061cb", "a\\u{61C}b"],
      ["a\u200bb", "a\\u{200B}b"],
      ["a\u200db", "a\\u{200D}b"],
      ["a\u200eb", "a\\u{200E}b"],
      ["a\u200fb", "a\\u{200F}b"],
      ["a\u2028b", "a\\u{2028}b"],
      ["a\u202eb", "a\\u{202E}b"],
      ["a\u2060b", "a\\u{2060}b"],
      ["a\u2069b", "a\\u{2069}b"],
      ["a\u206ab", "a\\u{206A}b"],
      ["a\ufeffb", "a\\u{FEFF}b"],
      ["a\u{e0001}b", "a\\u{E0001}b"],
      ["a\u{e007f}b", "a\\u{E007F}b"],
      ["a\u00a0b", "a\u00a0b"],
      ["a\u0300b", "a\u0300b"],
      ["a b ", "a b\\u{20}"],
      [" a b", "\\u{20}a b"],
    ];
    await withQuickTree({}, async (root) => {
      for (const [name, shown] of rows) {
        await Deno.mkdir(`${root}/${name}`);
        await Deno.writeTextFile(`${root}/${name}/${name}`, "");
        assertEquals(await execute({ dir_path: root }), {
          content: `Absolute path: ${root}\n${shown}/\n  ${shown}`,
          success: true,
        }, shown);
        assertEquals(await execute({ dir_path: `${root}/${name}` }), {
          content: `Absolute path: ${root}/${shown}\n${shown}`,
          success: true,
        }, shown);
        await Deno.remove(`${root}/${name}`, { recursive: true });
      }
    });
  },
);

Deno.test(needing(LINKS, "codex list_dir: the header shows dir_path as given (6.3)"), async () => {
  await withQuickTree({ "d/f": "", "l": link("d") }, async (root) => {
    const rows = [
      `${root}/d/`,
      `${root}/d/.`,
      `${root}//d`,
      `${root}/d/../d`,
      `${root}/l`,
      `${root}/l/`,
    ];
    for (const dir_path of rows) {
      assertEquals(await execute({ dir_path }), {
        content: `Absolute path: ${dir_path}\nf`,
        success: true,
      });
    }
  });
});

Deno.test("codex list_dir: cut to 500 bytes at a character boundary, sort key too; ties by the whole path (6.4)", async () => {
  const [d, e, x] = ["d".repeat(200), "e".repeat(200), "x".repeat(96)];
  // Before the last two letters the path has 498 bytes: the emoji falls off its key, `zz` does not.
  const names = [`${x}zz`, `${x}😀`, `${x}zzz`, `${x}zza`];
  await withQuickTree(
    Object.fromEntries(names.map((name) => [`${d}/${e}/${name}`, ""])),
    async (root) => {
      assertEquals(await linesOf({ dir_path: root, depth: 3 }), [
        `${d}/`,
        `  ${e}/`,
        `    ${x}😀`,
        `    ${x}zz`,
        `    ${x}zza`,
        `    ${x}zzz`,
      ]);
    },
  );
});

Deno.test({
  ...needing(
    RAW_NAMES,
    "codex list_dir: a name that is not valid UTF-8 is listed once, cut, and never descended into",
  ),
  fn: () =>
    withQuickTree({ "dir/": "", "\uFFFD/inside": "", "valid/ok": "" }, async (root) => {
      await shell(
        root,
        `mkdir "$(printf 'd\\377')" "$(printf 'd\\376')"; touch "$(printf 'd\\377')/hidden"
        touch "$(printf '%0255d' 0 | sed 's/0/x/g' | LC_ALL=C tr x '\\377')"
        ln -s valid "$(printf 'l\\377')"`,
      );
      const lines = await linesOf({ dir_path: root, depth: 4 });
      // 255 bytes become 255 U+FFFD, which have 765 bytes; 166 of them fit into 500.
      assertEquals(lines, [
        "dir/",
        "d\uFFFD/",
        "l\uFFFD@",
        "valid/",
        "  ok",
        "\uFFFD/",
        "\uFFFD".repeat(166),
      ]);
    }),
});

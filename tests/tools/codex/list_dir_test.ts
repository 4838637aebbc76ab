import { assert, assertEquals } from "@std/assert";
import { toToolResult } from "../../../mod.ts";
import { execute, failure, linesOf, list_dir } from "../../support/codex.ts";
import { FIFOS, LINKS, needing } from "../../support/machine.ts";
import { bytes, fifo, link, type Tree, withQuickTree } from "../../support/tree.ts";

const NESTED: Tree = {
  "nested/child.txt": "",
  "nested/deeper/grandchild.txt": "",
  "root.txt": "",
};

Deno.test("codex list_dir: a basic list of depth 2 is the example of the spec", async () => {
  await withQuickTree({ "nested/child.txt": "", "root.txt": "" }, async (root) => {
    const expected = {
      content: `Absolute path: ${root}\nnested/\n  child.txt\nroot.txt`,
      success: true,
    };
    assertEquals(await execute({ dir_path: root, offset: 1, limit: 10, depth: 2 }), expected);
    // "offset default 1; limit default 25; depth default 2"; null means absent.
    assertEquals(await execute({ dir_path: root }), expected);
    assertEquals(
      await execute({ dir_path: root, offset: null, limit: null, depth: null }),
      expected,
    );
    assertEquals(
      await execute({ dir_path: root, offset: undefined, limit: undefined }),
      expected,
    );
  });
});

Deno.test("codex list_dir: pages follow breadth-first order, as in the example of decision 6.2", async () => {
  await withQuickTree(NESTED, async (root) => {
    const page = (offset: number) => linesOf({ dir_path: root, offset, limit: 2, depth: 3 });
    assertEquals(await page(1), ["nested/", "root.txt", "More than 2 entries found"]);
    assertEquals(await page(3), ["  child.txt", "  deeper/", "More than 2 entries found"]);
    assertEquals(await page(5), ["    grandchild.txt"]);
    assertEquals(
      await execute({ dir_path: root, offset: 6, limit: 2, depth: 3 }),
      failure("offset exceeds directory entry count"),
    );
  });
});

Deno.test("codex list_dir: 'Output ends with More than 3 entries found' exactly when there are more", async () => {
  await withQuickTree(NESTED, async (root) => {
    const rows: [number, number, string[]][] = [
      [1, 3, ["nested/", "  child.txt", "root.txt", "More than 3 entries found"]],
      [1, 4, ["nested/", "  child.txt", "  deeper/", "root.txt", "More than 4 entries found"]],
      [1, 5, ["nested/", "  child.txt", "  deeper/", "    grandchild.txt", "root.txt"]],
      [1, 6, ["nested/", "  child.txt", "  deeper/", "    grandchild.txt", "root.txt"]],
      [2, 4, ["  child.txt", "  deeper/", "    grandchild.txt", "root.txt"]],
      [2, 3, ["  child.txt", "  deeper/", "root.txt", "More than 3 entries found"]],
      [5, 1, ["    grandchild.txt"]],
    ];
    for (const [offset, limit, lines] of rows) {
      assertEquals(
        await linesOf({ dir_path: root, offset, limit, depth: 3 }),
        lines,
        `${offset}, ${limit}`,
      );
    }
  });
});

Deno.test("codex list_dir: 'limit (usize, default 25)' and no more", async () => {
  const names = Array.from({ length: 26 }, (_, i) => `f${String(i).padStart(2, "0")}`);
  await withQuickTree(Object.fromEntries(names.map((name) => [name, ""])), async (root) => {
    assertEquals(await linesOf({ dir_path: root }), [
      ...names.slice(0, 25),
      "More than 25 entries found",
    ]);
    await Deno.remove(`${root}/f25`);
    assertEquals(await linesOf({ dir_path: root }), names.slice(0, 25));
  });
});

Deno.test("codex list_dir: 'Large limits handle usize::MAX safely', and so do offset and depth", async () => {
  await withQuickTree(NESTED, async (root) => {
    const all = ["nested/", "  child.txt", "  deeper/", "    grandchild.txt", "root.txt"];
    for (const huge of [Number.MAX_SAFE_INTEGER, 18446744073709551615]) {
      assertEquals(await linesOf({ dir_path: root, limit: huge, depth: huge }), all);
      assertEquals(
        await linesOf({ dir_path: root, offset: 5, limit: huge, depth: huge }),
        ["    grandchild.txt"],
      );
      assertEquals(
        await execute({ dir_path: root, offset: huge, limit: huge }),
        failure("offset exceeds directory entry count"),
      );
    }
  });
});

Deno.test("codex list_dir: 'Depth=1 lists only immediate children; deeper levels appear with indentation'", async () => {
  await withQuickTree({ "a/b/c/d/e": "", "z": "" }, async (root) => {
    const rows: [number, string[]][] = [
      [1, ["a/", "z"]],
      [2, ["a/", "  b/", "z"]],
      [3, ["a/", "  b/", "    c/", "z"]],
      [4, ["a/", "  b/", "    c/", "      d/", "z"]],
      [5, ["a/", "  b/", "    c/", "      d/", "        e", "z"]],
      [6, ["a/", "  b/", "    c/", "      d/", "        e", "z"]],
    ];
    for (const [depth, lines] of rows) {
      assertEquals(await linesOf({ dir_path: root, depth }), lines, String(depth));
    }
  });
});

Deno.test("codex list_dir: an offset beyond the entries fails, an empty directory is only its header (6.3)", async () => {
  await withQuickTree({ "a": "", "empty/": "" }, async (root) => {
    assertEquals(
      await execute({ dir_path: root, offset: 999, limit: 5, depth: 1 }),
      failure("offset exceeds directory entry count"),
    );
    assertEquals(
      await execute({ dir_path: root, offset: 3 }),
      failure("offset exceeds directory entry count"),
    );
    assertEquals(await linesOf({ dir_path: root, offset: 2 }), ["empty/"]);
    for (const offset of [1, 2, 999]) {
      assertEquals(await execute({ dir_path: `${root}/empty`, offset }), {
        content: `Absolute path: ${root}/empty`,
        success: true,
      });
    }
  });
});

Deno.test(
  needing(
    [FIFOS, LINKS],
    "codex list_dir: suffixes are / for a directory, @ for a link, ? for what is neither (6.4)",
  ),
  async () => {
    await withQuickTree({
      "dir/x": "",
      "fifo": fifo(),
      "file": bytes(3),
      "to-dir": link("dir"),
      "to-file": link("file"),
      "to-nothing": link("missing"),
      "to-itself": link("to-itself"),
      "to-outside": link("/"),
      "to-up": link(".."),
    }, async (root) => {
      assertEquals(await execute({ dir_path: root, depth: 5 }), {
        content: `Absolute path: ${root}
dir/
  x
fifo?
file
to-dir@
to-file@
to-itself@
to-nothing@
to-outside@
to-up@`,
        success: true,
      });
    });
  },
);

Deno.test(needing(FIFOS, "codex list_dir: a socket and a device are ?"), async () => {
  await withQuickTree({}, async (root) => {
    const listener = Deno.listen({ transport: "unix", path: `${root}/socket` });
    try {
      assertEquals(await linesOf({ dir_path: root }), ["socket?"]);
    } finally {
      listener.close();
    }
  });
  const { content } = await execute({ dir_path: "/dev", depth: 1, limit: 10_000 });
  assert(content.split("\n").includes("null?"), content);
});

Deno.test("codex list_dir: 'a-b sorts between a/ and a/x: kept' (6.2), within one page only", async () => {
  await withQuickTree({ "a/x": "", "a-b": "", "a.b": "", "a0": "", "b": "" }, async (root) => {
    // Breadth first: a, a-b, a.b, a0, b, a/x. As paths: a, a-b, a.b, a/x, a0, b.
    assertEquals(await linesOf({ dir_path: root }), ["a/", "a-b", "a.b", "  x", "a0", "b"]);
    assertEquals(await linesOf({ dir_path: root, limit: 5 }), [
      "a/",
      "a-b",
      "a.b",
      "a0",
      "b",
      "More than 5 entries found",
    ]);
    assertEquals(await linesOf({ dir_path: root, offset: 4 }), ["  x", "a0", "b"]);
  });
});

Deno.test("codex list_dir: hidden, ignored and .git entries are all listed", async () => {
  await withQuickTree({
    ".git/HEAD": "",
    ".gitignore": "*",
    ".hidden": "",
    "node_modules/x": "",
  }, async (root) => {
    assertEquals(
      await linesOf({ dir_path: root }),
      [".git/", "  HEAD", ".gitignore", ".hidden", "node_modules/", "  x"],
    );
  });
});

Deno.test("codex list_dir: DEFINITION has the names and defaults of the spec, and plain types", () => {
  const { name, parameters } = list_dir!.DEFINITION.function;
  assertEquals(name, "list_dir");
  assertEquals(parameters.required, ["dir_path"]);
  assertEquals(parameters.additionalProperties, false);
  assertEquals(
    Object.entries(parameters.properties).map(([key, { type, default: value, minimum }]) => [
      key,
      type,
      value,
      minimum,
    ]),
    [
      ["dir_path", "string", undefined, undefined],
      ["offset", "integer", 1, 1],
      ["limit", "integer", 25, 1],
      ["depth", "integer", 2, 1],
    ],
  );
});

Deno.test("codex list_dir: toToolResult gives the content as text, and isError where it failed", async () => {
  await withQuickTree({ "a": "" }, async (root) => {
    const output = await execute({ dir_path: root });
    assertEquals(toToolResult(list_dir!, output), {
      text: `Absolute path: ${root}\na`,
      isError: false,
    });
    const failed = await execute({ dir_path: "a" });
    assertEquals(toToolResult(list_dir!, failed), {
      text: "dir_path must be an absolute path",
      isError: true,
    });
  });
});

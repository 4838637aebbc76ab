import { assert, assertEquals, assertRejects } from "@std/assert";
import { execute, failure, linesOf } from "../../support/codex.ts";
import { withUnreadable } from "../../support/disk_reads.ts";
import { FIFOS, LINKS, RAW_NAMES, testsNeeding } from "../../support/machine.ts";
import { shell } from "../../support/shell.ts";
import { sketch } from "../../support/sketch.ts";
import { fifo, link, withQuickTree } from "../../support/tree.ts";

const test = testsNeeding(FIFOS, LINKS);

const NESTED = sketch("nested/child.txt, nested/deeper/grandchild.txt, root.txt");
const BEYOND = failure("offset exceeds directory entry count");

Deno.test("codex list_dir: a basic list of depth 2 is the example of the spec", () =>
  withQuickTree(sketch("nested/child.txt, root.txt"), async (root) => {
    const content = `Absolute path: ${root}\nnested/\n  child.txt\nroot.txt`;
    // "offset default 1; limit default 25; depth default 2"
    for (const args of [{ offset: 1, limit: 10, depth: 2 }, {}]) {
      assertEquals(await execute({ dir_path: root, ...args }), { content, success: true });
    }
  }));

Deno.test("codex list_dir: pages follow breadth-first order, as in the example of decision 6.2", () =>
  withQuickTree(NESTED, async (dir_path) => {
    const page = (offset: number) => linesOf({ dir_path, offset, limit: 2, depth: 3 });
    assertEquals(await page(1), ["nested/", "root.txt", "More than 2 entries found"]);
    assertEquals(await page(3), ["  child.txt", "  deeper/", "More than 2 entries found"]);
    assertEquals(await page(5), ["    grandchild.txt"]);
    assertEquals(await execute({ dir_path, offset: 6, limit: 2, depth: 3 }), BEYOND);
  }));

Deno.test("codex list_dir: 'Output ends with More than 3 entries found' exactly when there are more", () =>
  withQuickTree(NESTED, async (dir_path) => {
    const rows: [number, number, string[]][] = [
      [1, 3, ["nested/", "  child.txt", "root.txt", "More than 3 entries found"]],
      [1, 4, ["nested/", "  child.txt", "  deeper/", "root.txt", "More than 4 entries found"]],
      [1, 5, ["nested/", "  child.txt", "  deeper/", "    grandchild.txt", "root.txt"]],
      [2, 4, ["  child.txt", "  deeper/", "    grandchild.txt", "root.txt"]],
      [2, 3, ["  child.txt", "  deeper/", "root.txt", "More than 3 entries found"]],
    ];
    for (const [offset, limit, lines] of rows) {
      const what = `${offset}, ${limit}`;
      assertEquals(await linesOf({ dir_path, offset, limit, depth: 3 }), lines, what);
    }
  }));

Deno.test("codex list_dir: 'limit (usize, default 25)' and no more", async () => {
  const names = Array.from({ length: 26 }, (_, i) => `f${String(i).padStart(2, "0")}`);
  await withQuickTree(sketch(names.join(", ")), async (dir_path) => {
    const page = names.slice(0, 25);
    assertEquals(await linesOf({ dir_path }), [...page, "More than 25 entries found"]);
    await Deno.remove(`${dir_path}/f25`);
    assertEquals(await linesOf({ dir_path }), page);
  });
});

Deno.test("codex list_dir: 'Large limits handle usize::MAX safely', and so do offset and depth", () =>
  withQuickTree(NESTED, async (dir_path) => {
    const all = ["nested/", "  child.txt", "  deeper/", "    grandchild.txt", "root.txt"];
    for (const huge of [Number.MAX_SAFE_INTEGER, 18446744073709551615]) {
      assertEquals(await linesOf({ dir_path, limit: huge, depth: huge }), all);
      assertEquals(await linesOf({ dir_path, offset: 5, limit: huge, depth: huge }), [all[3]]);
      assertEquals(await execute({ dir_path, offset: huge, limit: huge }), BEYOND);
    }
  }));

Deno.test("codex list_dir: 'Depth=1 lists only immediate children; deeper levels appear with indentation'", () =>
  withQuickTree(sketch("a/b/c/d/e, z"), async (dir_path) => {
    const levels = ["a/", "  b/", "    c/", "      d/", "        e"];
    for (const depth of [1, 2, 3, 4, 5, 6]) {
      assertEquals(await linesOf({ dir_path, depth }), [...levels.slice(0, depth), "z"]);
    }
  }));

Deno.test("codex list_dir: an offset beyond the entries fails, an empty directory is only its header (6.3)", () =>
  withQuickTree(sketch("a, empty/"), async (root) => {
    for (const offset of [3, 999]) {
      assertEquals(await execute({ dir_path: root, offset, limit: 5, depth: 1 }), BEYOND);
    }
    assertEquals(await linesOf({ dir_path: root, offset: 2 }), ["empty/"]);
    for (const offset of [1, 2, 999]) {
      assertEquals(await execute({ dir_path: `${root}/empty`, offset }), {
        content: `Absolute path: ${root}/empty`,
        success: true,
      });
    }
  }));

test("codex list_dir: suffixes are / for a directory, @ for a link, ? for what is neither (6.4)", async () => {
  const tree = sketch(
    "dir/x, file, to-dir -> dir, to-file -> file, to-nothing -> missing, to-itself -> to-itself, to-up -> ..",
  );
  await withQuickTree({ ...tree, "fifo": fifo() }, async (dir_path) => {
    const listener = Deno.listen({ transport: "unix", path: `${dir_path}/socket` });
    try {
      const links = ["to-dir@", "to-file@", "to-itself@", "to-nothing@", "to-up@"];
      const lines = ["dir/", "  x", "fifo?", "file", "socket?", ...links];
      assertEquals(await linesOf({ dir_path, depth: 5 }), lines);
    } finally {
      listener.close();
    }
  });
  assert((await linesOf({ dir_path: "/dev", depth: 1, limit: 10_000 })).includes("null?"));
});

Deno.test("codex list_dir: 'a-b sorts between a/ and a/x: kept' (6.2), within one page only", () =>
  withQuickTree(sketch("a/x, a-b, a.b, a0, b"), async (dir_path) => {
    // Breadth first: a, a-b, a.b, a0, b, a/x. As paths: a, a-b, a.b, a/x, a0, b.
    assertEquals(await linesOf({ dir_path }), ["a/", "a-b", "a.b", "  x", "a0", "b"]);
    const first = ["a/", "a-b", "a.b", "a0", "b", "More than 5 entries found"];
    assertEquals(await linesOf({ dir_path, limit: 5 }), first);
    assertEquals(await linesOf({ dir_path, offset: 4 }), ["  x", "a0", "b"]);
  }));

test("codex list_dir: the header shows dir_path as given (6.3)", () =>
  withQuickTree({ "d/f": "", "l": link("d") }, async (root) => {
    for (const way of ["/d/", "/d/.", "//d", "/d/../d", "/l", "/l/"]) {
      const content = `Absolute path: ${root}${way}\nf`;
      assertEquals(await execute({ dir_path: root + way }), { content, success: true });
    }
  }));

Deno.test("codex list_dir: cut to 500 bytes at a character boundary, sort key too; ties by the whole path (6.4)", async () => {
  const [d, e, x] = ["d".repeat(200), "e".repeat(200), "x".repeat(96)];
  // Before the last two letters the path has 498 bytes: the emoji falls off its key, `zz` does not.
  const names = [`${x}zz`, `${x}😀`, `${x}zzz`, `${x}zza`];
  const tree = Object.fromEntries(names.map((name) => [`${d}/${e}/${name}`, ""]));
  await withQuickTree(tree, async (dir_path) => {
    const sorted = ["😀", "zz", "zza", "zzz"].map((end) => `    ${x}${end}`);
    assertEquals(await linesOf({ dir_path, depth: 3 }), [`${d}/`, `  ${e}/`, ...sorted]);
  });
});

testsNeeding(RAW_NAMES)(
  "codex list_dir: a name that is not valid UTF-8 is cut as it shows",
  () =>
    withQuickTree({}, async (dir_path) => {
      await shell(dir_path, `touch "$(printf '%0255d' 0 | sed 's/0/x/g' | LC_ALL=C tr x '\\377')"`);
      // 255 bytes become 255 U+FFFD, which have 765 bytes; 166 of them fit into 500.
      assertEquals(await linesOf({ dir_path }), ["\uFFFD".repeat(166)]);
    }),
);

Deno.test("codex list_dir: an abort after the last directory was read is obeyed", async () => {
  // Decision 3: "Cancellable and polite".
  await withQuickTree(
    sketch("a, locked/"),
    (dir_path) =>
      withUnreadable([`${dir_path}/locked`], async () => {
        const controller = new AbortController();
        const context = { signal: controller.signal, onSkipped: () => controller.abort() };
        await assertRejects(() => execute({ dir_path }, context), DOMException);
      }),
  );
});

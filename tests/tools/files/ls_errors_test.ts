import { assert, assertEquals, assertMatch } from "@std/assert";
import { withReads, withUnreadable } from "../../support/disk_reads.ts";
import { execute, failure, filesIn, list } from "../../support/files.ts";
import { LINKS, needing, RAW_NAMES, SHELL } from "../../support/machine.ts";
import { shell } from "../../support/shell.ts";
import { link, makeTree, withQuickTree } from "../../support/tree.ts";

Deno.test(needing(LINKS, "files ls: errors (7.1), the path as given and line-safe"), async () => {
  await withQuickTree(
    { "file": "", "to-nothing": link("nothing"), "locked/x": "", "d/x": "" },
    async (root) => {
      const rows: [string, string][] = [
        ["missing", "Path does not exist: missing"],
        ["./missing/", "Path does not exist: ./missing/"],
        [`${root}/missing`, `Path does not exist: ${root}/missing`],
        ["d/missing/x", "Path does not exist: d/missing/x"],
        ["file/x", "Path does not exist: file/x"],
        ["to-nothing", "Path does not exist: to-nothing"],
        ["a\n\u202e\\", "Path does not exist: a\\n\\u{202E}\\\\"],
        ["..", "Path outside allowed directories: .."],
        ["/", "Path outside allowed directories: /"],
        ["../\n", "Path outside allowed directories: ../\\n"],
      ];
      for (const [path, message] of rows) {
        assertEquals(await execute({ path }, { cwd: root }), failure(message), path);
      }
      await withUnreadable([`${root}/locked`], async () => {
        assertEquals(
          await execute({ path: "locked" }, { cwd: root }),
          failure("Permission denied: locked"),
        );
      });
      const before = () => {
        throw Object.assign(new Error(`Input/output error (os error 5): ${root}`), { code: "EIO" });
      };
      await withReads({ before }, async () => {
        const { content: [{ text }], isError } = await execute({ path: "d" }, { cwd: root });
        assertMatch(text, /^Error: [^\n/]+: d$/);
        assert(isError && !text.includes("os error"), text);
      });
    },
  );
});

Deno.test(needing(LINKS, "files ls: a looping or too long path is an error"), async () => {
  await withQuickTree({ "loop": link("loop") }, async (root) => {
    for (const path of ["loop", "n".repeat(300), "n/".repeat(2048)]) {
      const { content: [{ text }], isError } = await execute({ path }, { cwd: root });
      assertMatch(text, /^Error: (Path does not exist|Cannot read path): /);
      assert(isError);
    }
  });
});

Deno.test("files ls: an unreadable or vanished directory below is passed over, nothing found is lost", async () => {
  await withQuickTree({
    "a/x": "",
    "gone/x": "",
    "locked/secret": "",
    "swapped/x": "",
    "z/y": "",
  }, async (root) => {
    await withUnreadable([`${root}/locked`], async () => {
      assertEquals(await filesIn(root, {}, 1), ["a/x", "gone/x", "swapped/x", "z/y"]);
    });
    const after = (path: string): void => {
      if (path !== root) return;
      Deno.removeSync(`${root}/gone`, { recursive: true });
      Deno.removeSync(`${root}/swapped`, { recursive: true });
      Deno.writeTextFileSync(`${root}/swapped`, "");
    };
    await withReads({ after }, async () => {
      assertEquals(await filesIn(root), ["a/x", "locked/secret", "z/y"]);
    });
  });
});

Deno.test({
  ...needing(
    RAW_NAMES,
    "files ls: names that are not valid UTF-8 are listed once, and never resolved or descended into",
  ),
  fn: () =>
    withQuickTree({ "dir/f": "", "\uFFFD/inside": "", "x": "" }, async (root) => {
      await shell(
        root,
        `mkdir "$(printf 'd\\377')"; touch "$(printf 'd\\377')/hidden"
        touch "$(printf 'f\\377')" "$(printf 'f\\376')"
        ln -s dir "$(printf 'l\\377')"; ln -s x "$(printf 'm\\377')"`,
      );
      assertEquals(await filesIn(root, {}, 2), ["dir/f", "f\uFFFD", "x"]);
    }),
});

Deno.test(
  needing(
    SHELL,
    "files ls: 1,300 levels are walked, and none is lost where paths grow longer than PATH_MAX",
  ),
  async () => {
    const root = await makeTree({});
    try {
      const deep = Array(1299).fill("d").join("/");
      await shell(root, `mkdir -p ${deep}`);
      await Deno.writeTextFile(`${root}/${deep}/f`, "");
      assertEquals(await filesIn(root), [`${deep}/f`]);
      await shell(root, "rm -rf d");

      const name = "n".repeat(250);
      const half = Array(10).fill(name).join("/");
      await Deno.mkdir(`${root}/long/${half}`, { recursive: true });
      await Deno.mkdir(`${root}/half/${half}`, { recursive: true });
      await Deno.writeTextFile(`${root}/half/${half}/unreachable`, "");
      await Deno.writeTextFile(`${root}/half/${name}/f`, "");
      await Deno.rename(`${root}/half/${name}`, `${root}/long/${half}/${name}`);
      await Deno.remove(`${root}/half`);
      await Deno.writeTextFile(`${root}/long/z`, "");
      assertEquals(await filesIn(root, {}, 1), [`long/${half}/${name}/f`, "long/z"]);
    } finally {
      await shell("/", `rm -rf '${root}'`);
    }
  },
);

Deno.test("files ls: out of budget is 'truncated: true with both flags false'", async () => {
  await withQuickTree({ "a": "", "b/x": "", "c": "" }, async (root) => {
    const expected = (names: string[], truncated: boolean) => ({
      files: names.map((name) => `${root}/${name}`),
      truncated,
      "total-files": names.length,
      "max-depth-reached": false,
      "max-files-reached": false,
    });
    const rows: [number, string[], boolean][] = [
      // The root holds three entries; "an opened directory is read whole".
      [0, ["a"], true],
      [1, ["a"], true],
      [3, ["a"], true],
      [4, ["a", "b/x", "c"], false],
    ];
    for (const [maxScanned, names, truncated] of rows) {
      assertEquals(
        await list({ path: "." }, { cwd: root, maxScanned }),
        expected(names, truncated),
        String(maxScanned),
      );
    }
  });
});

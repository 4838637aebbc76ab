import { assertEquals, assertRejects } from "@std/assert";
import type { CodexOutput } from "../../../mod.ts";
import { execute, failure, linesOf } from "../../support/codex.ts";
import { withReads, withUnreadable } from "../../support/disk_reads.ts";
import { callApart } from "../../support/list_dir_process.ts";
import { FIFOS, LINKS, MODES, needing, SHELL } from "../../support/machine.ts";
import { shell } from "../../support/shell.ts";
import { fifo, link, makeTree, withTree } from "../../support/tree.ts";

Deno.test(
  needing([FIFOS, LINKS], "codex list_dir: I/O errors of dir_path have the tails of decision 6.5"),
  async () => {
    await withTree({
      "file": "",
      "fifo": fifo(),
      "to-file": link("file"),
      "to-nothing": link("missing"),
      "locked/x": "",
    }, async (root) => {
      const rows: [string, string][] = [
        [`${root}/missing`, "not found"],
        [`${root}/missing/deeper`, "not found"],
        [`${root}/to-nothing`, "not found"],
        [`${root}/file`, "not a directory"],
        [`${root}/file/x`, "not a directory"],
        [`${root}/fifo`, "not a directory"],
        [`${root}/to-file`, "not a directory"],
      ];
      for (const [dir_path, tail] of rows) {
        const expected = failure(`failed to read directory: ${tail}`);
        assertEquals(await execute({ dir_path }), expected, dir_path);
        assertEquals(await execute({ dir_path }, { roots: [root] }), expected, dir_path);
      }
      await withUnreadable([`${root}/locked`], async () => {
        assertEquals(
          await execute({ dir_path: `${root}/locked` }),
          failure("failed to read directory: permission denied"),
        );
      });
      const before = () => {
        throw Object.assign(new Error(`Input/output error (os error 5): ${root}`), { code: "EIO" });
      };
      await withReads({ before }, async () => {
        assertEquals(
          await execute({ dir_path: root }),
          failure("failed to read directory: input/output error"),
        );
      });
    });
  },
);

Deno.test(
  needing(
    LINKS,
    "codex list_dir: a looping or too long dir_path says so: a link loop, and not found",
  ),
  async () => {
    await withTree({ "loop": link("loop"), "x": link("y"), "y": link("x") }, async (root) => {
      for (
        const [dir_path, tail] of [
          [`${root}/loop`, "too many levels of symbolic links"],
          [`${root}/x`, "too many levels of symbolic links"],
          [`${root}/${"n".repeat(300)}`, "not found"],
          [`${root}${"/n".repeat(1900)}`, "not found"],
        ] as const
      ) {
        const { content, success } = await execute({ dir_path });
        assertEquals(success, false);
        assertEquals(content, `failed to read directory: ${tail}`);
      }
    });
  },
);

Deno.test("codex list_dir: 'An unreadable nested directory keeps its line and is not descended into' (6.5)", async () => {
  await withTree({ "a/x": "", "locked/secret": "", "z/y": "" }, async (root) => {
    await withUnreadable([`${root}/locked`], async () => {
      assertEquals(await linesOf({ dir_path: root }), ["a/", "  x", "locked/", "z/", "  y"]);
    });
  });
});

Deno.test({
  ...needing(
    MODES,
    "codex list_dir: an unreadable nested directory keeps its line, by the file modes of the disk",
  ),
  fn: () =>
    withTree({ "a/x": "", "locked/secret": "", "z/y": "" }, async (root) => {
      await Deno.chmod(`${root}/locked`, 0);
      try {
        const { outputs } = await callApart<CodexOutput>(
          ["--allow-read"],
          [{ tool: ["codex", "list_dir"], args: { dir_path: root } }],
          { isUnprivileged: true },
        );
        const lines = ["a/", "  x", "locked/", "z/", "  y"];
        assertEquals(outputs, [
          { content: [`Absolute path: ${root}`, ...lines].join("\n"), success: true },
        ]);
      } finally {
        await Deno.chmod(`${root}/locked`, 0o700);
      }
    }),
});

Deno.test("codex list_dir: a directory that vanishes during the walk keeps its line, the walk goes on", async () => {
  await withTree({ "a/x": "", "gone/x": "", "z/y": "", "swapped/x": "" }, async (root) => {
    const after = (path: string): void => {
      if (path !== root) return;
      Deno.removeSync(`${root}/gone`, { recursive: true });
      Deno.removeSync(`${root}/swapped`, { recursive: true });
      Deno.writeTextFileSync(`${root}/swapped`, "");
    };
    await withReads({ after }, async () => {
      assertEquals(
        await linesOf({ dir_path: root }),
        ["a/", "  x", "gone/", "swapped/", "z/", "  y"],
      );
    });
  });
});

Deno.test(
  needing(
    SHELL,
    "codex list_dir: 1,300 levels are listed, and none is lost where paths grow longer than PATH_MAX",
  ),
  async () => {
    const root = await makeTree({});
    try {
      await shell(root, `mkdir -p deep/${Array(1299).fill("d").join("/")}`);
      const deep = await linesOf({ dir_path: `${root}/deep`, depth: 5000, limit: 5000 });
      assertEquals(deep, Array.from({ length: 1299 }, (_, i) => `${" ".repeat(2 * i)}d/`));

      const name = "n".repeat(250);
      const half = Array(10).fill(name).join("/");
      await Deno.mkdir(`${root}/long/${half}`, { recursive: true });
      await Deno.mkdir(`${root}/half/${half}`, { recursive: true });
      await Deno.rename(`${root}/half/${name}`, `${root}/long/${half}/${name}`);
      await Deno.writeTextFile(`${root}/long/z`, "");
      const long = await linesOf({ dir_path: `${root}/long`, depth: 5000, limit: 5000 });
      assertEquals(long.at(-1), "z");
      // Each level has a line if its parent can be opened.
      const opened = Math.floor((4095 - `${root}/long`.length) / 251);
      assertEquals(
        long.slice(0, -1),
        Array.from({ length: opened + 1 }, (_, i) => `${" ".repeat(2 * i)}${name}/`),
      );
    } finally {
      await shell("/", `rm -rf '${root}'`);
    }
  },
);

Deno.test("codex list_dir: out of budget is 'failed to read directory: more than N entries'", async () => {
  await withTree({ "a/x": "", "b": "", "c": "" }, async (root) => {
    // The root holds three entries: reading it uses up the budget, so `a` is not opened.
    assertEquals(
      await execute({ dir_path: root }, { maxScanned: 3 }),
      failure("failed to read directory: more than 3 entries"),
    );
    const all = ["a/", "  x", "b", "c"];
    assertEquals(await linesOf({ dir_path: root }, { maxScanned: 4 }), all);
    // "a call opens at least one directory", "an opened directory is read whole"
    assertEquals(await linesOf({ dir_path: root, depth: 1 }, { maxScanned: 1 }), ["a/", "b", "c"]);
    // A page that is complete within the budget succeeds.
    assertEquals(
      await linesOf({ dir_path: root, limit: 2 }, { maxScanned: 3 }),
      ["a/", "b", "More than 2 entries found"],
    );
  });
});

Deno.test("codex list_dir: an abort after the last directory was read is obeyed", async () => {
  // Decision 3: "Cancellable and polite".
  await withTree({ "a": "", "locked/": "" }, async (root) => {
    await withUnreadable([`${root}/locked`], async () => {
      const controller = new AbortController();
      const context = { signal: controller.signal, onSkipped: () => controller.abort() };
      await assertRejects(() => execute({ dir_path: root }, context), DOMException);
    });
  });
});

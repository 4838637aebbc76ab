import { assert, assertEquals, assertLessOrEqual, assertRejects } from "@std/assert";
import { type OverviewResult, TOOLSETS, toToolResult } from "../../../../mod.ts";
import { lines, NOTHING, numbered, overview } from "../../../support/agent.ts";
import { withReads, withUnreadable } from "../../../support/disk_reads.ts";
import { failingDisk, stall, watching } from "../../../support/failing_disk.ts";
import { callApart } from "../../../support/list_dir_process.ts";
import { LINKS, MODES, needing } from "../../../support/machine.ts";
import { link, type Tree, withTree } from "../../../support/tree.ts";

const tool = TOOLSETS.agent.overview;

Deno.test("overview: `locked/ (permission denied)`, and a last line that counts it", async () => {
  const tree: Tree = { "locked/secret": "", "open/f": "", "open/in/g": "" };
  await withTree(tree, async (root) => {
    const { text, totals, omitted, truncated } = await withUnreadable(
      [`${root}/locked`, `${root}/open/in`],
      () => overview(root),
    );
    assertEquals(
      text,
      lines(
        "locked/ (permission denied)",
        "open/",
        " f",
        " in/ (permission denied)",
        "omitted: 2 denied",
      ),
    );
    assertEquals(totals, { files: 1, dirs: 1, links: 0, others: 0 });
    assertEquals([omitted, truncated], [{ ...NOTHING, denied: 2 }, false]);
  });
});

Deno.test("overview: an unreadable root is permission_denied", async () => {
  await withTree({ "a/b": "" }, async (root) => {
    const { success, error, text } = await withUnreadable(
      [`${root}/a`],
      () => overview(root, { path: "a" }),
    );
    assertEquals([success, error, text], [
      false,
      { code: "permission_denied", message: "permission denied: 'a'" },
      "",
    ]);
  });
});

Deno.test({
  ...needing(
    MODES,
    "overview: `locked/ (permission denied)`, by file modes, for a user whom they bind",
  ),
  async fn() {
    await withTree({ "locked/secret": "", "open/f": "" }, async (root) => {
      Deno.chmodSync(`${root}/locked`, 0o000);
      const { outputs: [result], refused } = await callApart<OverviewResult>(
        [`--allow-read`],
        [{ tool: ["agent", "overview"], args: {}, context: { cwd: root } }],
        { isUnprivileged: true },
      );
      Deno.chmodSync(`${root}/locked`, 0o755);
      assertEquals(refused, []);
      assertEquals(
        result!.text,
        lines("locked/ (permission denied)", "open/", " f", "omitted: 1 denied"),
      );
    });
  },
});

Deno.test(
  needing(LINKS, "overview: a --deny-read inside is `(not permitted)` and counts as outside"),
  async () => {
    const tree: Tree = { "in/secret/key": "", "in/a/deep/f": "", "in/ln": link("secret/key") };
    await withTree(tree, async (root) => {
      const context = { cwd: `${root}/in` };
      const { outputs, refused } = await callApart<OverviewResult>(
        [
          "--no-prompt",
          `--allow-read=${root}/in`,
          `--deny-read=${root}/in/secret,${root}/in/a/deep`,
        ],
        [
          { tool: ["agent", "overview"], args: {}, context },
          { tool: ["agent", "overview"], args: { path: "secret" }, context },
          { tool: ["agent", "overview"], args: { path: "secret/none" }, context },
          { tool: ["agent", "overview"], args: { path: ".." }, context },
        ],
      );
      assertEquals(
        outputs[0]!.text,
        lines(
          "a/",
          " deep/ (not permitted)",
          "ln@ -> (outside)",
          "secret/ (not permitted)",
          "omitted: 2 outside",
        ),
      );
      assertEquals(outputs[0]!.omitted, { ...NOTHING, outside: 2 });
      for (const [i, path] of [[1, "secret"], [2, "secret/none"], [3, ".."]] as const) {
        assertEquals(outputs[i]!.error, {
          code: "outside_root",
          message:
            `'${path}' is outside the allowed roots: ${root}/in (not granted, or not all of it, by --allow-read)`,
        });
        assertEquals(outputs[i]!.suggestions, undefined);
      }
      // Reading a denied directory that a walk meets throws, and is caught: nothing prompts.
      for (const path of refused) assert(/\/(secret|deep)$/.test(path), path);
    });
  },
);

Deno.test("overview: a directory that vanished counts nowhere", async () => {
  await withTree({ "a/f": "", "gone/x": "", "z/gone/y": "", "z/g": "" }, async (root) => {
    const before = (path: string): void => {
      if (path.endsWith("/gone")) Deno.removeSync(path, { recursive: true });
    };
    const result = await withReads({ before }, () => overview(root));
    assertEquals(result.text, lines("a/", " f", "z/", " g"));
    assertEquals(result.totals, { files: 2, dirs: 2, links: 0, others: 0 });
    assertEquals(result.omitted, NOTHING);
    assertEquals([result.truncated, result.totals_are_lower_bounds], [false, undefined]);
  });
});

Deno.test(
  needing(LINKS, "overview: links round, nowhere and to links are rows, never followed"),
  async () => {
    const tree: Tree = {
      "a/up": link(".."),
      "a/self": link("../a"),
      "ping": link("pong"),
      "pong": link("ping"),
      "chain": link("chain2"),
      "chain2": link("out"),
      "out": link("../none"),
      "back": link("a/../a/up"),
      "odd": link("./a/"),
    };
    await withTree(tree, async (root) => {
      const { text, totals } = await overview(root);
      assertEquals(
        text,
        lines(
          "a/",
          " self@ -> ../a",
          " up@ -> ..",
          "back@ -> a/../a/up",
          "chain@ -> (outside)",
          "chain2@ -> (outside)",
          "odd@ -> ./a/",
          "out@ -> (outside)",
          "ping@ -> pong",
          "pong@ -> ping",
        ),
      );
      assertEquals(totals, { files: 0, dirs: 1, links: 9, others: 0 });
    });
  },
);

Deno.test(
  needing(
    LINKS,
    "overview errors: `success: false`, empty text, zero totals, the codes of `discovery`",
  ),
  async (t) => {
    const tree: Tree = {
      "in/file": "",
      "in/folder/x": "",
      "in/out": link("../out"),
      "in/nowhere": link("none"),
      "in/loop": link("loop"),
      "out/x": "",
    };
    const rows: [path: unknown, code: string, message: string, suggestions?: string[]][] = [
      ["foldre", "not_found", "'foldre' does not exist", ["folder"]],
      ["folder/none", "not_found", "'folder/none' does not exist"],
      ["nowhere", "not_found", "'nowhere' does not exist"],
      ["file", "not_a_directory", "'file' is not a directory"],
      ["file/x", "not_a_directory", "'file/x' is not a directory"],
      ["out", "outside_root", "'out' is outside the allowed roots"],
      ["out/none", "outside_root", "'out/none' is outside the allowed roots"],
      ["../out", "outside_root", "'../out' is outside the allowed roots"],
      ["/nothing\nhere", "outside_root", "'/nothing\\nhere' is outside the allowed roots"],
      ["loop", "invalid_root", "'loop' leads through too many links"],
      ["n".repeat(300), "invalid_root", `'${"n".repeat(300)}' is too long`],
    ];
    await withTree(tree, async (root) => {
      for (const [path, code, beginning, suggestions] of rows) {
        const message = beginning + (code === "outside_root" ? `: ${root}/in` : "");
        await t.step(String(path).slice(0, 20), async () => {
          const result = await overview(`${root}/in`, { path });
          assertEquals(result, {
            success: false,
            operation: "overview",
            root: result.root,
            query: {
              path,
              max_tokens: 2000,
              query: null,
              use_gitignore: true,
              include_hidden: true,
            },
            truncated: false,
            text: "",
            totals: { files: 0, dirs: 0, links: 0, others: 0 },
            omitted: NOTHING,
            estimated_tokens: 0,
            commits: null,
            error: { code, message } as NonNullable<OverviewResult["error"]>,
            ...suggestions && { suggestions },
          });
          const { text, isError } = toToolResult(tool, result);
          const advice = (suggestions ?? []).map((each) => `\nsuggestion: ${each}`).join("");
          assertEquals([text, isError], [
            `error ${code}: ${message}${advice}`,
            true,
          ]);
        });
      }
      for (const path of ["", "a\0b"]) {
        const { error, root: shown } = await overview(root, { path });
        assertEquals([error?.code, shown], ["invalid_root", "."]);
      }
      for (const args of [{ path: 5 }, { none: 1 }, { use_gitignore: "yes" }, null, [], "x"]) {
        const result = await tool.execute(args as unknown, { cwd: root });
        assertEquals([result.error?.code, result.query], ["invalid_argument", {}]);
      }
    });
  },
);

Deno.test("overview: roots [] allows nothing, several roots allow each", async () => {
  await withTree({ "a/f": "", "b/g": "" }, async (root) => {
    assertEquals((await overview(root, {}, { roots: [] })).error?.code, "outside_root");
    const roots = ["a", `${root}/b`];
    assertEquals((await overview(root, {}, { roots })).error?.code, "outside_root");
    assertEquals((await overview(root, { path: "a" }, { roots })).text, "f");
    const b = await overview(`${root}/a`, { path: "../b" }, { roots: [root] });
    assertEquals([b.text, b.root], ["g", `${root}/b`]);
  });
});

Deno.test(
  needing(LINKS, "overview: AbortError before, during the walk and during the render"),
  async (t) => {
    const isAbort = (error: unknown): boolean =>
      error instanceof DOMException && error.name === "AbortError";
    const links = Object.fromEntries(numbered(200, "l").map((name) => [name, link("x")]));
    await withTree({ ...links, "a/b/c/d": "" }, async (root) => {
      await t.step("before", async () => {
        const error = await assertRejects(() =>
          overview(root, {}, { signal: AbortSignal.abort() })
        );
        assert(isAbort(error));
      });
      await t.step("during the walk", async () => {
        const controller = new AbortController();
        const before = (path: string): void => {
          if (!path.endsWith("/b")) return;
          controller.abort();
          stall(30);
        };
        const { signal } = controller;
        const error = await withReads(
          { before },
          () => assertRejects(() => overview(root, {}, { signal })),
        );
        assert(isAbort(error));
      });
      await t.step("during the render", async () => {
        const controller = new AbortController();
        let asked = 0;
        using _disk = failingDisk(watching(["readLinkSync"], () => {
          asked++;
          controller.abort();
          stall(30);
        }));
        const { signal } = controller;
        assert(isAbort(await assertRejects(() => overview(root, {}, { signal }))));
        assertLessOrEqual(asked, 2);
      });
    });
  },
);

Deno.test("a directory that its parent tells of twice, as one that changes may, has one row", async () => {
  await withTree({ "a/b/c/x": "", "a/y": "" }, async (cwd) => {
    using _disk = failingDisk({
      readDirSync(_path, proceed) {
        const entries = [...proceed()];
        return [...entries, ...entries.filter(({ isDirectory }) => isDirectory)][Symbol.iterator]();
      },
    });
    const { text } = await overview(cwd);
    assertEquals(
      text,
      lines(
        "a/",
        " b/",
        "  c/",
        "   x",
        "  … 2 more (1 file, 1 dir)",
        " y",
        " … 5 more (2 files, 3 dirs)",
        "… 12 more (5 files, 7 dirs)",
      ),
    );
  });
});

import { assertEquals } from "@std/assert";
import { execute, failure, linesOf } from "../../support/codex.ts";
import { LINKS, needing } from "../../support/machine.ts";
import { pipe } from "../../support/shell.ts";
import { link, makeTree, withTree } from "../../support/tree.ts";

Deno.test(
  needing(
    LINKS,
    "codex list_dir: links that lead outside the roots are listed, never what is behind them",
  ),
  async () => {
    await withTree({
      "in/d/f": "",
      "in/out": link("../outside"),
      "in/out-missing": link("../nothing"),
      "in/chain": link("out"),
      "in/absolute": link("/"),
      "outside/sub/f": "",
    }, async (root) => {
      const inside = `${root}/in`;
      assertEquals(
        await linesOf({ dir_path: inside, depth: 9 }, { roots: [inside] }),
        ["absolute@", "chain@", "d/", "  f", "out@", "out-missing@"],
      );
      assertEquals(
        await linesOf({ dir_path: `${inside}/d/../d` }, { roots: [`${root}/outside`, inside] }),
        ["f"],
      );
    });
  },
);

Deno.test(
  needing(LINKS, "codex list_dir: a root that was given through a link holds for both spellings"),
  async () => {
    await withTree({ "real/d/f": "", "alias": link("real") }, async (root) => {
      for (const roots of [[`${root}/alias`], [`${root}/real`, `${root}/alias`]]) {
        for (const dir_path of [`${root}/alias/d`, `${root}/real/d`]) {
          assertEquals(await execute({ dir_path }, { roots }), {
            content: `Absolute path: ${dir_path}\nf`,
            success: true,
          });
        }
      }
    });
  },
);

const sandbox = await makeTree({
  "in/d/f": "",
  "in/out": link("../outside"),
  "in/file": "",
  "outside/secret": "",
});
globalThis.addEventListener("unload", () => Deno.removeSync(sandbox, { recursive: true }));

Deno.test({
  ...needing(
    LINKS,
    "codex list_dir: without roots, Deno's permissions decide, by the resolved path",
  ),
  permissions: { read: [`${sandbox}/in`] },
  fn: async () => {
    assertEquals(await linesOf({ dir_path: `${sandbox}/in` }), ["d/", "  f", "file", "out@"]);
    const rows: [string, string][] = [
      [`${sandbox}/in/out`, "access denied"],
      [`${sandbox}/in/out/secret`, "access denied"],
      [`${sandbox}/in/out/missing`, "access denied"],
      [`${sandbox}/outside`, "access denied"],
      [`${sandbox}/missing`, "access denied"],
      [sandbox, "access denied"],
      ["/", "access denied"],
      [`${sandbox}/in/missing`, "not found"],
      [`${sandbox}/in/file`, "not a directory"],
    ];
    for (const [dir_path, tail] of rows) {
      assertEquals(
        await execute({ dir_path }),
        failure(`failed to read directory: ${tail}`),
        dir_path,
      );
    }
  },
});

Deno.test("codex list_dir: a nested directory under --deny-read keeps its line", async () => {
  await withTree({ "a/x": "", "secret/y": "", "z": "" }, async (root) => {
    const text = await pipe(
      Deno.execPath(),
      ["run", "--quiet", `--allow-read=${root}`, `--deny-read=${root}/secret`, "-"],
      `import { TOOLSETS } from "./mod.ts";
      for (const dir_path of ${JSON.stringify([root, `${root}/secret`, `${root}/secret/y`])}) {
        console.log(JSON.stringify(await TOOLSETS.codex.list_dir.execute({ dir_path })));
      }`,
    );
    assertEquals(text.trimEnd().split("\n").map((line) => JSON.parse(line)), [
      { content: `Absolute path: ${root}\na/\n  x\nsecret/\nz`, success: true },
      failure("failed to read directory: access denied"),
      failure("failed to read directory: access denied"),
    ]);
  });
});

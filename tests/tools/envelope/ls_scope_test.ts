import { assert, assertEquals } from "@std/assert";
import { compareBytes } from "../../support/compare_bytes.ts";
import { DENIED, execute, failure, shown } from "../../support/envelope.ts";
import { LINKS, needing } from "../../support/machine.ts";
import { pipe } from "../../support/shell.ts";
import { link, makeTree, withTree } from "../../support/tree.ts";

Deno.test(
  needing(
    LINKS,
    "LS: paths are relative to project_root, the first of roots; relative ones resolve from cwd (5.1)",
  ),
  async () => {
    await withTree({
      "project/sub/dir/file": "",
      "project/alias": link("sub/dir"),
      "project/sub/dir/up": link("../../sub"),
      "other/x": "",
    }, async (root) => {
      const roots = [`${root}/project`, `${root}/other`];
      const rows: [string, string | undefined, string, string, string[]][] = [
        // cwd, path, context.cwd, path_resolved, entries
        [`${root}/project`, undefined, ".", ".", ["sub", "alias"]],
        [`${root}/project/sub`, undefined, "sub", "sub", ["sub/dir"]],
        [`${root}/project/sub`, ".", "sub", "sub", ["sub/dir"]],
        [`${root}/project/sub`, "dir", "sub", "sub/dir", ["sub/dir/up", "sub/dir/file"]],
        [`${root}/project/sub`, "..", "sub", ".", ["sub", "alias"]],
        [`${root}/project/sub`, "./dir/../dir/", "sub", "sub/dir", ["sub/dir/up", "sub/dir/file"]],
        [`${root}/project`, `${root}/project/sub`, ".", "sub", ["sub/dir"]],
        [`${root}/project`, `${root}/project`, ".", ".", ["sub", "alias"]],
        // "from the resolved directory on; entries themselves are never resolved"
        [`${root}/project`, "alias", ".", "sub/dir", ["sub/dir/up", "sub/dir/file"]],
        [`${root}/project`, "alias/up", ".", "sub", ["sub/dir"]],
      ];
      for (const [cwd, path, shownCwd, path_resolved, paths] of rows) {
        const params_input = path === undefined ? {} : { path };
        const { context, data, text } = await execute(params_input, { cwd, roots });
        assertEquals(context, { cwd: shownCwd, params_input, path_resolved });
        assertEquals(
          data.entries!.map((entry) => entry.path).toSorted(compareBytes),
          paths.toSorted(compareBytes),
        );
        assert(text.startsWith(`Listed ${paths.length} entries in '${path_resolved}'\n`), text);
      }
      // Relative roots start at cwd.
      const { context } = await execute({ path: "sub" }, { cwd: `${root}/project`, roots: ["."] });
      assertEquals(context, { cwd: ".", params_input: { path: "sub" }, path_resolved: "sub" });
      // "nothing outside it is allowed": not even the second root.
      for (const path of ["../other", `${root}/other`, `${root}/other/x`, root, "/"]) {
        assertEquals(
          await execute({ path }, { cwd: `${root}/project`, roots }),
          failure("ACCESS_DENIED", DENIED, { path }),
        );
      }
      assertEquals(
        await execute({}, { cwd: `${root}/project`, roots: [] }),
        failure("ACCESS_DENIED", DENIED, {}),
      );
    });
  },
);

Deno.test("LS: without cwd and roots, the project is the working directory", async () => {
  const { context, text } = await execute({ path: "fixtures/sample/src" });
  assertEquals(context.cwd, ".");
  assertEquals(context.path_resolved, "fixtures/sample/src");
  assertEquals(
    text,
    "Listed 2 entries in 'fixtures/sample/src'\n(Total: 2 items - 1 dirs, 1 files, 0 links)\n\nfixtures/sample/src/utils/\nfixtures/sample/src/main.py",
  );
});

Deno.test(
  needing(LINKS, "LS: a project that was given through a link holds for both spellings"),
  async () => {
    await withTree({ "real/d/f": "", "alias": link("real") }, async (root) => {
      for (const path of ["d", `${root}/alias/d`, `${root}/real/d`]) {
        const { context, text } = await execute({ path }, { cwd: `${root}/alias` });
        assertEquals(text.split("\n")[0], "Listed 1 entries in 'd'", path);
        assertEquals(context, { cwd: ".", params_input: { path }, path_resolved: "d" });
      }
    });
  },
);

Deno.test(
  needing(
    LINKS,
    "LS: outside the project, links are listed, and sorted as files: nothing behind them is told",
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
      assertEquals(await shown({}, { cwd: `${root}/in` }), [
        "d/",
        "absolute@",
        "chain@",
        "out@",
        "out-missing@",
      ]);
    });
  },
);

const sandbox = await makeTree({
  "in/d/f": "",
  "in/out": link("../outside"),
  "in/z": "",
  "outside/secret": "",
});
globalThis.addEventListener("unload", () => Deno.removeSync(sandbox, { recursive: true }));

Deno.test({
  ...needing(
    LINKS,
    "LS: what Deno's permissions do not grant is outside, even inside project_root",
  ),
  permissions: { read: [`${sandbox}/in`] },
  fn: async () => {
    for (const path of ["in/out", "in/out/secret", "in/out/x", "outside", "missing", "."]) {
      assertEquals(
        await execute({ path }, { cwd: sandbox }),
        failure("ACCESS_DENIED", DENIED, { path }),
      );
    }
    // A relative path starts at cwd, wherever the roots are.
    assertEquals(
      await shown({ path: "in" }, { cwd: sandbox, roots: ["in"] }),
      ["d/", "out@", "z"],
    );
  },
});

Deno.test({
  ...needing(LINKS, "LS: a link whose target is not granted is listed, and sorted as a file"),
  permissions: { read: [`${sandbox}/in`] },
  fn: async () => {
    assertEquals(await shown({}, { cwd: `${sandbox}/in` }), ["d/", "out@", "z"]);
  },
});

Deno.test(
  needing(LINKS, "LS: under --deny-read the entry is listed, and naming it is denied"),
  async () => {
    await withTree({ "a": "", "secret/y": "", "to-secret": link("secret") }, async (root) => {
      const text = await pipe(
        Deno.execPath(),
        ["run", "--quiet", `--allow-read=${root}`, `--deny-read=${root}/secret`, "-"],
        `import { TOOLSETS } from "./mod.ts";
      for (const path of [".", "secret", "to-secret", "secret/y", "secret/missing"]) {
        const { text } = await TOOLSETS.envelope.LS.execute({ path }, { cwd: ${
          JSON.stringify(root)
        } });
        console.log(JSON.stringify(text));
      }`,
      );
      assertEquals(text.trimEnd().split("\n").map((line) => JSON.parse(line)), [
        "Listed 3 entries in '.'\n(Total: 3 items - 1 dirs, 1 files, 1 links)\n\nsecret/\na\nto-secret@",
        DENIED,
        DENIED,
        DENIED,
        DENIED,
      ]);
    });
  },
);

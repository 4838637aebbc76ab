import { assertEquals } from "@std/assert";
import { execute, failure, list } from "../../support/files.ts";
import { LINKS, needing } from "../../support/machine.ts";
import { pipe } from "../../support/shell.ts";
import { link, makeTree, withTree } from "../../support/tree.ts";

Deno.test(needing(LINKS, "files ls: nothing outside the roots is listed"), async () => {
  await withTree({
    "in/d/f": "",
    "in/out": link("../outside"),
    "in/out-missing": link("../nothing"),
    "in/chain": link("out"),
    "in/absolute": link("/"),
    "in-sibling/f": "",
    "outside/sub/f": "",
    "outside/file": "",
    "outside/.gitignore": "*",
  }, async (root) => {
    const cwd = `${root}/in`;
    assertEquals((await list({ path: "." }, { cwd })).files, [`${cwd}/d/f`]);
  });
});

const sandbox = await makeTree({
  "in/d/f": "",
  "in/to-d": link("d"),
  "in/out": link("../outside"),
  "in/out-file": link("../outside/secret"),
  "in/z": "",
  ".gitignore": "*",
  "outside/secret": "",
});
globalThis.addEventListener("unload", () => Deno.removeSync(sandbox, { recursive: true }));

Deno.test({
  ...needing(
    LINKS,
    "files ls: what Deno's permissions do not grant is outside, even inside the roots",
  ),
  permissions: { read: [`${sandbox}/in`] },
  fn: async () => {
    const context = { cwd: `${sandbox}/in`, roots: [sandbox] };
    assertEquals((await list({ path: "." }, context)).files, [
      `${sandbox}/in/d/f`,
      `${sandbox}/in/z`,
    ]);
    for (
      const path of ["..", "out", "out-file", "out/secret", "out/x", "../outside", "../missing"]
    ) {
      assertEquals(
        await execute({ path }, context),
        failure(`Path outside allowed directories: ${path}`),
      );
    }
  },
});

Deno.test(
  needing(LINKS, "files ls: what --deny-read takes out is passed over, the rest is listed"),
  async () => {
    await withTree({
      "a/x": "",
      "secret/y": "",
      "to-secret": link("secret"),
      "z": "",
    }, async (root) => {
      const text = await pipe(
        Deno.execPath(),
        ["run", "--quiet", `--allow-read=${root}`, `--deny-read=${root}/secret`, "-"],
        `import { TOOLSETS } from "./mod.ts";
      for (const path of [".", "secret", "to-secret", "secret/y", "secret/missing"]) {
        const { content } = await TOOLSETS.files.ls.execute({ path }, { cwd: ${
          JSON.stringify(root)
        } });
        console.log(JSON.stringify(content[0].text));
      }`,
      );
      const [first, ...others] = text.trimEnd().split("\n").map((line) => JSON.parse(line));
      assertEquals(JSON.parse(first).files, [`${root}/a/x`, `${root}/z`]);
      assertEquals(
        others,
        ["secret", "to-secret", "secret/y", "secret/missing"]
          .map((path) => `Error: Path outside allowed directories: ${path}`),
      );
    });
  },
);

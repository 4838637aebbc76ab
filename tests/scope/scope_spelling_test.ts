import { assert, assertEquals } from "@std/assert";
import type { ToolContext } from "../../mod.ts";
import { LINKS, testsNeeding } from "../support/machine.ts";
import { type Call, callApart } from "../support/list_dir_process.ts";
import { link, type Node, type Tree, withTree } from "../support/tree.ts";

const test = testsNeeding(LINKS);

/** A link to a path in the parent of `allowed`. */
function linkOut(target: string): Node {
  return { make: (path) => Deno.symlink(path.replace(/\/allowed\/.*/, `/${target}`), path) };
}

function denied(path: string): string {
  return `Error: access denied: '${path}' is outside the allowed roots.`;
}

async function runCalls(flags: readonly string[], calls: readonly Call[], cwd: string) {
  return (await callApart(flags, calls, { cwd })).outputs;
}

const TWO: Tree = {
  "one/to-deep": link("../away/two/deep"),
  "one/to-three": link("../three"),
  "one/to-two": link("../away/two"),
  "away/two/deep/x": "",
  "away/SECRET": "",
  "three/SECRET": "",
};

// The folder `deep` is listed once, where a link first leads to it.
const TWO_LISTED = `to-deep/ (link -> ../away/two/deep)
  x (file)
to-three (link -> ../three)
to-two/ (link -> ../away/two)`;

const grantsOfTwo: Readonly<Record<string, (base: string) => [string[], ToolContext]>> = {
  "two roots": () => [["--allow-all"], { roots: ["one", "away/two"] }],
  "two roots and two permissions": (base) => [
    [`--allow-read=${base}/one,${base}/away/two`],
    { roots: ["one", "away/two"] },
  ],
  "one root and two permissions": (base) => [
    [`--allow-read=${base}/one,${base}/away/two`],
    { roots: ["."] },
  ],
  "two permissions and no roots": (base) => [
    [`--allow-read=${base}/one,${base}/away/two`],
    {},
  ],
};

for (const [name, grant] of Object.entries(grantsOfTwo)) {
  test(`a link whose target is inside the roots and granted is followed (${name})`, async () => {
    const args = { path: "one", recursive: true, follow_folder_symlinks: true, show_data: true };
    await withTree(TWO, async (base) => {
      const [flags, context] = grant(base);
      const call: Call = { args, context: { ...context, cwd: base } };
      assertEquals(await runCalls(flags, [call], base), [TWO_LISTED]);
    });
  });
}

const SPELLED: Tree = {
  "allowed/a.txt": "",
  "allowed/deep/b.txt": "",
  "allowed/door": link("../outside"),
  "allowed/real-name": linkOut("allowed/deep"),
  "allowed/relative": link("deep"),
  "allowed/spelled-name": linkOut("spelled/deep"),
  "outside/SECRET": "",
  "second": link("spelled"),
  "spelled": link("allowed"),
};

test("where a root was itself given through a link, the permission that the user granted holds", () =>
  withTree(SPELLED, async (base) => {
    const follow = { recursive: true, follow_folder_symlinks: true, show_data: true };
    const expected = `a.txt (file)
deep/ (folder)
  b.txt (file)
door (link -> ../outside)
real-name/ (link -> ${base}/allowed/deep)
relative/ (link -> deep)
spelled-name/ (link -> ${base}/spelled/deep)`;
    for (const spelling of ["spelled", "second"]) {
      const flags = [`--allow-read=${base}/${spelling}`];
      const path = `${base}/${spelling}`;
      // Only a link to the granted spelling is known to stay inside.
      const shown = spelling === "spelled"
        ? expected
        : expected.replace("spelled-name/", "spelled-name");
      for (
        const context of [
          { cwd: path },
          { cwd: base, roots: [path] },
          { cwd: base, roots: [spelling] },
          { cwd: path, roots: ["."] },
        ]
      ) {
        const calls: Call[] = [
          { args: { path, recursive: true, show_data: true }, context },
          { args: { path: `${path}/deep` }, context },
          { args: { path: `${path}/relative` }, context },
          { args: { path: `${path}/real-name` }, context },
          { args: { path: `${path}/none` }, context },
          { args: { path: `${path}/door` }, context },
          { args: { path: `${path}/door/none` }, context },
          { args: { path: `${path}/../outside` }, context },
          { args: { path, ...follow, format: "json" }, context },
        ];
        const outputs = await runCalls(flags, calls, "/");
        assertEquals(
          outputs.slice(0, -1),
          [
            shown,
            "b.txt",
            "b.txt",
            "b.txt",
            `Error: '${path}/none' is not a directory.`,
            denied(`${path}/door`),
            denied(`${path}/door/none`),
            denied(`${path}/../outside`),
          ],
          JSON.stringify(context),
        );
        assert(!outputs.at(-1)!.includes("SECRET"));
        assertEquals(JSON.parse(outputs.at(-1)!).name, "allowed");
      }
    }
  }));

test("only the spelling that was granted, or a root, opens a folder that a link leads to", () =>
  withTree(SPELLED, async (base) => {
    const flags = [`--allow-read=${base}/spelled`];
    const listing = "a.txt\ndeep/\ndoor\nreal-name/\nrelative/\nspelled-name/";
    const rows: [string, ToolContext, string][] = [
      // Without roots, nothing tells that the two are one folder.
      [`${base}/allowed`, {}, denied(`${base}/allowed`)],
      [`${base}/second`, {}, denied(`${base}/second`)],
      // With a root, its resolved name is inside it too.
      [`${base}/allowed`, { roots: [`${base}/spelled`] }, listing],
      [`${base}/spelled`, { roots: [`${base}/spelled`] }, listing],
      [`${base}/outside`, { roots: [`${base}/spelled`] }, denied(`${base}/outside`)],
    ];
    const calls = rows.map(([path, context]) => ({ args: { path }, context }));
    assertEquals(await runCalls(flags, calls, "/"), rows.map(([, , expected]) => expected));
  }));

test("where the resolved spelling is denied (a --deny-read by the real name), refuse", () =>
  withTree(SPELLED, async (base) => {
    const path = `${base}/spelled`;
    const contexts: ToolContext[] = [{}, { roots: [path] }];
    const follow = {
      recursive: true,
      follow_folder_symlinks: true,
      follow_file_symlinks: true,
      show_data: true,
    };
    const closed = `a.txt (file)
deep/ (folder)
door (link -> ../outside)
real-name (link -> ${base}/allowed/deep)
relative (link -> deep)
spelled-name (link -> ${base}/spelled/deep)`;
    for (const context of contexts) {
      for (const allow of [`--allow-read=${path}`, "--allow-read"]) {
        const flags = [allow, `--deny-read=${base}/allowed`];
        assertEquals(await runCalls(flags, [{ args: { path }, context }], "/"), [denied(path)]);
      }
      for (const name of ["allowed", "spelled"]) {
        const flags = [`--allow-read=${path}`, `--deny-read=${base}/${name}/deep`];
        const calls: Call[] = [
          { args: { path, ...follow }, context },
          { args: { path: `${path}/deep` }, context },
          { args: { path: `${path}/deep/none` }, context },
          { args: { path: `${path}/relative` }, context },
          { args: { path: `${path}/relative/none` }, context },
        ];
        const [listing, ...rest] = await runCalls(flags, calls, "/");
        assertEquals(listing, closed, `${name} ${JSON.stringify(context)}`);
        assertEquals(
          rest,
          calls.slice(1).map(({ args }) => denied((args as { path: string }).path)),
        );
      }
    }
  }));

import { assert, assertEquals } from "@std/assert";
import { TOOLSETS } from "../../../mod.ts";
import { withReads } from "../../support/disk_reads.ts";
import { callApart } from "../../support/list_dir_process.ts";
import { LINKS, MODES, needing } from "../../support/machine.ts";
import { link, type Tree, withTree } from "../../support/tree.ts";

const { execute } = TOOLSETS.tree.list_dir;

/** `in` is the scope. */
const TREE: Tree = {
  "in/a/f": "",
  "in/dangling_out": link("../out/gone"),
  "in/dir_out": link("../out"),
  "in/file_out": link("../out/f"),
  "in/through": link("../out/back/f"),
  "in/to_a": link("a"),
  "in2/f": "",
  "out/back": link("../in/a"),
  "out/f": "",
  "out/gitignored": "",
};

const SHOWN = `a/ (folder)
  f (file)
dangling_out (link -> ../out/gone)
dir_out (link -> ../out)
file_out (link -> ../out/f)
through (link -> ../out/back/f)`;

const EVERYTHING = {
  recursive: true,
  follow_folder_symlinks: true,
  follow_file_symlinks: true,
  show_data: true,
};

const denied = (path: string): string =>
  `Error: access denied: '${path}' is outside the allowed roots.`;

// Section 2, points 1, 2 and 4: "Outside the roots and not granted are one answer, access denied, in the
// same words whether or not the thing exists."
const OUTSIDE = [
  ...["..", "../", "../in2", "../out", "../out/f", "../out/gone", "../gone", "/", "/gone"],
  ...["a/../../out", "dir_out", "dir_out/gone", "file_out", "dangling_out", "through"],
];

Deno.test(
  needing(LINKS, "list_dir with roots shows links that lead outside, and nothing behind them"),
  async () => {
    await withTree(TREE, async (root) => {
      for (const roots of [["."], [`${root}/in`], ["../in/", "/gone"], [`${root}/in/a/..`]]) {
        assertEquals(await execute(EVERYTHING, { cwd: `${root}/in`, roots }), SHOWN);
      }
    });
  },
);

Deno.test(
  needing(LINKS, "list_dir with roots lists what is inside, however it is spelled"),
  async () => {
    await withTree(TREE, async (root) => {
      const context = { cwd: `${root}/in`, roots: ["."] };
      assertEquals(await execute({ path: "../in/a" }, context), "f");
      assertEquals(await execute({ path: `${root}/in/a` }, context), "f");
      assertEquals(await execute({ path: "gone" }, context), "Error: 'gone' is not a directory.");
    });
  },
);

Deno.test(needing(LINKS, "list_dir with several roots follows links between them"), async () => {
  await withTree(TREE, async (root) => {
    assertEquals(
      await execute({ ...EVERYTHING, path: "in" }, { cwd: root, roots: ["in", "out"] }),
      `a/ (folder)
  f (file)
dangling_out (link -> ../out/gone)
dir_out/ (link -> ../out)
  f (file)
  gitignored (file)
file_out (file)
through (file)`,
    );
  });
});

Deno.test(needing(LINKS, "list_dir takes a root that was given through a link"), async () => {
  await withTree({ ...TREE, "way": link("in") }, async (root) => {
    const context = { cwd: root, roots: ["way"] };
    assertEquals(await execute({ ...EVERYTHING, path: "way" }, context), SHOWN);
    assertEquals(await execute({ path: "in/a" }, context), "f");
    assertEquals(await execute({ path: "out" }, context), denied("out"));
  });
});

Deno.test(
  needing(
    LINKS,
    "list_dir without roots leaves it to Deno's permissions, and touches nothing else",
  ),
  async () => {
    await withTree(TREE, async (root) => {
      const cwd = `${root}/in`;
      const paths = [...OUTSIDE, `${root}/out`, `${root}/gone`, "gone"];
      const { outputs, refused } = await callApart([`--allow-read=${cwd}`], [
        { args: EVERYTHING, context: { cwd } },
        { args: { ...EVERYTHING, use_gitignore: true }, context: { cwd } },
        ...paths.map((path) => ({ args: { path }, context: { cwd } })),
      ]);
      assertEquals(outputs, [
        SHOWN,
        SHOWN,
        ...paths.slice(0, -1).map(denied),
        "Error: 'gone' is not a directory.",
      ]);
      assertEquals(refused, []);
    });
  },
);

Deno.test(
  needing(LINKS, "list_dir without any permission denies everything, and touches nothing"),
  async () => {
    await withTree(TREE, async (root) => {
      const context = { cwd: root };
      const { outputs, refused } = await callApart([], [
        { args: { path: "in" }, context },
        { args: { path: "gone", use_gitignore: true }, context },
        { args: { path: "in" }, context: { cwd: root, roots: ["in"] } },
      ]);
      assertEquals(outputs, [denied("in"), denied("gone"), denied("in")]);
      assertEquals(refused, []);
    });
  },
);

Deno.test(
  needing(LINKS, "list_dir keeps the line of a directory that --deny-read holds back, children []"),
  async () => {
    const tree: Tree = {
      "a/f": "",
      "secret/f": "",
      "to_secret": link("secret"),
      "to_file": link("secret/f"),
      "to_gone": link("secret/gone"),
      "z": "",
    };
    await withTree(tree, async (root) => {
      const context = { cwd: root };
      const { outputs, refused } = await callApart(
        [`--allow-read=${root}`, `--deny-read=${root}/secret`],
        [
          { args: EVERYTHING, context },
          { args: { recursive: true, format: "json", filter: "folders" }, context },
          { args: { path: "secret" }, context },
          { args: { path: "secret/gone" }, context },
          { args: { path: "to_secret" }, context },
        ],
      );
      assertEquals(outputs, [
        `a/ (folder)
  f (file)
secret/ (folder)
to_file (link -> secret/f)
to_gone (link -> secret/gone)
to_secret (link -> secret)
z (file)`,
        `[
  {
    "path": "a",
    "type": "folder"
  },
  {
    "path": "secret",
    "type": "folder"
  }
]`,
        denied("secret"),
        denied("secret/gone"),
        denied("to_secret"),
      ]);
      // A directory below a granted one is not asked about first; its refusal is caught.
      assert(refused.every((path) => path === `${root}/secret`));
    });
  },
);

Deno.test(needing(LINKS, "list_dir opens by the spelling that holds the permission"), async () => {
  await withTree({ ...TREE, "way": link("in") }, async (root) => {
    const { outputs, refused } = await callApart([`--allow-read=${root}/way`], [
      { args: { ...EVERYTHING, path: "way" }, context: { cwd: root } },
      { args: { ...EVERYTHING }, context: { cwd: `${root}/way` } },
      { args: { ...EVERYTHING, path: "way" }, context: { cwd: root, roots: ["way"] } },
      { args: { path: "way/dir_out" }, context: { cwd: root } },
    ]);
    assertEquals(outputs, [SHOWN, SHOWN, SHOWN, denied("way/dir_out")]);
    assertEquals(refused, []);
  });
});

Deno.test(needing(LINKS, "list_dir refuses where the resolved spelling is denied"), async () => {
  await withTree({ ...TREE, "way": link("in") }, async (root) => {
    const { outputs } = await callApart(
      [`--allow-read=${root}/way`, `--deny-read=${root}/in`],
      [
        { args: { path: "way" }, context: { cwd: root } },
        { args: { path: "way/a" }, context: { cwd: root } },
      ],
    );
    assertEquals(outputs, [denied("way"), denied("way/a")]);
  });
});

Deno.test("list_dir use_gitignore reads no .gitignore above what is granted", async () => {
  await withTree({
    ".gitignore": "a\n",
    "d/.gitignore": "b\n",
    "d/e/a": "",
    "d/e/b": "",
    "d/e/c": "",
  }, async (root) => {
    const { outputs, refused } = await callApart([`--allow-read=${root}/d`], [
      { args: { path: "d/e", use_gitignore: true }, context: { cwd: root } },
      { args: { path: "d/e", use_gitignore: true }, context: { cwd: root, gitignore: "git" } },
    ]);
    assertEquals(outputs, ["a\nc", "a\nc"]);
    assertEquals(refused, []);
  });
});

// Decision 4.10: "A directory that cannot be read keeps its line (`children: []`)". Decision 4.12.
Deno.test({
  ...needing(
    [MODES, LINKS],
    "list_dir keeps the line of a directory that cannot be read, children []",
  ),
  async fn() {
    const tree: Tree = {
      "a/f": "",
      "locked/f": "",
      "to_locked": link("locked"),
      "through": link("locked/f"),
      "unlisted/f": "",
      "unlisted/.gitignore": "*",
      "z": "",
    };
    await withTree(tree, async (root) => {
      Deno.chmodSync(`${root}/locked`, 0o000);
      Deno.chmodSync(`${root}/unlisted`, 0o300);
      try {
        const context = { cwd: root };
        const { outputs } = await callApart(["--allow-read"], [
          { args: EVERYTHING, context },
          { args: { ...EVERYTHING, follow_folder_symlinks: false, use_gitignore: true }, context },
          { args: { recursive: true, filter: "files" }, context },
          { args: { path: "locked" }, context },
          { args: { path: "locked", format: "json" }, context },
          { args: { path: "locked/f" }, context },
          { args: { path: "to_locked" }, context },
          { args: { path: "unlisted" }, context },
          { args: { path: "unlisted/gone" }, context },
          { args: { recursive: true, format: "json" }, context },
        ], { isUnprivileged: true });
        const denied = (path: string): string => `Error: permission denied: '${path}'.`;
        assertEquals(outputs.slice(0, -1), [
          `a/ (folder)
  f (file)
locked/ (folder)
through (link -> locked/f)
unlisted/ (folder)
z (file)`,
          `a/ (folder)
  f (file)
locked/ (folder)
through (link -> locked/f)
to_locked/ (link -> locked)
unlisted/ (folder)
z (file)`,
          "a/f\nthrough\nz",
          denied("locked"),
          denied("locked"),
          denied("locked/f"),
          denied("to_locked"),
          denied("unlisted"),
          "Error: 'unlisted/gone' is not a directory.",
        ]);
        assertEquals(
          JSON.parse(outputs.at(-1)!).children[1],
          { name: "locked", type: "folder", children: [] },
        );
      } finally {
        Deno.chmodSync(`${root}/locked`, 0o700);
        Deno.chmodSync(`${root}/unlisted`, 0o700);
      }
    });
  },
});

Deno.test("list_dir keeps the line of a directory that vanishes during the walk, and goes on", async () => {
  await withTree({ "a/f": "", "b/c/f": "", "d/f": "" }, async (root) => {
    // Once the listed directory has been read, one of its directories goes.
    const after = (path: string): void => {
      if (path === root) Deno.removeSync(`${root}/b`, { recursive: true });
    };
    await withReads({ after }, async () => {
      const args = { recursive: true, path: root };
      assertEquals(await execute(args), "a/\n  f\nb/\nd/\n  f");
    });
    assert(![...Deno.readDirSync(root)].some(({ name }) => name === "b"));
  });
});

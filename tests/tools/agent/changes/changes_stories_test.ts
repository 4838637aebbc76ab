/**
 * Decision 9.11: "each counts once", "what could not be read is counted and never called unchanged": stories of
 * `changes`, each told to the entry, and nothing else.
 */
import { assertEquals } from "@std/assert";
import { type ToolContext, TOOLSETS, toToolResult, TreeCache } from "../../../../mod.ts";
import { gitIn, initGit } from "../../../support/git.ts";
import { failingDisk } from "../../../support/failing_disk.ts";
import { GIT, LINKS, needing } from "../../../support/machine.ts";
import { link, type Tree, withQuickTree, withTree } from "../../../support/tree.ts";

const { overview, changes } = TOOLSETS.agent;

const TREE: Tree = {
  ".git/HEAD": "",
  ".gitignore": "",
  "docs/guide.md": "text",
  "lib/x/1": "",
  "src/a.ts": "one",
  "src/b.ts": "two",
};

/** 60 folders of 100 new files each, and an old file, all empty. */
const MANY: Tree = Object.fromEntries([
  ...Array.from({ length: 6000 }, (_, i) => [`d${i % 60}/f${i}.ts`, ""]),
  ["old.ts", {
    make: (path: string) => {
      Deno.writeTextFileSync(path, "");
      Deno.utimeSync(path, 1e9, 1e9);
    },
  }],
]);

interface Story {
  readonly what: string;
  readonly act: (cwd: string) => void;
  /** The text without the snapshot. */
  readonly told: string;
  readonly tree?: Tree;
  readonly hide?: readonly string[];
}

const STORIES: readonly Story[] = [
  {
    what: "nothing was done",
    act: () => {},
    told: "changes .: no change",
  },
  {
    what: "an edit that changes the size",
    act: (cwd) => Deno.writeTextFileSync(`${cwd}/src/a.ts`, "longer"),
    told: "changes .: 1 modified\nsrc/\n ~ a.ts",
  },
  {
    what: "an edit that keeps the size, within the clock's grain of the snapshot",
    act: (cwd) => Deno.writeTextFileSync(`${cwd}/src/a.ts`, "eno"),
    told: "changes .: 1 modified\nsrc/\n ~ a.ts",
  },
  {
    what: "the rename of a file",
    act: (cwd) => Deno.renameSync(`${cwd}/src/b.ts`, `${cwd}/lib/c.ts`),
    told: "changes .: 1 renamed\nlib/\n > c.ts (was src/b.ts)",
  },
  {
    what: "the rename of a folder",
    act: (cwd) => Deno.renameSync(`${cwd}/lib`, `${cwd}/pkg`),
    told: "changes .: 1 renamed\n./\n > pkg/ (was lib)",
  },
  {
    what: "a new file with the inode of a deleted one",
    act: (cwd) => {
      Deno.removeSync(`${cwd}/src/a.ts`);
      Deno.writeTextFileSync(`${cwd}/src/c.md`, "one");
    },
    told: "changes .: 1 added, 1 removed\nsrc/\n - a.ts\n + c.md",
  },
  {
    what: "a file replaced by rename",
    tree: { ...TREE, "src/a.ts.new": "one" },
    act: (cwd) => Deno.renameSync(`${cwd}/src/a.ts.new`, `${cwd}/src/a.ts`),
    told: "changes .: 1 removed, 1 modified\nsrc/\n ~ a.ts\n - a.ts.new",
  },
  {
    what: "other permissions, which are no change",
    act: (cwd) => Deno.chmodSync(`${cwd}/src/a.ts`, 0o600),
    told: "changes .: no change",
  },
  {
    what: "a time in the future",
    act: (cwd) => Deno.utimeSync(`${cwd}/src/a.ts`, 4e9, 4e9),
    told: "changes .: 1 modified\nsrc/\n ~ a.ts",
  },
  {
    what: "a file that git ignores now",
    act: (cwd) => Deno.writeTextFileSync(`${cwd}/.gitignore`, "a.ts\n"),
    told:
      "changes .: 1 removed (ignored now), 1 modified; not compared: 1 ignored\n./\n ~ .gitignore\nsrc/\n - a.ts (ignored now)",
  },
  {
    what: "a file whose new name the host hides",
    hide: [".*.ts"],
    act: (cwd) => Deno.renameSync(`${cwd}/src/a.ts`, `${cwd}/src/.a.ts`),
    told: "changes .: 1 removed\nsrc/\n - a.ts",
  },
  {
    what: "another target of a link",
    tree: { ...TREE, "l": link("src") },
    act: (cwd) => {
      Deno.removeSync(`${cwd}/l`);
      Deno.symlinkSync("lib", `${cwd}/l`);
    },
    told: "changes .: 1 modified\n./\n ~ l@",
  },
  {
    what: "`cp -p` over one of 6,000 files, of the same size, written just before the snapshot",
    tree: MANY,
    act: (cwd) => {
      Deno.copyFileSync(`${cwd}/old.ts`, `${cwd}/d3/f3.ts`);
      Deno.utimeSync(`${cwd}/d3/f3.ts`, 1e9, 1e9);
    },
    told: "changes .: 1 modified\nd3/\n ~ f3.ts",
  },
  {
    what: "nothing, in 6,000 files that were written just before the snapshot",
    tree: MANY,
    act: () => {},
    told: "changes .: no change",
  },
];

/** Returns what `changes` tells of an action since an overview, without the name of its snapshot. */
async function toldOf(
  context: ToolContext,
  act: () => void | Promise<void>,
): Promise<string> {
  const cached = { ...context, cache: new TreeCache() };
  const { snapshot } = await overview.execute({}, cached);
  await act();
  const result = await changes.execute({ since: snapshot ?? "none" }, cached);
  return toToolResult(changes, result).text.replace(/\nsnapshot: .*$/, "");
}

for (const { what, act, told, tree = TREE, hide = [] } of STORIES) {
  Deno.test(
    needing(tree === TREE ? [] : LINKS, `changes tells the truth of ${what}`),
    () =>
      withTree(tree, async (cwd) => {
        assertEquals(await toldOf({ cwd, policy: { hide } }, () => act(cwd)), told);
      }),
  );
}

Deno.test(
  needing(GIT, "changes tells the truth of a checkout that puts 7 files in place of 7 others"),
  () =>
    withTree(
      Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`a${i}`, "x"])),
      async (cwd) => {
        await initGit(cwd);
        await gitIn(cwd, ["add", "."]);
        await gitIn(cwd, ["commit", "-qm", "a"]);
        await gitIn(cwd, ["checkout", "-q", "-b", "b"]);
        for (let i = 0; i < 7; i++) await gitIn(cwd, ["mv", `a${i}`, `b${i}`]);
        await gitIn(cwd, ["commit", "-qm", "b"]);
        await gitIn(cwd, ["checkout", "-q", "main"]);
        const told = await toldOf({ cwd }, async () =>
          void await gitIn(cwd, ["checkout", "-q", "b"]));
        const rows = [..."0123456"];
        assertEquals(
          told,
          [
            "changes .: 7 added, 7 removed\n./",
            ...rows.map((i) =>
              ` - a${i}`
            ),
            ...rows.map((i) => ` + b${i}`),
          ].join("\n"),
        );
      },
    ),
);

Deno.test("changes tells the truth of a directory that cannot be read any more", () =>
  withTree(TREE, async (cwd) => {
    using disk = new DisposableStack();
    const told = await toldOf({ cwd }, () => {
      disk.use(failingDisk({
        readDirSync: (path, proceed) => {
          if (path.endsWith("/src")) throw new Deno.errors.PermissionDenied();
          return proceed();
        },
      }));
    });
    assertEquals(told, "changes .: no change; not compared: 1 permission_denied");
  }));

Deno.test("of more than 20,000 entries there is no snapshot, and changes names what tells more", async () => {
  const files = Object.fromEntries(Array.from({ length: 19_999 }, (_, i) => [`d/f${i}`, ""]));
  await withQuickTree(files, async (cwd) => {
    const context = { cwd, cache: new TreeCache() };
    const { snapshot } = await overview.execute({}, context);
    assertEquals(typeof snapshot, "string");
    Deno.writeTextFileSync(`${cwd}/one_more`, "");
    assertEquals((await overview.execute({}, context)).snapshot, undefined);
    const result = await changes.execute({ since: snapshot! }, context);
    assertEquals(
      toToolResult(changes, result).text,
      "changes .: what changed is not known\nhint: a directory of more than 20,000 entries has no snapshot; find_files with modified_within tells what was written lately",
    );
    assertEquals([result.fresh, result.snapshot], [true, null]);
  });
});

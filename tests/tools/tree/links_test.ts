import { assertEquals } from "@std/assert";
import { TOOLSETS } from "../../../mod.ts";
import { compareBytes } from "../../support/compare_bytes.ts";
import { FIFOS, LINKS, testsNeeding } from "../../support/machine.ts";
import { fifo, link, type Node, type Tree, withQuickTree } from "../../support/tree.ts";
import { table } from "../../support/tree_table.ts";

const test = testsNeeding(LINKS, FIFOS);

const { execute } = TOOLSETS.tree.list_dir;

/**
 * Links to what is no directory, and how each shows with `follow_file_symlinks`; `loop` is the target that JSON
 * then gives. ANNOTATION FORMAT; FILE SYMLINK LOOP HANDLING; decisions 4.5 and 4.7.
 */
const FILE_LINKS: readonly (readonly [
  name: string,
  target: string,
  followed: "(file)" | "(link)" | "unfollowed",
  loop?: string,
])[] = [
  // "a file symlink that WAS followed (follow_file_symlinks=true) and resolved cleanly to a real file"
  ["simple", "f", "(file)"],
  ["dotted", "./../in/f", "(file)"],
  // "Clean chain A -> B -> C (C is a real file): shown as (file)"
  ["clean-1", "clean-2", "(file)"],
  ["clean-2", "simple", "(file)"],
  // "resolve each target against its link's own directory"
  ["deep", "d/b", "(file)"],
  ["through-folder", "to-d/f", "(file)"],
  // A FIFO is a file, and is not opened.
  ["to-pipe", "pipe", "(file)"],
  // "Looping chain A -> B -> C -> A: C is reported, shown as (link)": `link_target` = C's stored target.
  ["loop-a", "loop-b", "(link)", "./loop-a"],
  ["loop-b", "loop-c", "(link)", "loop-b"],
  ["loop-c", "./loop-a", "(link)", "loop-c"],
  ["loop-rho", "loop-a", "(link)", "./loop-a"],
  // A slash at the end of a target leads nowhere else.
  ["loop-s1", "loop-s2/", "(link)", "loop-s1/./"],
  ["loop-s2", "loop-s1/./", "(link)", "loop-s2/"],
  ["loop-self", "loop-self//", "(link)", "loop-self//"],
  // A target of the chain, not of a link on the way.
  ["loop-way", "here/loop-way", "(link)", "here/loop-way"],
  // "A chain that ends in nothing, has a hop outside the scope, or is over 40 hops long is an unfollowed link".
  ["gone-1", "gone-2", "unfollowed"],
  ["gone-2", "nothing", "unfollowed"],
  ["gone-below", "nothing/x", "unfollowed"],
  ["gone-file", "f/x", "unfollowed"],
  ["gone-own", "gone-own/x", "unfollowed"],
  ["gone-slash", "f/", "unfollowed"],
  ["out-1", "out-2", "unfollowed"],
  ["out-2", "../out/f", "unfollowed"],
  ["out-back", "../out/back/f", "unfollowed"],
  ["out-dir", "../out", "unfollowed"],
  ["out-etc", "/etc/passwd", "unfollowed"],
  ["out-missing", "../out/nothing", "unfollowed"],
];

/** "Folder link": the target resolves to a directory inside the scope. */
const FOLDER_LINKS = [["here", "."], ["to-d", "d"], ["to-to-d", "to-d"]] as const;

const MADE: Tree = {
  "in/d/b": link("../e/c"),
  "in/d/f": "",
  "in/e/c": link("f"),
  "in/e/f": "",
  "in/f": "",
  "in/pipe": fifo(),
  "out/back": link("../in/d"),
  "out/f": "",
};

test("list_dir shows links of each kind, followed and not, in text and JSON", async () => {
  const links = [...FILE_LINKS, ...FOLDER_LINKS].map(([name, target]): [string, Node] => [
    `in/${name}`,
    link(target),
  ]);
  await withQuickTree({ ...MADE, ...Object.fromEntries(links) }, async (root) => {
    const call = (args: object) =>
      execute({ show_data: true, ...args }, { cwd: `${root}/in`, roots: ["."] });
    const folders = FOLDER_LINKS.map(([name, target]) => [name, `(link -> ${target})`, target]);
    const text = async (rows: readonly (readonly (string | undefined)[])[], args: object) => {
      const sorted = rows.toSorted(([a], [b]) => compareBytes(a!, b!));
      assertEquals(
        await call(args),
        sorted.map(([name, suffix]) => `${name} ${suffix}`).join("\n"),
      );
    };
    const real = ["f", "pipe"].map((name) => [name, "(file)"]);
    const slashed = [
      ...folders.map(([name, suffix]) => [`${name}/`, suffix]),
      ["d/", "(folder)"],
      ["e/", "(folder)"],
    ];
    const plain = FILE_LINKS.map(([name, target]) => [name, `(link -> ${target})`]);
    const followed = FILE_LINKS.map(([name, target, shown]) => [
      name,
      shown === "unfollowed" ? `(link -> ${target})` : shown,
    ]);
    const follow = { follow_file_symlinks: true };
    await text([...real, ...plain, ...slashed], {});
    await text([...real, ...followed, ...slashed], follow);
    // `filter="files"` shows any link to what is no directory, `filter="folders"` does not.
    await text([...real, ...plain], { filter: "files" });
    await text([...real, ...followed], { filter: "files", ...follow });
    await text([...folders, ["d", "(folder)"], ["e", "(folder)"]], { filter: "folders" });
    // "File symlink, followed, clean chain => type: 'file' (no link_target)".
    const objects = FILE_LINKS.map(([path, target, shown, loop]) =>
      shown === "(file)"
        ? { path, type: "file" }
        : { path, type: "link", link_target: loop ?? target }
    );
    const files = [...objects, ...real.map(([path]) => ({ path, type: "file" }))];
    assertEquals(
      await call({ filter: "files", format: "json", ...follow }),
      JSON.stringify(files.toSorted((a, b) => compareBytes(a.path!, b.path!)), null, 2),
    );
  });
});

const FOLLOW = { recursive: true, follow_folder_symlinks: true };

// follow_folder_symlinks; INFINITE LOOP PROTECTION; decisions 4.4 and 4.6.
table([
  [
    "does not descend into folder links without follow_folder_symlinks",
    "in/d/f, in/l -> d",
    { recursive: true },
    "d/ (folder)\n  f (file)\nl/ (link -> d)",
  ],
  [
    '"Only meaningful when recursive=true."',
    "in/d/f, in/l -> d, in/self -> .",
    { follow_folder_symlinks: true },
    "d/ (folder)\nl/ (link -> d)\nself/ (link -> .)",
  ],
  [
    "descends into a followed folder link, which still shows (link -> TARGET)",
    "in/a -> z/d, in/z/e, in/z/d/f",
    FOLLOW,
    // The walk already entered `z/d` through `a`, so it gives no more output.
    "a/ (link -> z/d)\n  f (file)\nz/ (folder)\n  e (file)",
  ],
  [
    "skips a link about to be followed whose directory was descended into",
    "in/d/f, in/l -> d",
    FOLLOW,
    "d/ (folder)\n  f (file)",
  ],
  [
    'guards against "Recursive symlinks (A -> A)"',
    "in/d/f, in/d/up -> ../., in/self -> .",
    FOLLOW,
    "d/ (folder)\n  f (file)",
  ],
  [
    'guards against "Mutual symlinks (A -> B -> A)"',
    "in/a/to_b -> ../b, in/b/to_a -> ../a, in/b/f",
    FOLLOW,
    "a/ (folder)\n  to_b/ (link -> ../b)\n    f (file)",
  ],
  [
    'guards against "Relative symlinks that resolve to an ancestor"',
    "in/a/b/up -> ../.., in/a/b/f",
    FOLLOW,
    "a/ (folder)\n  b/ (folder)\n    f (file)",
  ],
  [
    "always shows a link that is not followed, at the depth limit too",
    "in/a/f, in/a/up -> .., in/l -> a",
    { ...FOLLOW, depth: 1 },
    "a/ (folder)\n  f (file)\n  up/ (link -> ..)",
  ],
  [
    "counts a followed link as a level",
    "in/a -> z, in/z/y/x",
    { ...FOLLOW, depth: 1 },
    "a/ (link -> z)\n  y/ (folder)",
  ],
  [
    "adds a directory to visited_dirs only when it is descended into",
    "in/a/b/f, in/l -> a/b",
    { ...FOLLOW, depth: 1 },
    "a/ (folder)\n  b/ (folder)\nl/ (link -> a/b)\n  f (file)",
  ],
  [
    "shows a followed link's contents at their full paths, and neither twice",
    "in/l -> z/d, in/z/d/e/f",
    { ...FOLLOW, filter: "files" },
    "l/e/f (file)",
  ],
  [
    '"a followed folder symlink/junction itself appears if filter=\\"folders\\""',
    "in/l -> z/d, in/z/d/e/f",
    { ...FOLLOW, filter: "folders" },
    "l (link -> z/d)\nl/e (folder)\nz (folder)",
  ],
  [
    "resolves links below a followed link from their resolved place",
    "in/l -> z/d, in/z/d/up -> ../f, in/z/f",
    { ...FOLLOW, follow_file_symlinks: true },
    "l/ (link -> z/d)\n  up (file)\nz/ (folder)\n  f (file)",
  ],
  [
    "lists by its link a directory outside the tree but inside the scope",
    "in/a/l -> ../b, in/b/f",
    { ...FOLLOW, path: "a" },
    "l/ (link -> ../b)\n  f (file)",
  ],
  // Section 3: "A link is matched as a non-directory; below a followed link, paths are matched as walked, and
  // `.gitignore` files met there count."
  [
    "leaves a folder link matched by a directory pattern in, and follows it",
    { "in/.gitignore": "l/\n", "in/z/f": "", "in/l": link("z") },
    { ...FOLLOW, use_gitignore: true },
    ".gitignore (file)\nl/ (link -> z)\n  f (file)",
  ],
  [
    "ignores links by name, but shows a .git link",
    {
      "in/.gitignore": "l\nm\n",
      "in/z/f": "",
      "in/l": link("z"),
      "in/m": link("gone"),
      "in/.git": link("z"),
    },
    { recursive: true, use_gitignore: true },
    ".git/ (link -> z)\n.gitignore (file)\nz/ (folder)\n  f (file)",
  ],
  [
    "matches paths below a followed link as walked",
    {
      "in/.gitignore": "l/f\nz/d/g\n",
      "in/z/d/f": "",
      "in/z/d/g": "",
      "in/z/d/h": "",
      "in/z/d/.gitignore": "/h\n",
      "in/l": link("z/d"),
    },
    { ...FOLLOW, use_gitignore: true },
    ".gitignore (file)\nl/ (link -> z/d)\n  .gitignore (file)\n  g (file)\nz/ (folder)",
  ],
], { folder: "in", args: { show_data: true } });

test("list_dir keeps to 40 hops: a chain over 40 hops long is an unfollowed link", async () => {
  const names = Array.from({ length: 43 }, (_, i) => `l${String(i).padStart(2, "0")}`);
  const chain = Object.fromEntries(
    names.slice(0, -1).map((name, i) => [name, link(names[i + 1]!)]),
  );
  // 42 links: l00 is 42 hops from the end, l01 is 41, l02 is 40.
  const rest = (suffix: string) => names.slice(2, -1).map((name) => name + suffix);
  await withQuickTree({ ...chain, l42: "" }, async (cwd) => {
    assertEquals(
      await execute({ follow_file_symlinks: true, show_data: true }, { cwd }),
      ["l00 (link -> l01)", "l01 (link -> l02)", ...rest(" (file)"), "l42 (file)"].join("\n"),
    );
  });
  await withQuickTree({ ...chain, "l42/f": "" }, async (cwd) => {
    assertEquals(await execute({ filter: "folders" }, { cwd }), [...rest(""), "l42"].join("\n"));
    assertEquals(await execute({ filter: "files" }, { cwd }), "l00\nl01");
    assertEquals(await execute({ path: "l02" }, { cwd }), "f");
    assertEquals(await execute({ path: "l01" }, { cwd }), "Error: 'l01' is not a directory.");
  });
});

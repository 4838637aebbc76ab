import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { compareBytes } from "../../support/compare_bytes.ts";
import { filesIn, list, type Listing, relativeTo } from "../../support/files.ts";
import { ANY_TREE, LINKS, testsNeeding } from "../../support/machine.ts";
import { sketch } from "../../support/sketch.ts";
import { link, type Tree, withQuickTree } from "../../support/tree.ts";

const test = testsNeeding(LINKS);

test("files ls: paths are 'under the resolved root, a followed link under its own name' (7.2)", async () => {
  const tree = sketch(
    "project/real/a, project/alias -> real, project/links/l -> ../real, project/links/m -> ../real/a, spelling -> project",
  );
  await withQuickTree(tree, async (root) => {
    const cwd = `${root}/project`;
    const linked = await list({ path: "links" }, { cwd });
    assertEquals(linked.files, [`${cwd}/links/l/a`, `${cwd}/links/m`]);
    for (const path of ["alias", `${root}/spelling/alias`, `${cwd}/alias`]) {
      const { files } = await list({ path }, { cwd: `${root}/spelling` });
      assertEquals(files, [`${cwd}/real/a`], path);
    }
  });
});

test("files ls: links are followed inside the roots only (7.6)", async () => {
  const tree = sketch(
    "in/a, in/d/f, in/to-file -> a, in/to-chain -> to-file, in/to-outside-file -> ../out/secret, " +
      "in/to-outside -> ../out, in/to-outside-missing -> ../nothing, in/to-root -> /, in/to-nothing -> nothing, " +
      "in/to-self -> to-self, in/x -> y, in/y -> x, in/round -> ., in/d/up -> .., in/through -> ../out/back, " +
      "out/secret, out/back -> ../in/d, second/s, in/to-second -> ../second",
  );
  await withQuickTree(tree, async (root) => {
    const cwd = `${root}/in`;
    const kept = ["a", "d/f", "to-chain", "to-file"];
    assertEquals(relativeTo(cwd, (await list({ path: "." }, { cwd })).files), kept);
    // A link may lead into any of the roots.
    const { files } = await list({ path: "." }, { cwd, roots: [".", "../second"] });
    assertEquals(relativeTo(cwd, files), [...kept, "to-second/s"]);
  });
});

test("files ls: 'a directory is entered once per call by real path' (7.6): by its own path, else by the first link", async () => {
  const rows: [tree: string, files: string][] = [
    ["a -> z, z/f", "z/f"],
    ["current -> releases/v2, releases/v1/a, releases/v2/a", "releases/v1/a releases/v2/a"],
    ["zz -> z, z/f", "z/f"],
    // A followed directory link sorts as `name/`: `m-` before `m/`.
    ["m -> .git/t, m- -> .git/t, .git/t/f", "m-/f"],
    ["m -> .git/t, m0 -> .git/t, .git/t/f", "m/f"],
    ["a -> b/c, b/c/f, b/g", "b/c/f b/g"],
    ["a/up -> .., a/f, b", "a/f b"],
    ["a/l -> ../b, b/l -> ../a, a/f, b/g", "a/f b/g"],
    ["a -> b, b -> c, c -> d, d/f", "d/f"],
    // Links to files are not directories: each is listed.
    ["a -> f, b -> f, f", "a b f"],
    ["d/l -> ../e, e/f, e/g/h", "e/f e/g/h"],
  ];
  for (const [tree, files] of rows) {
    await withQuickTree(sketch(tree), async (root) => {
      assertEquals((await filesIn(root)).join(" "), files, tree);
    });
  }
});

test("files ls: a fan-out of links comes to an end", async () => {
  const name = (i: number): string => `d${String(i % 30).padStart(2, "0")}`;
  const levels = Array.from(
    { length: 30 },
    (_, i) => [
      `${name(i)}/f`,
      ...["x", "y", "z"].map((each) => `${name(i)}/${each} -> ../${name(i + 1)}`),
    ],
  );
  await withQuickTree(sketch(levels.flat().join(", ")), async (root) => {
    assertEquals(await filesIn(root), levels.map(([file]) => file!));
    // Where none of them is in the walk, the links are followed.
    const files = Array.from({ length: 30 }, (_, i) => `d00/${"x/".repeat(i)}f`).sort(compareBytes);
    const { files: found } = await list({ path: "d00", "max-depth": 100 }, { cwd: root });
    assertEquals(relativeTo(root, found), files);
  });
});

test("files ls: below a followed link, rules match paths as walked, and .gitignore files met there count", async () => {
  const tree = sketch(
    "l -> r, m -> s, r/a.tmp, r/a.log, r/own, r/x, s/y, ignored-link.log -> r/x",
  );
  const rules = { ".gitignore": "/l/*.tmp\nm/\n/[rs]\n*.log\n", "r/.gitignore": "own\n" };
  await withQuickTree({ ...tree, ...rules }, async (root) => {
    // "A link is matched as a non-directory": `m/` does not match `m`.
    assertEquals(await filesIn(root), [".gitignore", "l/.gitignore", "l/x", "m/y"]);
  });
});

/** The spec with the decisions of section 7, read literally: by real path, its own where that is in the walk, and nothing lazy. */
function naive(root: string, maxDepth: number, maxFiles: number): Listing {
  const visited = new Set<string>();
  const events: { file?: string; deep?: boolean }[] = [];
  const enter = (path: string, depth: number): void => {
    const real = Deno.realPathSync(path);
    if (visited.has(real)) return;
    const isLink = Deno.lstatSync(path).isSymlink;
    if (isLink && real.slice(root.length).split("/").length - 1 < maxDepth) return;
    if (depth >= maxDepth) {
      events.push({ deep: true });
      return;
    }
    visited.add(real);
    const items: { key: string; path: string; isDirectory: boolean }[] = [];
    for (const { name } of Deno.readDirSync(path)) {
      const child = `${path}/${name}`;
      try {
        const end = Deno.realPathSync(child);
        if (end !== root && !end.startsWith(`${root}/`)) continue;
        const { isDirectory } = Deno.statSync(child);
        items.push({ key: isDirectory ? `${name}/` : name, path: child, isDirectory });
      } catch {
        // A link that leads nowhere, or in a circle.
      }
    }
    items.sort((a, b) => compareBytes(a.key, b.key));
    for (const item of items) {
      if (item.isDirectory) enter(item.path, depth + 1);
      else events.push({ file: item.path });
    }
  };
  enter(root, 0);
  const files: string[] = [];
  let isDeep = false;
  for (const { file, deep } of events) {
    if (files.length > maxFiles) break;
    if (deep) isDeep = true;
    if (file !== undefined) files.push(file);
  }
  const isMany = files.length > maxFiles;
  return {
    files: files.slice(0, maxFiles),
    truncated: isDeep || isMany,
    "total-files": files.length,
    "max-depth-reached": isDeep,
    "max-files-reached": isMany,
  };
}

const linkTrees = fc.tuple(
  fc.uniqueArray(
    fc.array(fc.constantFrom("a", "b", "a-", "a.", "c", "😀"), { minLength: 1, maxLength: 4 }),
    { selector: (parts) => parts.join("/"), minLength: 2, maxLength: 10 },
  ),
  fc.array(
    fc.tuple(
      fc.nat(),
      fc.constantFrom("l", "A", "a0", "z"),
      fc.nat(),
      fc.constantFrom("dir", "dir", "dir", "file", "link", "none", "out"),
    ),
    { maxLength: 8 },
  ),
).map(([paths, links]) => {
  const tree: Record<string, Tree[string]> = {};
  const folders = new Set<string>([""]);
  for (const parts of paths) {
    const above = parts.slice(0, -1).map((_, i) => parts.slice(0, i + 1).join("/"));
    const path = parts.join("/");
    if (folders.has(path) || above.some((folder) => folder in tree)) continue;
    for (const folder of above) folders.add(folder);
    tree[path] = "";
  }
  const [all, ends] = [[...folders], Object.keys(tree)];
  const shown: string[] = [];
  for (const [where, name, which, kind] of links) {
    const folder = all[where % all.length]!;
    const path = folder === "" ? name : `${folder}/${name}`;
    if (path in tree || folders.has(path)) continue;
    const up = "../".repeat(folder === "" ? 0 : folder.split("/").length);
    const others = Object.keys(tree);
    const to = kind === "dir"
      ? all[which % all.length]!
      : kind === "file"
      ? ends[which % ends.length]!
      : kind === "link"
      ? others[which % others.length]!
      : kind === "out"
      ? "../"
      : "none";
    tree[path] = link(`${up}${to}` || ".");
    shown.push(`${path} -> ${up}${to}`);
  }
  return { tree, shown: [...ends, ...shown].join(", ") };
});

testsNeeding(ANY_TREE)(
  "files ls: agrees with a plain re-implementation on random trees of links, at every limit",
  async () => {
    let many = 0;
    await fc.assert(
      fc.asyncProperty(linkTrees, ({ tree, shown }) =>
        withQuickTree(tree, async (root) => {
          const n = naive(root, Infinity, Infinity).files.length;
          if (n > 8) many++;
          const limits = [...new Set([1, 2, 3, n - 1, n, n + 1].filter((limit) => limit >= 1))];
          for (const maxDepth of [1, 2, 3, 4, 5, 50]) {
            for (const maxFiles of limits) {
              assertEquals(
                await list(
                  { path: ".", "max-depth": maxDepth, "max-files": maxFiles },
                  { cwd: root },
                ),
                naive(root, maxDepth, maxFiles),
                `max-depth ${maxDepth}, max-files ${maxFiles}: ${shown}`,
              );
            }
          }
        })),
      { numRuns: 60, seed: 22 },
    );
    assert(many > 5, `${many} large trees`);
  },
);

import { assertEquals } from "@std/assert";
import fc from "fast-check";
import ignore from "ignore";
import { TOOLSETS } from "../../mod.ts";
import { gitIn, initGit } from "../support/git.ts";
import { isDisputed, isOldGit } from "../support/gitignore_cases.ts";
import { listNaively, type Options, readJson, type Shown } from "../support/list_dir_oracle.ts";
import { ANY_TREE, GIT, needing } from "../support/machine.ts";
import { endWithNul } from "../support/shell.ts";
import { withQuickTree } from "../support/tree.ts";
import { filesBy, IGNORING } from "../support/walkers.ts";

const { execute } = TOOLSETS.tree.list_dir;

// Random trees, judged by npm `ignore` file by file, and by git.

interface RandomFiles {
  readonly nodes: readonly { parent: number; name: string; kind: "file" | "directory" | "link" }[];
  readonly rules: readonly { directory: number; lines: readonly string[] }[];
}

const names = fc.constantFrom(
  ...["a", "b", "ab", "abc", "A", "a.b", ".x", "é", "a b", "[a]", "!a", "#a", "a\\", "*", "ba"],
  ...["-", "]"],
);

const pattern = fc.tuple(
  fc.constantFrom("", "", "", "!", "/", "!/", "**/", "a/", " ", "\\"),
  fc.array(
    fc.constantFrom(
      ...["a", "b", "a", "b", "*", "*", "?", "/", "**", "[ab]", "[!a]", "[^b]", "[a-b]", "[b-a]"],
      ...["\\a", "\\*", "é", ".", " ", "\\", "[[:alpha:]]", "[]]", "[a", "#", "!", "c", "/**/"],
      ...["[", "]"],
    ),
    { minLength: 1, maxLength: 4 },
  ).map((parts) => parts.join("")),
  fc.constantFrom("", "", "", "/", " ", "\\ ", "/*", "/**", "\r"),
).map((parts) => parts.join(""));

/** Npm `ignore` takes `**` beside an escaped slash for regular asterisks, git and we do not. */
const patternForNpm = pattern.filter((line) => !line.includes("\\/"));

function randomFiles(lines: fc.Arbitrary<string>): fc.Arbitrary<RandomFiles> {
  return fc.record({
    nodes: fc.array(
      fc.record({
        parent: fc.nat(12),
        name: names,
        kind: fc.constantFrom("file", "file", "directory", "directory", "link"),
      }),
      { minLength: 3, maxLength: 14 },
    ),
    rules: fc.array(
      fc.record({ directory: fc.nat(12), lines: fc.array(lines, { minLength: 1, maxLength: 4 }) }),
      { minLength: 1, maxLength: 3 },
    ),
  });
}

/** Builds the tree in an empty directory, and returns its directories. */
function build(root: string, { nodes, rules }: RandomFiles): string[] {
  const directories = [root];
  const paths = new Set<string>();
  for (const { parent, name, kind } of nodes) {
    const path = `${directories[parent % directories.length]}/${name}`;
    if (paths.has(path)) continue;
    paths.add(path);
    if (kind === "directory") {
      Deno.mkdirSync(path);
      directories.push(path);
    } else if (kind === "file") {
      Deno.writeTextFileSync(path, "");
    } else {
      Deno.symlinkSync(root, path);
    }
  }
  for (const { directory, lines } of rules) {
    const path = `${directories[directory % directories.length]}/.gitignore`;
    Deno.writeTextFileSync(path, `${lines.join("\n")}\n`);
  }
  return directories;
}

function clear(root: string): void {
  for (const { name } of [...Deno.readDirSync(root)]) {
    if (name !== ".git") Deno.removeSync(`${root}/${name}`, { recursive: true });
  }
}

const ALL: Options = {
  recursive: true,
  follow_folder_symlinks: false,
  follow_file_symlinks: false,
  filter: "both",
  depth: null,
};

function pathsOf(entries: readonly Shown[], prefix = ""): string[] {
  return entries.flatMap(({ name, children }) => [
    prefix + name,
    ...(children ? pathsOf(children, `${prefix}${name}/`) : []),
  ]);
}

Deno.test(
  needing(
    ANY_TREE,
    'list_dir use_gitignore "any-match" equals npm ignore, file by file, on random trees',
  ),
  async () => {
    await withQuickTree({ ".git/": "" }, (root) =>
      fc.assert(
        fc.asyncProperty(randomFiles(patternForNpm), async (files) => {
          clear(root);
          const directories = build(root, files);

          const json = await execute(
            { recursive: true, use_gitignore: true, format: "json" },
            { cwd: root, roots: [root] },
          );

          const matchers = directories.flatMap((directory) => {
            try {
              const text = Deno.readTextFileSync(`${directory}/.gitignore`);
              const prefix = `${directory}/`.slice(root.length + 1);
              return [{ prefix, matcher: ignore({ ignorecase: false }).add(text) }];
            } catch {
              return [];
            }
          });
          const isIgnored = (path: string, isDirectory: boolean): boolean =>
            path === ".git" || matchers.some(({ prefix, matcher }) =>
              path.startsWith(prefix) &&
              matcher.ignores(path.slice(prefix.length) + (isDirectory ? "/" : ""))
            );
          assertEquals(
            readJson(json).map(({ path }) => path.join("/")),
            pathsOf(listNaively(root, ALL, () => true, isIgnored)),
          );
        }),
        { numRuns: 200 },
      ));
  },
);

Deno.test(
  needing(
    ANY_TREE,
    "every tool that follows .gitignore shows in a directory what it shows there from above",
  ),
  async () => {
    await withQuickTree({ ".git/": "" }, (root) =>
      fc.assert(
        fc.asyncProperty(randomFiles(pattern), async (files) => {
          clear(root);
          const directories = build(root, files);
          // `ls` of `files` follows links, so a path depends on the links on its way.
          for (const walker of IGNORING.filter(({ toolset }) => toolset !== "files")) {
            for (const gitignore of ["any-match", "git"] as const) {
              if (gitignore === "git" && walker.toolset !== "tree") continue;
              const context = { cwd: root, roots: [root], gitignore };
              const all = await filesBy(walker, context);
              for (const directory of directories) {
                const path = `./${directory.slice(root.length + 1)}`;
                const inside = all.filter((each) => `./${each}`.startsWith(`${path}/`));
                // What is named is not ignored itself, nor are its parents.
                if (inside.length === 0) continue;
                const shown = (await filesBy(walker, context, path)).map((each) =>
                  `${path}/${each}`
                );
                assertEquals(shown, inside.map((each) => `./${each}`), walker.id);
              }
            }
          }
        }),
        { numRuns: 60 },
      ));
  },
);

Deno.test({
  ...needing(
    GIT,
    "git's own verdicts, by every tool that follows them, equal git itself on random trees",
  ),
  async fn() {
    const lines = isOldGit() ? pattern.filter((line) => !isDisputed(line)) : pattern;
    await withQuickTree({}, async (root) => {
      await initGit(root);
      await fc.assert(
        fc.asyncProperty(randomFiles(lines), async (files) => {
          clear(root);
          build(root, files);

          const json = await execute(
            { recursive: true, use_gitignore: true, format: "json" },
            { cwd: root, roots: [root], gitignore: "git" },
          );

          const shown = readJson(json);
          const all = pathsOf(listNaively(root, ALL, () => true, (path) => path === ".git"));
          const verdicts = await gitIn(
            root,
            ["check-ignore", "--no-index", "-z", "--stdin"],
            endWithNul(all.map((path) => `./${path}`)),
          );
          const ignored = new Set(verdicts.map((path) => path.slice(2)));
          assertEquals(
            shown.map(({ path }) => path.join("/")),
            all.filter((path) => !ignored.has(path)),
          );
          const untracked = await gitIn(root, ["ls-files", "-z", "-o", "--exclude-standard"]);
          assertEquals(
            shown.filter(({ type }) => type !== "folder").map(({ path }) => path.join("/")).sort(),
            untracked.sort(),
          );
          const expected = untracked.filter((path) => Deno.lstatSync(`${root}/${path}`).isFile);
          for (const walker of IGNORING.filter(({ toolset }) => toolset !== "tree")) {
            const given = await filesBy(walker, { cwd: root, roots: [root] });
            assertEquals(given.toSorted(), expected.toSorted(), walker.id);
          }
        }),
        { numRuns: 100 },
      );
    });
  },
});

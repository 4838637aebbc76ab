/**
 * Random trees of a hundred directories: what walks may meet, so that their order, rules and budgets tell.
 *
 * @module
 */
import { pick, randomFrom } from "../support/random.ts";

const NAMES = [
  ...[
    "a",
    "a-",
    "a.b",
    "a b",
    "a!",
    "ab",
    "B",
    "b.ts",
    "c.h",
    "build",
    "lib",
    "src",
    "x.o",
    "y.log",
  ],
  ...["é", "\uE000", "\uFFFC", "😀", "\\", "a\nb", " a", "Error: x", ".hidden", "~", "__proto__"],
];

const RULES = [
  ...["*.o", "build", "!build", "/src", "lib/", "*.log\n!y.log", "a*", "**/x.o", "!a", ".hidden"],
  ...["src/**", "c.?", "[ab]", "\\!a"],
];

/** Links to neighbours, ancestors, other branches, files, nowhere, and outside. */
const TARGETS = [
  "a",
  "b.ts",
  "..",
  ".",
  "../a",
  "../..",
  "a/src",
  "missing",
  "/",
  "../../../..",
  "self",
];

/** A tree that a seed decides on. */
export interface HelpedTree {
  /** A text to each file, by path. */
  readonly files: ReadonlyMap<string, string>;
  readonly directories: readonly string[];
  readonly links: ReadonlyMap<string, string>;
  /** The paths of directories and `.gitignore` files that cannot be read. */
  readonly closed: readonly string[];
}

/** Makes a tree up. */
export function helpedTree(seed: number): HelpedTree {
  const random = randomFrom(seed);
  const count = 2 + Math.floor(random() * random() * 120);
  const files = new Map<string, string>();
  const links = new Map<string, string>();
  const directories = [""];
  const taken = new Set<string>();
  const place = (): string | undefined => {
    // Some trees are deep, others flat.
    const from = random() < 0.4 ? directories.slice(-3) : directories;
    const path = pick(from, random) + pick(NAMES, random);
    if (taken.has(path) || path.length > 500) return undefined;
    taken.add(path);
    return path;
  };
  for (let i = 0; i < count; i++) {
    const directory = place();
    if (directory !== undefined) directories.push(`${directory}/`);
    for (let j = Math.floor(random() * 4); j > 0; j--) {
      const file = place();
      if (file !== undefined) files.set(file, "");
    }
    if (random() < 0.3) {
      const link = place();
      if (link !== undefined) links.set(link, pick(TARGETS, random));
    }
  }
  for (const directory of directories) {
    if (random() < 0.1) files.set(`${directory}.gitignore`, lines(random));
    if (random() > 0.05) continue;
    files.set(`${directory}.git/HEAD`, "ref: refs/heads/main\n");
    files.set(`${directory}.git/config`, "[core]\n\trepositoryformatversion = 0\n");
    if (random() < 0.5) files.set(`${directory}.git/info/exclude`, lines(random));
  }
  const closed = [
    ...directories.slice(1).filter(() => random() < 0.03).map((path) => path.slice(0, -1)),
    ...[...files.keys()].filter((path) => path.endsWith(".gitignore") && random() < 0.2),
  ];
  return { files, directories, links, closed };
}

function lines(random: () => number): string {
  return Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(RULES, random)).join("\n");
}

/** Plants a tree in an empty directory. */
export function plantTree(root: string, { files, directories, links }: HelpedTree): void {
  for (const path of directories) Deno.mkdirSync(`${root}/${path}`, { recursive: true });
  for (const [path, text] of files) {
    const at = `${root}/${path}`;
    if (path.includes(".git/")) {
      Deno.mkdirSync(at.slice(0, at.lastIndexOf("/")), { recursive: true });
    }
    Deno.writeTextFileSync(at, text);
  }
  for (const [path, target] of links) Deno.symlinkSync(target, `${root}/${path}`);
}

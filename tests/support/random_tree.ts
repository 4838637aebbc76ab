/** Random trees for property tests, built with synchronous calls. */
import fc from "fast-check";
import { anyCharacter } from "./any_character.ts";

/** A node. `parent` selects the directory that holds it. */
export interface RandomNode {
  readonly parent: number;
  readonly name: string;
  readonly kind: "file" | "directory" | "link" | "fifo";
  readonly target: RandomTarget;
}

interface RandomTarget {
  readonly style: "relative" | "absolute" | "through" | "slash" | "self" | "odd";
  readonly to: number;
  readonly via: number;
  readonly odd: string;
}

const NAMES: readonly string[] = [
  ..."abcdAB.é*-~!😀！𐀀\uE000\u200B\u202E\u2028\u{E0041}\x01\t\n\r\\\x7f\x85\uFEFF\u2066",
  ..."a\\n \\ a\nb e\u0301 .a ..a a. a-b aa \u2000 a\u3000 __proto__ toString .git .gitignore"
    .split(" "),
  ..."\u{45} \\u{45} \uFB01 \u{1F468}\u200D".split(" "),
  ...["a b", " a", "a ", "  a", "\u3000a b", "Error: x", "Error: ", "[stopped after 3 entries]"],
  ...["a (file)", "a (link -> b)", "x) ("],
].filter((name) => name !== ".");

const name = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom("a", "b", "c", "d") },
  { weight: 4, arbitrary: fc.constantFrom(...NAMES) },
  { weight: 1, arbitrary: fc.string({ unit: anyCharacter, minLength: 1, maxLength: 5 }) },
).filter((text) => !/^\.{1,2}$|[/\0\uFFFD]/u.test(text) && text.isWellFormed());

const target: fc.Arbitrary<RandomTarget> = fc.record({
  style: fc.constantFrom(
    ...["relative", "relative", "relative", "absolute", "through", "slash", "self", "odd"] as const,
  ),
  to: fc.nat(30),
  via: fc.nat(30),
  odd: fc.constantFrom(
    ...[".", "..", "./", "missing", "missing/x", "/no such directory", "a\nb", "a", "./b/../a"],
    ...["../outside", "../outside/dir", "../outside/file", "../outside/none", "../outside/back"],
  ),
});

export const randomNodes: fc.Arbitrary<readonly RandomNode[]> = fc.array(
  fc.record({
    parent: fc.nat(12),
    name,
    kind: fc.constantFrom("file", "file", "directory", "directory", "link", "link", "link", "fifo"),
    target,
  }),
  { maxLength: 12 },
);

/** Builds nodes below an empty directory, FIFOs as links to one. Returns the directories, the root first. */
export function build(root: string, nodes: readonly RandomNode[], fifo: string): readonly string[] {
  const directories = [root];
  const paths: string[] = [];
  const links: (readonly [string, RandomTarget])[] = [];
  for (const { parent, name, kind, target } of nodes) {
    const path = `${directories[parent % directories.length]}/${name}`;
    if (paths.includes(path)) continue;
    paths.push(path);
    if (kind === "directory") {
      Deno.mkdirSync(path);
      directories.push(path);
    } else if (kind === "file") {
      Deno.writeTextFileSync(path, "");
    } else if (kind === "fifo") {
      Deno.linkSync(fifo, path);
    } else {
      links.push([path, target]);
    }
  }
  for (const [path, target] of links) Deno.symlinkSync(textOf(path, target, paths, root), path);
  return directories;
}

function textOf(
  from: string,
  target: RandomTarget,
  paths: readonly string[],
  root: string,
): string {
  const to = paths[target.to % paths.length]!;
  const via = paths[target.via % paths.length]!;
  switch (target.style) {
    case "relative":
      return relative(from, to);
    case "absolute":
      return to;
    case "slash":
      return `${relative(from, to)}/`;
    case "through":
      return `${relative(from, via)}${to.slice(to.lastIndexOf("/"))}`;
    case "self":
      return from.slice(from.lastIndexOf("/") + 1);
    case "odd":
      // In a subdirectory, `..` stays inside the tree.
      return target.odd === ".." && target.to % 2 === 0 ? root : target.odd;
  }
}

function relative(from: string, to: string): string {
  const [start, end] = [from.split("/").slice(0, -1), to.split("/")];
  let shared = 0;
  while (shared < start.length && start[shared] === end[shared]) shared++;
  return [...start.slice(shared).map(() => ".."), ...end.slice(shared)].join("/") || ".";
}

/**
 * Random forests of links, inside and out of what may be seen, in loops, and dangling.
 *
 * @module
 */
import type { HostileLayout, HostileNode } from "../../fixtures/hostile/layout.ts";
import { pick, randomFrom } from "../support/random.ts";

/** Random layouts: those of some seeds. */
export interface Forests {
  readonly from: number;
  readonly count: number;
}

/** Bounds the length of a chain that is not a loop. */
const MAX_LINKS = 6;

const FOLDERS = ["", "a", "a/b", "c"];

/** The targets of links, from the folder around the root. */
const ENDS = {
  inside: ["", "a", "a", "a/b", "a/b", "c", "c", "f", "a/f", "c/gone"].map((end) => `root/${end}`),
  outside: [
    ..."outside outside/back outside/folder outside/door outside/gone outside/loop".split(" "),
    ..."root-evil root-evil/inner ROOT rooted/a .".split(" "),
  ],
};

const TAILS = ["", "", "", "", "", "/", "/.", "/..", "/f", "/a", "/../c", "/gone", "//b", "/../.."];

/** The forests of some seeds, as layouts. */
export function forestLayouts({ from, count }: Forests): HostileLayout[] {
  return Array.from({ length: count }, (_, i) => forestOf(from + i));
}

function forestOf(seed: number): HostileLayout {
  const random = randomFrom(seed);
  const tree: Record<string, HostileNode> = {};
  for (const folder of FOLDERS) tree[`${folder}/f`.replace(/^\//, "")] = "here";
  const count = 3 + Math.floor(random() * (MAX_LINKS - 2));
  const links = Array.from({ length: count }, (_, i) => {
    const folder = pick(FOLDERS, random);
    return { folder, path: `${folder}/l${i}`.replace(/^\//, "") };
  });
  for (const { folder, path } of links) {
    const end = random() < 0.5
      ? `root/${pick(links, random).path}`
      : pick(random() < 0.5 ? ENDS.inside : ENDS.outside, random);
    tree[path] = { link: targetOf(folder, end + pick(TAILS, random), random) };
  }
  const first = links[0]!.path;
  return {
    name: `forest-${seed}`,
    why: "Links lead anywhere.",
    tree,
    asks: { ".": "inside", "a": "inside", [first]: "any", [`${first}/a`]: "any" },
    isHeavy: true,
  };
}

/** One of the ways to write a target, which starts at the folder around the root. */
function targetOf(folder: string, end: string, random: () => number): string {
  const kind = random();
  if (kind < 0.2) return `{base}/${end}`;
  if (kind < 0.4) return `${"../".repeat(30)}{base}/${end}`;
  const up = folder === "" ? 1 : 1 + folder.split("/").length;
  return `${"../".repeat(up)}${end}`;
}

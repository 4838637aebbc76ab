/**
 * Random forests of links: inside and outside a folder, in loops, and dangling.
 *
 * @module
 */
import { pick, randomFrom } from "./random.ts";

/** Part of every name and text outside. No link target contains it. */
export const FOREST_MARK = "qzAWAYqz";

/** A side of the forest: what may be seen, what may not, and a sibling whose name starts like `in`. */
export type Side = "in" | "out" | "evil";

/** A link, as data. */
interface ForestLink {
  readonly side: Side;
  readonly folder: string;
  readonly name: string;
  readonly style: "relative" | "absolute" | "climbing";
  readonly to: Side;
  /** The target's path on that side. */
  readonly path: string;
}

/** A forest: its links. Each side has the same folders and files. */
export type Forest = readonly ForestLink[];

/** Bounds the length of a chain that is not a loop. */
const MOST_LINKS = 6;

const FOLDERS = ["", "a", "a/b", "c"];

const ENDS = ["", "a", "a", "a/b", "a/b", "c", "c", "f", "a/f", "c/gone"];

const TAILS = ["", "", "", "", "", "/", "/.", "/..", "/f", "/a", "/../c", "/gone", "//b", "/../.."];

const STYLES = ["relative", "relative", "relative", "absolute", "climbing"] as const;

/** The forest that a seed gives. */
export function forestOf(seed: number): Forest {
  const random = randomFrom(seed);
  const count = 3 + Math.floor(random() * (MOST_LINKS - 2));
  const places = Array.from({ length: count }, (_, i) => ({
    side: random() < 0.8 ? "in" as const : "out" as const,
    folder: pick(FOLDERS, random),
    name: `l${i}`,
  }));
  return places.map((place) => {
    const next = pick(places, random);
    const isToLink = random() < 0.5;
    const to = isToLink ? next.side : pick(["in", "in", "out", "evil"] as const, random);
    const path = (isToLink ? pathOf(next) : pick(ENDS, random)) + pick(TAILS, random);
    return { ...place, style: pick(STYLES, random), to, path };
  });
}

/** The path of a link on its side. */
export function pathOf({ folder, name }: Pick<ForestLink, "folder" | "name">): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** The folder of a forest on a side. Only what is inside lies in the folder `in`. */
export function sideOf(base: string, side: Side, seed: number): string {
  return `${base}/${side === "evil" ? "in-evil" : side}/${seed}`;
}

/** Creates the folders, files and links of a forest. */
export function plant(base: string, seed: number, forest: Forest): void {
  for (const side of ["in", "out", "evil"] as const) {
    const mark = side === "in" ? "here" : FOREST_MARK;
    for (const folder of FOLDERS) {
      const path = `${sideOf(base, side, seed)}/${folder}`;
      Deno.mkdirSync(path, { recursive: true });
      Deno.writeTextFileSync(`${path}/f`, mark);
      Deno.writeTextFileSync(`${path}/${mark}`, "");
    }
  }
  for (const link of forest) {
    const from = sideOf(base, link.side, seed);
    Deno.symlinkSync(targetOf(base, seed, link), `${from}/${pathOf(link)}`);
  }
}

/** The stored target of a link. */
function targetOf(base: string, seed: number, { style, folder, to, path }: ForestLink): string {
  const end = `${sideOf(base, to, seed)}/${path}`;
  if (style === "absolute") return end;
  if (style === "climbing") return `${"../".repeat(30)}${end.slice(1)}`;
  const up = folder === "" ? 2 : 2 + folder.split("/").length;
  return `${"../".repeat(up)}${end.slice(base.length + 1)}`;
}

/** A forest as shell commands, for the message of a failure. */
export function scriptOf(base: string, seed: number, forest: Forest): string {
  return forest.map((link) => {
    const target = targetOf(base, seed, link).replaceAll(base, "BASE");
    return `ln -s ${target} ${sideOf("BASE", link.side, seed)}/${pathOf(link)}`;
  }).join("; ");
}

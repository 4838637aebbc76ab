/** Tables of listings of toolset `tree`. */
import { assertEquals } from "@std/assert";
import { TOOLSETS } from "../../mod.ts";
import { testsNeeding } from "./machine.ts";
import { sketch } from "./sketch.ts";
import { needsOf, type Tree, withQuickTree } from "./tree.ts";

const { execute } = TOOLSETS.tree.list_dir;

/** A listing: its rule, the tree or a {@linkcode sketch} of it, the arguments, and the whole output. */
type TreeRow = readonly [
  says: string,
  tree: Tree | string,
  args: Readonly<Record<string, unknown>>,
  shows: string,
];

/** Makes a test of each row: a listing of a tree's `folder`, which is also the only root. */
export function table(
  rows: readonly TreeRow[],
  { folder = "", args: common = {} }: { readonly folder?: string; readonly args?: object } = {},
): void {
  for (const [says, drawn, args, shows] of rows) {
    const tree = typeof drawn === "string" ? sketch(drawn) : drawn;
    testsNeeding(needsOf(tree))(
      `list_dir ${says}`,
      () =>
        withQuickTree({ ...folder && { [`${folder}/`]: "" }, ...tree }, async (root) => {
          const context = { cwd: `${root}/${folder}`, roots: ["."] };
          assertEquals(await execute({ ...common, ...args }, context), shows);
        }),
    );
  }
}

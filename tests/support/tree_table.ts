/**
 * Tables of listings of toolset `tree`.
 *
 * @module
 */
import { assertEquals } from "@std/assert";
import { TOOLSETS } from "../../mod.ts";
import { needing } from "./machine.ts";
import { needsOf, type Tree, withTree } from "./tree.ts";

const { execute } = TOOLSETS.tree.list_dir;

/** One listing of a tree's root. */
export interface Row {
  /** The name of the test. */
  readonly says: string;
  readonly tree: Tree;
  readonly args: Record<string, unknown>;
  /** The whole output. */
  readonly shows: string;
}

/** Makes a test of each row. */
export function table(rows: readonly Row[]): void {
  for (const { says, tree, args, shows } of rows) {
    Deno.test(needing(needsOf(tree), `list_dir ${says}`), async () => {
      await withTree(tree, async (root) => {
        assertEquals(await execute(args, { cwd: root }), shows);
      });
    });
  }
}

/** Trees in one line. */
import { link, type Node, type Tree } from "./tree.ts";

/** The tree of a text such as `a/f, empty/, to-a -> a`: empty files, empty directories, and links. */
export function sketch(text: string): Tree {
  const nodes = text.split(", ").map((each): [path: string, node: Node] => {
    const [path, target] = each.split(" -> ");
    return [path!, target === undefined ? "" : link(target)];
  });
  return Object.fromEntries(nodes);
}

import { describeRoots } from "../../../scope/describe_roots.ts";
import { isRoot, isWithinAsNamed } from "../../../scope/path_text.ts";
import type { StartedCall } from "../../call.ts";
import { existenceOf, otherRoots } from "../../meant_path.ts";

/**
 * Returns hints at roots that a call without a path did not look at: those that do not exist, those that are not the
 * first, and, where it found nothing, those around the working directory.
 */
export function otherRootsHints(
  sent: string,
  path: string,
  { scope, directories, args }: StartedCall,
  count?: number,
): string[] {
  const { roots, cwd } = scope;
  const gone = roots.filter((root) => existenceOf(scope, root) === "missing");
  const others = directories.length > 1 ? [] : otherRoots(sent, path, scope);
  const isAround = (root: string) => root !== cwd && !isRoot(root) && isWithinAsNamed(cwd, root);
  const around = count === 0 && directories.length === 1 ? roots.filter(isAround) : [];
  const all = args.query ? "; find_path ranks the files of all by the same text" : "";
  const hint = (words: string, of: readonly string[], end = ""): string[] =>
    sent === "." && of.length > 0 ? [`${words}: ${describeRoots(of)}${end}`] : [];
  return [
    ...hint("the host has roots that do not exist", gone),
    ...hint("only the first root was looked at; others to send", others, all),
    ...hint("nothing around it was looked at; a root to send", around),
  ];
}

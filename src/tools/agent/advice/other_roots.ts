import { describeRoots } from "../../../scope/describe_roots.ts";
import type { StartedCall } from "../../call.ts";
import { otherRoots } from "../../meant_path.ts";

/** Returns a hint at the roots that a call without a path did not look at, if there are any. */
export function otherRootsHints(
  sent: string,
  path: string,
  { scope, directories }: StartedCall,
): string[] {
  const others = directories.length > 1 ? [] : otherRoots(sent, path, scope);
  return others.length === 0
    ? []
    : [`only the first root was looked at; others to send: ${describeRoots(others)}`];
}

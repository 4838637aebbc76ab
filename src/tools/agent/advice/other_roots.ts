import { describeRoots } from "../../../scope/describe_roots.ts";
import type { StartedCall } from "../../call.ts";
import { existenceOf, otherRoots } from "../../meant_path.ts";

/** Returns hints at roots that a call without a path did not look at: those that are gone, and those after the first. */
export function otherRootsHints(
  sent: string,
  path: string,
  { scope, directories }: StartedCall,
): string[] {
  if (sent !== ".") return [];
  const gone = scope.roots.filter((root) => existenceOf(scope, root) === "missing");
  const others = directories.length > 1 ? [] : otherRoots(sent, path, scope);
  return [
    ...gone.length === 0 ? [] : [`the host has roots that do not exist: ${describeRoots(gone)}`],
    ...others.length === 0
      ? []
      : [`only the first root was looked at; others to send: ${describeRoots(others)}`],
  ];
}

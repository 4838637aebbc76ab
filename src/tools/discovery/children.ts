import type { Pacer } from "../../pacing/pacer.ts";
import type { Scope } from "../../scope/scope.ts";
import type { ScopedPath } from "../../scope/scoped_path.ts";
import { Walk } from "../../walk/walk.ts";
import { CHILD_KINDS, type ChildKind } from "./child_kinds.ts";

/** Calls `visit` with each child of a directory, in order of name. */
export async function visitChildren(
  scope: Scope,
  directory: ScopedPath,
  pacer: Pacer,
  visit: (name: string, kind: ChildKind) => void,
): Promise<void> {
  await new Walk(scope, directory, { order: "name", maxDepth: 0 }, pacer).run((step) => {
    if (step.type === "error") throw step.error;
    if (step.type === "files") step.names.forEach((name) => visit(name, CHILD_KINDS.file));
    else if (step.type === "entry") visit(step.name, CHILD_KINDS[step.kind]);
  });
}

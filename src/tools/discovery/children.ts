/**
 * The direct children of one directory.
 *
 * @module
 */
import type { Pacer } from "../../cooperate.ts";
import { DirscopeError } from "../../errors.ts";
import { childOf, type Scope, type ScopedPath } from "../../scope.ts";
import { Walk } from "../../walk.ts";
import { KINDS } from "./paged_walk.ts";
import type { DiscoveryKind } from "./result.ts";

/** A direct child of a directory. */
export interface Child {
  readonly name: string;
  readonly kind: DiscoveryKind;
  /** The path to open it by. */
  readonly open: string;
}

/** Reads a directory's children, sorted by name. */
export async function readChildren(
  scope: Scope,
  directory: ScopedPath,
  pacer: Pacer,
): Promise<Child[]> {
  const children: Child[] = [];
  const add = (name: string, kind: DiscoveryKind): void => {
    children.push({ name, kind, open: childOf(directory.open, name) });
  };
  await new Walk(scope, directory, { order: "name", maxDepth: 0 }, pacer).run((step) => {
    if (step.type === "error") throw new DirscopeError(step.code);
    if (step.type === "files") step.names.forEach((name) => add(name, "file"));
    else if (step.type === "entry") add(step.name, KINDS[step.kind]);
  });
  return children;
}

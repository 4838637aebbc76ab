import type { EntryKind } from "../../directory/entry_key.ts";
import type { DiscoveryKind } from "./result.ts";

/** A listed entry is never missing. */
export type ChildKind = Exclude<DiscoveryKind, "missing">;

export const CHILD_KINDS: Readonly<Record<EntryKind, ChildKind>> = {
  directory: "dir",
  file: "file",
  link: "symlink",
  other: "other",
};

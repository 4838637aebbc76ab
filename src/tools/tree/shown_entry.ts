import type { EntryStep } from "../../walk/walk_options.ts";

export interface ShownEntry {
  readonly name: string;
  /** Set if the name needs no escape. */
  readonly isPlain: boolean;
  readonly type: "file" | "folder" | "link";
  /** True of a directory and of a link to one. */
  readonly isFolder: boolean;
  readonly target?: string | undefined;
  /** Set if a followed chain of links loops: the annotation then has no target. */
  readonly isCycle?: boolean;
}

/** Classifies an entry. With `follow_file_symlinks`, a link that leads to a file shows as a file. */
export function shownEntry(
  { name, isPlain, kind, target }: EntryStep,
  options: { readonly follow_file_symlinks: boolean },
): ShownEntry {
  if (target === undefined) {
    const isFolder = kind === "directory";
    return { name, isPlain, type: isFolder ? "folder" : "file", isFolder };
  }
  const { stored, resolution } = target;
  const isFolder = resolution.outcome === "directory";
  if (options.follow_file_symlinks) {
    if (resolution.outcome === "file") return { name, isPlain, type: "file", isFolder };
    if (resolution.outcome === "cycle") {
      return { name, isPlain, type: "link", isFolder, target: resolution.stored, isCycle: true };
    }
  }
  return { name, isPlain, type: "link", isFolder, target: stored };
}

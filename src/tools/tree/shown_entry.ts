/** How one entry shows in a listing. */
import type { EntryStep } from "../../walk/steps.ts";

/** An entry as a renderer shows it. */
export interface ShownEntry {
  readonly name: string;
  /** Whether the name starts a row as it stands. */
  readonly isPlain: boolean;
  readonly type: "file" | "folder" | "link";
  /** Whether it is, or leads to, a directory. */
  readonly isFolder: boolean;
  /** The value of `link_target`. */
  readonly target?: string | undefined;
  /** Whether a chain of links loops and was followed: the annotation then names no target. */
  readonly isLoop?: boolean;
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
      return { name, isPlain, type: "link", isFolder, target: resolution.stored, isLoop: true };
    }
  }
  return { name, isPlain, type: "link", isFolder, target: stored };
}

import type { CountedDirectory } from "./counted_directory.ts";

/** A row of a directory's entry, or of a chain of directories of which each holds nothing but the next. */
export interface PlannedRow {
  /** The directory that it is a row of. */
  readonly owner: CountedDirectory;
  /** Its name, or the names of a chain with slashes between. */
  readonly name: string;
  readonly kind: "files" | "links" | "others" | "ignored" | "dirs";
  /** The directory that it stands for, the last of a chain. */
  readonly directory?: CountedDirectory | undefined;
}

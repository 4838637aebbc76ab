/**
 * One `.gitignore` file's rules.
 *
 * @module
 */

/** What a file says of a path: its last rule that matches ignores it, or includes it again. */
export type Verdict = "none" | "ignore" | "include";

/** The rules of one `.gitignore` file. */
export interface IgnoreFile {
  /** The number of rules, which the time of a verdict grows with. */
  readonly size: number;
  /**
   * The file's verdict on an entry by its own match: that no parent is ignored is for the walk,
   * which does not open ignored directories.
   *
   * @param path The entry's path from the file's directory.
   */
  verdict(path: string, isDirectory: boolean): Verdict;
}

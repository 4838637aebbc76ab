/** The rules of one `.gitignore` file. */

/** A rule of a file. */
export interface Rule {
  /** Its line number, from 1. */
  readonly line: number;
  /** The line as git takes it: without line end and trailing blanks. */
  readonly pattern: string;
  /** Whether it re-includes what an earlier rule ignores. */
  readonly isNegated: boolean;
}

/** The rules of one `.gitignore` file. */
export interface IgnoreFile {
  /** How many characters of patterns one verdict may have to look at. */
  readonly matchCost: number;
  /** The rules as they apply in the file's own directory. */
  readonly here: DirectoryRules;
}

/** The rules of a file as they apply in one directory at or below it. Immutable. */
export interface DirectoryRules {
  /**
   * The last rule that matches an entry of the directory by itself. It does not look at the
   * parents: the walk never opens an ignored directory.
   */
  ruleFor(name: string, isDirectory: boolean): Rule | undefined;
  /** The rules in a subdirectory. */
  enter(name: string): DirectoryRules;
}

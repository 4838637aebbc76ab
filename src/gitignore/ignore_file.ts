/**
 * One `.gitignore` file's rules.
 *
 * @module
 */

import type { Pacer } from "../pacing/pacer.ts";

/** A rule of a file. */
export interface Rule {
  /** The number of its line, from 1; 0 where the matcher does not tell. */
  readonly line: number;
  /** The line as git takes it: without its line end and trailing blanks. */
  readonly pattern: string;
  /** Whether it includes again what a rule before it ignores. */
  readonly isNegated: boolean;
}

/** The rules of one `.gitignore` file. */
export interface IgnoreFile {
  /** How many characters of patterns a verdict may have to look at. */
  readonly matchCost: number;
  /** The rules as they hold in the file's own directory. */
  readonly here: DirectoryRules;
}

/** The rules of a file as they hold in one directory at or below it. Never changed. */
export interface DirectoryRules {
  /**
   * The last rule that matches an entry of the directory itself. That no parent is ignored is for the
   * walk, which does not open ignored directories.
   */
  ruleFor(name: string, isDirectory: boolean): Rule | undefined;
  /** The same, for heavy files: it yields to the event loop. */
  ruleForPaced(name: string, isDirectory: boolean, pacer: Pacer): Promise<Rule | undefined>;
  /** The rules in a subdirectory. */
  enter(name: string): DirectoryRules;
}

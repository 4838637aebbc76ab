/**
 * What a host hides and shows besides what roots and git's rules say. Patterns are those of `.gitignore` files;
 * they start from each root, or from the outermost where one root lies in another.
 */
export interface VisibilityPolicy {
  /**
   * Patterns of what no tool may tell of, whatever git's rules or the arguments say: asked for, it does not
   * exist. They are matched with resolved paths, so that no link leads around them.
   */
  readonly hide?: readonly string[];
  /**
   * Patterns of what tools show although git ignores it. A pattern with a slash is found in ignored folders as
   * well; a name alone holds where git's rules let a walk go.
   */
  readonly show?: readonly string[];
  /** The text of a global excludes file: the weakest rules of each repository, after its `info/exclude`. */
  readonly excludes?: string;
  /** Where the patterns start; relative paths count from `cwd`. @default {the roots, or else `cwd`} */
  readonly from?: readonly string[];
}

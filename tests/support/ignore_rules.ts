/** The rules of a `.gitignore` file for a path. */
import type { DirectoryRules, IgnoreFile } from "../../src/gitignore/git_ignore_file.ts";
import type { Rule } from "../../src/gitignore/git_rule.ts";

/** The rules of a file as they apply in a directory below it. */
export function rulesIn({ here }: IgnoreFile, directory: readonly string[]): DirectoryRules {
  return directory.reduce((rules, name) => rules.enter(name), here);
}

/** A file's rule for a path itself, whether or not a parent is ignored. */
export function ruleFor(file: IgnoreFile, path: string, isDirectory: boolean): Rule | undefined {
  const names = path.split("/");
  return rulesIn(file, names.slice(0, -1)).ruleFor(names.at(-1)!, isDirectory);
}

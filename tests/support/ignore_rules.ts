/**
 * The rules of a `.gitignore` file for a path.
 *
 * @module
 */
import type { DirectoryRules, IgnoreFile, Rule } from "../../src/gitignore/ignore_file.ts";
import { type IgnoreRules, rulesAbove } from "../../src/gitignore/rules.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import { Scope } from "../../src/scope/scope.ts";

/** The rules of a file as they apply in a directory below it. */
export function rulesIn({ here }: IgnoreFile, directory: readonly string[]): DirectoryRules {
  return directory.reduce((rules, name) => rules.enter(name), here);
}

/** A file's rule for a path itself, whether or not a parent is ignored. */
export function ruleFor(file: IgnoreFile, path: string, isDirectory: boolean): Rule | undefined {
  const names = path.split("/");
  return rulesIn(file, names.slice(0, -1)).ruleFor(names.at(-1)!, isDirectory);
}

/** The rules in a subdirectory of a folder, entered step by step as a walk does. */
export async function rulesAt(
  root: string,
  semantics: "any-match" | "git",
  directory: readonly string[],
): Promise<IgnoreRules> {
  const scope = new Scope({ cwd: root, roots: ["."] });
  const pacer = new Pacer();
  const above = await rulesAbove(scope, scope.enter("."), semantics, pacer);
  let rules = await above.withOwn(pacer);
  for (const [i, name] of directory.entries()) {
    const path = scope.enter(directory.slice(0, i + 1).join("/"));
    rules = await rules.enter(path, name).withOwn(pacer);
  }
  return rules;
}

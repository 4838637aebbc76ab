import type { Call } from "../call.ts";

/**
 * The tools of toolset `agent` that take arguments which others are often sent, by argument. Their DEFINITIONs are not
 * asked: a tool that imports its neighbours makes a circle.
 */
export const ARGUMENT_OWNERS: Readonly<Record<string, string>> = {
  pattern: "glob_search",
  extensions: "find_files",
  name_contains: "find_files",
  path_contains: "find_files",
  exclude_dirs: "find_files",
  max_depth: "find_files",
  sort: "find_files",
  modified_within: "find_files",
  exclude: "find_files",
  query: "find_path",
  queries: "find_path",
};

/** Returns which tool takes an argument that the called one lacks; `""` if none does. */
export function ownerAdvice({ tool }: Pick<Call, "tool">, argument: string): string {
  const owner = Object.hasOwn(ARGUMENT_OWNERS, argument) ? ARGUMENT_OWNERS[argument] : undefined;
  return owner === undefined || owner === tool.DEFINITION.function.name
    ? ""
    : `; ${owner} takes it`;
}

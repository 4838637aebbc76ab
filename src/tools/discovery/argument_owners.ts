import { jsonSafe } from "../../text/line_safe.ts";
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
  queries: "find_path",
};

/** Maximum UTF-16 units of the arguments of a call to suggest. */
const MAX_SUGGESTED_LENGTH = 300;

/** The arguments that every owner takes, so that a suggested call keeps them. */
const COMMON_ARGUMENTS = ["limit", "max_results", "use_gitignore"];

/** What does the work of an argument that no tool takes, or not of its kind: a search, a budget of tokens or a listing. */
const ADVICE: readonly (readonly [RegExp, string])[] = [
  [/^search recursive$/, "it searches all levels"],
  [/^search .*hidden$/, "it finds names that start with a dot, too"],
  [/^search regexp?$/, "glob_search takes a pattern, such as **/test_*.py"],
  [/^search (?:kind|type)$/, "it finds files alone; glob_search takes kind"],
  [/^budget (?:limit|max_results)$/, "max_tokens bounds it"],
  [/^budget (?:(?:max_)?depth|recursive)$/, "list_dir_entries shows one level"],
  [/^list (?:(?:max_)?depth|recursive)$/, "overview shows all levels"],
  [/^list (?:limit|max_results)$/, "list_dir_entries takes limit"],
];

/** Returns what does the work of an argument that the called tool lacks, with the call to send; `""` if nothing does. */
export function ownerAdvice(
  { tool: { DEFINITION, TRAITS }, sent, context }: Call,
  argument: string,
): string {
  const { name, parameters: { properties } } = DEFINITION.function;
  const { pathArgument } = TRAITS;
  if (/^(?:offset|page|start)$/.test(argument) && properties.cursor !== undefined) {
    return "; cursor takes the next_cursor of the page before";
  }
  const kind = pathArgument === "root" ? "search" : properties.max_tokens ? "budget" : "list";
  const [, advice] = ADVICE.find(([sentTo]) => sentTo.test(`${kind} ${argument}`)) ?? [];
  if (advice !== undefined) return `; ${advice}`;
  const isTask = /^(?:q|query|task|issue)$/.test(argument);
  const taken = isTask ? "queries" : argument === "depth" ? "max_depth" : argument;
  const owner = Object.hasOwn(ARGUMENT_OWNERS, taken) ? ARGUMENT_OWNERS[taken] : undefined;
  if (owner === undefined || owner === name) return "";
  // By the names that they were understood as.
  const present = Object.entries(TRAITS.putRight!(sent, context) as object)
    .filter(([, each]) => each !== null && each !== undefined);
  const { [argument]: value, [pathArgument]: root, ...others } = Object.fromEntries(present);
  const texts = [value].flat();
  const isPattern = taken === "pattern";
  const isPlain = texts.every((text) =>
    typeof text === "string" && text !== "" || typeof text === "number"
  );
  const keepsAll = Object.keys(others).every((each) => COMMON_ARGUMENTS.includes(each));
  if (!isPlain || !keepsAll || isPattern && texts.length !== 1) return `; ${owner} takes it`;
  // Other tools search at any depth.
  const isName = isPattern && !name.startsWith("list_dir") && !`${value}`.includes("/");
  const args = jsonSafe(JSON.stringify({
    [taken]: isName ? `**/${value}` : isPattern ? `${value}` : taken === "queries" ? texts : value,
    ...typeof root === "string" && root !== "." && { root },
    ...others,
  }));
  return `; ${owner} takes it${args.length > MAX_SUGGESTED_LENGTH ? "" : `: ${owner} ${args}`}`;
}

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

/** Names the tool that takes an argument which the called one does not, with the call to send; `""` if there is none. */
export function ownerAdvice(
  { tool: { DEFINITION, TRAITS }, sent }: Call,
  argument: string,
): string {
  const { name } = DEFINITION.function;
  const taken = argument === "query" ? "queries" : argument;
  const owner = Object.hasOwn(ARGUMENT_OWNERS, taken) ? ARGUMENT_OWNERS[taken] : undefined;
  if (owner === undefined || owner === name) return "";
  const { [argument]: value, [TRAITS.pathArgument]: root } = sent as Readonly<
    Record<string, unknown>
  >;
  const texts = [value].flat();
  const isPattern = taken === "pattern";
  const isPlain = texts.every((text) =>
    typeof text === "string" && text !== "" || typeof text === "number"
  );
  if (!isPlain || isPattern && texts.length !== 1) return `; ${owner} takes it`;
  // Other tools search at any depth.
  const isName = isPattern && !name.startsWith("list_dir") && !`${value}`.includes("/");
  const args = jsonSafe(JSON.stringify({
    [taken]: isName ? `**/${value}` : isPattern ? `${value}` : taken === "queries" ? texts : value,
    ...typeof root === "string" && root !== "." && { root },
  }));
  return `; ${owner} takes it${args.length > MAX_SUGGESTED_LENGTH ? "" : `: ${owner} ${args}`}`;
}

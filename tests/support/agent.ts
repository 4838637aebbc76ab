/**
 * Helpers for the tests of toolset `agent`.
 *
 * @module
 */
import { type ExplainResult, type OverviewResult, type ToolContext, TOOLSETS } from "../../mod.ts";

type Arguments = Readonly<Record<string, unknown>>;

/** Calls `overview` in a folder. */
export function overview(
  cwd: string,
  args: Arguments = {},
  context: ToolContext = {},
): Promise<OverviewResult> {
  return TOOLSETS.agent.overview.execute(args, { cwd, ...context });
}

/** Calls `explain_path` in a folder. */
export function explain(
  cwd: string,
  path: string,
  context: ToolContext = {},
): Promise<ExplainResult> {
  return TOOLSETS.agent.explain_path.execute({ path }, { cwd, ...context });
}

/** How many entries a search finds once it does what a hint says. */
export async function followed(
  hint: string,
  name: string,
  args: Arguments,
  cwd: string,
): Promise<number> {
  let [tool, sent] = [name, args];
  const change: Record<string, unknown> = {};
  if (hint.endsWith("only by case")) change.case_sensitive = false;
  else if (hint.endsWith("deeper than max_depth")) change.max_depth = null;
  else {
    const [, list] = /would match with (.*?)(?: \(first: .*)?$/.exec(hint)!;
    for (const part of list!.split(" and ")) {
      if (part === "glob_search") {
        [tool, sent] = [part, { root: args.root }];
        continue;
      }
      const [, key, value] = /^(\w+): (.*)$/.exec(part)!;
      change[key!] = JSON.parse(value!);
    }
  }
  const most = tool === "find_files" ? { limit: 1000 } : { max_results: 1000 };
  const { find_files, glob_search } = TOOLSETS.agent;
  const { execute } = tool === "find_files" ? find_files : glob_search;
  return (await execute({ ...sent, ...change, ...most } as unknown, { cwd })).count;
}

/** Numbered names: `f00`, `f01`, … */
export function numbered(count: number, prefix = "f", suffix = ""): string[] {
  const digits = String(count - 1).length;
  return Array.from(
    { length: count },
    (_, i) => `${prefix}${String(i).padStart(digits, "0")}${suffix}`,
  );
}

/** Empty files at these paths, as part of a tree. */
export function files(paths: readonly string[]): Record<string, string> {
  return Object.fromEntries(paths.map((path) => [path, ""]));
}

/** The lines of a text. */
export function lines(...parts: readonly string[]): string {
  return parts.join("\n");
}

/** The `omitted` of an overview that leaves nothing out. */
export const NOTHING = {
  ignored: 0,
  hidden: 0,
  denied: 0,
  outside: 0,
  unaddressable: 0,
  io_error: 0,
};

/** What `find_path` answers of a tree, as a model reads it. */
import { type ToolContext, TOOLSETS, toToolResult } from "../../mod.ts";
import { find } from "./find_path.ts";
import { type Tree, withQuickTree } from "./tree.ts";

/** The root of a repository, so that no rules above it are unknown. */
export const GIT: Tree = { ".git/HEAD": "ref: refs/heads/main\n" };

/** Files of a project's size that hold no word of a task, so that its words are rare. */
export const OTHERS: Tree = Object.fromEntries(
  Array.from({ length: 24 }, (_, i) => [`other/x${i}.ts`, "export const nothing = 0;\n"]),
);

interface Sent {
  readonly queries: readonly string[];
  readonly args?: Readonly<Record<string, unknown>>;
  readonly context?: ToolContext;
}

/** Returns the text of an answer, without its header and without the hint that there is no history. */
export async function answerOf(tree: Tree, { queries, args, context }: Sent): Promise<string> {
  let answer = "";
  await withQuickTree({ ...GIT, ...tree }, async (root) => {
    const { text } = toToolResult(
      TOOLSETS.agent.find_path,
      await find(root, queries, args, context),
    );
    answer = text.split("\n").slice(1)
      .filter((line) => !/^hint: .*there is no history to rank by/.test(line)).join("\n");
  });
  return answer;
}

/** Returns the rows of one query's answer. */
export async function rowsOf(
  tree: Tree,
  query: string,
  args: Readonly<Record<string, unknown>> = {},
  context: ToolContext = {},
): Promise<string[]> {
  return (await answerOf(tree, { queries: [query], args, context })).split("\n");
}

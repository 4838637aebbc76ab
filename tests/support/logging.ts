/** Helpers for the tests of the log. */
import { DatabaseSync } from "node:sqlite";
import { type Tool, TOOLSETS } from "../../mod.ts";
import { type Tree, withTree } from "./tree.ts";

/** A tool of a toolset whose calls are logged. */
export interface LoggedTool {
  readonly toolset: "agent" | "discovery";
  readonly name: string;
  readonly tool: Tool;
}

/** All logged tools: five of `discovery`, nine of `agent`. */
export const LOGGED_TOOLS: readonly LoggedTool[] = (["discovery", "agent"] as const).flatMap(
  (toolset) => Object.entries(TOOLSETS[toolset]).map(([name, tool]) => ({ toolset, name, tool })),
);

/** A row of the log as SQLite returns it. */
export type LogRow = Readonly<Record<string, unknown>>;

/** The rows of a log, read without the log's own code. */
export function rowsOf(file: string): LogRow[] {
  using database = new DatabaseSync(file, { readOnly: true });
  return database.prepare("SELECT * FROM discovery_log ORDER BY sequence").all();
}

/** Removes the triggers that protect a log, and runs SQL on it. */
export function tamper(file: string, sql: string): void {
  using database = new DatabaseSync(file);
  const query = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'";
  const triggers = database.prepare(query).all();
  for (const { name } of triggers) database.exec(`DROP TRIGGER ${name}`);
  database.exec(sql);
  for (const { sql } of triggers) database.exec(`${sql}`);
}

/** Builds a tree, and hands it over with the path of a log beside it that no call sees. */
export async function withLog(
  tree: Tree,
  test: (cwd: string, file: string) => void | Promise<void>,
): Promise<void> {
  const below = Object.entries(tree).map(([path, node]) => [`tree/${path}`, node]);
  await withTree(
    { "tree/": "", ...Object.fromEntries(below) },
    (root) => test(`${root}/tree`, `${root}/log.sqlite`),
  );
}

/**
 * Missing paths of very many parts: the time a tool takes must not be quadratic in their number.
 *
 * @module
 */
import { TOOLSETS } from "../../mod.ts";
import type { Tool } from "../../mod.ts";
import { denoRun, forEachAtOnce, HangError, projectFile, run } from "../support/process.ts";
import { withTree } from "../support/tree.ts";
import type { SuiteResult } from "./suite.ts";

/** Limited by the length of a process argument; a model could send more. */
const PARTS = 25_000;

const MOST_MS = 10_000;

/** Calls every tool with such a path, in a process that is killed if it takes too long. */
export async function checkLongPaths(): Promise<SuiteResult> {
  const failures: string[] = [];
  const tools = Object.entries(TOOLSETS).flatMap(([toolset, tools]) =>
    Object.entries<Tool>(tools as Readonly<Record<string, Tool>>).map(([name, tool]) =>
      [toolset, name, tool] as const
    )
  );
  await withTree({ "x": "" }, async (root) => {
    await forEachAtOnce(tools, async ([toolset, name, { DEFINITION }]) => {
      const { properties } = DEFINITION.function.parameters;
      const key = ["path", "root", "dir_path"].find((each) => each in properties)!;
      const path = `${toolset === "codex" ? `${root}/` : ""}${"x/".repeat(PARTS)}y`;
      const args = {
        [key]: path,
        ...name === "glob_search" && { pattern: "**" },
        ...name === "find_path" && { queries: ["x"] },
        ...name === "changes" && { since: "none" },
      };
      const calls = [{ tool: [toolset, name], args, context: { cwd: root, roots: ["."] } }];
      const program = projectFile("tests/support/list_dir_process.ts");
      const command = denoRun(["--allow-all"], program, JSON.stringify(calls));
      try {
        const { code, stderr } = await run(command, { silenceMs: MOST_MS });
        if (code !== 0) failures.push(`${toolset}.${name} fails: ${stderr}`);
      } catch (error) {
        if (!(error instanceof HangError)) throw error;
        failures.push(
          `${toolset}.${name} takes over ${MOST_MS} ms for a missing path of ${PARTS} parts`,
        );
      }
    });
  });
  return { points: tools.length, failures };
}

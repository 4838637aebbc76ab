/** Calls of tools in a process with permissions of its own, which reads them as JSON, and prints results as JSON. */
import { TOOLSETS } from "../../mod.ts";
import type { Tool, ToolContext } from "../../mod.ts";
import { failingDisk, hooking, OPERATIONS } from "./failing_disk.ts";
import { denoRun, projectFile, run, unprivileged } from "./process.ts";

export interface Call {
  /** Toolset and wire name. @default `list_dir` of `tree` */
  readonly tool?: readonly [toolset: string, name: string];
  readonly args: unknown;
  readonly context?: ToolContext;
}

interface Outcome<Output = string> {
  readonly outputs: readonly Output[];
  /** The paths accessed without permission. On a terminal, Deno would prompt for each. */
  readonly refused: readonly string[];
}

interface Apart {
  readonly cwd?: string;
  /** True if file modes apply even if the user is root. */
  readonly isUnprivileged?: boolean;
}

/** Makes the calls in a process with these permission flags. */
export async function callApart<Output = string>(
  flags: readonly string[],
  calls: readonly Call[],
  { cwd, isUnprivileged = false }: Apart = {},
): Promise<Outcome<Output>> {
  const all = ["--quiet", "--no-lock", "--no-prompt", "--config", projectFile("deno.json")];
  const deno = denoRun([...all, ...flags], projectFile("tests/support/list_dir_process.ts"));
  const command = isUnprivileged ? [...unprivileged(), ...deno] : deno;
  const input = JSON.stringify(calls);
  const { code, stdout, stderr } = await run(command, { input, ...cwd !== undefined && { cwd } });
  if (code !== 0 || stderr !== "") throw new Error(`the process failed: ${stdout}${stderr}`);
  return JSON.parse(stdout) as Outcome<Output>;
}

if (import.meta.main) {
  const refused: string[] = [];
  const note = (error: unknown, path: string): never => {
    if (error instanceof Deno.errors.NotCapable) refused.push(path);
    throw error;
  };
  failingDisk(hooking(OPERATIONS, ({ path }, proceed) => {
    try {
      const result = proceed();
      return result instanceof Promise ? result.catch((error) => note(error, path)) : result;
    } catch (error) {
      return note(error, path);
    }
  }));
  const tools: Readonly<Record<string, Readonly<Record<string, Tool>>>> = TOOLSETS;
  const outputs: unknown[] = [];
  const calls: Call[] = JSON.parse(await new Response(Deno.stdin.readable).text());
  for (const { tool = ["tree", "list_dir"], args, context } of calls) {
    outputs.push(await tools[tool[0]]![tool[1]]!.execute(args, context));
  }
  console.log(JSON.stringify({ outputs, refused } satisfies Outcome<unknown>));
}

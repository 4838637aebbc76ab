/**
 * Calls of `list_dir`, or of another tool, in a process of their own, with permissions of their own.
 *
 * Run as a program, it makes the calls that its argument holds, and prints what they resolved to.
 *
 * @module
 */
import { TOOLSETS } from "../../mod.ts";
import type { Tool, ToolContext } from "../../mod.ts";

/** A call. */
export interface Call {
  /** Toolset and wire name; without it, `list_dir` of `tree`. */
  readonly tool?: readonly [toolset: string, name: string];
  readonly args: unknown;
  readonly context?: Pick<ToolContext, "cwd" | "roots" | "maxScanned" | "gitignore">;
}

/** What the calls came to. */
export interface Outcome<Output = string> {
  /** What each resolved to. */
  readonly outputs: readonly Output[];
  /** The paths that were touched without permission: each would prompt on a terminal. */
  readonly refused: readonly string[];
}

const HERE = new URL(import.meta.url).pathname;
const UNPRIVILEGED = ["--bounding-set=-dac_override,-dac_read_search"];

/**
 * Makes the calls in a process with these permission flags. With `isUnprivileged`, file modes hold
 * there even for root.
 */
export async function callApart<Output = string>(
  flags: readonly string[],
  calls: readonly Call[],
  { isUnprivileged = false }: { isUnprivileged?: boolean } = {},
): Promise<Outcome<Output>> {
  const config = new URL("../../deno.json", import.meta.url).pathname;
  const deno = ["run", "--quiet", "--no-lock", "--config", config, ...flags, HERE];
  const [command, ...args] = isUnprivileged
    ? [...unprivileged(), Deno.execPath(), ...deno]
    : [Deno.execPath(), ...deno];
  const { success, stdout, stderr } = await new Deno.Command(command!, {
    args: [...args, JSON.stringify(calls)],
    stdin: "null",
  }).output();
  const [out, err] = [new TextDecoder().decode(stdout), new TextDecoder().decode(stderr)];
  if (!success || err !== "") throw new Error(`the process failed: ${out}${err}`);
  return JSON.parse(out) as Outcome<Output>;
}

/** What to put before a command so that file modes hold for it even where this process is root's. */
export function unprivileged(): string[] {
  return Deno.uid() === 0 ? ["setpriv", ...UNPRIVILEGED, "--"] : [];
}

/** Whether this machine can run a process that file modes hold for. */
export function canDropPrivileges(): boolean {
  if (Deno.uid() !== 0) return true;
  const directory = Deno.makeTempDirSync({ prefix: "dirscope-" });
  try {
    Deno.chmodSync(directory, 0o000);
    const [command, ...args] = [...unprivileged(), "ls", directory];
    const { success, stderr } = new Deno.Command(command!, { args }).outputSync();
    return !success && new TextDecoder().decode(stderr).includes("denied");
  } catch {
    return false;
  } finally {
    Deno.removeSync(directory);
  }
}

if (import.meta.main) {
  const refused: string[] = [];
  const watched = [
    ...["lstatSync", "statSync", "readDirSync", "readLinkSync", "realPathSync", "readFileSync"],
    ...["readTextFileSync", "openSync", "lstat", "stat", "readDir", "readLink", "realPath"],
    ...["readFile", "readTextFile", "open"],
  ];
  const api = Deno as unknown as Record<string, (...args: unknown[]) => unknown>;
  for (const name of watched) {
    const original = api[name]!;
    const note = (error: unknown, path: unknown): never => {
      if (error instanceof Deno.errors.NotCapable) refused.push(String(path));
      throw error;
    };
    api[name] = (...args) => {
      try {
        const result = original.apply(Deno, args);
        return result instanceof Promise ? result.catch((error) => note(error, args[0])) : result;
      } catch (error) {
        return note(error, args[0]);
      }
    };
  }
  const tools: Readonly<Record<string, Readonly<Record<string, Tool>>>> = TOOLSETS;
  const outputs: unknown[] = [];
  for (
    const { tool = ["tree", "list_dir"], args, context } of JSON.parse(Deno.args[0]!) as Call[]
  ) {
    outputs.push(await tools[tool[0]]![tool[1]]!.execute(args, context));
  }
  console.log(JSON.stringify({ outputs, refused } satisfies Outcome<unknown>));
}

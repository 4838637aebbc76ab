/** Calls of `list_dir` in processes with few permissions, and how they fail. */
import { assertEquals } from "@std/assert";
import { type Call, callApart } from "./list_dir_process.ts";
import type { Node } from "./tree.ts";

/** A link whose target starts in the parent of `allowed`. */
export function linkOut(target: string): Node {
  return {
    make: (path) => {
      const base = path.slice(0, path.lastIndexOf("/allowed"));
      return Deno.symlink(target.replaceAll("/BASE", base).replaceAll("BASE", base), path);
    },
  };
}

export function denied(path: string): string {
  return `Error: access denied: '${path.replaceAll("\\", "\\\\")}' is outside the allowed roots.`;
}

/** The answer to a path inside where no directory is. */
export function missing(path: string): string {
  return `Error: '${path.replaceAll("\\", "\\\\")}' is not a directory.`;
}

/** The outputs of calls in a process with only these permissions. */
export async function runCalls(
  flags: readonly string[],
  calls: readonly Call[],
  cwd: string,
): Promise<readonly string[]> {
  const { outputs } = await callApart(flags, calls, { cwd });
  assertEquals(outputs.length, calls.length);
  return outputs;
}

/** Helpers for the tests of toolset `codex`. */
import { assert, assertEquals } from "@std/assert";
import { type CodexOutput, TOOLSETS } from "../../mod.ts";

export const { list_dir } = TOOLSETS.codex;
export const { execute } = list_dir;

/** The lines below the header of a successful call. */
export async function linesOf(args: Record<string, unknown>, context = {}): Promise<string[]> {
  const { content, success } = await execute(args, context);
  assertEquals(success, true, content);
  const [header, ...lines] = content.split("\n");
  assert(header!.startsWith("Absolute path: "), header);
  return lines;
}

export function failure(content: string): CodexOutput {
  return { content, success: false };
}

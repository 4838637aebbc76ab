/** Helpers for the tests of toolset `files`. */
import { assert, assertEquals } from "@std/assert";
import { type ToolContext, TOOLSETS } from "../../mod.ts";

export const { ls } = TOOLSETS.files;
export const { execute } = ls;

/** The JSON text of a successful call, parsed. */
export interface Listing {
  files: string[];
  truncated: boolean;
  "total-files": number;
  "max-depth-reached": boolean;
  "max-files-reached": boolean;
  unreadable?: number;
}

/** The result of a call that must succeed. */
export async function list(
  args: Record<string, unknown>,
  context: ToolContext,
): Promise<Listing> {
  const { content, isError } = await execute(args, context);
  assertEquals(isError, false, content[0].text);
  return JSON.parse(content[0].text);
}

/** The files of a listing of a tree that is complete but for what is unreadable, relative to its root. */
export async function filesIn(
  root: string,
  args: Record<string, unknown> = {},
  unreadable = 0,
): Promise<string[]> {
  const { files, ...rest } = await list(
    { path: ".", "max-files": 100_000, "max-depth": 5000, ...args },
    { cwd: root },
  );
  assertEquals(rest, {
    truncated: false,
    "total-files": files.length,
    "max-depth-reached": false,
    "max-files-reached": false,
    ...unreadable > 0 && { unreadable },
  });
  return relativeTo(root, files);
}

/** Paths below a root, relative to it. */
export function relativeTo(root: string, files: readonly string[]): string[] {
  return files.map((file) => {
    assert(file.startsWith(`${root}/`), file);
    return file.slice(root.length + 1);
  });
}

/** The context of a call at the terminal: what the call may see. */
import {
  absolutePath,
  isWithin,
  isWithinAsNamed,
  parentOf,
  rootOf,
  workingDirectory,
} from "../scope/path_text.ts";
import { Scope } from "../scope/scope.ts";
import type { ToolContext } from "../tool.ts";
import { type CommandLine, pathOf } from "./command_line.ts";
import type { ToolFlags } from "./common_flags.ts";

/** Returns the context of the call of a line with one path. */
export async function contextOf(commandLine: CommandLine): Promise<ToolContext> {
  const { flags, hidden } = commandLine;
  const { scope, hide } = flags;
  const roots = scope.length > 0 ? scope : rootsWithoutScope(commandLine);
  const base = {
    cwd: ".",
    ...roots && { roots },
    ...flags.contents && { contents: flags.contents },
  };
  if (!hasPolicy(flags) && hidden.length === 0) return base;
  const { policyOf } = await import("./policy.ts");
  // Without a scope, the patterns start from the working directory, as those of a `.gitignore` there. What is hidden
  // below a folder is no reason to hide the folder that a line names.
  const from = scope.length > 0 ? scope : [hasPolicy(flags) ? "." : pathOf(commandLine)];
  return { ...base, policy: policyOf({ ...flags, hide: [...hide, ...hidden] }, from) };
}

/** Reports whether flags hide or show entries. */
export function hasPolicy(flags: ToolFlags): boolean {
  const { hide, show, "excludes-file": excludesFile } = flags;
  return [...hide, ...show].length > 0 || excludesFile !== undefined;
}

/**
 * Returns roots that leave the decision to Deno's permissions. Tools name paths from the first root: the working
 * directory, or a path that leads out of it. A tool that stats an entry itself, be it a link, starts above it.
 */
function rootsWithoutScope(commandLine: CommandLine): readonly string[] | undefined {
  const { isRooted, lines } = commandLine.tool.TRAITS;
  if (!isRooted) return undefined;
  const path = pathOf(commandLine);
  const absolute = absolutePath(path);
  const root = rootOf(absolute);
  const isInside = isWithinAsNamed(absolute, workingDirectory());
  if (lines === "facts") return isInside ? [".", root] : [parentOf(absolute), path, root];
  return [isInside && !leadsOut(path) ? "." : path, root];
}

/** Reports whether a path in the working directory leads out of it through a link. */
function leadsOut(path: string): boolean {
  try {
    const scope = new Scope();
    return !isWithin(scope.enter(path).real, scope.enter(workingDirectory()).real);
  } catch {
    // The tool reports the error.
    return false;
  }
}

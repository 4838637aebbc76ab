/** Queries permissions, and names the flags that grant missing ones. */
import { absolutePath, isWithinAsNamed } from "../scope/path_text.ts";
import { denialOf, IS_DENO, permissionOf } from "../scope/read_permission.ts";
import { lineSafe } from "../text/line_safe.ts";
import type { HostFlags } from "./common_flags.ts";
import { CommandError, type RequiredPermissions, shellQuoted } from "./terminal.ts";

/** What a whole line needs. */
type Needs = Omit<RequiredPermissions, "serves">;

const NAMES = ["read", "write", "net", "env"] as const;

/**
 * Returns a line that says what denies a path's own permissions, or names all flags to add; `undefined` if they are
 * granted, and on Node and Bun, where the line grants itself all that it names: the tool's own error has the reason.
 */
export function missingPermission(path: string, needs: Needs): string | undefined {
  if (!IS_DENO) return undefined;
  const absolute = absolutePath(path);
  const write = needs.write.filter((each) => each === absolute);
  const all = { ...needs, read: [...needs.read, absolute] };
  const advice = permissionAdvice({ read: [absolute], write, net: [], env: [] }, all);
  return advice && `no permission for '${lineSafe(path)}': ${advice}`;
}

/** Returns what denies a permission, or else the flags to add for the whole line; `undefined` if all are granted. */
export function permissionAdvice(needs: Needs, all = needs): string | undefined {
  const denials = NAMES.flatMap((name) => needs[name].map((value) => denialOf(value, name)));
  const denial = denials.find((each) => each !== undefined);
  if (denial !== undefined || missingFlags(needs).length === 0) return denial;
  const flags = missingFlags(all).join(" ");
  // A binary has those that it was compiled with, and takes no others.
  return Deno.build.standalone ? `this binary was compiled without ${flags}` : `add ${flags}`;
}

/** @throws {CommandError} If a file that a host names may not be read, or not be written where that is needed. */
export function checkFiles(
  { "excludes-file": excludesFile, memory, log }: Partial<HostFlags>,
  needs: Needs,
): void {
  for (const file of [memory, log, excludesFile]) {
    const problem = file === undefined || file === ":memory:"
      ? undefined
      : missingPermission(file, needs);
    if (problem !== undefined) throw new CommandError(problem);
  }
}

/** Returns the flags that grant what is missing, and not denied. */
function missingFlags(needs: Needs): string[] {
  return NAMES.flatMap((name) => {
    const values = needs[name].filter((value) => permissionOf(value, name) === "prompt");
    if (values.length === 0) return [];
    const outermost = values.filter((value, i) =>
      !values.some((other, j) => isWithinAsNamed(value, other) && (value !== other || j < i))
    );
    // Deno splits the list at commas, and knows no escape.
    const isListable = !outermost.some((value) => value.includes(","));
    return `--allow-${name}${isListable ? `=${shellQuoted(lineSafe(outermost.join(",")))}` : ""}`;
  });
}

/** Queries permissions, and names the flags that grant missing ones. */
import { absolutePath, isWithinAsNamed } from "../scope/path_text.ts";
import { IS_DENO } from "../scope/read_permission.ts";
import { lineSafe } from "../text/line_safe.ts";
import type { HostFlags } from "./host_flags.ts";
import { CommandError, type RequiredPermissions, shellQuoted } from "./terminal.ts";

/** What a whole line needs. */
type Needs = Omit<RequiredPermissions, "serves">;

/**
 * Returns a line that names all flags to add; `undefined` if a path's own permissions are granted, and on Node and Bun,
 * where the line grants itself all that it names: the tool's own error has the reason.
 *
 * @param doubt What it says after the flags.
 */
export function missingPermission(path: string, needs: Needs, doubt = ""): string | undefined {
  if (!IS_DENO) return undefined;
  const absolute = absolutePath(path);
  const names = needs.write.includes(absolute) ? ["read", "write"] as const : ["read"] as const;
  if (!names.some((name) => isPermissionMissing({ name, path: absolute }))) return undefined;
  const all = { ...needs, read: [...needs.read, absolute] };
  return `no permission for '${lineSafe(path)}': ${grantAdvice(all, missingFlags(all), doubt)}`;
}

/** @throws {CommandError} If a file that a host names may not be read, or not be written where that is needed. */
export function checkFiles(
  { "excludes-file": excludesFile, memory, log, cache }: Partial<HostFlags>,
  needs: Needs,
): void {
  for (const file of [memory, log, cache, excludesFile]) {
    const problem = file === undefined || file === ":memory:"
      ? undefined
      : missingPermission(file, needs);
    if (problem !== undefined) throw new CommandError(problem);
  }
}

/** Returns the flags that grant what is missing. */
export function missingFlags({ read, write, net, env }: Needs): string[] {
  return flagsOf({
    read: read.filter((path) => isPermissionMissing({ name: "read", path })),
    write: write.filter((path) => isPermissionMissing({ name: "write", path })),
    net: net.filter((host) => isPermissionMissing({ name: "net", host })),
    env: env.filter((variable) => isPermissionMissing({ name: "env", variable })),
  });
}

function flagsOf(needs: Needs): string[] {
  return (["read", "write", "net", "env"] as const).flatMap((name) => {
    const values = needs[name];
    if (values.length === 0) return [];
    const outermost = values.filter((value, i) =>
      !values.some((other, j) => isWithinAsNamed(value, other) && (value !== other || j < i))
    );
    // Deno splits the list at commas, and knows no escape.
    const isListable = !outermost.some((value) => value.includes(","));
    return `--allow-${name}${isListable ? `=${shellQuoted(lineSafe(outermost.join(",")))}` : ""}`;
  });
}

/** Returns the way in which this command is started. The build alone has modules of JavaScript. */
function startedFrom(): "binary" | "built" | "source" {
  if (Deno.build.standalone) return "binary";
  return import.meta.url.endsWith(".js") ? "built" : "source";
}

/** Returns the advice for missing flags, in a line that has these needs. */
export function grantAdvice(
  needs: Needs,
  flags: readonly string[],
  doubt = "",
  way = startedFrom(),
): string {
  const missing = flags.join(" ");
  if (way === "binary") return `this binary was compiled without ${missing}`;
  if (way === "source") return `add ${missing}${doubt}`;
  // An installed command takes no flags of Deno's, and is installed with all that it may do. A list of folders to
  // read would have to be made anew for each repository.
  const all = ["--allow-read", ...flagsOf({ ...needs, read: [] })].join(" ");
  const file = `${shellQuoted(import.meta.dirname ?? ".")}/dirscope.js`;
  return `add ${missing}${doubt}, or to an installed command, beside what else it has: deno install --global --force ${all} ${file}`;
}

/**
 * Returns a line that names the flag to add for the rules of git above a path; `undefined` on Node and Bun, where the
 * command may read the whole repository above, if there is one.
 */
export function unknownRulesAdvice(path: string, needs: Needs): string | undefined {
  if (!IS_DENO) return undefined;
  const at = path === "." ? "" : ` -C ${shellQuoted(lineSafe(path))}`;
  const flag = `--allow-read="$(git${at} rev-parse --show-toplevel)"`;
  return `dirscope: .gitignore files above ${
    path === "." ? "this folder" : `'${lineSafe(path)}'`
  } are not known: in a repository, ${grantAdvice(needs, [flag])}`;
}

/** Reports whether a permission is not granted. It is queried, never requested. */
function isPermissionMissing(descriptor: Deno.PermissionDescriptor): boolean {
  return Deno.permissions.querySync(descriptor).state !== "granted";
}

/** Queries permissions, and names the flags that grant missing ones. */
import { absolutePath, isRoot, isWithinAsNamed, parentOf } from "../scope/path_text.ts";
import { denialOf, IS_DENO, permissionOf } from "../scope/read_permission.ts";
import { lineSafe } from "../text/line_safe.ts";
import type { HostFlags } from "./host_flags.ts";
import { CommandError, type RequiredPermissions, shellQuoted } from "./terminal.ts";

/** What a whole line needs. */
type Needs = Omit<RequiredPermissions, "serves">;

const NAMES = ["read", "write", "net", "env"] as const;

/**
 * Returns a line that says what denies a path's own permissions, or names all flags to add; `undefined` if they are
 * granted, and on Node and Bun, where the line grants itself all that it names: the tool's own error has the reason.
 *
 * @param doubt What it says after the flags.
 */
export function missingPermission(path: string, needs: Needs, doubt = ""): string | undefined {
  if (!IS_DENO) return undefined;
  const absolute = absolutePath(path);
  const write = needs.write.filter((each) => each === absolute);
  const all = { ...needs, read: [...needs.read, absolute] };
  const advice = permissionAdvice({ read: [absolute], write, net: [], env: [] }, all, doubt);
  return advice && `no permission for '${lineSafe(path)}': ${advice}`;
}

/** Returns what denies a permission, or else the flags to add for the whole line; `undefined` if all are granted. */
export function permissionAdvice(needs: Needs, all = needs, doubt = ""): string | undefined {
  const denials = NAMES.flatMap((name) => needs[name].map((value) => denialOf(value, name)));
  const denial = denials.find((each) => each !== undefined);
  if (denial !== undefined || missingFlags(needs).length === 0) return denial;
  return grantAdvice(all, missingFlags(all), doubt);
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
  return flagsOf(needs, (value, name) => permissionOf(value, name) === "prompt");
}

function flagsOf(
  needs: Needs,
  isToAdd = (_value: string, _name: typeof NAMES[number]): boolean => true,
): string[] {
  return NAMES.flatMap((name) => {
    const values = needs[name].filter((value) => isToAdd(value, name));
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
 * Returns a line that names the flag to add for the rules of git above a path, or what denies to read there;
 * `undefined` on Node and Bun, where the command may read the whole repository above, if there is one.
 */
export function unknownRulesAdvice(path: string, needs: Needs): string | undefined {
  if (!IS_DENO) return undefined;
  const at = path === "." ? "" : ` -C ${shellQuoted(lineSafe(path))}`;
  const flag = `--allow-read="$(git${at} rev-parse --show-toplevel)"`;
  let above = absolutePath(path);
  while (permissionOf(above) === "granted" && !isRoot(above)) above = parentOf(above);
  return `dirscope: .gitignore files above ${
    path === "." ? "this folder" : `'${lineSafe(path)}'`
  } are not known: ${denialOf(above) ?? `in a repository, ${grantAdvice(needs, [flag])}`}`;
}

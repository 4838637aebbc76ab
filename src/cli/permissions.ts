/** Queries permissions, and names the flags that grant missing ones. */
import { absolutePath } from "../scope/path_text.ts";
import { Scope } from "../scope/scope.ts";
import { lineSafe } from "../text/line_safe.ts";

/**
 * Returns a line that names the flags to add for a path; `undefined` if all is granted.
 *
 * @param doubt What it says after the flags.
 */
export function missingPermission(
  path: string,
  access: readonly ("read" | "write")[],
  doubt = "",
): string | undefined {
  const absolute = absolutePath(path);
  const missing = access.filter((name) => isPermissionMissing({ name, path: absolute }));
  if (missing.length === 0) return undefined;
  // Deno splits the list of paths at commas, and knows no escape.
  const value = absolute.includes(",") ? "" : `=${shellQuoted(lineSafe(absolute))}`;
  const flags = missing.map((name) => `--allow-${name}${value}`);
  return `no permission for '${lineSafe(path)}': ${grantAdvice(flags, WAY, doubt)}`;
}

/** The ways in which the command is started, each with its advice for missing flags. */
const GRANT_ADVICE = {
  source: (flags: string, doubt: string) => `add ${flags}${doubt}`,
  // An installed command takes no flags of Deno's. It reads the folder that it is started in.
  built: (flags: string, doubt: string) =>
    `add ${flags}${doubt}, or to an installed command: deno install --global --force --allow-read=. ${flags} ${
      shellQuoted(import.meta.dirname ?? ".")
    }/dirscope.js`,
  binary: (flags: string) => `this binary was compiled without ${flags}`,
} as const;

/** The way in which this command is started. The build alone has modules of JavaScript. */
const WAY = Deno.build.standalone ? "binary" : import.meta.url.endsWith(".js") ? "built" : "source";

/**
 * Returns a line that names the flag to add for the rules of git above a path; `undefined` on Node and Bun, where the
 * command may read the whole repository above, if there is one.
 */
export function unknownRulesAdvice(path: string): string | undefined {
  if (!("version" in Deno)) return undefined;
  const at = path === "." ? "" : ` -C ${shellQuoted(lineSafe(path))}`;
  const flag = `--allow-read="$(git${at} rev-parse --show-toplevel)"`;
  return `dirscope: .gitignore files above ${
    path === "." ? "this folder" : `'${lineSafe(path)}'`
  } are not known: in a repository, ${grantAdvice([flag])}`;
}

/** Returns the advice for missing flags. */
export function grantAdvice(
  flags: readonly string[],
  way: keyof typeof GRANT_ADVICE = WAY,
  doubt = "",
): string {
  return GRANT_ADVICE[way](flags.join(" "), doubt);
}

/** Reports whether a permission is not granted. It is queried, never requested. */
export function isPermissionMissing(descriptor: Deno.PermissionDescriptor): boolean {
  return Deno.permissions.querySync(descriptor).state !== "granted";
}

/**
 * Reports whether a word names a folder. Without the permission to look, it may.
 *
 * @param unless A word that then names none.
 */
export function namesFolder(word: string, { unless }: { readonly unless?: RegExp } = {}): boolean {
  if (missingPermission(word, ["read"]) !== undefined) return !unless?.test(word);
  try {
    new Scope().enterDirectory(word);
    return true;
  } catch {
    return false;
  }
}

/** Returns a word as a shell takes it. */
export function shellQuoted(word: string): string {
  // The shells of Windows share this form alone, and no path there holds a quote.
  if (Deno.build.os === "windows" && /[^\w./@:+-]/.test(word)) return `"${word}"`;
  return /^[\w./@:+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

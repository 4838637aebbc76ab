/** Queries permissions, and names the flags that grant missing ones. */
import { absolutePath } from "../scope/path_text.ts";
import { lineSafe } from "../text/line_safe.ts";

/** Returns a line that names the flags to add for a path; `undefined` if all is granted. */
export function missingPermission(
  path: string,
  access: readonly ("read" | "write")[],
): string | undefined {
  const absolute = absolutePath(path);
  const missing = access.filter((name) => isPermissionMissing({ name, path: absolute }));
  if (missing.length === 0) return undefined;
  // Deno splits the list of paths at commas, and knows no escape.
  const value = absolute.includes(",") ? "" : `=${shellQuoted(lineSafe(absolute))}`;
  const flags = missing.map((name) => `--allow-${name}${value}`);
  return `no permission for '${lineSafe(path)}': ${grantAdvice(flags)}`;
}

/** Returns the advice for missing flags. Those of a binary are fixed when it is compiled. */
export function grantAdvice(
  flags: readonly string[],
  isBinary: boolean = Deno.build.standalone,
): string {
  const missing = flags.join(" ");
  return isBinary ? `this binary was compiled without ${missing}` : `add ${missing}`;
}

/** Reports whether a permission is not granted. It is queried, never requested. */
export function isPermissionMissing(descriptor: Deno.PermissionDescriptor): boolean {
  return Deno.permissions.querySync(descriptor).state !== "granted";
}

/** Returns a word as a shell takes it. */
export function shellQuoted(word: string): string {
  // The shells of Windows share this form alone, and no path there holds a quote.
  if (Deno.build.os === "windows" && /[^\w./@:+-]/.test(word)) return `"${word}"`;
  return /^[\w./@:+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

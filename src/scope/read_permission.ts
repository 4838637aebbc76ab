/** A query never prompts. */
import { lineSafe } from "../text/line_safe.ts";

/** False on Node and Bun, whose part of `Deno` has no version: nothing there takes the flags of Deno. */
export const IS_DENO = "version" in Deno;

/** Reports whether a path and everything below it is granted; without a path, whether everything is. */
export function isWhollyGranted(path?: string): boolean {
  const { state, partial } = Deno.permissions.querySync({ name: "read", ...path && { path } });
  return state === "granted" && !partial;
}

type PermissionName = "read" | "write" | "net" | "env";

/** Returns the state of a permission for a path, a host or a variable: `denied` only if a flag says so. */
export function permissionOf(value: string, name: PermissionName = "read"): Deno.PermissionState {
  const subject = { path: value, host: value, variable: value };
  return Deno.permissions.querySync({ name, ...subject } as Deno.PermissionDescriptor).state;
}

/** Returns what denies a permission, if it is denied: advice to grant it may not help. */
export function denialOf(value: string, name: PermissionName = "read"): string | undefined {
  if (permissionOf(value, name) !== "denied") return undefined;
  // Deno does not tell which of the two it is.
  const other = name === "read" || name === "env" ? ` or --ignore-${name}` : "";
  return `--deny-${name}${other} denies '${lineSafe(value)}'`;
}

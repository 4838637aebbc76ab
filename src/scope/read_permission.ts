/** Queries the read permissions that Deno grants. A query never prompts. */

/** False on Node and Bun, whose part of `Deno` has no version: nothing there takes the flags of Deno. */
export const IS_DENO = "version" in Deno;

/** Reports whether a path and everything below it is granted; without a path, whether everything is. */
export function isWhollyGranted(path?: string): boolean {
  const { state, partial } = Deno.permissions.querySync({ name: "read", ...path && { path } });
  return state === "granted" && !partial;
}

export function permissionOf(path: string): Deno.PermissionState {
  return Deno.permissions.querySync({ name: "read", path }).state;
}

/** What Deno lets us read. Asking never prompts. */

/** Whether a path and everything below it is granted; without a path, whether everything is. */
export function isWhollyGranted(path?: string): boolean {
  const { state, partial } = Deno.permissions.querySync({ name: "read", ...path && { path } });
  return state === "granted" && !partial;
}

/** Whether a path is granted. */
export function readPermissionOf(path: string): Deno.PermissionState {
  return Deno.permissions.querySync({ name: "read", path }).state;
}

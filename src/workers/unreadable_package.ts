import { resolvePath } from "../scope/path_text.ts";

/** The folder of the package. */
const PACKAGE = new URL("../../", import.meta.url);

/**
 * The folder that must be readable for workers to start from source, if it is not. Deno asks for no
 * permission to read the modules of a program, but for those of its workers it does; what is built carries
 * them along.
 */
export function unreadablePackage(): string | undefined {
  if (PACKAGE.protocol !== "file:") return undefined;
  const path = resolvePath("/", decodeURIComponent(PACKAGE.pathname).replace(/^\/(?=[a-z]:)/i, ""));
  // A binary may load whatever it holds.
  const isReadable = Deno.build.standalone ||
    Deno.permissions.querySync({ name: "read", path }).state === "granted";
  return isReadable ? undefined : path;
}

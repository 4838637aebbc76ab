/**
 * What a directory listing does not say of an entry.
 *
 * @module
 */
import { isAddressable } from "../../entry.ts";

/** An entry as found in a directory. */
interface Addressed {
  readonly name: string;
  /** The path to open it by. */
  readonly open: string;
}

/** Asks for an entry's own data, links not followed, or gives `undefined` where that cannot be had. */
export function lstat({ name, open }: Addressed): Deno.FileInfo | undefined {
  if (!isAddressable(name)) return undefined;
  try {
    return Deno.lstatSync(open);
  } catch {
    return undefined;
  }
}

/** The size of a file in bytes, or `null`. */
export function sizeOf(entry: Addressed): number | null {
  const info = lstat(entry);
  return info?.isFile ? info.size : null;
}

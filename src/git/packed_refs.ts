import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import { byteText } from "./byte_text.ts";
import { readGitFile, type UNREADABLE } from "./read_file.ts";
import type { GitStore } from "./repository.ts";

/** The largest file that is read, in bytes: some 200,000 references. */
const MAX_BYTES = 16 * 1024 * 1024;

/** What a reference names, if it is one of those that git keeps in one file, a line `<id> <name>` each. */
export async function findPackedRef(
  scope: Scope,
  { common, hashLength }: GitStore,
  name: string,
  pacer: Pacer,
): Promise<string | typeof UNREADABLE | undefined> {
  const file = { path: "packed-refs", maxBytes: MAX_BYTES };
  const read = await readGitFile(scope, common, file, pacer);
  if (typeof read !== "object") return read;
  // One character for each byte.
  const text = byteText(read.bytes);
  const mark = ` ${byteText(new TextEncoder().encode(name))}\n`;
  for (let at = text.indexOf(mark); at >= 0; at = text.indexOf(mark, at + 1)) {
    const id = text.slice(text.lastIndexOf("\n", at) + 1, at);
    if (id.length === 2 * hashLength && /^[0-9a-f]+$/.test(id)) return id;
  }
  return undefined;
}

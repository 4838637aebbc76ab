import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import { decodeUtf8, readGitFile, UNREADABLE } from "./read_file.ts";
import type { GitStore } from "./repository.ts";

/** Maximum size of the file `shallow`, in bytes. */
const MAX_SHALLOW_BYTES = 1024 * 1024;

/** Reads the ids of the commits whose parents a shallow clone left out. */
export async function readShallow(
  scope: Scope,
  { commonDirectory, hashLength }: GitStore,
  pacer: Pacer,
): Promise<ReadonlySet<string> | typeof UNREADABLE> {
  const file = { path: "shallow", maxBytes: MAX_SHALLOW_BYTES };
  const read = await readGitFile(scope, commonDirectory, file, pacer);
  if (typeof read !== "object") return read === undefined ? new Set() : UNREADABLE;
  const line = new RegExp(`^([0-9a-f]{${2 * hashLength}})[^\\S\n]*$`, "gm");
  return new Set(Array.from(decodeUtf8(read.bytes).matchAll(line), ([, id]) => id!));
}

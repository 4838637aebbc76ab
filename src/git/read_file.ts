/** Reads the small files that git keeps. */
import { errorCodeOf } from "../errors.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { takePaced } from "../pacing/steps.ts";
import { fileSystem, seenFileReader } from "../scope/file_system.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { STAMP_BYTES, type StampedKind } from "../scope/second_look.ts";

/** What stands for the contents of a file that is there, but cannot be read. */
export const UNREADABLE = Symbol("unreadable");

/** The contents of a file; `undefined` where there is none. */
export type Contents = Uint8Array | typeof UNREADABLE | undefined;

/** Small files by their path, as they were read. */
const FILES: StampedKind<Uint8Array> = {
  name: "file",
  bytesOf: ({ value }) => STAMP_BYTES + value.length,
};

/** The largest file that is kept for later calls, in bytes. */
const MAX_KEPT_BYTES = 64 * 1024;

/**
 * The contents of a regular file, if it is not larger than `maxBytes`; anything else counts as none. The
 * caller must not change them.
 */
export async function readRegularFile(
  { secondLook }: Scope,
  path: ScopedPath,
  maxBytes: number,
  pacer: Pacer,
): Promise<Contents> {
  try {
    const info = fileSystem.lstatSync(path.open);
    if (!info.isFile) return undefined;
    if (info.size > maxBytes) return UNREADABLE;
    const known = secondLook?.find(FILES, path.open, info);
    if (known !== undefined) return known;
    const readSeenFile = await seenFileReader();
    const bytes = await takePaced(readSeenFile(path, info, maxBytes), pacer);
    if (bytes !== undefined && bytes.length <= MAX_KEPT_BYTES) {
      // A copy, since the buffer that was read into is longer.
      secondLook?.keep(FILES, path.open, info, bytes.slice());
    }
    return bytes ?? UNREADABLE;
  } catch (error) {
    pacer.check();
    // Below a file there is none either: explain_path asks for paths that do not exist.
    const code = errorCodeOf(error);
    return code === "not_found" || code === "not_a_directory" ? undefined : UNREADABLE;
  }
}

/**
 * The contents of a file of git's own, by its path from a directory. Unlike a `.gitignore`, it may be behind a
 * link; where that leaves the scope, it cannot be read.
 */
export async function readGitFile(
  scope: Scope,
  directory: ScopedPath,
  { path, maxBytes }: { readonly path: string; readonly maxBytes: number },
  pacer: Pacer,
): Promise<
  { readonly path: ScopedPath; readonly bytes: Uint8Array } | Exclude<Contents, Uint8Array>
> {
  const resolution = scope.follow(directory.real, path);
  if (resolution.outcome === "failed") {
    return resolution.code === "not_found" ? undefined : UNREADABLE;
  }
  if (resolution.outcome !== "file") return UNREADABLE;
  const bytes = await readRegularFile(scope, resolution.end, maxBytes, pacer) ?? UNREADABLE;
  return bytes === UNREADABLE ? UNREADABLE : { path: resolution.end, bytes };
}

/** The text of a file, as git takes it: a byte order mark is part of it. */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

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

/** A file as it was right before it is read. */
export interface AskedFile {
  readonly path: ScopedPath;
  readonly info: Deno.FileInfo;
}

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
    const bytes = await bytesOf({ path, info }, maxBytes, pacer);
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

/** The contents of a file that was looked at right before; here they are not kept for later calls. */
export async function readSeen(
  file: AskedFile,
  maxBytes: number,
  pacer: Pacer,
): Promise<Uint8Array | typeof UNREADABLE> {
  const { info: { isFile, size } } = file;
  if (!isFile || size > maxBytes) return UNREADABLE;
  try {
    return await bytesOf(file, maxBytes, pacer) ?? UNREADABLE;
  } catch {
    pacer.check();
    return UNREADABLE;
  }
}

async function bytesOf(
  { path, info }: AskedFile,
  maxBytes: number,
  pacer: Pacer,
): Promise<Uint8Array | undefined> {
  const readSeenFile = await seenFileReader();
  return await takePaced(readSeenFile(path, info, maxBytes), pacer);
}

/** Looks at a file of git's own, by its path from a directory, as {@linkcode readGitFile} finds it. */
export function lookAtGitFile(
  scope: Scope,
  directory: ScopedPath,
  path: string,
): AskedFile | typeof UNREADABLE | undefined {
  const end = locateGitFile(scope, directory, path);
  if (end === undefined || end === UNREADABLE) return end;
  try {
    return { path: end, info: fileSystem.lstatSync(end.open) };
  } catch {
    return UNREADABLE;
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
  const end = locateGitFile(scope, directory, path);
  if (end === undefined || end === UNREADABLE) return end;
  const bytes = await readRegularFile(scope, end, maxBytes, pacer) ?? UNREADABLE;
  return bytes === UNREADABLE ? UNREADABLE : { path: end, bytes };
}

function locateGitFile(
  scope: Scope,
  directory: ScopedPath,
  path: string,
): ScopedPath | typeof UNREADABLE | undefined {
  const resolution = scope.follow(directory.real, path);
  if (resolution.outcome === "failed") {
    return resolution.code === "not_found" ? undefined : UNREADABLE;
  }
  return resolution.outcome === "file" ? resolution.end : UNREADABLE;
}

/** The text of a file, as git takes it: a byte order mark is part of it. */
export function textOf(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

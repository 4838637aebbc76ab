/** Reads the small files that git keeps. */
import { errorCodeOf } from "../errors.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { takePaced } from "../pacing/steps.ts";
import { regularFileReader } from "../scope/file_system.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { type ValidatedKind, VALIDATOR_BYTES } from "../scope/revalidation.ts";

/** What stands for the contents of a file that is there, but cannot be read. */
export const UNREADABLE = Symbol("unreadable");

/** The contents of a file; `undefined` where there is none. */
export type FileContents = Uint8Array | typeof UNREADABLE | undefined;

/** How to read a file, and what to make of it. */
interface ReadFileOptions<Value> {
  /** A larger one cannot be read. */
  readonly maxBytes: number;
  /** What is made of the contents; nothing where they are not what they should be. */
  readonly parse: (bytes: Uint8Array) => Value | Promise<Value | undefined>;
  /** How that is kept for later calls. */
  readonly cacheKind: ValidatedKind<Value>;
  readonly cacheKey: string;
  /** The largest file of which it is kept, in bytes. */
  readonly maxCachedBytes: number;
}

/** Small files by their path, as they were read. */
const CACHED_FILES: ValidatedKind<Uint8Array> = {
  name: "file",
  bytesOf: ({ value }) => VALIDATOR_BYTES + value.length,
};

/** The largest file that is kept for later calls, in bytes. */
const MAX_CACHED_FILE_BYTES = 64 * 1024;

/** What is made of a regular file, or was by an earlier call; anything else counts as none. */
export async function readFileAs<Value>(
  { fileSystem, revalidation }: Scope,
  path: ScopedPath,
  { maxBytes, parse, cacheKind, cacheKey, maxCachedBytes }: ReadFileOptions<Value>,
  pacer: Pacer,
): Promise<Value | typeof UNREADABLE | undefined> {
  let info: Deno.FileInfo;
  let bytes: Uint8Array | undefined;
  try {
    info = fileSystem.lstat(path.open);
    if (!info.isFile) return undefined;
    if (info.size > maxBytes) return UNREADABLE;
    const cached = revalidation?.find(cacheKind, cacheKey, info);
    if (cached !== undefined) return cached;
    const readSeenFile = await regularFileReader(fileSystem);
    bytes = await takePaced(readSeenFile(path, info, maxBytes), pacer);
  } catch (error) {
    pacer.check();
    // Below a file there is none either: explain_path asks for paths that do not exist.
    const code = errorCodeOf(error);
    return code === "not_found" || code === "not_a_directory" ? undefined : UNREADABLE;
  }
  const value = bytes && await parse(bytes);
  if (value === undefined) return UNREADABLE;
  if (bytes!.length <= maxCachedBytes) revalidation?.store(cacheKind, cacheKey, info, value);
  return value;
}

/**
 * The contents of a regular file, if it is not larger than `maxBytes`; anything else counts as none. The
 * caller must not change them.
 */
export function readRegularFile(
  scope: Scope,
  path: ScopedPath,
  maxBytes: number,
  pacer: Pacer,
): Promise<FileContents> {
  // A copy, since the buffer that was read into is longer.
  const parse = (bytes: Uint8Array): Uint8Array => bytes.slice();
  const cache = { cacheKind: CACHED_FILES, cacheKey: path.open };
  const bounds = { maxBytes, maxCachedBytes: MAX_CACHED_FILE_BYTES };
  return readFileAs(scope, path, { parse, ...cache, ...bounds }, pacer);
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
  { readonly path: ScopedPath; readonly bytes: Uint8Array } | Exclude<FileContents, Uint8Array>
> {
  const end = locateGitFile(scope, directory, path);
  if (end === undefined || end === UNREADABLE) return end;
  const bytes = await readRegularFile(scope, end, maxBytes, pacer) ?? UNREADABLE;
  return bytes === UNREADABLE ? UNREADABLE : { path: end, bytes };
}

/** Finds a file of git's own, by its path from a directory. */
export function locateGitFile(
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
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

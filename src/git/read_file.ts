import { errorCodeOf } from "../errors.ts";
import type { Pacer } from "../pacing/pacer.ts";
import { takePaced } from "../pacing/paced_steps.ts";
import { readSeenFile } from "../scope/file_system.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";

export const UNREADABLE = Symbol("unreadable");

interface ReadFileOptions<Value> {
  readonly maxBytes: number;
  /** The share of the work budget that reading and parsing a byte takes. */
  readonly costPerByte: number;
  readonly parse: (bytes: Uint8Array, info: Deno.FileInfo) => Value | Promise<Value | undefined>;
  /** Returns what an earlier call parsed, by the `lstat` of the file: it need not be read again. */
  readonly cached?: (info: Deno.FileInfo) => Value | undefined;
  /** What stands for anything but a regular file. @default {undefined, as if it were missing} */
  readonly other?: Value;
}

/** Reads and parses a regular file. */
export async function readFileAs<Value>(
  scope: Scope,
  path: ScopedPath,
  { maxBytes, costPerByte, parse, cached, other }: ReadFileOptions<Value>,
  pacer: Pacer,
): Promise<Value | typeof UNREADABLE | undefined> {
  let info: Deno.FileInfo;
  let bytes: Uint8Array | undefined;
  try {
    info = scope.fileSystem.lstat(path.open);
    if (!info.isFile) return other;
    const isAllowed = info.size <= maxBytes && pacer.budget.spend(costPerByte * info.size);
    if (!isAllowed) return UNREADABLE;
    const known = cached?.(info);
    if (known !== undefined) return known;
    const open = await scope.loadOpener();
    bytes = await takePaced(readSeenFile(open, path, { seen: info, maxBytes }), pacer);
  } catch (error) {
    pacer.check();
    // A path below a file is missing too: explain_path takes paths that do not exist.
    const code = errorCodeOf(error);
    return code === "not_found" || code === "not_a_directory" ? undefined : UNREADABLE;
  }
  return (bytes && await parse(bytes, info)) ?? UNREADABLE;
}

/** Returns what this call has parsed under a key, or parses it now. */
export async function parseOnce<Value>(
  { parsed }: Scope,
  key: string,
  parse: () => Promise<Value | typeof UNREADABLE>,
  bytesOf: (value: Value) => number,
): Promise<Value | typeof UNREADABLE> {
  const found = parsed.get(key);
  if (found !== undefined) return found as Value;
  const value = await parse();
  parsed.set(key, value, value === UNREADABLE ? 0 : bytesOf(value));
  return value;
}

interface GitFileOptions {
  readonly path: string;
  readonly maxBytes: number;
  readonly costPerByte?: number;
}

/** Unlike a `.gitignore`, a git file may be behind a link; if that leads out of the scope, it is unreadable. */
export async function readGitFile(
  scope: Scope,
  directory: ScopedPath,
  { path, maxBytes, costPerByte = 1 }: GitFileOptions,
  pacer: Pacer,
): Promise<
  { readonly path: ScopedPath; readonly bytes: Uint8Array } | typeof UNREADABLE | undefined
> {
  const end = locateGitFile(scope, directory, path);
  if (typeof end !== "object") return end;
  const parse = (bytes: Uint8Array) => ({ path: end, bytes });
  return await readFileAs(scope, end, { maxBytes, costPerByte, parse }, pacer) ?? UNREADABLE;
}

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

/** Decodes UTF-8 as git does: a byte order mark is part of the text. */
export function decodeUtf8(bytes: Uint8Array): string {
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
}

const BYTE_DECODER = new TextDecoder("latin1");

/** Decodes bytes to a text with one character per byte, whatever their encoding. */
export function byteText(bytes: Uint8Array): string {
  return BYTE_DECODER.decode(bytes);
}

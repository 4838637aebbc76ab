/**
 * Reads from a binary what `deno compile` put into it.
 *
 * @module
 */
import { Buffer } from "node:buffer";

/** Marks the start and the end of the payload. */
const MAGIC = "d3n0l4nd";

/** The embedded folder of npm packages, which lie in it by name and version. */
const NPM = ".deno_compile_node_modules/localhost/";

/** The permissions of a binary. `null` grants or denies nothing, an empty list everything. */
export type Permissions = Readonly<Record<string, readonly string[] | boolean | null>>;

/** The part of the metadata that the checks use. */
export interface Metadata {
  readonly entrypoint_key: string;
  readonly permissions: Permissions;
  /** Arguments inserted before the user's. */
  readonly argv: readonly string[];
  readonly env_vars_from_env_file: Readonly<Record<string, string>>;
  readonly unsafely_ignore_certificate_errors: readonly string[] | null;
  /** `null` if the runtime has no code cache. */
  readonly code_cache_key: number | null;
}

/** The contents of a binary besides the runtime. */
export interface Payload {
  readonly metadata: Metadata;
  /** True if it contains modules from the network. */
  readonly hasRemote: boolean;
  /** Embedded files except those of npm packages, relative to the repository. */
  readonly files: ReadonlySet<string>;
  /** Embedded npm packages, as `name@version`. */
  readonly packages: ReadonlySet<string>;
  /** Its size in bytes. */
  readonly size: number;
}

/** An entry of the embedded file system. */
interface Entry {
  readonly Dir?: { readonly n: string; readonly e: readonly Entry[] };
  readonly File?: { readonly n: string };
  readonly Symlink?: { readonly n: string };
}

/**
 * Reads the payload of a binary for any target.
 *
 * @throws {Error} If there is no readable payload.
 */
export function readPayload(binary: Uint8Array): Payload {
  const bytes = Buffer.from(binary.buffer, binary.byteOffset, binary.byteLength);
  const start = startOf(bytes);
  if (start === undefined) throw new Error("no payload of deno compile");
  // The sections are metadata, npm snapshot, remote modules, file system and file contents. Each starts
  // with its size, except the remote modules: those start with three counts, all 0 if there are none.
  const metadata = sized(bytes, start + MAGIC.length);
  const snapshot = sized(bytes, metadata.end);
  const hasRemote = bytes.subarray(snapshot.end, snapshot.end + 12).some((byte) => byte !== 0);
  if (hasRemote) return payload(metadata.bytes, { hasRemote, paths: [], size: 0 });
  const entries = sized(bytes, snapshot.end + 12);
  const contents = sized(bytes, entries.end);
  const end = contents.end + MAGIC.length;
  if (bytes.toString("latin1", contents.end, end) !== MAGIC) throw new Error("a payload cut short");
  const paths = pathsOf(JSON.parse(entries.bytes.toString()));
  return payload(metadata.bytes, { hasRemote, paths, size: end - start });
}

function payload(
  metadata: Buffer,
  { hasRemote, paths, size }: { hasRemote: boolean; paths: readonly string[]; size: number },
): Payload {
  const isNpm = (path: string): boolean => path.startsWith(NPM);
  return {
    metadata: JSON.parse(metadata.toString()),
    hasRemote,
    files: new Set(paths.filter((path) => !isNpm(path))),
    packages: new Set(paths.filter(isNpm).map((path) => packageOf(path.slice(NPM.length)))),
    size,
  };
}

/** Finds the payload. The runtime's own code contains the magic too, but no metadata after it. */
function startOf(bytes: Buffer): number | undefined {
  let at = bytes.indexOf(MAGIC);
  for (; at >= 0; at = bytes.indexOf(MAGIC, at + 1)) {
    const json = at + MAGIC.length + 8;
    if (bytes.toString("latin1", json, json + 8) === '{"argv":') return at;
  }
  return undefined;
}

function sized(bytes: Buffer, at: number): { bytes: Buffer; end: number } {
  const start = at + 8;
  const end = start + Number(bytes.readBigUInt64LE(at));
  if (end > bytes.length) throw new Error("a payload cut short");
  return { bytes: bytes.subarray(start, end), end };
}

function pathsOf(entries: readonly Entry[], prefix = ""): string[] {
  return entries.flatMap(({ Dir, File, Symlink }) =>
    Dir === undefined
      ? [prefix + (File ?? Symlink)!.n]
      : pathsOf(Dir.e, Dir.n === "" ? prefix : `${prefix}${Dir.n}/`)
  );
}

/** `name/version/…`, `@scope/name/version/…` */
function packageOf(path: string): string {
  const parts = path.split("/");
  const count = path.startsWith("@") ? 2 : 1;
  return `${parts.slice(0, count).join("/")}@${parts[count]}`;
}

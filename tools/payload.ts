/**
 * What `deno compile` put into a binary, read back from the binary itself.
 *
 * @module
 */
import { Buffer } from "node:buffer";

/** What stands before and after the payload. */
const MAGIC = "d3n0l4nd";

/** Where the npm packages lie among the embedded files: in folders by name and version. */
const NPM = ".deno_compile_node_modules/localhost/";

/** The permissions of a binary: no list grants or denies nothing, an empty one everything. */
export type Permissions = Readonly<Record<string, readonly string[] | boolean | null>>;

/** The part of the metadata that is of interest. */
export interface Metadata {
  readonly entrypoint_key: string;
  readonly permissions: Permissions;
  /** Arguments that come before the user's. */
  readonly argv: readonly string[];
  readonly env_vars_from_env_file: Readonly<Record<string, string>>;
  readonly unsafely_ignore_certificate_errors: readonly string[] | null;
  /** Nothing if the runtime keeps no code cache. */
  readonly code_cache_key: number | null;
}

/** What a binary holds besides the runtime. */
export interface Payload {
  readonly metadata: Metadata;
  /** Whether modules from the network are inside. */
  readonly hasRemote: boolean;
  /** Embedded files but those of npm packages, relative to the repository. */
  readonly files: ReadonlySet<string>;
  /** Embedded npm packages, as `name@version`. */
  readonly packages: ReadonlySet<string>;
  /** How many bytes it takes. */
  readonly size: number;
}

/** One entry of the embedded file system. */
interface Entry {
  readonly Dir?: { readonly n: string; readonly e: readonly Entry[] };
  readonly File?: { readonly n: string };
  readonly Symlink?: { readonly n: string };
}

/**
 * Reads the payload of a binary for any system.
 *
 * @throws {Error} If there is none that could be read.
 */
export function readPayload(binary: Uint8Array): Payload {
  const bytes = Buffer.from(binary.buffer, binary.byteOffset, binary.byteLength);
  const start = startOf(bytes);
  if (start === undefined) throw new Error("no payload of deno compile");
  // Metadata, npm snapshot, remote modules, file system, file contents: each but the remote modules
  // after its own size. Those are three counts, which are 0 where there are none.
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

/** The runtime's own code holds the magic, too: the payload is where metadata follows. */
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

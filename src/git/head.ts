/** Resolves `HEAD`, through symbolic references, to a commit. */
import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { byteText, decodeUtf8, readGitFile, UNREADABLE } from "./read_file.ts";
import type { GitStore } from "./repository.ts";

const MAX_REF_BYTES = 8 * 1024;

/** Maximum size of `packed-refs`, in bytes: some 200,000 references. */
const MAX_PACKED_REFS_BYTES = 16 * 1024 * 1024;

/** Bytes of `packed-refs` searched between two checks whether a pause is due. */
const SEARCHED_BYTES = 1024 * 1024;

const LINE_FEED = 0x0a;

const MAX_SYMBOLIC_REFS = 5;

/** References that belong to one work tree, not to all. */
const WORKTREE_REF = /^(?:HEAD$|refs\/(?:bisect|worktree|rewritten)\/)/;

/** A valid reference name that is also a valid path. */
const REF_NAME = /^refs(?:\/(?!\.)[^\/\0-\x20\x7F\uFFFD]+)+$/;

export async function readHead(
  scope: Scope,
  store: GitStore,
  pacer: Pacer,
): Promise<string | typeof UNREADABLE | undefined> {
  const { gitDirectory, commonDirectory, hashLength } = store;
  const id = new RegExp(`^([0-9a-f]{${2 * hashLength}})(?:\\s|$)`);
  let name = "HEAD";
  for (let steps = 0; steps <= MAX_SYMBOLIC_REFS; steps++) {
    const directory = WORKTREE_REF.test(name) ? gitDirectory : commonDirectory;
    const bytes = await readRefFile(scope, directory, name, pacer);
    if (bytes === UNREADABLE) return UNREADABLE;
    if (bytes === undefined) {
      return name === "HEAD" ? UNREADABLE : await findPackedRef(scope, store, name, pacer);
    }
    const text = decodeUtf8(bytes);
    const found = id.exec(text);
    if (found !== null) return found[1]!;
    if (!text.startsWith("ref:")) return UNREADABLE;
    name = text.slice("ref:".length).trim();
    if (!REF_NAME.test(name)) return UNREADABLE;
  }
  return UNREADABLE;
}

/** Reads a reference's own file. A directory in its place counts as none: other references left it. */
async function readRefFile(scope: Scope, directory: ScopedPath, path: string, pacer: Pacer) {
  const resolution = scope.follow(directory.real, path);
  const isNone = resolution.outcome === "directory" ||
    resolution.outcome === "failed" && resolution.code === "not_a_directory";
  if (isNone) return undefined;
  const read = await readGitFile(scope, directory, { path, maxBytes: MAX_REF_BYTES }, pacer);
  return typeof read === "object" ? read.bytes : read;
}

/** Looks a reference up in `packed-refs`, where each line is `<id> <name>`. */
async function findPackedRef(
  scope: Scope,
  { commonDirectory, hashLength }: GitStore,
  name: string,
  pacer: Pacer,
): Promise<string | typeof UNREADABLE | undefined> {
  const file = { path: "packed-refs", maxBytes: MAX_PACKED_REFS_BYTES };
  const read = await readGitFile(scope, commonDirectory, file, pacer);
  if (typeof read !== "object") return read;
  // One character for each byte.
  const entryEnd = ` ${byteText(new TextEncoder().encode(name))}\n`;
  for (let start = 0, end = 0; start < read.bytes.length; start = end) {
    if (pacer.isDue()) await pacer.pause();
    end = start + SEARCHED_BYTES;
    // A part ends where a line does. No line of git's is as long as a part.
    if (end < read.bytes.length) end = read.bytes.lastIndexOf(LINE_FEED, end) + 1;
    if (end <= start) return UNREADABLE;
    const text = byteText(read.bytes.subarray(start, end));
    for (let at = text.indexOf(entryEnd); at >= 0; at = text.indexOf(entryEnd, at + 1)) {
      const id = text.slice(text.lastIndexOf("\n", at) + 1, at);
      if (id.length === 2 * hashLength && /^[0-9a-f]+$/.test(id)) return id;
    }
  }
  return undefined;
}

const MAX_SHALLOW_BYTES = 1024 * 1024;

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

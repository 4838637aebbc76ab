/** What makes commits look other than they are: where a clone was cut, grafts, and replacements. */
import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import { namesIn } from "./names_in.ts";
import type { PackedRefs } from "./packed_refs.ts";
import { readGitFile, textOf, UNREADABLE } from "./read_file.ts";
import type { GitStore } from "./repository.ts";

/** What makes commits look other than they are. */
export interface Overrides {
  /** The commits whose parents a shallow clone left out. */
  readonly shallow: ReadonlySet<string>;
  /** The parents that a commit has instead of its own (`info/grafts`). */
  readonly grafts: ReadonlyMap<string, readonly string[]>;
  /** The object that stands for another (`git replace`). */
  readonly replacements: ReadonlyMap<string, string>;
}

/** The largest list that is read, in bytes. */
const MAX_BYTES = 1024 * 1024;

/** The most replacements that are read. */
const MAX_REPLACEMENTS = 1000;

const REPLACE = "refs/replace/";

/** Reads what makes commits look other than they are. */
export async function readOverrides(
  scope: Scope,
  store: GitStore,
  { packed, pacer }: { readonly packed: PackedRefs; readonly pacer: Pacer },
): Promise<Overrides | typeof UNREADABLE> {
  const shallow = await idLines(scope, store, "shallow", pacer);
  const grafts = await idLines(scope, store, "info/grafts", pacer);
  const replacements = await readReplacements(scope, store, { packed, pacer });
  if (shallow === UNREADABLE || grafts === UNREADABLE || replacements === UNREADABLE) {
    return UNREADABLE;
  }
  return {
    shallow: new Set(shallow.map(([id]) => id!)),
    grafts: new Map(grafts.map(([id, ...parents]) => [id!, parents])),
    replacements,
  };
}

/** The lines of a file that hold ids, at least one each. */
async function idLines(
  scope: Scope,
  { common, hashLength }: GitStore,
  path: string,
  pacer: Pacer,
): Promise<string[][] | typeof UNREADABLE> {
  const read = await readGitFile(scope, common, { path, maxBytes: MAX_BYTES }, pacer);
  if (typeof read !== "object") return read === undefined ? [] : UNREADABLE;
  const isId = new RegExp(`^[0-9a-f]{${2 * hashLength}}$`);
  const lines: string[][] = [];
  for (const line of textOf(read.bytes).split("\n")) {
    const ids = line.trimEnd().split(" ");
    if (ids.every((id) => isId.test(id))) lines.push(ids);
  }
  return lines;
}

async function readReplacements(
  scope: Scope,
  { common, hashLength }: GitStore,
  { packed, pacer }: { readonly packed: PackedRefs; readonly pacer: Pacer },
): Promise<Map<string, string> | typeof UNREADABLE> {
  const isId = new RegExp(`^[0-9a-f]{${2 * hashLength}}$`);
  const found = new Map<string, string>();
  let count = 0;
  for (const { id, rest } of packed.startingWith(REPLACE)) {
    if (isId.test(rest)) found.set(rest, id);
    if (++count > MAX_REPLACEMENTS) return UNREADABLE;
  }
  const loose = await namesIn(scope, common, REPLACE, pacer);
  if (typeof loose !== "object") return loose ?? found;
  for (const path of loose.names) {
    if (!isId.test(path)) continue;
    const read = await readGitFile(scope, loose.directory, { path, maxBytes: MAX_BYTES }, pacer);
    const target = typeof read === "object" ? textOf(read.bytes).trimEnd() : "";
    if (!isId.test(target) || found.size > MAX_REPLACEMENTS) return UNREADABLE;
    found.set(path, target);
  }
  return found;
}

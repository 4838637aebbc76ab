/** Repositories of objects that git would not write, under ids that are made up. */
import { deflateSync } from "node:zlib";
import { uint32 } from "./index_bytes.ts";

/** The numbers of the kinds in a pack. */
export const [COMMIT, TREE, BLOB, TAG, OFFSET_DELTA, REFERENCE_DELTA] = [1, 2, 3, 4, 6, 7] as const;

export interface MadeObject {
  readonly id: string;
  readonly type: number;
  /** The compressed content: of a delta, the delta. */
  readonly bytes: Uint8Array;
  /** The base of a delta: an id, or how many bytes before the object. */
  readonly base?: string | number;
  /** The compressed content, if it is not what zlib makes of the bytes. */
  readonly deflated?: Uint8Array;
  /** The size to state, if it is not that of the bytes. */
  readonly stated?: number;
}

const encoder = new TextEncoder();

/** A made-up id. They are spread evenly, as those of git are. */
export function madeId(kind: string, number: number): string {
  const start = [...kind].reduce((sum, each) => sum * 31 + each.charCodeAt(0), number);
  const spread = Math.imul(start, 0x9e3779b1) >>> 0;
  return spread.toString(16).padStart(8, "0") + number.toString(16).padStart(32, "0");
}

export function joined(...parts: readonly (string | Uint8Array | readonly number[])[]): Uint8Array {
  const arrays = parts.map((part) =>
    typeof part === "string" ? encoder.encode(part) : Uint8Array.from(part)
  );
  const bytes = new Uint8Array(arrays.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const array of arrays) {
    bytes.set(array, at);
    at += array.length;
  }
  return bytes;
}

interface MadeCommit {
  readonly parents?: readonly string[];
  readonly date?: number;
  readonly message?: string;
}

export function commit(
  id: string,
  tree: string,
  { parents = [], date = 0, message = "m" }: MadeCommit = {},
): MadeObject {
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author A <a@b> ${date} +0000`,
    `committer A <a@b> ${date} +0000`,
  ];
  return { id, type: COMMIT, bytes: encoder.encode(`${lines.join("\n")}\n\n${message}\n`) };
}

export function tree(
  id: string,
  entries: readonly (readonly [mode: string, name: string, id: string])[],
): MadeObject {
  // Written in place, since trees of tests may be megabytes.
  const most = ([mode, name, each]: typeof entries[number]): number =>
    mode.length + 3 * name.length + 2 + each.length / 2;
  const bytes = new Uint8Array(entries.reduce((sum, entry) => sum + most(entry), 0));
  let at = 0;
  for (const [mode, name, each] of entries) {
    at += encoder.encodeInto(`${mode} ${name}\0`, bytes.subarray(at)).written;
    at += bytes.subarray(at).setFromHex(each).written;
  }
  return { id, type: TREE, bytes: bytes.slice(0, at) };
}

/** A size as deltas state it. */
export function deltaSize(size: number): number[] {
  const bytes: number[] = [];
  for (let rest = size; bytes.push(rest & 127), rest > 127; rest >>>= 7) {
    bytes[bytes.length - 1]! |= 128;
  }
  return bytes;
}

/** A delta that keeps the first bytes of its base, and appends others. */
export function deltaOf(base: number, kept: number, added: Uint8Array): Uint8Array {
  const copy = [0x80 | 0x70 | 0xf, 0, 0, 0, 0, kept & 255, kept >> 8 & 255, kept >> 16 & 255];
  const inserts: number[] = [];
  for (let at = 0; at < added.length; at += 127) {
    const piece = added.subarray(at, at + 127);
    inserts.push(piece.length, ...piece);
  }
  return joined(
    deltaSize(base),
    deltaSize(kept + added.length),
    kept === 0 ? [] : copy,
    inserts,
  );
}

/** Writes a repository whose objects are in one pack. */
export function makeRepository(root: string, objects: readonly MadeObject[], head: string): void {
  const git = `${root}/.git`;
  Deno.mkdirSync(`${git}/objects/pack`, { recursive: true });
  Deno.mkdirSync(`${git}/refs`, { recursive: true });
  Deno.writeTextFileSync(`${git}/HEAD`, `${head}\n`);
  const { pack, places } = packBytes(objects);
  Deno.writeFileSync(`${git}/objects/pack/pack-0.pack`, pack);
  Deno.writeFileSync(`${git}/objects/pack/pack-0.idx`, indexBytes(places));
}

/** A pack, and where each object is in it. */
function packBytes(
  objects: readonly MadeObject[],
): { readonly pack: Uint8Array; readonly places: ReadonlyMap<string, number> } {
  const parts: Uint8Array[] = [joined("PACK", uint32(2), uint32(objects.length))];
  const places = new Map<string, number>();
  let at = 12;
  for (const { id, type, bytes, base, deflated, stated = bytes.length } of objects) {
    places.set(id, at);
    const start = typeof base === "string"
      ? Uint8Array.fromHex(base)
      : base === undefined
      ? []
      : offsetBytes(base);
    const entry = joined(entryHead(type, stated), start, deflated ?? deflateSync(bytes));
    parts.push(entry);
    at += entry.length;
  }
  return { pack: joined(...parts, new Uint8Array(20)), places };
}

function entryHead(type: number, size: number): number[] {
  const bytes = [type << 4 | size & 15];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1]! |= 128;
    bytes.push(rest & 127);
  }
  return bytes;
}

function offsetBytes(back: number): number[] {
  const bytes = [back & 127];
  for (let rest = back >> 7; rest > 0; rest >>= 7) bytes.unshift(128 | --rest & 127);
  return bytes;
}

/** An index of version 2. */
export function indexBytes(places: ReadonlyMap<string, number>): Uint8Array {
  const ids = [...places.keys()].sort();
  const counts = new Array<number>(256).fill(0);
  for (const id of ids) counts[parseInt(id.slice(0, 2), 16)]!++;
  let sum = 0;
  const fanout = counts.flatMap((count) => uint32(sum += count));
  return joined(
    [0xff, 0x74, 0x4f, 0x63, ...uint32(2), ...fanout],
    ...ids.map((id) => Uint8Array.fromHex(id)),
    new Uint8Array(4 * ids.length),
    ...ids.map((id) => uint32(places.get(id)!)),
    new Uint8Array(40),
  );
}

/** Commits after each other, newest last, each of which adds a line to one file or follows its options. */
export function line(
  length: number,
  change: (number: number) => { readonly commit?: MadeCommit; readonly tree?: MadeObject } =
    () => ({}),
): MadeObject[] {
  return Array.from({ length }, (_, number) => {
    const changed = change(number);
    const own = changed.tree ??
      tree(madeId("tree", number), [["100644", "file", madeId("blob", number)]]);
    const parents = number === 0 ? [] : [madeId("commit", number - 1)];
    return [
      commit(madeId("commit", number), own.id, { parents, date: number, ...changed.commit }),
      own,
    ];
  }).flat();
}

/** Trees of which each is a delta against the one before, the first a whole one. */
export function deltaChain(length: number): MadeObject[] {
  const base = tree(madeId("delta", 0), [["100644", "file", madeId("blob", 0)]]);
  const deltas = Array.from({ length }, (_, i) => ({
    id: madeId("delta", i + 1),
    type: REFERENCE_DELTA,
    base: madeId("delta", i),
    bytes: deltaOf(base.bytes.length, 12, Uint8Array.fromHex(madeId("blob", i + 1))),
  }));
  return [base, ...deltas];
}

/** Index files of git, written by hand. */
import { assert } from "@std/assert";
import fc from "fast-check";
import { MAX_INDEX_ENTRIES, parseIndex } from "../../src/git/index_file.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import { compareBytes } from "./compare_bytes.ts";
import type { Node } from "./tree.ts";

interface IndexForm {
  readonly version?: 2 | 3 | 4;
  readonly hashLength?: 20 | 32;
  readonly extensions?: readonly (readonly [name: string, bytes: Uint8Array])[];
}

const encoder = new TextEncoder();

/** An index that tracks these paths; one that starts with `@` is a repository. They are not sorted. */
export function indexBytes(
  paths: readonly string[],
  { version = 2, hashLength = 20, extensions = [] }: IndexForm = {},
): Uint8Array<ArrayBuffer> {
  const parts: number[] = [...encoder.encode("DIRC"), ...uint32(version), ...uint32(paths.length)];
  let last = new Uint8Array();
  for (const path of paths) {
    const isRepository = path.startsWith("@");
    const name = encoder.encode(isRepository ? path.slice(1) : path);
    const mode = isRepository ? 0o160000 : path.endsWith("/") ? 0o040000 : 0o100644;
    const start = parts.length;
    parts.push(...new Array<number>(24).fill(0), ...uint32(mode), ...new Array<number>(12).fill(0));
    parts.push(...new Array<number>(hashLength).fill(1));
    const flags = Math.min(name.length, 0xfff) | (version === 3 ? 0x4000 : 0);
    parts.push(flags >> 8, flags & 255, ...version === 3 ? [0x40, 0] : []);
    if (version === 4) {
      let kept = 0;
      while (kept < Math.min(last.length, name.length) && last[kept] === name[kept]) kept++;
      parts.push(...varint(last.length - kept), ...name.subarray(kept), 0);
      last = name;
    } else {
      parts.push(...name, 0);
      while ((parts.length - start) % 8 !== 0) parts.push(0);
    }
  }
  for (const [name, bytes] of extensions) {
    parts.push(...encoder.encode(name), ...uint32(bytes.length), ...bytes);
  }
  return Uint8Array.from([...parts, ...new Array<number>(hashLength).fill(0)]);
}

/** The same as a file of a tree. */
export function index(paths: readonly string[], form?: IndexForm): Node {
  const bytes = indexBytes(paths, form);
  return { make: (path) => Deno.writeFile(path, bytes) };
}

/** A number in four bytes, the highest first. */
export function uint32(value: number): number[] {
  return [value >>> 24, value >>> 16 & 255, value >>> 8 & 255, value & 255];
}

function varint(value: number): number[] {
  const bytes = [value & 127];
  for (let rest = value >> 7; rest > 0; rest = rest >> 7) bytes.unshift(128 | --rest & 127);
  return bytes;
}

const HOSTILE = ["../x", "/etc/passwd", ".git/config", "a//b", "a/", "", "\0", "a\0b", ".", ".."];

/** Reads random index files: hostile paths, odd extensions, changed bytes, cut ends. */
export async function checkHostileIndexes(numRuns: number): Promise<void> {
  const name = fc.oneof(
    fc.constantFrom(...HOSTILE),
    fc.string({ maxLength: 12, unit: "grapheme" }),
  );
  const form = fc.record({
    version: fc.constantFrom(2 as const, 3 as const, 4 as const),
    hashLength: fc.constantFrom(20 as const, 32 as const),
    extensions: fc.array(
      fc.tuple(fc.constantFrom("link", "sdir", "TREE", "qqqq"), fc.uint8Array({ maxLength: 80 })),
      { maxLength: 2 },
    ),
  });
  const change = fc.record({ at: fc.nat(), bytes: fc.uint8Array({ minLength: 1, maxLength: 5 }) });
  const property = fc.asyncProperty(
    fc.array(name, { maxLength: 8 }),
    form,
    fc.array(change, { maxLength: 4 }),
    fc.option(fc.nat()),
    async (names, form, changes, cut) => {
      let bytes = indexBytes([...new Set(names)].sort(compareBytes), form);
      for (const each of changes) {
        const at = each.at % bytes.length;
        bytes.set(each.bytes.subarray(0, bytes.length - at), at);
      }
      if (cut !== null) bytes = bytes.slice(0, cut % (bytes.length + 1));
      const index = await parseIndex(bytes, form.hashLength, new Pacer());
      if (index === undefined) return;
      const { ends, bytes: paths } = index.paths;
      assert(ends.length <= Math.min(MAX_INDEX_ENTRIES, bytes.length / 62));
      assert(paths.length <= bytes.length * ends.length);
    },
  );
  await fc.assert(property, { numRuns });
}

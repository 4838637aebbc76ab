import { assert, assertEquals } from "@std/assert";
import { parseIndex } from "../../src/git/index_file.ts";
import { pathStartOf, type SortedPaths } from "../../src/git/tracked_files.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import { checkHostileIndexes, indexBytes, uint32 } from "../support/index_bytes.ts";

function namesIn({ bytes, ends, gitlinks }: SortedPaths): string[] {
  return Array.from(ends, (end, i) =>
    (gitlinks[i] === 1 ? "@" : "") +
    new TextDecoder().decode(bytes.subarray(pathStartOf(ends, i), end)));
}

const PATHS = [
  "a",
  "a/b",
  "a/bc",
  `x/${"long/".repeat(60)}name`,
  `y/${"d/".repeat(2100)}z`,
  "é",
];

for (const version of [2, 3, 4] as const) {
  for (const hashLength of [20, 32] as const) {
    Deno.test(`parseIndex() reads version ${version} with hashes of ${hashLength} bytes`, async () => {
      const paths = ["@.sub", ...PATHS];
      const extensions = [["TREE", new Uint8Array(9)], ["ZZZZ", new Uint8Array(0)]] as const;
      const bytes = indexBytes(paths, { version, hashLength, extensions });
      const index = await parseIndex(bytes, hashLength, new Pacer());
      assertEquals(index && namesIn(index.paths), paths);
      assertEquals(index?.isSparse, false);
      assertEquals(await parseIndex(bytes, hashLength === 20 ? 32 : 20, new Pacer()), undefined);
    });
  }
}

const GOOD = indexBytes(["a", "b/c", "d"]);

/** The same bytes with others from a place on. */
function patched(at: number, bytes: readonly number[], from = GOOD): Uint8Array {
  const copy = from.slice();
  copy.set(bytes, at);
  return copy;
}

Deno.test("parseIndex() refuses 'anything that git would not write […] as a whole'", async () => {
  const rows: [what: string, bytes: Uint8Array][] = [
    ["nothing", new Uint8Array(0)],
    ["only a head", GOOD.slice(0, 12)],
    ["another word", patched(0, [0x44, 0x49, 0x52, 0x44])],
    ["version 1", patched(4, uint32(1))],
    ["version 5", patched(4, uint32(5))],
    ["a huge count", patched(8, uint32(0xffffffff))],
    ["more entries than fit", patched(8, uint32(4))],
    ["paths in no order", indexBytes(["b", "a"])],
    ["version 4, paths in no order", indexBytes(["b", "a"], { version: 4 })],
    [
      "version 4, more taken away than there is",
      patched(74, [5], indexBytes(["a", "b"], { version: 4 })),
    ],
    ["a path longer than any file system takes", indexBytes(["a".repeat(32_769)])],
    [
      "over 20,000 `.gitignore` files that a sparse checkout left out",
      indexBytes(Array.from({ length: 20_001 }, (_, i) => `${10_000 + i}/.gitignore`), {
        version: 3,
      }),
    ],
    ["a cut entry", GOOD.slice(0, -40)],
    [
      "an extension that must be understood",
      indexBytes(["a"], { extensions: [["abcd", new Uint8Array(4)]] }),
    ],
    [
      "an extension that is too long",
      patched(
        GOOD.length - 20 + 4,
        uint32(1000),
        indexBytes(["a", "b/c", "d"], { extensions: [["TREE", new Uint8Array(4)]] }),
      ),
    ],
    ["a split index", indexBytes(["a"], { extensions: [["link", new Uint8Array(20)]] })],
  ];
  for (const [what, bytes] of rows) {
    assertEquals(await parseIndex(bytes, 20, new Pacer()), undefined, what);
  }
  assert(await parseIndex(GOOD, 20, new Pacer()) !== undefined);
});

Deno.test("parseIndex() reads any bytes without a throw, and never more paths than there are bytes for", async () => {
  await checkHostileIndexes(300);
});

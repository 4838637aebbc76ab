import { assert, assertEquals, assertRejects } from "@std/assert";
import fc from "fast-check";
import {
  directoryKey,
  type EntryKey,
  type EntryKind,
  fileKey,
  linkKey,
  nameOf,
  otherKey,
} from "../../src/directory/entry_key.ts";
import {
  kindIn,
  listFilesFirst,
  type Listing,
  lowerBound,
  sortListing,
} from "../../src/directory/listing.ts";
import { readDirectory } from "../../src/directory/read_directory.ts";
import { DirectoryKeys } from "../../src/directory/directory_keys.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import { takeAtOnce, takePaced } from "../../src/pacing/steps.ts";
import { compareCodePoints } from "../../src/text/compare_code_points.ts";
import { compareBytes } from "../support/compare_bytes.ts";
import { CASE, FIFOS, LINKS, needing, RAW_NAMES } from "../support/machine.ts";
import { shell } from "../support/shell.ts";
import { MIXED, needsOf, withTree } from "../support/tree.ts";

/** Some keys, in order. */
function sorted(keys: readonly EntryKey[]): Listing {
  return takeAtOnce(sortListing(keys));
}

/** Those of some keys that are accepted, in order. */
function selected(keys: readonly EntryKey[], keep: (key: EntryKey) => boolean): Listing {
  return takeAtOnce(new DirectoryKeys(keys).selected(keep, 0));
}

const plainRows: [string, boolean][] = [
  ["a-b~!", true],
  ["a b", false],
  ["a\\b", false],
  ["a\nb", false],
  ["é", false],
  ["\x7f", false],
  ["\x01", false],
  ["\u202E", false],
];

for (const [name, isPlain] of plainRows) {
  Deno.test(
    needing(
      needsOf({ [name]: "" }),
      `sortListing() says isPlain ${isPlain} of ${JSON.stringify(name)}`,
    ),
    async () => {
      for (const path of [name, `${name}/`]) {
        await withTree({ [path]: "", "a": "", "d/": "" }, (root) => {
          assertEquals(sorted(readDirectory(root)).isPlain, isPlain);
          assertEquals(selected(readDirectory(root), () => false).isPlain, true);
        });
      }
    },
  );
}

Deno.test(needing([LINKS, FIFOS, CASE], "selected() keeps what the filter says"), async () => {
  await withTree(MIXED, (root) => {
    const keep = (key: EntryKey): boolean => !nameOf(key).startsWith("b");
    const expected = [".dot", "B", linkKey("a"), otherKey("c"), linkKey("d")];
    assertEquals<readonly string[]>(selected(readDirectory(root), keep).keys, expected);
  });
});

Deno.test("listFilesFirst() puts files first, in the order given, and sorts the rest", () => {
  const rest = [directoryKey("z"), linkKey("b"), otherKey("c"), directoryKey("a")];
  const { keys, isPlain } = listFilesFirst([
    fileKey("y"),
    rest[0]!,
    fileKey("x"),
    ...rest.slice(1),
    fileKey("w"),
  ])!;
  assertEquals<readonly string[]>(keys, [
    "y",
    "x",
    "w",
    directoryKey("a"),
    linkKey("b"),
    otherKey("c"),
    directoryKey("z"),
  ]);
  assertEquals(isPlain, true);
});

Deno.test("listFilesFirst() gives nothing if a name is not plain, so that equal names are listed once", () => {
  const keys = ["m\uFFFD", "z", directoryKey("m\uFFFD"), "a", "m\uFFFD", "é"] as EntryKey[];
  assertEquals(listFilesFirst(keys), undefined);
  assertEquals<readonly string[]>(sorted(keys).keys, ["a", "m\uFFFD", "z", "é"]);
});

/** Makes files or folders whose names are given as `printf` reads them. */
async function makeBytes(root: string, command: string, names: readonly string[]): Promise<void> {
  const quoted = names.map((name) => `"$(printf '${name}')"`).join(" ");
  await shell(root, `${command} ${quoted}`);
}

Deno.test(
  needing(RAW_NAMES, "sortListing() lists names that read back equal once"),
  async () => {
    // Decision 3: "A name holding U+FFFD is listed with the kind that the directory gave […]; names
    // that read back equal are listed once".
    await withTree({ "a": "", "z": "" }, async (root) => {
      await makeBytes(root, "touch", ["m\\377", "m\\376", "m\\375", "n\\377"]);
      const read = readDirectory(root);
      assertEquals(read.length, 6);
      assertEquals<readonly string[]>(sorted(read).keys, ["a", "m\uFFFD", "n\uFFFD", "z"]);
    });
  },
);

Deno.test(
  needing(RAW_NAMES, "sortListing() lists directories and links that read back equal once"),
  async () => {
    await withTree({ "a/": "", "z/": "" }, async (root) => {
      await makeBytes(root, "mkdir", ["m\\377", "m\\376"]);
      await makeBytes(root, "ln -s x", ["l\\377"]);
      assertEquals<readonly string[]>(sorted(readDirectory(root)).keys, [
        directoryKey("a"),
        linkKey("l\uFFFD"),
        directoryKey("m\uFFFD"),
        directoryKey("z"),
      ]);
    });
  },
);

Deno.test(
  needing(RAW_NAMES, "sortListing() lists a file and a directory that read back equal once"),
  async () => {
    await withTree({ "a": "" }, async (root) => {
      await makeBytes(root, "mkdir", ["m\\377"]);
      await makeBytes(root, "touch", ["m\\376"]);
      assertEquals(sorted(readDirectory(root)).keys.map(nameOf), ["a", "m\uFFFD"]);
    });
  },
);

/** Random keys, as a directory would give them. */
function keysOf(size: number, seed: number, alphabet: readonly string[]): EntryKey[] {
  const keys: EntryKey[] = [];
  let state = seed >>> 0;
  const next = (bound: number): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % bound;
  };
  const names = new Set<string>();
  while (keys.length < size) {
    let name = "";
    for (let i = 0; i < 4; i++) name += alphabet[next(alphabet.length)];
    if (names.has(name) && !name.includes("\uFFFD")) name += keys.length;
    names.add(name);
    const kind = next(8);
    if (kind < 5) keys.push(fileKey(name));
    else if (kind === 5) keys.push(linkKey(name));
    else if (kind === 6) keys.push(otherKey(name));
    else keys.push(directoryKey(name));
  }
  return keys;
}

Deno.test("sortListing() sorts, whatever the size, and so does selected()", async () => {
  const size = fc.oneof(
    fc.integer({ min: 0, max: 60 }),
    fc.constantFrom(16383, 16384, 16385, 32768, 32769, 50_000),
  );
  const alphabet = fc.constantFrom(
    [..."abcdefghi -."],
    ["a", "b", "😀", "\uE000", "é", "\\", "c", "d"],
    ["a", "b", "\uFFFD", "😀", "c"],
  );
  const property = fc.asyncProperty(
    size,
    fc.integer(),
    alphabet,
    fc.boolean(),
    async (size, seed, alphabet, filtered) => {
      const keys = keysOf(size, seed, alphabet);
      const keep = (key: EntryKey) => !filtered || !nameOf(key).includes("a");
      const all = new DirectoryKeys(keys);
      const whole = await takePaced(all.inOrder(), new Pacer());
      const actual = await takePaced(new DirectoryKeys(keys).selected(keep, 100), new Pacer());
      const kept = keys.filter(keep);
      assertEquals(new Set(actual.keys.map(nameOf)), new Set(kept.map(nameOf)));
      assertEquals(actual.keys.join("\n"), whole.keys.filter(keep).join("\n"));
      assertEquals(takeAtOnce(all.selected(keep, 0)).keys, actual.keys);
      assertEquals(actual.isPlain, /^[\0\x21-\x5b\x5d-\x7e]*$/.test(kept.join("")));
      assertEquals(actual.isFiles, !kept.join("").includes("\0"));
      const isSorted = actual.keys.every((key, i) =>
        i === 0 || compareBytes(actual.keys[i - 1]!, key) <= 0
      );
      assert(isSorted);
    },
  );
  await fc.assert(property, { numRuns: 14 });
});

Deno.test("selected() rejects with AbortError once the signal aborts", async () => {
  const keys = keysOf(50_000, 1, ["a", "b", "c", "d"]);
  const controller = new AbortController();
  const pacer = new Pacer({ signal: controller.signal });
  const keep = (): boolean => {
    const end = performance.now() + 1;
    while (performance.now() < end);
    return true;
  };
  setTimeout(() => controller.abort("why"), 1);
  const selecting = takePaced(new DirectoryKeys(keys).selected(keep, 10_000), pacer);
  const error = await assertRejects(() => selecting, DOMException);
  assertEquals(error.name, "AbortError");
});

/** A listing of these keys, unchanged. */
function listed(
  keys: string[],
  compare: Listing["compare"] = compareCodePoints,
): Listing {
  return { keys: keys as EntryKey[], isPlain: compare === undefined, isFiles: false, compare };
}

Deno.test("lowerBound() finds the first key from an index on that is not below the bound", () => {
  const unit = fc.constantFrom("a", "b", "-", "\0", "/", "é", "\uE000", "😀");
  const key = fc.string({ unit, maxLength: 3 });
  fc.assert(
    fc.property(fc.array(key, { maxLength: 12 }), key, fc.nat(12), (keys, bound, from) => {
      keys.sort(compareCodePoints);
      const below = (keys: readonly string[]): number =>
        keys.filter((key) => compareBytes(key, bound) < 0).length;
      assertEquals(lowerBound(listed(keys), bound), below(keys));
      const start = Math.min(from, keys.length);
      assertEquals(lowerBound(listed(keys), bound, start), Math.max(start, below(keys)));
      const ascii = keys.filter((key) => /^[a-b\-\0/]*$/.test(key));
      assertEquals(lowerBound(listed(ascii, undefined), bound), below(ascii));
    }),
    { numRuns: 1000 },
  );
});

Deno.test("kindIn() gives the kind of an entry, and undefined for a name that is not listed", () => {
  const keyOf: Readonly<Record<EntryKind, (name: string) => EntryKey>> = {
    file: fileKey,
    directory: directoryKey,
    link: linkKey,
    other: otherKey,
  };
  const kinds = Object.keys(keyOf) as EntryKind[];
  const name = fc.string({
    unit: fc.constantFrom("a", "d", "-", "\x01", "é", "\uE000", "😀"),
    minLength: 1,
    maxLength: 2,
  });
  const entries = fc.uniqueArray(fc.tuple(name, fc.constantFrom(...kinds)), {
    selector: ([name]) => name,
    maxLength: 12,
  });
  fc.assert(
    fc.property(entries, name, (entries, other) => {
      const keys = entries.map(([name, kind]) => keyOf[kind](name)).sort(compareCodePoints);
      for (const [name, kind] of entries) assertEquals(kindIn(listed(keys), name), kind);
      const expected = entries.find(([name]) => name === other)?.[1];
      assertEquals(kindIn(listed(keys), other), expected);
    }),
    { numRuns: 1000 },
  );
});

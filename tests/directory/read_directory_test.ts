import { assert, assertEquals, assertRejects, assertThrows } from "@std/assert";
import fc from "fast-check";
import { compareCodePoints } from "../../src/text/compare_code_points.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import {
  directoryKey,
  type EntryKind,
  kindOf,
  linkKey,
  nameOf,
  otherKey,
} from "../../src/directory/entry_key.ts";
import { DirscopeError } from "../../src/errors.ts";
import {
  kindIn,
  type Listing,
  lowerBound,
  readDirectory,
  readHugeDirectory,
  sizeClassOf,
  sortAllButFiles,
  sortListing,
  sortListingPaced,
} from "../../src/directory/read_directory.ts";
import { fifo, link, makeTree, type Tree, withTree } from "../support/tree.ts";
import { failingDisk } from "../support/failing_disk.ts";
import { compareBytes, run } from "../support/walking.ts";

const MIXED: Tree = {
  "b/x": "",
  "b-": "",
  "b0": "",
  "B": "",
  "a": link("nowhere"),
  "c": fifo(),
  "d": link("b"),
  ".dot": "",
};

Deno.test("readDirectory() and sortListing() sort by code point and tell the kinds", async () => {
  await withTree(MIXED, (root) => {
    const listing = sortListing(readDirectory(root));
    assertEquals(listing.keys.map((key) => [nameOf(key), kindOf(key)]), [
      [".dot", "file"],
      ["B", "file"],
      ["a", "link"],
      ["b", "directory"],
      ["b-", "file"],
      ["b0", "file"],
      ["c", "other"],
      ["d", "link"],
    ]);
    assertEquals(listing.isPlain, true);
  });
});

Deno.test("readDirectory() gives each entry one key, and lowerBound() the place of its contents", async () => {
  // Decision 8.6: "A directory has two places in it: as an entry it sorts as `name`, its contents
  // as `name/` (`a`, `a-b`, `a/x`)."
  await withTree(MIXED, (root) => {
    const listing = sortListing(readDirectory(root));
    assertEquals(listing.keys, [
      ".dot",
      "B",
      linkKey("a"),
      directoryKey("b"),
      "b-",
      "b0",
      otherKey("c"),
      linkKey("d"),
    ]);
    assertEquals(listing.keys[lowerBound(listing, "b/")], "b0");
  });
});

Deno.test("readDirectory() sorts surrogate pairs after U+E000–FFFF", async () => {
  const names = ["😀", "\uE000", "é", "z", "\uFFFC", "\u{10000}"];
  await withTree(Object.fromEntries(names.map((name) => [name, ""])), (root) => {
    const listing = sortListing(readDirectory(root));
    assertEquals(listing.keys, ["z", "é", "\uE000", "\uFFFC", "\u{10000}", "😀"]);
    assertEquals(listing.isPlain, false);
  });
});

const plainRows: [string, boolean][] = [
  ["a b~!", true],
  ["a\\b", false],
  ["a\nb", false],
  ["é", false],
  ["\x7f", false],
  ["\x01", false],
  ["\u202E", false],
];

for (const [name, isPlain] of plainRows) {
  Deno.test(`sortListing() says isPlain ${isPlain} of ${JSON.stringify(name)}`, async () => {
    for (const path of [name, `${name}/`]) {
      await withTree({ [path]: "", "a": "", "d/": "" }, (root) => {
        assertEquals(sortListing(readDirectory(root)).isPlain, isPlain);
        assertEquals(sortListing(readDirectory(root), () => false).isPlain, true);
      });
    }
  });
}

Deno.test("readDirectory() of an empty directory is empty", async () => {
  await withTree({}, async (root) => {
    const listing = sortListing(readDirectory(root));
    assertEquals([listing.keys, listing.isPlain], [[], true]);
    const huge = await sortListingPaced(await readHugeDirectory(root, new Pacer()), new Pacer());
    assertEquals(huge, listing);
  });
});

Deno.test("readDirectory() and readHugeDirectory() throw what Deno throws", async () => {
  await withTree({ "f": "" }, async (root) => {
    assertThrows(() => readDirectory(`${root}/gone`), Deno.errors.NotFound);
    await assertRejects(
      () => readHugeDirectory(`${root}/gone`, new Pacer()),
      Deno.errors.NotFound,
    );
    assertThrows(() => readDirectory(`${root}/f`));
    await assertRejects(() => readHugeDirectory(`${root}/f`, new Pacer()));
  });
});

Deno.test("sortListing() keeps what the filter says", async () => {
  await withTree(MIXED, (root) => {
    const keep = (key: string): boolean => !nameOf(key).startsWith("b");
    const expected = [".dot", "B", linkKey("a"), otherKey("c"), linkKey("d")];
    assertEquals(sortListing(readDirectory(root), keep).keys, expected);
  });
});

Deno.test("sortAllButFiles() puts files first, as they come, and sorts the rest", () => {
  const rest = [directoryKey("z"), linkKey("b"), otherKey("c"), directoryKey("a")];
  const { keys, isPlain } = sortAllButFiles(["y", rest[0]!, "x", ...rest.slice(1), "w"]);
  assertEquals(keys, [
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

Deno.test("sortAllButFiles() sorts all where a name is not plain, so that each is listed once", () => {
  const keys = ["m\uFFFD", "z", directoryKey("m\uFFFD"), "a", "m\uFFFD", "é"];
  assertEquals(sortAllButFiles([...keys]), sortListing([...keys]));
  assertEquals(sortListing(keys).keys, ["a", "m\uFFFD", "z", "é"]);
});

Deno.test("sortListingPaced() drops what the filter says, at once or later", async () => {
  await withTree(MIXED, async (root) => {
    const drops = (key: string): boolean => nameOf(key).startsWith("b");
    const dropsLater = async (key: string): Promise<boolean> => {
      await Promise.resolve();
      return drops(key);
    };
    const dropsEitherWay = (key: string) => kindOf(key) === "file" ? drops(key) : dropsLater(key);
    const expected = [".dot", "B", linkKey("a"), otherKey("c"), linkKey("d")];
    for (const drop of [drops, dropsLater, dropsEitherWay]) {
      const paced = await sortListingPaced(readDirectory(root), new Pacer(), drop);
      assertEquals(paced.keys, expected);
    }
  });
});

/** Makes files, or folders, of names that are given as bytes for bash's `$'…'`. */
async function makeBytes(root: string, command: string, names: readonly string[]): Promise<void> {
  const quoted = names.map((name) => `$'${name}'`).join(" ");
  await run("bash", ["-c", `cd "$0" && ${command} ${quoted}`, root]);
}

Deno.test("sortListing() lists names that read back equal once", async () => {
  // Decision 3: "A name holding U+FFFD is listed with the kind that the directory gave […]; names
  // that read back equal are listed once".
  await withTree({ "a": "", "z": "" }, async (root) => {
    await makeBytes(root, "touch", ["m\\xff", "m\\xfe", "m\\xfd", "n\\xff"]);
    for (const paced of [false, true]) {
      const read = readDirectory(root);
      assertEquals(read.length, 6);
      const { keys } = paced ? await sortListingPaced(read, new Pacer()) : sortListing(read);
      assertEquals(keys, ["a", "m\uFFFD", "n\uFFFD", "z"]);
    }
  });
});

Deno.test("sortListing() lists directories and links that read back equal once", async () => {
  await withTree({ "a/": "", "z/": "" }, async (root) => {
    await makeBytes(root, "mkdir", ["m\\xff", "m\\xfe"]);
    await makeBytes(root, "ln -s x", ["l\\xff"]);
    assertEquals(sortListing(readDirectory(root)).keys, [
      directoryKey("a"),
      linkKey("l\uFFFD"),
      directoryKey("m\uFFFD"),
      directoryKey("z"),
    ]);
  });
});

Deno.test("sortListing() lists a file and a directory that read back equal once", async () => {
  await withTree({ "a": "" }, async (root) => {
    await makeBytes(root, "mkdir", ["m\\xff"]);
    await makeBytes(root, "touch", ["m\\xfe"]);
    assertEquals(sortListing(readDirectory(root)).keys.map(nameOf), ["a", "m\uFFFD"]);
  });
});

/** So many keys, as a directory would give them. */
function keysOf(size: number, seed: number, alphabet: readonly string[]): string[] {
  const keys: string[] = [];
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
    if (kind < 5) keys.push(name);
    else if (kind === 5) keys.push(linkKey(name));
    else if (kind === 6) keys.push(otherKey(name));
    else keys.push(directoryKey(name));
  }
  return keys;
}

Deno.test("sortListingPaced() equals sortListing(), whatever the size", async () => {
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
      const keep = filtered ? (key: string) => !nameOf(key).includes("a") : undefined;
      const expected = sortListing([...keys], keep);
      const drop = keep && ((key: string) => !keep(key));
      const actual = await sortListingPaced(keys, new Pacer(), drop);
      assertEquals(actual.keys.join("\n"), expected.keys.join("\n"));
      assertEquals({ ...actual, keys: [] }, { ...expected, keys: [] });
      assertEquals(expected.isPlain, /^[\0\x20-\x5b\x5d-\x7e]*$/.test(expected.keys.join("")));
      const sorted = expected.keys.every((key, i) =>
        i === 0 || compareBytes(expected.keys[i - 1]!, key) <= 0
      );
      assert(sorted);
    },
  );
  await fc.assert(property, { numRuns: 14 });
});

Deno.test("sortListingPaced() rejects with AbortError once the signal aborts", async () => {
  const keys = keysOf(50_000, 1, ["a", "b", "c", "d"]);
  const controller = new AbortController();
  const pacer = new Pacer({ signal: controller.signal });
  const drop = (): boolean => {
    const end = performance.now() + 1;
    while (performance.now() < end);
    return false;
  };
  setTimeout(() => controller.abort("why"), 1);
  const error = await assertRejects(() => sortListingPaced(keys, pacer, drop), DOMException);
  assertEquals(error.name, "AbortError");
});

Deno.test("readHugeDirectory() equals readDirectory() on 30,000 files, and aborts", async () => {
  const root = await makeTree({ "sub/": "", "link": link("sub"), "é": "", "😀": "", "\uE000": "" });
  try {
    const script = 'cd "$0" && seq -f "file-with-a-rather-long-name-%06g" 30000 | xargs touch';
    await run("bash", ["-c", script, root]);
    const expected = sortListing(readDirectory(root));
    assertEquals(expected.keys.length, 30_005);
    const unhurried = new Pacer();
    const huge = await sortListingPaced(await readHugeDirectory(root, unhurried), unhurried);
    assertEquals(huge.keys.join("\n"), expected.keys.join("\n"));
    assertEquals({ ...huge, keys: [] }, { ...expected, keys: [] });
    const controller = new AbortController();
    const pacer = new Pacer({ signal: controller.signal });
    const reading = readHugeDirectory(root, pacer);
    controller.abort("why");
    const error = await assertRejects(() => reading, DOMException);
    assertEquals(error.name, "AbortError");
  } finally {
    await run("rm", ["-rf", root]);
  }
});

Deno.test("sizeClassOf() is small for a small directory and what is not there; what is none is an error", async () => {
  await withTree({ "d/x": "", "f": "", "link": link("d") }, (root) => {
    for (const path of ["d", "gone"]) assertEquals(sizeClassOf(`${root}/${path}`), "small");
    for (const path of ["f", "link"]) {
      assertThrows(() => sizeClassOf(`${root}/${path}`), DirscopeError);
    }
    assertEquals(sizeClassOf(`${root}/link`, true), "small");
  });
});

Deno.test("sizeClassOf() is small for what may not be read", async () => {
  await withTree({ "d/x": "" }, (root) => {
    using _disk = failingDisk({
      lstatSync() {
        throw new Deno.errors.NotCapable("Requires read access");
      },
    });
    assertEquals(sizeClassOf(root), "small");
  });
});

Deno.test("sizeClassOf() goes by the size that the file system gives, in blocks or in bytes", async () => {
  const rows: [size: number, bulk: ReturnType<typeof sizeClassOf>][] = [
    [128 * 1024, "small"],
    [132 * 1024, "large"],
    [1408 * 1024, "large"],
    [1412 * 1024, "huge"],
    [128 * 1024 + 20, "large"],
    [640 * 1024 + 20, "huge"],
  ];
  await withTree({ "d/x": "" }, (root) => {
    for (const [size, bulk] of rows) {
      using _disk = failingDisk({ lstatSync: (_path, proceed) => ({ ...proceed(), size }) });
      assertEquals(sizeClassOf(root), bulk, `${size} bytes`);
    }
  });
});

/** A listing of these keys as they stand. */
function listed(
  keys: string[],
  compare: Listing["compare"] = compareCodePoints,
): Listing {
  return { keys, isPlain: compare === undefined, isFiles: false, compare };
}

Deno.test("lowerBound() finds the first key, from an index on, that is not below the bound", () => {
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

Deno.test("kindIn() tells the kind of an entry by name, and nothing of what is not listed", () => {
  const keyOf: Readonly<Record<EntryKind, (name: string) => string>> = {
    file: (name) => name,
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

import { assertEquals, assertRejects, assertThrows } from "@std/assert";
import { directoryKey, kindOf, linkKey, nameOf, otherKey } from "../../src/directory/entry_key.ts";
import { lowerBound, sortListing, sortListingPaced } from "../../src/directory/listing.ts";
import {
  readDirectory,
  readHugeDirectory,
  readWindow,
  type SizeClass,
  sizeClassOf,
} from "../../src/directory/read_directory.ts";
import { DirscopeError } from "../../src/errors.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import type { ScopedPath } from "../../src/scope/scoped_path.ts";
import { CASE, FIFOS, LINKS, needing } from "../support/machine.ts";
import { shell } from "../support/shell.ts";
import { link, MIXED, withQuickTree } from "../support/tree.ts";
import { failingDisk } from "../support/failing_disk.ts";

Deno.test(
  needing(
    [LINKS, FIFOS, CASE],
    "readDirectory() and sortListing() sort by code point and tell the kinds",
  ),
  async () => {
    await withQuickTree(MIXED, (root) => {
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
  },
);

Deno.test(
  needing(
    [LINKS, FIFOS, CASE],
    "readDirectory() gives each entry one key, and lowerBound() the place of its contents",
  ),
  async () => {
    // Decision 8.6: "A directory has two places in it: as an entry it sorts as `name`, its contents
    // as `name/` (`a`, `a-b`, `a/x`)."
    await withQuickTree(MIXED, (root) => {
      const listing = sortListing(readDirectory(root));
      assertEquals<readonly string[]>(listing.keys, [
        ".dot",
        "B",
        linkKey("a"),
        directoryKey("b"),
        "b-",
        "b0",
        otherKey("c"),
        linkKey("d"),
      ]);
      assertEquals<string | undefined>(listing.keys[lowerBound(listing, "b/")], "b0");
    });
  },
);

Deno.test("readDirectory() sorts surrogate pairs after U+E000–FFFF", async () => {
  const names = ["😀", "\uE000", "é", "z", "\uFFFC", "\u{10000}"];
  await withQuickTree(Object.fromEntries(names.map((name) => [name, ""])), (root) => {
    const listing = sortListing(readDirectory(root));
    assertEquals<readonly string[]>(listing.keys, [
      "z",
      "é",
      "\uE000",
      "\uFFFC",
      "\u{10000}",
      "😀",
    ]);
    assertEquals(listing.isPlain, false);
  });
});

Deno.test("readDirectory() of an empty directory is empty", async () => {
  await withQuickTree({}, async (root) => {
    const listing = sortListing(readDirectory(root));
    assertEquals([listing.keys, listing.isPlain], [[], true]);
    const huge = await sortListingPaced(await readHugeDirectory(root, new Pacer()), new Pacer());
    assertEquals(huge, listing);
  });
});

Deno.test("readDirectory() and readHugeDirectory() throw what Deno throws", async () => {
  await withQuickTree({ "f": "" }, async (root) => {
    assertThrows(() => readDirectory(`${root}/gone`), Deno.errors.NotFound);
    await assertRejects(
      () => readHugeDirectory(`${root}/gone`, new Pacer()),
      Deno.errors.NotFound,
    );
    assertThrows(() => readDirectory(`${root}/f`));
    await assertRejects(() => readHugeDirectory(`${root}/f`, new Pacer()));
  });
});

Deno.test(
  needing(LINKS, "readHugeDirectory() equals readDirectory() on 30,000 files, and aborts"),
  async () => {
    const tree = { "sub/": "", "link": link("sub"), "é": "", "😀": "", "\uE000": "" };
    await withQuickTree(tree, async (root) => {
      await shell(root, "seq -f 'file-with-a-rather-long-name-%06g' 30000 | xargs touch");
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
    });
  },
);

const at = (path: string): ScopedPath => ({ open: path, real: path });

Deno.test(
  needing(
    LINKS,
    "every directory is asked (`lstat`) whether it is one right before it is read; a failing lstat fails it",
  ),
  async () => {
    await withQuickTree({ "d/x": "", "f": "", "link": link("d") }, (root) => {
      const codeAt = (path: ScopedPath): unknown => {
        return assertThrows(() => sizeClassOf(path), DirscopeError).code;
      };
      assertEquals(sizeClassOf(at(`${root}/d`)), "small");
      for (const name of ["f", "link"]) {
        assertEquals(codeAt(at(`${root}/${name}`)), "not_a_directory", name);
      }
      assertEquals(codeAt(at(`${root}/gone`)), "not_found");
      // A root's own spelling may be a link to that root, and to nothing else.
      assertEquals(sizeClassOf({ open: `${root}/link`, real: `${root}/d` }), "small");
      assertEquals(codeAt({ open: `${root}/link`, real: `${root}/other` }), "not_a_directory");
      using _disk = failingDisk({
        lstatSync() {
          throw new Deno.errors.NotCapable("Requires read access");
        },
      });
      assertEquals(codeAt(at(`${root}/d`)), "outside_scope");
    });
  },
);

Deno.test("sizeClassOf() goes by the size in blocks or in bytes", async () => {
  const rows: [size: number, expected: SizeClass][] = [
    [0, Deno.build.os === "windows" ? "small" : "huge"],
    [1, "small"],
    [128 * 1024, "small"],
    [132 * 1024, "large"],
    [1408 * 1024, "large"],
    [1412 * 1024, "huge"],
    [128 * 1024 + 20, "large"],
    [640 * 1024 + 20, "huge"],
  ];
  await withQuickTree({ "d/x": "" }, (root) => {
    for (const [size, expected] of rows) {
      using _disk = failingDisk({ lstatSync: (_path, proceed) => ({ ...proceed(), size }) });
      assertEquals(sizeClassOf(at(root)), expected, `${size} bytes`);
    }
  });
});

Deno.test("what the host hides is left out of every kind of read, and counted only by the host", async () => {
  await withQuickTree({ "a": "", "s/": "", "s.x": "", "t": "" }, async (root) => {
    const hidden = {
      isCostly: true,
      has: (name: string, isDirectory: boolean) => name === "t" || isDirectory,
      count: 0,
      leaveOut(count: number) {
        this.count += count;
      },
    };
    const pacer = new Pacer();
    const all = { limit: 9, isNeeded: () => false, isWanted: () => true, hidden };
    const { listing, count } = await readWindow(root, pacer, all);
    const reads = [
      readDirectory(root, hidden),
      await readHugeDirectory(root, pacer, hidden),
      listing.keys,
    ];
    for (const keys of reads) assertEquals([...keys].sort().map(nameOf), ["a", "s.x"]);
    assertEquals([count, hidden.count], [2, 6]);
  });
});

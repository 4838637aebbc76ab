import { assertEquals, assertGreater, assertLess } from "@std/assert";
import { UNREADABLE } from "../../src/git/read_file.ts";
import { readIndex } from "../../src/git/read_index.ts";
import { TOOLSETS, TreeCache } from "../../mod.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import { Scope } from "../../src/scope/scope.ts";
import { BusyPacer } from "../support/counted_pacer.ts";
import { failingDisk } from "../support/failing_disk.ts";
import { index, indexBytes } from "../support/index_bytes.ts";
import { pick, randomFrom } from "../support/random.ts";
import { withQuickTree } from "../support/tree.ts";

Deno.test("names that differ by the case of ASCII letters are one, in an index of many pieces, read with yields", async () => {
  const names = Array.from({ length: 1500 }, (_, i) => `${i % 2 === 0 ? "N" : "n"}${1000 + i}`);
  const long = "x".repeat(150);
  const paths = [...names.map((name) => `${name}${long}`), "@A", "é"].sort();
  await withQuickTree({ index: index(paths) }, async (cwd) => {
    const scope = new Scope({ cwd, roots: ["."] });
    const pacer = new BusyPacer();
    const read = (foldsCase: boolean) =>
      readIndex(scope, scope.enterDirectory("."), { hashLength: 20, foldsCase }, pacer);
    const plain = await read(false);
    const before = pacer.pauses;
    const folded = await read(true);
    // In pieces of 64 paths: once to fold them and once to write them.
    assertGreater(pacer.pauses - before, before + 2 * Math.floor(paths.length / 64));
    if (plain === UNREADABLE || folded === UNREADABLE) throw new Error("unreadable");
    const [asWritten, byLetters] = [plain.in(""), folded.in("")];
    for (const name of names) {
      for (const each of [name.toUpperCase(), name.toLowerCase()]) {
        assertEquals(byLetters.has(each + long.toUpperCase(), false), true, each);
        assertEquals(asWritten.has(each + long, false), each === name, each);
      }
    }
    assertEquals([byLetters.has("a", true), byLetters.has("A", false)], [true, true]);
    assertEquals([byLetters.has("é", false), byLetters.has("É", false)], [true, false]);
  });
});

Deno.test("a split index of more than 64 MiB of paths together with its base is not read", async () => {
  const longPaths = (letter: string): string[] =>
    Array.from({ length: 1100 }, (_, i) => letter.repeat(32_000) + (1000 + i));
  const link = ["link", new Uint8Array(20).fill(1)] as const;
  const tree = {
    index: index(longPaths("x"), { version: 4, extensions: [link] }),
    [`sharedindex.${"01".repeat(20)}`]: index(longPaths("y"), { version: 4 }),
  };
  await withQuickTree(tree, async (cwd) => {
    const scope = new Scope({ cwd, roots: ["."] });
    const options = { hashLength: 20, foldsCase: false };
    const read = await readIndex(scope, scope.enterDirectory("."), options, new Pacer());
    assertEquals(read, UNREADABLE);
  });
});

Deno.test("with a cache, the index counts as it is, whenever it was written and whatever the clock says", async () => {
  const tree = {
    ".git/HEAD": "",
    ".git/index": "",
    ".gitignore": "*\n",
    "a": "",
    "b": "",
    "c": "",
  };
  await withQuickTree(tree, async (cwd) => {
    const random = randomFrom(1);
    const cache = new TreeCache();
    const path = `${cwd}/.git/index`;
    const realNow = Date.now;
    let now = 1e12;
    let written = now;
    let reads = 0;
    using _disk = failingDisk({
      // The times of the coarsest file system. Neither the size nor the inode tells one index from another.
      lstatSync: (each, proceed) =>
        each === path
          ? { ...proceed(), mtime: new Date(written), ctime: new Date(written) }
          : proceed(),
      openSync: (each, proceed) => {
        if (each === path) reads++;
        return proceed();
      },
    });
    try {
      Date.now = () => now;
      for (let look = 0; look < 300; look++) {
        if (look === 0 || random() < 0.2) {
          Deno.writeFileSync(path, indexBytes([pick(["a", "b", "c"], random)]));
          written = Math.floor(now / 2000) * 2000;
        }
        const context = { cwd, roots: [cwd] };
        const expected = await TOOLSETS.agent.find_files.execute({}, context);
        const actual = await TOOLSETS.agent.find_files.execute({}, { ...context, cache });
        assertEquals([actual, actual.count], [expected, 1]);
        now += pick([0, 1, 500, 5000], random);
      }
    } finally {
      Date.now = realNow;
    }
    assertLess(reads, 500, "some were not read again");
  });
});

/** Git directories that cost much to read, each in its own way. */
import { assertEquals, assertGreater } from "@std/assert";
import { deflateSync } from "node:zlib";
import { readHistory } from "../../src/git/history.ts";
import { UNREADABLE } from "../../src/git/read_file.ts";
import { Repository } from "../../src/git/repository.ts";
import type { Pacer } from "../../src/pacing/pacer.ts";
import { Scope } from "../../src/scope/scope.ts";
import { BusyPacer } from "../support/counted_pacer.ts";
import { failingDisk, watching } from "../support/failing_disk.ts";
import { indexBytes, uint32 } from "../support/index_bytes.ts";
import { joined, line, madeId, makeRepository, TREE } from "../support/made_repository.ts";
import { withQuickTree } from "../support/tree.ts";

/** Four deflate blocks of codes for nothing, which take 20 us to inflate and hold no byte. */
const EMPTY_BLOCKS = Uint8Array.fromHex(
  "04c0810800000000207feb47001c880000000000f2b77e".repeat(2),
);

/** A zlib stream with so many bytes of empty blocks before its own. */
function slowStream(content: Uint8Array, bytes: number): Uint8Array {
  const stream = deflateSync(content);
  const slow = new Uint8Array(bytes - bytes % EMPTY_BLOCKS.length);
  for (let at = 0; at < slow.length; at += EMPTY_BLOCKS.length) slow.set(EMPTY_BLOCKS, at);
  return joined(stream.subarray(0, 2), slow, stream.subarray(2));
}

type Make = (root: string) => void;

/** Links both files of the only pack again. */
function linkPack(root: string, count: number): void {
  const pack = `${root}/.git/objects/pack/pack-`;
  for (let i = 1; i < count; i++) {
    for (const kind of ["idx", "pack"]) Deno.linkSync(`${pack}0.${kind}`, `${pack}${i}.${kind}`);
  }
}

const packed: Make = (root) => {
  const bytes = 209_000;
  const deflated = slowStream(new Uint8Array(), bytes);
  const slow = {
    id: madeId("slow", 0),
    type: TREE,
    bytes: new Uint8Array(),
    deflated,
    stated: bytes,
  };
  const objects = line(2, (number) => number === 1 ? { tree: slow } : {});
  makeRepository(root, objects, madeId("commit", 1));
  linkPack(root, 64);
};

const loose: Make = (root) => {
  makeRepository(root, [], madeId("commit", 199));
  for (const { id, type, bytes } of line(200)) {
    const content = joined(`${type === TREE ? "tree" : "commit"} ${bytes.length}\0`, bytes);
    const directory = `${root}/.git/objects/${id.slice(0, 2)}`;
    Deno.mkdirSync(directory, { recursive: true });
    const stream = slowStream(content, type === TREE ? 0 : 209_000);
    Deno.writeFileSync(`${directory}/${id.slice(2)}`, stream);
  }
};

/** Indexes of 2^32 - 1 objects, as far as they say. */
const sparse: Make = (root) => {
  makeRepository(root, line(200), madeId("commit", 199));
  const pack = `${root}/.git/objects/pack/a`;
  const count = 2 ** 32 - 1;
  // All ids are in the slot of the newest commit.
  const slot = parseInt(madeId("commit", 199).slice(0, 2), 16);
  const fanout = Array.from({ length: 256 }, (_, i) => uint32(i < slot ? 0 : count));
  const head = joined([0xff, 0x74, 0x4f, 0x63, ...uint32(2)], ...fanout);
  Deno.writeFileSync(`${pack}0.idx`, head);
  Deno.copyFileSync(`${root}/.git/objects/pack/pack-0.pack`, `${pack}0.pack`);
  for (let i = 1; i < 63; i++) {
    for (const kind of ["idx", "pack"]) Deno.linkSync(`${pack}0.${kind}`, `${pack}${i}.${kind}`);
  }
};

/** Directories whose `.git` files name one directory, with a large index. */
const shared: Make = (root) => {
  makeRepository(root, line(2), madeId("commit", 1));
  const count = 9000;
  const bytes = new Uint8Array(12 + count * 72 + 20);
  bytes.set(joined("DIRC", uint32(2), uint32(count)));
  for (let i = 0, at = 12; i < count; i++, at += 72) {
    bytes.set([0, 0, 0x81, 0xa4], at + 24);
    bytes[at + 61] = 9;
    bytes.set(new TextEncoder().encode(String(i).padStart(9, "0")), at + 62);
  }
  Deno.writeFileSync(`${root}/.git/index`, bytes);
  for (let i = 0; i < 60; i++) {
    Deno.mkdirSync(`${root}/d${i}`);
    Deno.writeTextFileSync(`${root}/d${i}/.git`, `gitdir: ${root}/.git\n`);
    Deno.writeTextFileSync(`${root}/d${i}/.gitignore`, "x\n");
    Deno.writeTextFileSync(`${root}/d${i}/x`, "");
  }
};

/** Repositories of their own whose large files are links to the same. */
function nested(file: string, content: string | Uint8Array<ArrayBuffer>): Make {
  return (root) => {
    makeRepository(root, line(2), madeId("commit", 1));
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
    Deno.writeFileSync(`${root}/.git/${file}`, bytes);
    for (let i = 0; i < 10; i++) {
      makeRepository(`${root}/d${i}`, [], madeId("commit", 1));
      Deno.linkSync(`${root}/.git/${file}`, `${root}/d${i}/.git/${file}`);
      Deno.writeTextFileSync(`${root}/d${i}/.gitignore`, "x\n");
      Deno.writeTextFileSync(`${root}/d${i}/x`, "");
    }
  };
}

const CONFIG = `[core]\nworktree=${"\\t".repeat(2 ** 16 - 20)}`;

const packedRefs: Make = (root) => {
  makeRepository(root, line(2), "ref: refs/heads/m");
  const some = `${"x".repeat(40)} refs/heads/m\n`.repeat(1000);
  Deno.writeTextFileSync(`${root}/.git/packed-refs`, some.repeat(300));
};

const shallow: Make = (root) => {
  makeRepository(root, line(2), madeId("commit", 1));
  Deno.writeTextFileSync(`${root}/.git/shallow`, "\n".repeat(2 ** 20));
};

/** Alternates by long paths, through links of as many parts. */
const alternates: Make = (root) => {
  makeRepository(root, line(2), madeId("commit", 1));
  const objects = `${root}/.git/objects`;
  const parts = "pack/../".repeat(24);
  Deno.symlinkSync(`${parts}info`, `${objects}/l0`);
  Deno.mkdirSync(`${objects}/info`);
  for (let i = 1; i < 39; i++) Deno.symlinkSync(`${parts}l${i - 1}`, `${objects}/l${i}`);
  const line64 = `${"pack/../".repeat(6)}l38\n`;
  Deno.writeTextFileSync(`${objects}/info/alternates`, line64.repeat(64));
};

/** Packs that are directories, with an index each. */
const packDirectories: Make = (root) => {
  makeRepository(root, line(2), madeId("commit", 1));
  for (let i = 0; i < 100; i++) {
    Deno.mkdirSync(`${root}/.git/objects/pack/a${i}.pack`);
    Deno.writeTextFileSync(`${root}/.git/objects/pack/a${i}.idx`, "");
  }
};

/** An index of 640 KB of paths, in 2 KB. */
const LONG_PATHS = indexBytes(
  Array.from({ length: 20 }, (_, i) => "x".repeat(32_000) + (1000 + i)),
  { version: 4 },
);

/** Reads all of a repository and of those in its folders, as one call. Returns how many indexes could be read. */
async function readGit(root: string, pacer: Pacer): Promise<number> {
  const scope = new Scope({ cwd: root, roots: [root] });
  const repository = await Repository.at(scope, scope.enterDirectory("."), pacer);
  await readHistory(scope, repository, 500, pacer);
  let read = 0;
  for (const { name } of [...Deno.readDirSync(root)].filter(({ name }) => name !== ".git")) {
    if (pacer.isDue()) await pacer.pause();
    const nested = await Repository.at(scope, scope.enterDirectory(name), pacer);
    if (await nested.readTracked(pacer) !== UNREADABLE) read++;
  }
  return read;
}

const MIB = 1024 * 1024;

/** A git directory, what makes it, the budget that is spent before, and what reading it comes to. */
const ROWS: readonly (readonly [
  what: string,
  make: Make,
  spentMiB: number,
  counts: { readonly opened: number; readonly minPauses: number; readonly indexes?: number },
])[] = [
  // 200 KiB of input cost 6.4 MiB: the budget ends in the fourth of 64 packs.
  ["a pack of empty blocks, 64 times", packed, 360, { opened: 9, minPauses: 40 }],
  ["loose commits of empty blocks", loose, 360, { opened: 9, minPauses: 40 }],
  ["indexes of packs that claim 2^32 - 1 objects", sparse, 0, { opened: 66, minPauses: 400 }],
  // 60 `.git` files, three files for the history, and the index once.
  [
    "60 `.git` files that name a directory with a large index",
    shared,
    0,
    { opened: 64, minPauses: 9000 / 64, indexes: 60 },
  ],
  // Each is read until 14 MiB are spent: 2.9 MiB for an index, 2 MiB for a configuration.
  ["repositories with a large index", nested("index", new Uint8Array(3e6)), 370, {
    opened: 7,
    minPauses: 4,
  }],
  ["repositories with a line of configuration of 128 KiB", nested("config", CONFIG), 370, {
    opened: 7,
    minPauses: 7,
  }],
  // A path is 32 KB long: each has 640 KB of them.
  [
    "repositories with a small index of long paths",
    nested("index", LONG_PATHS),
    380,
    { opened: 5, minPauses: 4, indexes: 1 },
  ],
  ["packs that are directories", packDirectories, 0, { opened: 3, minPauses: 100 }],
  ["packed references that are nearly the one that is read", packedRefs, 0, {
    opened: 2,
    minPauses: 15,
  }],
  ["a megabyte of line ends in `shallow`", shallow, 0, { opened: 4, minPauses: 4 }],
  ["alternates by long ways", alternates, 0, { opened: 4, minPauses: 64 }],
];

for (const [what, make, spentMiB, { opened, minPauses, indexes = 0 }] of ROWS) {
  Deno.test(`one budget a call bounds what git's bytes cost: ${what}`, () =>
    withQuickTree({}, async (root) => {
      make(root);
      const pacer = new BusyPacer();
      pacer.budget.spent = spentMiB * MIB;
      const paths: string[] = [];
      using _disk = failingDisk(watching(["openSync"], ({ path }) => void paths.push(path)));
      assertEquals(await readGit(root, pacer), indexes);
      assertEquals(paths.length, opened);
      assertGreater(pacer.pauses, minPauses);
    }));
}

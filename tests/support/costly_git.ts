/** Git directories that cost much to read, each in its own way. */
import { deflateSync } from "node:zlib";
import { readHistory } from "../../src/git/history.ts";
import { UNREADABLE } from "../../src/git/read_file.ts";
import { Repository } from "../../src/git/repository.ts";
import type { Pacer } from "../../src/pacing/pacer.ts";
import { Scope } from "../../src/scope/scope.ts";
import { indexBytes, uint32 } from "./index_bytes.ts";
import { joined, line, madeId, makeRepository, TREE } from "./made_repository.ts";

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

/** The root of a repository, and how large it is: 1 for the full cost, less for a test. */
type Make = (root: string, scale: number) => void;

/** Links both files of the only pack again. */
function linkPack(root: string, count: number): void {
  const pack = `${root}/.git/objects/pack/pack-`;
  for (let i = 1; i < count; i++) {
    for (const kind of ["idx", "pack"]) Deno.linkSync(`${pack}0.${kind}`, `${pack}${i}.${kind}`);
  }
}

const packed: Make = (root, scale) => {
  const bytes = Math.floor(2_090_000 * scale);
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

const loose: Make = (root, scale) => {
  makeRepository(root, [], madeId("commit", 199));
  for (const { id, type, bytes } of line(200)) {
    const content = joined(`${type === TREE ? "tree" : "commit"} ${bytes.length}\0`, bytes);
    const directory = `${root}/.git/objects/${id.slice(0, 2)}`;
    Deno.mkdirSync(directory, { recursive: true });
    const stream = slowStream(content, type === TREE ? 0 : Math.floor(2_090_000 * scale));
    Deno.writeFileSync(`${directory}/${id.slice(2)}`, stream);
  }
};

/** Indexes of 2^32 - 1 objects, as far as they say, in files that are mostly holes. */
const sparse: Make = (root, scale) => {
  makeRepository(root, line(200), madeId("commit", 199));
  const pack = `${root}/.git/objects/pack/a`;
  const count = 2 ** 32 - 1;
  // All ids are in the slot of the newest commit.
  const slot = parseInt(madeId("commit", 199).slice(0, 2), 16);
  const fanout = Array.from({ length: 256 }, (_, i) => uint32(i < slot ? 0 : count));
  const head = joined([0xff, 0x74, 0x4f, 0x63, ...uint32(2)], ...fanout);
  Deno.writeFileSync(`${pack}0.idx`, head);
  if (scale === 1) Deno.truncateSync(`${pack}0.idx`, head.length + count * 28 + 40);
  Deno.copyFileSync(`${root}/.git/objects/pack/pack-0.pack`, `${pack}0.pack`);
  for (let i = 1; i < 63; i++) {
    for (const kind of ["idx", "pack"]) Deno.linkSync(`${pack}0.${kind}`, `${pack}${i}.${kind}`);
  }
};

/** Directories whose `.git` files name one directory, with a large index. */
const shared: Make = (root, scale) => {
  makeRepository(root, line(2), madeId("commit", 1));
  const count = Math.floor(900_000 * scale);
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
function nested(file: string, text: (scale: number) => string | Uint8Array, count: number): Make {
  return (root, scale) => {
    makeRepository(root, line(2), madeId("commit", 1));
    const content = text(scale);
    const write = typeof content === "string" ? Deno.writeTextFileSync : Deno.writeFileSync;
    (write as (path: string, data: typeof content) => void)(`${root}/.git/${file}`, content);
    for (let i = 0; i < (scale === 1 ? count : 10); i++) {
      makeRepository(`${root}/d${i}`, [], madeId("commit", 1));
      Deno.linkSync(`${root}/.git/${file}`, `${root}/d${i}/.git/${file}`);
      Deno.writeTextFileSync(`${root}/d${i}/.gitignore`, "x\n");
      Deno.writeTextFileSync(`${root}/d${i}/x`, "");
    }
  };
}

const config = (length: number) => (scale: number) =>
  `[core]\nworktree=${"\\t".repeat(Math.floor(length * scale) / 2 - 20)}`;

const packedRefs: Make = (root, scale) => {
  makeRepository(root, line(2), "ref: refs/heads/m");
  const some = `${"x".repeat(40)} refs/heads/m\n`.repeat(1000);
  Deno.writeTextFileSync(`${root}/.git/packed-refs`, some.repeat(Math.floor(300 * scale)));
};

const shallow: Make = (root, scale) => {
  makeRepository(root, line(2), madeId("commit", 1));
  Deno.writeTextFileSync(`${root}/.git/shallow`, "\n".repeat(2 ** 20 * scale));
};

/** Alternates by long paths, through links of as many parts. */
const alternates: Make = (root, scale) => {
  makeRepository(root, line(2), madeId("commit", 1));
  const objects = `${root}/.git/objects`;
  const parts = "pack/../".repeat(480 * scale);
  Deno.symlinkSync(`${parts}info`, `${objects}/l0`);
  Deno.mkdirSync(`${objects}/info`);
  for (let i = 1; i < 39; i++) Deno.symlinkSync(`${parts}l${i - 1}`, `${objects}/l${i}`);
  const line64 = `${"pack/../".repeat(120 * scale)}l38\n`;
  Deno.writeTextFileSync(`${objects}/info/alternates`, line64.repeat(64));
};

/** Packs that are directories, with an index each. */
const packDirectories: Make = (root, scale) => {
  makeRepository(root, line(2), madeId("commit", 1));
  for (let i = 0; i < 5000 * scale; i++) {
    Deno.mkdirSync(`${root}/.git/objects/pack/a${i}.pack`);
    Deno.writeTextFileSync(`${root}/.git/objects/pack/a${i}.idx`, "");
  }
};

/** An index of 64 MiB of paths, in 170 KB. */
function longPaths(scale: number): Uint8Array {
  const paths = Array.from({ length: 2000 * scale }, (_, i) => "x".repeat(32_000) + (1000 + i));
  return indexBytes(paths, { version: 4 });
}

/** The kinds, by what they are. */
export const COSTLY_GIT: ReadonlyMap<string, Make> = new Map([
  ["a pack of empty blocks, 64 times", packed],
  ["loose commits of empty blocks", loose],
  ["indexes of packs that claim 2^32 - 1 objects", sparse],
  ["60 `.git` files that name a directory with a large index", shared],
  ["repositories with a large index", nested("index", (scale) => new Uint8Array(60e6 * scale), 60)],
  ["repositories with a small index of long paths", nested("index", longPaths, 60)],
  ["packs that are directories", packDirectories],
  ["a line of configuration of 1 MiB", nested("config", config(2 ** 20), 0)],
  ["repositories with a line of configuration of 256 KiB", nested("config", config(2 ** 18), 1000)],
  ["packed references that are nearly the one that is read", packedRefs],
  ["a megabyte of line ends in `shallow`", shallow],
  ["alternates by long ways", alternates],
]);

/** Reads all of a repository and of those in its folders, as one call. Returns how many indexes could be read. */
export async function readGit(root: string, pacer: Pacer): Promise<number> {
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

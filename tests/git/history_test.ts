import fs from "node:fs";
import { assert, assertEquals } from "@std/assert";
import type { NoHistory } from "../../src/git/history.ts";
import { type Form, GIT_ENVIRONMENT, gitIn, importInto } from "../support/git.ts";
import { gitHistoryIn, historyIn, importStream, toLine } from "../support/histories.ts";
import { GIT, testsNeeding } from "../support/machine.ts";
import { freshSeed } from "../support/random.ts";
import { shell } from "../support/shell.ts";
import { withQuickTree } from "../support/tree.ts";

const test = testsNeeding(GIT);

/** Git without the settings of whoever runs the tests. */
const CALM = Object.entries(GIT_ENVIRONMENT).map(([name, value]) => `export ${name}=${value}`)
  .join("; ");

/** Git scripts that turn a repository with all objects in one pack into another form. */
const FORMS: readonly (readonly [what: string, script: string, form?: Form])[] = [
  ["in one pack", ""],
  ["in loose objects", "", { unpackLimit: 100_000 }],
  ["in one pack, with SHA-256", "", { hash: "sha256" }],
  ["in loose objects, with SHA-256", "", { hash: "sha256", unpackLimit: 100_000 }],
  ["in one pack with deltas of great depth", "git repack -q -adf --depth=4095 --window=50"],
  [
    "in one pack with deltas that name their bases",
    "git -c repack.useDeltaBaseOffset=false repack -q -adf --depth=50",
  ],
  [
    "in a pack with a large index",
    "p=$(ls .git/objects/pack/*.pack); rm -f ${p%.pack}.idx ${p%.pack}.rev; git index-pack --index-version=2,64 $p",
  ],
  [
    "in many packs",
    `mkdir new; git rev-list --objects --all | cut -c 1-40 | split -l 30 - new/part.
     for part in new/part.*; do git pack-objects -q new/pack < $part; done
     rm -f .git/objects/pack/*; mv new/pack-* .git/objects/pack; rm -r new`,
  ],
  [
    "with a commit graph and a multi-pack-index",
    "git commit-graph write; git multi-pack-index write",
  ],
  ["with packed references", "git tag -a -m tag t main; git pack-refs --all --prune"],
  [
    "checked out without a branch",
    "git update-ref --no-deref HEAD $(git rev-list main | sed -n 4p)",
  ],
  [
    "on a branch with a long way to it",
    "git symbolic-ref refs/heads/é/x refs/heads/main; git symbolic-ref HEAD refs/heads/é/x",
  ],
];

/** A history in `origin`, and what a script of git commands makes of it or beside it. */
async function withOrigin(
  script: string,
  test: (root: string, seed: number) => Promise<void>,
  { hash = "sha1", unpackLimit = 1 }: Form = {},
): Promise<void> {
  await withQuickTree({}, async (root) => {
    const seed = freshSeed();
    const stream = importStream(seed, { hashLength: hash === "sha1" ? 20 : 32 });
    await importInto(`${root}/origin`, stream, { hash, unpackLimit });
    await gitIn(`${root}/origin`, ["config", "uploadpack.allowFilter", "true"]);
    await shell(root, `${CALM}; ${script}`);
    await test(root, seed);
  });
}

/** Checks that a history is read to its end, as git gives it. */
async function assertEqualsGit(
  repository: string,
  scope: string,
  seed: number,
): Promise<void> {
  const git = await gitHistoryIn(repository);
  const ours = await historyIn(repository, { scope });
  assert(typeof ours === "object" && ours.isWhole, `seed ${seed}`);
  assertEquals(ours.commits.map(toLine), git.map(toLine), `seed ${seed}`);
}

for (const [what, script, form] of FORMS) {
  test(`a history is what git log gives of it: ${what}`, () =>
    withOrigin(`cd origin; ${script}`, async (root, seed) => {
      await assertEqualsGit(`${root}/origin`, `${root}/origin`, seed);
    }, form));
}

/** A commit that git log does not list, with files enough for an index of more than 256 KiB. */
const MANY_OBJECTS = `{ printf 'commit refs/heads/many\\ncommitter A <a@b> 1 +0000\\ndata 0\\n'
  seq 10000 19999 | awk '{ print "M 100644 inline " $1 "\\ndata 5\\n" $1 }'
} | git fast-import --quiet; git repack -q -ad`;

test("an index of a pack that is searched 64 times in parts is read at once, and gives the same", () =>
  withOrigin(`cd origin; ${MANY_OBJECTS}`, async (root, seed) => {
    const packs = `${root}/origin/.git/objects/pack`;
    const [index] = [...Deno.readDirSync(packs)].filter(({ name }) => name.endsWith(".idx"));
    const { size } = Deno.statSync(`${packs}/${index!.name}`);
    assert(size > 256 * 1024);
    const lengths: number[] = [];
    const { readSync } = fs;
    fs.readSync = ((file, into: Uint8Array, ...rest: [number, number, number]) => {
      lengths.push(into.length);
      return readSync(file, into, ...rest);
    }) as typeof readSync;
    try {
      await assertEqualsGit(`${root}/origin`, `${root}/origin`, seed);
    } finally {
      fs.readSync = readSync;
    }
    // A search in parts that finds an object ends in the four bytes of its offset.
    const parts = lengths.filter((length) => length === 4).length;
    assertEquals(
      [parts, lengths.lastIndexOf(4) < lengths.indexOf(size)],
      [64, true],
      `seed ${seed}`,
    );
    assertEquals(lengths.filter((length) => length === size).length, 1, `seed ${seed}`);
  }));

const CLONES: readonly (readonly [what: string, script: string])[] = [
  ["a shallow clone", "git clone -q --no-checkout --depth=4 file://$PWD/origin copy"],
  [
    "a partial clone without blobs",
    "git clone -q --no-checkout --filter=blob:none file://$PWD/origin copy",
  ],
  [
    "a worktree",
    "git -C origin worktree add -q --no-checkout -b other ../copy $(git -C origin rev-list main | sed -n 6p)",
  ],
  ["a clone that borrows objects", "git clone -q --no-checkout --shared origin copy"],
  [
    "a clone with a git directory elsewhere",
    "git clone -q --no-checkout --separate-git-dir=elsewhere origin copy",
  ],
  [
    "a clone with linked objects and references",
    `git clone -q --no-checkout origin copy
     mv copy/.git/objects moved; ln -s ../../moved copy/.git/objects
     mv copy/.git/packed-refs packed; ln -s ../../packed copy/.git/packed-refs`,
  ],
  [
    "a clone with a pack that is a link",
    `git clone -q --no-checkout file://$PWD/origin copy; mkdir packs
     for file in copy/.git/objects/pack/*; do
       mv $file packs; ln -s ../../../../packs/$(basename $file) $file
     done`,
  ],
];

for (const [what, script] of CLONES) {
  test(`a history is what git log gives of it: ${what}`, () =>
    withOrigin(script, (root, seed) => assertEqualsGit(`${root}/copy`, root, seed)));
}

test("'when a missing object ends the reading', what was read before it is given", () =>
  withOrigin(
    "git clone -q --no-checkout --filter=tree:0 file://$PWD/origin copy",
    async (root, seed) => {
      const copy = `${root}/copy`;
      const first = await historyIn(copy);
      assert(typeof first === "object" && !first.isWhole, `seed ${seed}`);
      const all = await gitHistoryIn(`${root}/origin`);
      assertEquals(
        first.commits.map(toLine),
        all.slice(0, first.commits.length).map(toLine),
      );
    },
  ));

/** A repository with a few commits, and what is done to it so that it has no history. */
const UNAVAILABLE: readonly (readonly [what: string, script: string, why: NoHistory])[] = [
  [
    "borrows objects from outside",
    "git clone -q --no-checkout --shared origin root/copy",
    "outside_scope",
  ],
  [
    "has its git directory outside",
    "git clone -q --no-checkout --separate-git-dir=outside origin root/copy",
    "outside_scope",
  ],
  [
    "is a worktree of one outside",
    "git -C origin worktree add -q --no-checkout ../root/copy",
    "outside_scope",
  ],
  [
    "has its objects behind a link that leads outside",
    `git clone -q --no-checkout origin root/copy
     mv root/copy/.git/objects objects; ln -s ../../../objects root/copy/.git/objects`,
    "outside_scope",
  ],
  [
    "keeps its references in a table",
    `git clone -q --no-checkout origin root/copy; cd root/copy
     git config core.repositoryFormatVersion 1; git config extensions.refStorage reftable`,
    "unreadable",
  ],
  [
    "has a HEAD that leads out of the references",
    "git clone -q --no-checkout origin root/copy; echo 'ref: refs/../../x' > root/copy/.git/HEAD",
    "unreadable",
  ],
  [
    "has a HEAD that leads to itself",
    `git clone -q --no-checkout origin root/copy
     echo 'ref: refs/heads/main' > root/copy/.git/refs/heads/main`,
    "unreadable",
  ],
  [
    "has no HEAD",
    "git clone -q --no-checkout origin root/copy; rm root/copy/.git/HEAD",
    "unreadable",
  ],
  [
    "has lost its newest commit",
    "git clone -q --no-checkout origin root/copy; rm -r root/copy/.git/objects/pack",
    "unreadable",
  ],
];

for (const [what, script, why] of UNAVAILABLE) {
  test(`a repository has no history to give if it ${what}`, () =>
    withOrigin(`mkdir root; ${script}`, async (root) => {
      assertEquals(
        await historyIn(`${root}/root/copy`, { scope: `${root}/root` }),
        why,
      );
    }));
}

test("a branch without a commit has nothing, which is not the same", () =>
  withQuickTree({}, async (root) => {
    await gitIn(root, ["init", "-q"]);
    assertEquals(await historyIn(root), "no_commit");
  }));

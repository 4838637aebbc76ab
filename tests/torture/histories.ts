/** Git directories that were changed at random. */
import { TreeCache } from "../../mod.ts";
import { failingDisk, watching } from "../support/failing_disk.ts";
import { importInto } from "../support/git.ts";
import { historyIn, importStream } from "../support/histories.ts";
import { GIT } from "../support/machine.ts";
import {
  commit,
  deltaChain,
  deltaSize,
  joined,
  line,
  madeId,
  type MadeObject,
  makeRepository,
  REFERENCE_DELTA,
} from "../support/made_repository.ts";
import { pick, randomFrom } from "../support/random.ts";
import { reachOf } from "../support/touches.ts";
import { quickFolder } from "../support/tree.ts";
import { whenOld } from "../support/when_old.ts";
import { FailureList } from "./failure_list.ts";
import type { Suite } from "./suite.ts";

const MUTATIONS = { quick: 100, long: 20_000 } as const;

const MAX_COMMITS = 30;

type Random = () => number;

export const suite: Suite = {
  name: "histories",
  async run({ seed, scale }) {
    const failures = new FailureList();
    const random = randomFrom(seed);
    const folder = Deno.realPathSync(Deno.makeTempDirSync(quickFolder()));
    let points = 0;
    const check = async (root: string, where: string): Promise<void> => {
      points++;
      await whenOld(() => checkReading(root, (what) => failures.add(what, where)));
    };
    try {
      await makeOutside(folder);
      const roots = await makeRoots(folder, seed);
      for (let i = 0; i < MUTATIONS[scale]; i++) {
        const where = `mutation ${i}`;
        if (random() < 0.5) {
          await withDamage(pick(roots, random), random, (root) => check(root, where));
        } else await withOddObjects(folder, random, (root) => check(root, where));
      }
    } finally {
      Deno.removeSync(folder, { recursive: true });
    }
    const lacking = GIT.isHere ? [] : ["repositories made by git: there is no git"];
    return { points, failures: failures.lines(), lacking };
  },
};

/** Reads a history without a cache, with an empty one and with one that has it all. */
async function checkReading(root: string, fail: (what: string) => void): Promise<void> {
  const cache = new TreeCache();
  const told: string[] = [];
  for (const reading of [{}, { cache }, { cache }]) {
    using _disk = failingDisk(watching(["openSync", "readDirSync", "readDir"], (call) => {
      const reached = reachOf(call);
      if (reached !== undefined && !reached.startsWith(root)) fail("something outside is opened");
    }));
    try {
      const history = await historyIn(root, { maxCommits: MAX_COMMITS, ...reading });
      told.push(JSON.stringify(history) ?? "none");
      if (typeof history !== "object") continue;
      if (history.commits.length > MAX_COMMITS) fail("more commits than asked for");
      for (const { subject, paths } of history.commits) {
        if ([...subject].length > 200 || /\n/.test(subject)) fail("a subject of another form");
        if (paths.length > 500) fail("too many paths");
      }
    } catch (error) {
      fail(`it threw ${error}`);
    }
  }
  if (new Set(told).size > 1) fail("a cache changes what is told");
}

/** A repository beside the others, which none of them may read. */
async function makeOutside(folder: string): Promise<void> {
  Deno.mkdirSync(`${folder}/outside`);
  await Promise.resolve(makeRepository(`${folder}/outside`, line(5), madeId("commit", 4)));
}

/** Repositories to change: those that git makes in several ways, and a made-up one. */
async function makeRoots(folder: string, seed: number): Promise<readonly string[]> {
  const roots = [`${folder}/made/root`];
  Deno.mkdirSync(roots[0]!, { recursive: true });
  makeRepository(roots[0]!, [...line(40), ...deltaChain(20)], madeId("commit", 39));
  if (!GIT.isHere) return roots;
  for (const [i, unpackLimit] of [1, 100_000].entries()) {
    const root = `${folder}/git${i}/root`;
    await importInto(root, importStream(seed + i), { unpackLimit });
    Deno.writeTextFileSync(`${root}/.git/shallow`, "");
    roots.push(root);
  }
  return roots;
}

function filesBelow(path: string): string[] {
  return [...Deno.readDirSync(path)].flatMap(({ name, isDirectory }) =>
    isDirectory ? filesBelow(`${path}/${name}`) : [`${path}/${name}`]
  ).sort();
}

/** Changes one file of a git directory for a while. */
async function withDamage(
  root: string,
  random: Random,
  test: (root: string) => Promise<void>,
): Promise<void> {
  const below = (most: number): number => Math.floor(random() * most);
  const files = filesBelow(`${root}/.git`);
  // The few that matter most are as likely as all others together.
  const few = files.filter((file) => !/\/objects\/[0-9a-f]{2}\//.test(file));
  const file = pick(random() < 0.5 ? few : files, random);
  const bytes = Deno.readFileSync(file);
  const copy = `${file}.kept`;
  Deno.renameSync(file, copy);
  const damages: readonly (() => void)[] = [
    () => Deno.writeFileSync(file, bytes.subarray(0, below(bytes.length))),
    () => Deno.writeFileSync(file, joined(bytes, bytes.subarray(0, below(bytes.length)))),
    () => Deno.writeFileSync(file, changed(bytes, below)),
    () => Deno.writeFileSync(file, changed(bytes, below)),
    () => Deno.writeFileSync(file, changed(bytes, below)),
    () => Deno.writeFileSync(file, shuffled(bytes, below)),
    () => Deno.mkdirSync(file),
    () => Deno.symlinkSync(`${root}/../../outside/.git/objects/pack/pack-0.pack`, file),
    () => Deno.symlinkSync(file, file),
    () => Deno.symlinkSync(copy, file),
    () => {},
  ];
  pick(damages, random)();
  try {
    await test(root);
  } finally {
    try {
      Deno.removeSync(file, { recursive: true });
    } catch {
      // It was taken away.
    }
    Deno.renameSync(copy, file);
  }
}

/** Numbers that are most likely to be at a bound. */
const EDGES = [0, 1, 0x7f, 0x80, 0xff];

function changed(bytes: Uint8Array, below: (most: number) => number): Uint8Array {
  const copy = Uint8Array.from(bytes);
  for (let left = 1 + below(8); left > 0 && copy.length > 0; left--) {
    // The beginning of a file is where counts and sizes are.
    const at = below(3) === 0 ? below(Math.min(copy.length, 64)) : below(copy.length);
    const length = 1 + below(4);
    for (let i = 0; i < length && at + i < copy.length; i++) {
      copy[at + i] = below(2) === 0 ? EDGES[below(EDGES.length)]! : below(256);
    }
  }
  return copy;
}

function shuffled(bytes: Uint8Array, below: (most: number) => number): Uint8Array {
  const [a, b] = [below(bytes.length + 1), below(bytes.length + 1)];
  return joined(bytes.subarray(b), bytes.subarray(0, a), bytes.subarray(a, b));
}

/** Makes a repository whose objects are odd behind their compression, where chance seldom gets. */
async function withOddObjects(
  folder: string,
  random: Random,
  test: (root: string) => Promise<void>,
): Promise<void> {
  const below = (most: number): number => Math.floor(random() * most);
  const objects = [...line(12), ...deltaChain(8)].map((object): MadeObject => {
    if (below(8) !== 0) return object;
    const anId = (): string => madeId(pick(["commit", "tree", "delta"], random), below(12));
    switch (below(6)) {
      case 0:
        return { ...object, type: below(8) };
      case 1:
        return { ...object, stated: below(2) === 0 ? below(1000) : 2 ** below(50) };
      case 2:
        return { ...object, type: REFERENCE_DELTA, base: anId(), bytes: aDelta(below) };
      case 3:
        return { ...object, type: 6, base: below(500), bytes: aDelta(below) };
      case 4:
        return commit(object.id, anId(), {
          parents: Array.from({ length: below(4) }, anId),
          date: below(3),
        });
      default:
        return { ...object, bytes: changed(object.bytes, below) };
    }
  });
  const root = `${folder}/odd/root`;
  Deno.mkdirSync(root, { recursive: true });
  makeRepository(root, objects, madeId("commit", 11));
  try {
    await test(root);
  } finally {
    Deno.removeSync(root, { recursive: true });
  }
}

function aDelta(below: (most: number) => number): Uint8Array {
  const sizes = [...deltaSize(below(60)), ...deltaSize(below(300))];
  return joined(sizes, Array.from({ length: below(30) }, () => below(256)));
}

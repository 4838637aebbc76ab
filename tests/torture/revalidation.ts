/**
 * Calls with a cache on a tree that changes between them, beside calls without; and calls during which
 * directories are replaced for a moment, which no later call may show. The disk's clock is made up: it ticks
 * coarsely, stops for bursts of changes, jumps, and is set back.
 *
 * @module
 */
import { TOOLSETS, TreeCache } from "../../mod.ts";
import { failingDisk } from "../support/failing_disk.ts";
import { pick, randomFrom } from "../support/random.ts";
import { FailureList } from "./failure_list.ts";
import type { Suite } from "./suite.ts";

const MUTATIONS = { quick: 5000, long: 1_000_000 } as const;

/** Granularities of the times of file systems, in milliseconds. */
const TICKS = [1, 4, 10, 1000, 2000] as const;

/** A tree is thrown away after this many changes. */
const LIFE = 2500;

const NAMES = [..."abcd", "e.h", "f.h", "é", "g h"];

const RULES = ["", "a\n", "*.h\n", "b/\n", "!e.h\n", "/c\n*.h\n!f.h\n"];

/** The suite. */
export const suite: Suite = {
  name: "revalidation",
  async run({ seed, scale }) {
    const failures = new FailureList();
    const lacking: string[] = [];
    let [points, hits] = [0, 0];
    for (const [place, base] of Object.entries(PLACES)) {
      if (base !== undefined && !isDirectory(base)) {
        lacking.push(`${place}: no ${base}`);
        continue;
      }
      const lives = MUTATIONS[scale] / LIFE / Object.keys(PLACES).length;
      for (let life = 0; life < lives; life++) {
        const lived = await live(base, seed + life, failures);
        points += lived.looks;
        hits += lived.saved;
      }
    }
    // A cache that is never used is never wrong.
    if (hits < points / 10) failures.add("no directory was left unread", `seed ${seed}`);
    return {
      points,
      failures: failures.lines(),
      lacking,
      notes: [`${MUTATIONS[scale]} changes; ${hits} directories were not read again`],
    };
  },
};

const PLACES = { "the folder for temporary files": undefined, "memory": "/dev/shm" };

function isDirectory(path: string): boolean {
  try {
    return Deno.statSync(path).isDirectory;
  } catch {
    return false;
  }
}

/** The disk's clock, and the times of each file. */
class Disk {
  now = 1e12;
  readonly #tick: number;
  readonly #times = new Map<number, { mtime: number; ctime: number }>();

  constructor(tick: number) {
    this.#tick = tick;
  }

  /** Notes that a file or directory changed. */
  touch(path: string, mtime?: number): void {
    let info: Deno.FileInfo;
    try {
      info = Deno.lstatSync(path);
    } catch {
      return;
    }
    const time = Math.floor(this.now / this.#tick) * this.#tick;
    this.#times.set(info.ino!, { mtime: mtime ?? time, ctime: time });
  }

  /** The time, as the file system would report it. */
  withTimes(info: Deno.FileInfo): Deno.FileInfo {
    const times = this.#times.get(info.ino!);
    if (times === undefined) return info;
    return { ...info, mtime: new Date(times.mtime), ctime: new Date(times.ctime) };
  }
}

/** One tree, from its first entry on. */
async function live(
  dir: string | undefined,
  seed: number,
  failures: FailureList,
): Promise<{ looks: number; saved: number }> {
  const random = randomFrom(seed);
  const root = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "dirscope-", ...dir && { dir } }));
  const disk = new Disk(pick(TICKS, random));
  const cache = new TreeCache({ maxBytes: random() < 0.2 ? 8000 : 1e6 });
  const realNow = Date.now;
  let [looks, saved] = [0, 0];
  try {
    Date.now = () => disk.now;
    disk.touch(root);
    Deno.mkdirSync(`${root}/.git/info`, { recursive: true });
    for (const path of [root, `${root}/.git`, `${root}/.git/info`]) disk.touch(path);
    for (let change = 0; change < LIFE;) {
      const burst = random() < 0.5 ? 1 : Math.floor(random() * 100);
      for (let i = 0; i < burst; i++) {
        mutate(root, disk, random);
        if (random() < 0.3) disk.now += Math.floor(random() * 20);
      }
      change += burst;
      // If nothing ages, nothing is ever cached.
      if (random() < 0.6) disk.now += Math.floor(random() * 8000);
      if (random() < 0.1) disk.now -= Math.floor(random() * 20_000);
      if (random() < 0.3) await disturb(root, { cache, disk, random });
      const looksNow = 1 + Math.floor(random() * 3);
      for (let i = 0; i < looksNow; i++) {
        looks++;
        saved += await compare(
          root,
          { cache, disk, random },
          (what) =>
            failures.add(what, `seed ${seed}, change ${change}, in ${dir ?? "the default"}`),
        );
        if (random() < 0.5) disk.now += Math.floor(random() * 4000);
      }
    }
  } finally {
    Date.now = realNow;
    Deno.removeSync(root, { recursive: true });
  }
  return { looks, saved };
}

/** Makes a call with the cache and the same one without, and returns how many directories the cache saved. */
async function compare(
  root: string,
  { cache, disk, random }: { cache: TreeCache; disk: Disk; random: () => number },
  fail: (what: string) => void,
): Promise<number> {
  const { tree, agent, files } = TOOLSETS;
  const context = {
    cwd: root,
    roots: [root],
    ...random() < 0.2 && { policy: { hide: ["d", "*.h"] } },
  };
  const path = random() < 0.3 ? pick(["a", "b", "c/a"], random) : ".";
  const calls: Record<string, (given: object) => Promise<unknown>> = {
    "tree list_dir": (given) => tree.list_dir.execute({ path, recursive: true }, given),
    "files ls": (given) => files.ls.execute({ path }, given),
    overview: (given) => agent.overview.execute({ path }, given),
    find_files: (given) => agent.find_files.execute({ root: path }, given),
    glob_search: (given) =>
      agent.glob_search.execute({ root: path, pattern: "**/*.h", use_gitignore: false }, given),
  };
  const name = pick(Object.keys(calls), random);
  let reads = 0;
  using _disk = failingDisk({
    lstatSync: (_path, proceed) => disk.withTimes(proceed()),
    statSync: (_path, proceed) => disk.withTimes(proceed()),
    readDirSync: (_path, proceed) => (reads++, proceed()),
  });
  const expected = withoutSnapshot(await calls[name]!(context));
  const fresh = reads;
  const actual = withoutSnapshot(await calls[name]!({ ...context, cache }));
  if (actual !== expected) fail(`${name} differs`);
  return 2 * fresh - reads;
}

/** Makes a call during which a link takes a directory's place for the time of a read, again and again. */
async function disturb(
  root: string,
  { cache, disk, random }: { cache: TreeCache; disk: Disk; random: () => number },
): Promise<void> {
  const [aside, elsewhere] = [`${root}-aside`, `${root}-elsewhere`];
  using _disk = failingDisk({
    lstatSync: (_path, proceed) => disk.withTimes(proceed()),
    statSync: (_path, proceed) => disk.withTimes(proceed()),
    readDirSync(path, proceed) {
      const below = path.slice(root.length);
      const [, top] = below.split("/");
      if (!top || random() < 0.5) return proceed();
      const replaced = `${root}/${top}`;
      const change = (): void => [root, replaced].forEach((each) => disk.touch(each));
      Deno.mkdirSync(`${elsewhere}${below}/stranger`, { recursive: true });
      Deno.renameSync(replaced, aside);
      Deno.symlinkSync(`${elsewhere}/${top}`, replaced);
      change();
      try {
        return [...proceed()][Symbol.iterator]();
      } finally {
        Deno.removeSync(replaced);
        Deno.renameSync(aside, replaced);
        change();
      }
    },
  });
  Deno.mkdirSync(elsewhere);
  const context = { cwd: root, roots: [root], cache };
  await TOOLSETS.tree.list_dir.execute({ path: ".", recursive: true }, context);
  Deno.removeSync(elsewhere, { recursive: true });
}

/** Only with a cache is there a snapshot. */
function withoutSnapshot(output: unknown): string {
  return JSON.stringify(output, (key, value) => key === "snapshot" ? undefined : value);
}

/** Changes one thing, as programs do, and updates its times on the disk. */
function mutate(root: string, disk: Disk, random: () => number): void {
  const parent = somewhere(root, random);
  const name = pick(NAMES, random);
  const path = `${parent}/${name}`;
  const changed = (...paths: string[]): void => paths.forEach((each) => disk.touch(each));
  try {
    const kind = Math.floor(random() * 12);
    if (kind < 3) write(path, "", disk);
    else if (kind < 5) {
      Deno.mkdirSync(path);
      changed(parent, path);
    } else if (kind === 5) {
      Deno.removeSync(path, { recursive: random() < 0.3 });
      changed(parent);
    } else if (kind === 6) {
      const to = somewhere(root, random);
      const moved = `${to}/${pick(NAMES, random)}`;
      Deno.renameSync(path, moved);
      changed(parent, to, moved);
    } else if (kind === 7) {
      Deno.removeSync(path, { recursive: random() < 0.2 });
      changed(parent);
      Deno.symlinkSync(pick(["a", "../b", root, "nowhere"], random), path);
      changed(parent, path);
    } else if (kind === 8) {
      Deno.chmodSync(path, pick([0o755, 0o700], random));
      changed(Deno.realPathSync(path));
    } else if (kind === 9) {
      // A program may set `mtime` as it likes: only `ctime` then reveals a change.
      if (Deno.lstatSync(path).isDirectory) disk.touch(path, 1e12);
    } else if (kind === 10) {
      write(`${random() < 0.5 ? root : parent}/.gitignore`, pick(RULES, random), disk);
    } else {
      write(`${root}/.git/info/exclude`, pick(RULES, random), disk);
    }
  } catch {
    // It was not there, or was of another kind.
  }
}

/** Writes a file; its directory changes only where it is new. */
function write(path: string, text: string, disk: Disk): void {
  let isNew = false;
  try {
    Deno.lstatSync(path);
  } catch {
    isNew = true;
  }
  Deno.writeTextFileSync(path, text);
  // The path may be a link to a file that did not exist before.
  const real = Deno.realPathSync(path);
  disk.touch(real);
  if (isNew || real !== path) disk.touch(real.slice(0, real.lastIndexOf("/")));
}

/** A directory of the tree. */
function somewhere(root: string, random: () => number): string {
  let path = root;
  while (random() < 0.6) {
    const next = `${path}/${pick(["a", "b", "c", "d"], random)}`;
    try {
      if (!Deno.lstatSync(next).isDirectory) break;
    } catch {
      break;
    }
    path = next;
  }
  return path;
}

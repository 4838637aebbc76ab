import { assert, assertEquals } from "@std/assert";
import { TOOLSETS, TreeCache } from "../../mod.ts";
import type { PieceRequest } from "../../src/ahead/piece.ts";
import { MAX_RULES_BYTES } from "../../src/gitignore/read_gitignore.ts";
import { rulesAbove } from "../../src/gitignore/rules.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import { Scope } from "../../src/scope/scope.ts";
import { helpedWalk } from "../../src/tools/helped_walk.ts";
import type { ListingMaker } from "../../src/tools/tree/listing_writer.ts";
import type { DigestOptions, WalkOptions } from "../../src/walk/steps.ts";
import { readsOf } from "../support/disk_reads.ts";
import { failingDisk, watching } from "../support/failing_disk.ts";
import { link, type Tree, withQuickTree } from "../support/tree.ts";
import { type Behaviour, SteeredWorkers } from "../support/walk_workers.ts";
import { withSizeClass } from "../support/walking.ts";

const { agent, tree } = TOOLSETS;

/** Workers that remember what they were asked for. */
class AskedWorkers extends SteeredWorkers {
  readonly prefixes: string[] = [];

  override ask(request: unknown, take: (answer: unknown) => void): void {
    const { prefixes } = request as PieceRequest;
    this.prefixes.push(...prefixes.split("//").map((each) => each.replace(/\/?$/, "/")));
    super.ask(request, take);
  }
}

/** Directories in directories, with names that sort differently with a slash behind them. */
const FOREST: Tree = Object.fromEntries(
  ["a", "a-", "a.b", "b"].flatMap((outer) =>
    ["a", "a-", "c", "d"].flatMap((middle) =>
      ["x", "x-", "y"].map((inner) => [`${outer}/${middle}/${inner}/file`, ""])
    )
  ),
);

interface Walked {
  readonly workers: AskedWorkers;
  readonly pacer: Pacer;
  /** The kind of each step, and where it was. */
  readonly steps: readonly string[];
  /** How often each directory was read. */
  readonly reads: ReadonlyMap<string, number>;
}

async function walked(
  root: string,
  options: WalkOptions,
  behaviour: Behaviour | undefined,
): Promise<Walked> {
  const scope = new Scope({ cwd: root, roots: ["."] });
  const start = scope.enterDirectory(".");
  const pacer = new Pacer();
  const workers = new AskedWorkers(behaviour ?? { size: 1, seed: 1 });
  const reads = new Map<string, number>();
  using _disk = failingDisk(watching(["readDirSync", "readDir"], ({ path }) => {
    reads.set(path, (reads.get(path) ?? 0) + 1);
  }));
  const host = behaviour === undefined ? {} : { workers };
  const steps: string[] = [];
  await helpedWalk({ scope, start, options, pacer }, host).run((step) => {
    steps.push(`${step.type} ${step.directory.prefix}`);
  });
  return { workers, pacer, steps, reads };
}

for (const order of ["name", "path", "breadth"] as const) {
  Deno.test(`in ${order} order, each directory is opened once, by a worker or by the walk`, async () => {
    await withQuickTree(FOREST, async (root) => {
      let helped = 0;
      for (let seed = 0; seed < 10; seed++) {
        const { reads, workers } = await walked(root, { order }, { size: 2, seed });
        assertEquals([...reads.values()].filter((count) => count !== 1), []);
        assertEquals(reads.size, 1 + 4 + 16 + 48);
        helped += workers.entries;
      }
      assert(helped > 0);
    });
  });

  Deno.test(`in ${order} order, what workers read counts when the walk uses it`, async () => {
    await withQuickTree(FOREST, async (root) => {
      const alone = await walked(root, { order }, undefined);
      const helped = await walked(root, { order }, { size: 3, seed: 1 });
      const counts = ({ directories, entries }: Pacer) => ({ directories, entries });
      assertEquals(counts(helped.pacer), counts(alone.pacer));
    });
  });
}

/** What takes whole subtrees from workers, or none. */
function digestThat(fits: boolean): DigestOptions {
  const maker: ListingMaker = {
    type: "listing",
    filter: "both",
    format: "text",
    show_data: false,
    follow_file_symlinks: false,
  };
  return { maker, fits: () => fits };
}

Deno.test("what workers read in whole subtrees counts as well, what they could not read included", async () => {
  // Too large to be read.
  const tree = { ...FOREST, "b/d/.gitignore": "#".repeat(MAX_RULES_BYTES + 1) };
  await withQuickTree(tree, async (root) => {
    const start = new Scope({ cwd: root, roots: ["."] });
    const rules = await rulesAbove(start, start.enterDirectory("."), "git", new Pacer());
    const options: WalkOptions = { order: "name", rules, digest: digestThat(true) };
    const alone = await walked(root, options, undefined);
    assertEquals(alone.pacer.unreadRules, 1);
    let digested = 0;
    for (let seed = 0; seed < 20; seed++) {
      const { pacer, workers } = await walked(root, options, { size: 2, seed });
      const counts = ({ directories, entries, unreadRules }: Pacer) => ({
        directories,
        entries,
        unreadRules,
      });
      assertEquals(counts(pacer), counts(alone.pacer), `seed ${seed}`);
      digested += workers.digested;
    }
    assert(digested > 0);
  });
});

Deno.test("a subtree that cannot be taken as a whole is walked step by step", async () => {
  await withQuickTree(FOREST, async (root) => {
    const options: WalkOptions = { order: "name" };
    const steps = (await walked(root, options, undefined)).steps;
    let digested = 0;
    for (let seed = 0; seed < 10; seed++) {
      const refused = { ...options, digest: digestThat(false) };
      const helped = await walked(root, refused, { size: 2, seed });
      assertEquals(helped.steps, steps);
      digested += helped.workers.digested;
    }
    assert(digested > 0);
  });
});

Deno.test("no worker is asked for what lies behind a link: its path leads elsewhere", async () => {
  const tree = { ...FOREST, "0": link("b"), "a/0": link("../b/c") };
  await withQuickTree(tree, async (root) => {
    const options: WalkOptions = { order: "name", resolveLinks: true, followLinks: true };
    const { workers } = await walked(root, options, { size: 2, seed: 1, most: 1 });
    assert(workers.prefixes.length > 0);
    assertEquals(workers.prefixes.filter((prefix) => /(^|\/)0\//.test(prefix)), []);
  });
});

Deno.test("what is read ahead keeps to the scan budget", async () => {
  const tree = Object.fromEntries(
    Array.from({ length: 200 }, (_, i) => [`d${i}/`, ""] as const).flatMap(([name]) =>
      Array.from({ length: 10 }, (_, j) => [`${name}${j}`, ""])
    ),
  );
  await withQuickTree(tree, async (root) => {
    const behaviour = { size: 8, seed: 1, most: 4096 };
    const { reads } = await walked(root, { order: "name", maxScanned: 300 }, behaviour);
    // The start holds 200 entries, so 10 directories follow; each worker may finish the one that it reads.
    assert(reads.size <= 1 + 10 + 16, `${reads.size} directories`);
  });
});

Deno.test("a short walk asks nobody", async () => {
  await withQuickTree(FOREST, async (root) => {
    class Patient extends AskedWorkers {
      override readonly after = 1000;
    }
    const workers = new Patient({ size: 1, seed: 1 });
    const scope = new Scope({ cwd: root, roots: ["."] });
    const parts = {
      scope,
      start: scope.enterDirectory("."),
      options: { order: "name" } as const,
      pacer: new Pacer(),
    };
    await helpedWalk(parts, { workers }).run(() => {});
    assertEquals(workers.prefixes, []);
  });
});

Deno.test("workers hide what the host hides, and it is counted as ever", async () => {
  const policy = { hide: ["a/a-/", "file"], show: ["x-"], ignoreFiles: [".hidden"] };
  await withQuickTree({ ...FOREST, "b/.hidden": "c\n", ".gitignore": "x-\n" }, async (cwd) => {
    const context = { cwd, roots: ["."], policy };
    const { result, reads } = await readsOf(() => agent.overview.execute({}, context));
    assertEquals(result.omitted.hidden_by_host, 44);
    const listed = await tree.list_dir.execute({ path: ".", recursive: true }, context);
    for (let seed = 0; seed < 10; seed++) {
      const workers = new SteeredWorkers({ size: 1 + seed % 2, seed, most: 2 });
      const helped = await readsOf(() => agent.overview.execute({}, { ...context, workers }));
      assertEquals(helped.result, result);
      assertEquals(helped.reads.toSorted(), reads.toSorted());
      assert(workers.entries > 0);
      const args = { path: ".", recursive: true };
      assertEquals(await tree.list_dir.execute(args, { ...context, workers }), listed);
    }
  });
});

Deno.test("what takes long to judge is left to the walk: a worker would be taken for lost", async () => {
  const costly = Array.from({ length: 300 }, (_, i) => `${i}*x*y`);
  await withQuickTree({ ...FOREST, "b/.hidden": costly.join("\n") }, async (cwd) => {
    const args = { path: ".", recursive: true };
    const policies = { all: { hide: costly }, below: { ignoreFiles: [".hidden"] } };
    for (const [where, policy] of Object.entries(policies)) {
      const context = { cwd, roots: ["."], policy };
      const expected = await tree.list_dir.execute(args, context);
      for (let seed = 0; seed < 10; seed++) {
        const workers = new SteeredWorkers({ size: 1, seed });
        assertEquals(await tree.list_dir.execute(args, { ...context, workers }), expected);
        assertEquals(workers.asked > 0, where === "below");
      }
    }
  });
});

Deno.test("a policy that the host changes meanwhile, or that no thread may be sent, counts as it was", async () => {
  await withQuickTree(FOREST, async (cwd) => {
    const hide = ["file"];
    const expected = await agent.overview.execute({}, { cwd, roots: ["."], policy: { hide } });
    for (let seed = 0; seed < 10; seed++) {
      const lists = { hide: [...hide], roots: ["."] };
      const policy = { hide: new Proxy(lists.hide, {}) };
      const workers = new SteeredWorkers({ size: 1, seed, most: 2 });
      const helped = agent.overview.execute({}, { cwd, roots: lists.roots, policy, workers });
      lists.hide[0] = "other";
      lists.roots[0] = "a";
      assertEquals(await helped, expected);
      assert(workers.entries > 0);
    }
  });
});

Deno.test("of a directory whose read fails halfway, no hidden entry is counted, whoever reads it", async () => {
  await withQuickTree(FOREST, async (cwd) => {
    using _disk = failingDisk({
      readDirSync(path, proceed) {
        const entries = [...proceed()];
        return path !== `${cwd}/b/c` ? entries[Symbol.iterator]() : (function* () {
          yield* entries;
          throw new Error("unreadable");
        })();
      },
    });
    const context = { cwd, roots: ["."], policy: { hide: ["x-"] } };
    const { snapshot: _, ...result } = await agent.overview.execute({}, context);
    for (let seed = 0; seed < 6; seed++) {
      const workers = new SteeredWorkers({ size: 1, seed });
      const cached = seed % 2 === 0 ? {} : { cache: new TreeCache({ snapshots: null }) };
      assertEquals(await agent.overview.execute({}, { ...context, workers, ...cached }), result);
      assert(workers.entries > 0);
    }
  });
});

Deno.test("what is hidden is counted for its own directory, however many are read at once", async () => {
  await withQuickTree(FOREST, async (cwd) => {
    const context = { cwd, roots: ["."], policy: { hide: ["x-"] } };
    const result = await agent.overview.execute({}, context);
    assertEquals(result.omitted.hidden_by_host, 16);
    for (let seed = 0; seed < 10; seed++) {
      const workers = new SteeredWorkers({ size: 1, seed, most: 2 });
      const look = () => agent.overview.execute({}, { ...context, workers });
      // Those that are large are read with pauses.
      assertEquals(await withSizeClass("large", look), result);
      assert(workers.entries > 0);
    }
  });
});

Deno.test("a directory that tells of a link twice, as one that changes may, leads nowhere else with workers", async () => {
  const links = { "a/a/l": link("../c"), "a/c/l": link("x"), "b/c/l": link("../gone") };
  await withQuickTree({ ...FOREST, ...links }, async (cwd) => {
    using _disk = failingDisk({
      readDirSync(_path, proceed) {
        const entries = [...proceed()];
        return [...entries, ...entries.filter(({ isSymlink }) => isSymlink)][Symbol.iterator]();
      },
    });
    const args = { path: ".", recursive: true, format: "json" } as const;
    const expected = await tree.list_dir.execute(args, { cwd });
    let entries = 0;
    for (let seed = 0; seed < 10; seed++) {
      const workers = new SteeredWorkers({ size: 2, seed });
      assertEquals(await tree.list_dir.execute(args, { cwd, workers }), expected);
      entries += workers.entries;
    }
    assert(entries > 0);
  });
});

Deno.test("a walk whose filter is no data asks nobody", async () => {
  await withQuickTree(FOREST, async (root) => {
    const options: WalkOptions = { order: "name", prune: (path) => path === "b" };
    const { workers } = await walked(root, options, { size: 1, seed: 1 });
    assertEquals(workers.prefixes, []);
  });
});

Deno.test("a walk in breadth order with rules is the same from wherever on workers help", async () => {
  const rules: Tree = Object.fromEntries(
    ["", "a/", "b/", "a/c/", "a-/a/", "a.b/d/"].map((folder, i) => [
      `${folder}.gitignore`,
      ["y/\n", "x\n", "/a/*\n!/a/x\n", "x-/\n", "file\n", "*\n!y/\n"][i]!,
    ]),
  );
  await withQuickTree({ ...FOREST, ...rules }, async (root) => {
    const context = { cwd: root, roots: ["."] };
    const alone = await agent.overview.execute({}, context);
    for (let after = 0; after < 70; after++) {
      const workers = new AskedWorkers({ size: 2, seed: after, after, most: 4 });
      assertEquals(await agent.overview.execute({}, { ...context, workers }), alone, `${after}`);
    }
  });
});

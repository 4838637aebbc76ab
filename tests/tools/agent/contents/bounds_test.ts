/** "What is opened and read, text or not, first or again, is at most 64 MiB and 20,000 files a call." */
import { assert, assertEquals, assertLessOrEqual } from "@std/assert";
import fs from "node:fs";
import { numbered } from "../../../support/agent.ts";
import { osError } from "../../../support/disk_reads.ts";
import { failingDisk, watching } from "../../../support/failing_disk.ts";
import { find } from "../../../support/find_path.ts";
import { denoRun, projectFile, run } from "../../../support/process.ts";
import { type Node, type Tree, withQuickTree } from "../../../support/tree.ts";

const MIB = 2 ** 20;
const TASK = "the cart has a wrong total";
/** Tasks that share no word. */
const OTHER_TASKS = [
  "the cart of a customer shows another sum in every browser but ours",
  "printing a total is slow on windows machines behind some proxies",
];
const SAYS = "cart total\n";
/** The share of the bounds that is not kept for reading files again. */
const FIRST_SHARE = 7 / 8;

/** A file of these bytes: some text, and then dots. */
function padded(size: number, nulAt?: number): Node {
  const bytes = new Uint8Array(size).fill(0x2e);
  new TextEncoder().encodeInto(SAYS, bytes);
  if (nulAt !== undefined) bytes[nulAt] = 0;
  return { make: (path) => Deno.writeFile(path, bytes) };
}

/** Makes links to one file: it takes its place on the disk once. */
async function link(root: string, file: string, names: readonly string[]): Promise<void> {
  for (const name of names) await Deno.link(`${root}/${file}`, `${root}/${name}`);
}

/** Runs an action and returns how many files it opens and how many bytes it reads of them. */
async function spentIn(action: () => Promise<unknown>): Promise<{ opened: number; bytes: number }> {
  const { readSync } = fs;
  const spent = { opened: 0, bytes: 0 };
  using _disk = failingDisk(watching(["openSync"], () => void spent.opened++));
  fs.readSync = ((...args: Parameters<typeof readSync>) => {
    const read = readSync(...args);
    spent.bytes += read;
    return read;
  }) as typeof readSync;
  try {
    await action();
  } finally {
    fs.readSync = readSync;
  }
  return spent;
}

Deno.test("at most 64 MiB, the likeliest by names and history first; 'what was not looked through is said, each file once'", () =>
  withQuickTree({ "a0": padded(MIB) }, async (root) => {
    await link(root, "a0", [...numbered(65, "b"), "z_cart"]);
    let found: Awaited<ReturnType<typeof find>> | undefined;
    const { bytes } = await spentIn(async () => {
      found = await find(root, [TASK], { limit: 200 });
    });
    assertEquals(bytes, 64 * MIB);
    const { entries } = found!.results[0]!;
    assertEquals(found!.unread_contents, 67 - FIRST_SHARE * 64);
    assertEquals([entries.length, entries[0]!.path], [FIRST_SHARE * 64, "z_cart"]);
    const told = entries.filter(({ lines }) => lines !== undefined).length;
    assertEquals(told, 8, "what is left is for reading again");
  }));

Deno.test("at most 20,000 files, be they text or not", () =>
  withQuickTree({ "a/0": padded(9, 8) }, async (root) => {
    await link(root, "a/0", numbered(20_000, "a/b"));
    // They would not be opened in any case.
    await link(root, "a/0", numbered(100, "a/.env"));
    let unread: unknown;
    const { opened } = await spentIn(async () => {
      unread = (await find(root, [TASK])).unread_contents;
    });
    assertEquals([opened, unread], [FIRST_SHARE * 20_000, 20_001 - FIRST_SHARE * 20_000]);
  }));

Deno.test("a binary file is opened once, for 16 KiB of it, whatever number of tasks there is", () =>
  withQuickTree({ "a": padded(200_000, 100), "b": padded(8192, 8191), "c": SAYS }, async (root) => {
    const tasks = [TASK, "printing is slow on windows", "login fails behind a proxy"];
    const { opened, bytes } = await spentIn(() => find(root, tasks));
    // The text is read for each task, and again for the lines of the first.
    assertEquals([opened, bytes], [2 + 4, 16_384 + 8192 + 4 * SAYS.length]);
  }));

Deno.test("tasks share the bounds alike", () =>
  withQuickTree({ "a0": padded(MIB) }, async (root) => {
    await link(root, "a0", numbered(40, "b"));
    const { bytes } = await spentIn(async () => {
      const { results } = await find(root, OTHER_TASKS, { limit: 200 });
      const read = results.map(({ entries }) => entries.filter(({ why }) => why === "contents"));
      assertEquals(read.map(({ length }) => length), [FIRST_SHARE * 32, FIRST_SHARE * 32]);
    });
    assertLessOrEqual(bytes, 64 * MIB);
  }));

Deno.test("each file counts once in what was not looked through, whatever number of tasks there is", () =>
  withQuickTree({ "a.ts": SAYS, "shut.ts": SAYS, "large.ts": padded(MIB + 1) }, async (root) => {
    using _disk = failingDisk(watching(["openSync"], ({ path }) => {
      if (path.endsWith("shut.ts")) throw osError("EACCES");
    }));
    const tasks = [TASK, "printing is slow on windows", "login fails behind a proxy"];
    for (const queries of [[TASK], tasks, [...tasks, "cartTotal"]]) {
      assertEquals((await find(root, queries)).unread_contents, 2, `${queries.length} queries`);
    }
  }));

Deno.test("a small file is read before large ones take more than half of the bytes, whatever they are named", () =>
  withQuickTree({ "wrong_cart_total_0.txt": padded(MIB), "lib/z.ts": SAYS }, async (root) => {
    await link(root, "wrong_cart_total_0.txt", numbered(69, "wrong_cart_total_", "_.txt"));
    const { results } = await find(root, [TASK], { limit: 200 });
    const { entries } = results[0]!;
    assert(entries.some(({ path }) => path === "lib/z.ts"), "found by what it says");
    assertEquals(entries.filter(({ path }) => path !== "lib/z.ts").length, 70);
  }));

Deno.test("a file that grows while it is read is read as far as it was long", () => {
  const tree: Tree = { "a.ts": SAYS };
  return withQuickTree(tree, async (root) => {
    using _disk = failingDisk(watching(["openSync"], ({ path }) => {
      Deno.writeTextFileSync(path, "more and more ".repeat(100), { append: true });
    }));
    const { bytes } = await spentIn(() => find(root, [TASK]));
    // Once for its words, and again for its lines, when it was longer.
    assertEquals(bytes, SAYS.length + SAYS.length + 1400);
  });
});

const WORDS = Array.from({ length: 676 }, (_, i) => String.fromCharCode(97 + i / 26, 97 + i % 26))
  .join(" ");

// Before, some 24 kB were kept of each file.
Deno.test("'memory stays under 300 MiB': what is kept of files that hold all words of a task is small", () =>
  withQuickTree({ "a/0": WORDS }, async (root) => {
    await link(root, "a/0", numbered(10_000, "a/b"));
    const script = `import { TOOLSETS } from ${
      JSON.stringify(import.meta.resolve("../../../../mod.ts"))
    };
      const { find_path } = TOOLSETS.agent;
      const found = await find_path.execute({ queries: [Deno.args[1]] }, { cwd: Deno.args[0], roots: ["."] });
      console.log(found.error ?? found.results[0].entries.length);`;
    const flags = ["--v8-flags=--max-old-space-size=96", "--allow-all", "--no-check"];
    const { stdout } = await run([...denoRun(flags, "-"), root, `fix ${WORDS}`], {
      input: script,
      cwd: projectFile("."),
    });
    assertEquals(stdout, "10\n");
  }));

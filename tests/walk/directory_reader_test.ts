import { nameOf } from "../../src/directory/entry_key.ts";
import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { rulesAbove } from "../../src/gitignore/rules_above.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import { Scope } from "../../src/scope/scope.ts";
import type {
  CommonOptions,
  Ignored,
  PathOrder,
  WalkOptions,
  WalkStep,
} from "../../src/walk/walk_options.ts";
import { Walk } from "../../src/walk/walk.ts";
import { failingDisk } from "../support/failing_disk.ts";
import { ANY_TREE, LINKS, testsNeeding } from "../support/machine.ts";
import { oddPath, treesOf, withRandomTree } from "../support/odd_trees.ts";
import { link, type Tree, withQuickTree } from "../support/tree.ts";
import { pathsOf, stepsOf, whenHuge } from "../support/walking.ts";

const test = testsNeeding(ANY_TREE);

const SELECT: PathOrder["select"] = ({ prefix }) => (name, kind) =>
  kind === "link" || name < "b" || prefix === "a/";

const OPTIONS: readonly (WalkOptions | CommonOptions)[] = [
  {},
  { order: "path" },
  { order: "breadth" },
  { order: "path", select: SELECT },
  { order: "path", after: "a-/b" },
  { order: "path", after: "a/" },
  { maxScanned: 5 },
  { order: "path", maxScanned: 5 },
];

test("DirectoryReader.read() yields the same walk whatever the size of directories", async () => {
  const property = fc.asyncProperty(
    treesOf(oddPath, 24),
    (tree) =>
      withRandomTree(tree, async (root) => {
        for (const options of OPTIONS) {
          const walk = (): Promise<WalkStep[]> => stepsOf(root, options);
          const small = await walk();
          assertEquals(await whenHuge(walk), small, JSON.stringify(options));
        }
      }),
  );
  await fc.assert(property, { numRuns: 25 });
});

const IGNORING: Tree = {
  ".gitignore": "*.log\nout\n",
  "a.log": "",
  "a.ts": "",
  "d/.gitignore": "!keep.log\nb\n",
  "d/b/x": "",
  "d/keep.log": "",
  "d/o.log": "",
  "l": link("a.ts"),
  "out/x": "",
  ".git/x": "",
  "z.log": link("a.ts"),
};

const toldBy = ({ directories, stores, others }: Ignored) => [
  directories.toSorted(),
  stores.map(nameOf),
  others,
];

for (const size of ["small", "huge"] as const) {
  testsNeeding(LINKS)(
    `DirectoryReader.read() reports what the rules ignore in a ${size} directory`,
    () =>
      withQuickTree(IGNORING, async (root) => {
        const walk = async (): Promise<WalkStep[]> => {
          const scope = new Scope({ cwd: root, roots: ["."] });
          const [start, pacer] = [scope.enter("."), new Pacer()];
          const rules = await rulesAbove(scope, start, "git", pacer);
          const options = { order: "breadth", rules, reportIgnored: true } as const;
          const steps: WalkStep[] = [];
          await new Walk(scope, start, options, pacer).run((step) => void steps.push(step));
          return steps;
        };
        const steps = size === "small" ? await walk() : await whenHuge(walk);
        const reports = steps.flatMap((step) =>
          step.type === "ignored" ? [[step.directory.prefix, ...toldBy(step.ignored)]] : []
        );
        assertEquals(reports, [["", ["out"], [".git"], 2], ["d/", ["b"], [], 1]]);
        // The report comes before the directory's entries.
        assertEquals(steps[0]?.type, "ignored");
      }),
  );
}

Deno.test("DirectoryReader.read() returns files first, unsorted, below the start only", () =>
  withQuickTree({ "d/b": "", "d/a": "", "d/c/x": "", "b": "", "a": "" }, async (root) => {
    // The disk lists every directory backwards.
    using _disk = failingDisk({
      readDirSync: (_path, proceed) =>
        [...proceed()].sort((x, y) => x.name < y.name ? 1 : -1)[Symbol.iterator](),
    });
    assertEquals(await pathsOf(root, { order: "breadth", unsortedFiles: true }), [
      "a",
      "b",
      "d",
      "d/b",
      "d/a",
      "d/c",
      "d/c/x",
    ]);
  }));

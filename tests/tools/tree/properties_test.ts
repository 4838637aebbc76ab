import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { TOOLSETS } from "../../../mod.ts";
import {
  isLineSafe,
  listNaively,
  type Options,
  toJson,
  toText,
} from "../../support/list_dir_oracle.ts";
import { LINKS, testsNeeding } from "../../support/machine.ts";
import { build, randomNodes } from "../../support/random_tree.ts";
import { fifo, link, withQuickTree } from "../../support/tree.ts";

const test = testsNeeding(LINKS);

const { execute } = TOOLSETS.tree.list_dir;

const options: fc.Arbitrary<Options> = fc.record({
  recursive: fc.constantFrom(true, true, true, false),
  follow_folder_symlinks: fc.boolean(),
  follow_file_symlinks: fc.boolean(),
  filter: fc.constantFrom("both", "both", "files", "folders"),
  depth: fc.constantFrom(null, null, null, 0, 1, 2),
});

const calls = fc.array(fc.record({ options, start: fc.nat(12), hasRoots: fc.boolean() }), {
  minLength: 3,
  maxLength: 3,
});

/** Runs a test in a folder with a FIFO, a place for a tree, and things outside that tree. */
async function withPlace(test: (tree: string, fifo: string) => Promise<void>) {
  const outside = {
    "outside/dir/deep/": "",
    "outside/file": "",
    "outside/back": link("../tree/a"),
    "outside/fifo": fifo(),
  };
  await withQuickTree(outside, (base) => test(`${base}/tree`, `${base}/outside/fifo`));
}

function empty(tree: string): void {
  try {
    Deno.removeSync(tree, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  Deno.mkdirSync(tree);
}

test("list_dir equals a naive listing, in text and in JSON, on random trees", () =>
  withPlace((tree, fifo) =>
    fc.assert(
      fc.asyncProperty(randomNodes, calls, async (nodes, calls) => {
        empty(tree);
        const directories = build(tree, nodes, fifo);
        for (const { options, start, hasRoots } of calls) {
          const directory = directories[start % directories.length]!;
          const context = { cwd: tree, ...(hasRoots ? { roots: [tree] } : {}) };
          const inScope = (path: string) =>
            !hasRoots || path === tree || path.startsWith(`${tree}/`);
          const path = directory === tree ? "." : directory.slice(tree.length + 1);
          const call = (more: object) => execute({ path, ...options, ...more }, context);

          const json = await call({ format: "json" });
          const text = await call({});
          const annotated = await call({ show_data: true });

          const entries = listNaively(directory, options, inScope);
          const rootName = directory.slice(directory.lastIndexOf("/") + 1);
          assertEquals(json, toJson(rootName, entries, options));
          assertEquals(text, toText(entries, options, false));
          assertEquals(annotated, toText(entries, options, true));

          for (const character of text + annotated) {
            assert(character === "\n" || isLineSafe(character));
          }
          assert(!text.startsWith("Error: ") && !annotated.startsWith("Error: "));
        }
      }),
      { numRuns: 500 },
    )
  ));

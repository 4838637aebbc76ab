import { assert } from "@std/assert";
import fc from "fast-check";
import { type Progress, type Tool, TOOLSETS } from "../mod.ts";
import { leapClock } from "./support/clock.ts";
import { ANY_TREE, testsNeeding } from "./support/machine.ts";
import { treesOf, withRandomTree } from "./support/odd_trees.ts";
import { plantTree } from "./support/tree.ts";

const test = testsNeeding(ANY_TREE);

/** Arguments that search, find nothing, are refused, or name what does not exist. */
function argumentsFor(tool: Tool, root: string): readonly Record<string, unknown>[] {
  const { name, parameters: { properties } } = tool.DEFINITION.function;
  const { pathArgument } = tool.TRAITS;
  const path = pathArgument === "dir_path" ? root : ".";
  const least = name === "glob_search"
    ? { [pathArgument]: path, pattern: "**" }
    : { [pathArgument]: path };
  return [
    least,
    { ...least, [pathArgument]: `${path}/a/missing` },
    { ...least, nonsense: 1 },
    ..."recursive" in properties
      ? [{ ...least, recursive: true, follow_folder_symlinks: true }]
      : [],
    ..."name_contains" in properties
      ? [{ ...least, name_contains: "A.X", case_sensitive: true, max_depth: 1 }]
      : [],
    ..."pattern" in properties
      ? [{ ...least, pattern: "a.x" }, { ...least, pattern: "A.X/*" }]
      : [],
    ..."use_gitignore" in properties ? [{ ...least, use_gitignore: true }] : [],
  ];
}

test("progress never goes back within a call, its advice included, whatever the tool and the tree", async () => {
  let reports = 0;
  const name = fc.constantFrom("a", "b", "a.x", "A.X", ".gitignore", "c");
  const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((names) => names.join("/"));
  await fc.assert(
    fc.asyncProperty(treesOf(path, 30), (tree) =>
      withRandomTree(tree, async (root) => {
        await plantTree(root, { "d/.gitignore": "a*\n!b\n", "d/a.x": "" });
        for (
          const tool of Object.values(TOOLSETS).flatMap((tools) => Object.values<Tool>(tools))
        ) {
          for (const args of argumentsFor(tool, root)) {
            let last: Progress = { directories: 0, entries: 0 };
            const onProgress = (progress: Progress): void => {
              reports++;
              const isForward = progress.directories >= last.directories &&
                progress.entries >= last.entries;
              const { name } = tool.DEFINITION.function;
              assert(isForward, `${name} ${JSON.stringify({ args, last, progress })}`);
              last = progress;
            };
            using _clock = leapClock();
            await tool.execute(args, { cwd: root, onProgress });
          }
        }
      })),
    { numRuns: 30 },
  );
  assert(reports > 2500, `${reports} reports`);
});

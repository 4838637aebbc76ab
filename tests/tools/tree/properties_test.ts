import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { TOOLSETS } from "../../../mod.ts";
import {
  isLineSafe,
  type Line,
  listNaively,
  type Options,
  readJson,
  readText,
  toJson,
  toText,
} from "../../support/list_dir_oracle.ts";
import { LINKS, needing } from "../../support/machine.ts";
import { build, randomNodes } from "../../support/random_tree.ts";
import { shell } from "../../support/shell.ts";
import { quickFolder } from "../../support/tree.ts";

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
async function withPlace(test: (base: string, tree: string, fifo: string) => Promise<void>) {
  const base = await Deno.realPath(await Deno.makeTempDir(quickFolder()));
  try {
    Deno.mkdirSync(`${base}/outside/dir/deep`, { recursive: true });
    Deno.writeTextFileSync(`${base}/outside/file`, "");
    Deno.symlinkSync("../tree/a", `${base}/outside/back`);
    const fifo = `${base}/outside/fifo`;
    await shell(base, "mkfifo outside/fifo");
    await test(base, `${base}/tree`, fifo);
  } finally {
    await Deno.remove(base, { recursive: true });
  }
}

function empty(tree: string): void {
  try {
    Deno.removeSync(tree, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
  Deno.mkdirSync(tree);
}

/** Whether the text form shows unambiguously where a name starts and ends. */
function isUnambiguous(lines: readonly Line[]): boolean {
  return lines.every(({ path, target }) =>
    path.every((name) => !name.includes(" (")) && !target?.includes(" (")
  );
}

/** What both forms show: text has no target for a loop, and no suffix for a flat path. */
function agree(text: readonly Line[], json: readonly Line[], options: Options): void {
  assertEquals(text.map(({ path }) => path), json.map(({ path }) => path));
  for (const [i, line] of text.entries()) {
    const { isFolder, type, target } = json[i]!;
    if (line.isFolder !== undefined && isFolder !== undefined) {
      assertEquals(line.isFolder, isFolder);
    }
    if (line.type === undefined) continue;
    assertEquals(line.type, type);
    const isLoop = type === "link" && line.target === undefined && options.follow_file_symlinks;
    if (!isLoop) assertEquals(line.target, target);
  }
}

Deno.test(
  needing(LINKS, "list_dir equals a naive listing, and its text and JSON agree, on random trees"),
  async () => {
    await withPlace((base, tree, fifo) =>
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

            const lines = readJson(json);
            if (isUnambiguous(lines)) {
              const isTree = options.filter === "both";
              agree(readText(text, isTree, false), lines, options);
              agree(readText(annotated, isTree, true), lines, options);
            }
            for (const character of text + annotated) {
              assert(character === "\n" || isLineSafe(character));
            }
            assert(!text.startsWith("Error: ") && !annotated.startsWith("Error: "));
            assert(!json.includes(base) || lines.some(({ target }) => target?.includes(base)));
          }
        }),
        { numRuns: 500 },
      )
    );
  },
);

import { assertEquals } from "@std/assert";
import fc from "fast-check";
import { compareBytes } from "../../support/compare_bytes.ts";
import { follow, pathsOf, TOOLS } from "../../support/discovery.ts";
import { readsOf } from "../../support/disk_reads.ts";
import { ANY_TREE, FIFOS, LINKS, testsNeeding } from "../../support/machine.ts";
import { oddName, type RandomTree, randomTree, withRandomTree } from "../../support/odd_trees.ts";
import { sketch } from "../../support/sketch.ts";
import { bytes, fifo, link, type Tree, withQuickTree } from "../../support/tree.ts";

const test = testsNeeding(LINKS, FIFOS);

const find_files = TOOLS.find_files!;

type Filters = Readonly<Record<string, unknown>>;

const TREE: Tree = sketch(
  ".env, .git/config, README.md, a.TS, node_modules/p/index.js, src/gen/out.ts, " +
    "src/main.ts, src/main.d.ts, src/ts, src/x.tar.gz, src/lib/gen/deep.ts, " +
    "src/lib/noext, Straße.txt",
);

/** The files below a folder `gen`. */
const GENERATED = "src/gen/out.ts src/lib/gen/deep.ts";

test("find_files returns regular files only: path, name, kind, size", async () => {
  const tree: Tree = { "d/f": bytes(1234), "d/empty/": "", "e": "", "l": link("e"), "p": fifo() };
  await withQuickTree(tree, async (cwd) => {
    const { entries, count } = await find_files.execute({}, { cwd });
    assertEquals(
      JSON.stringify(entries),
      '[{"path":"d/f","name":"f","kind":"file","size":1234},' +
        '{"path":"e","name":"e","kind":"file","size":0}]',
    );
    assertEquals(count, 2);
  });
});

Deno.test("find_files: filters", async (t) => {
  const rows: [filters: Filters, expected: string][] = [
    // Extensions match with or without the dot, in any case unless told otherwise.
    [{ extensions: ["ts"], path_contains: "src/" }, `${GENERATED} src/main.d.ts src/main.ts`],
    [{ extensions: ["env"] }, ".env"],
    [{ extensions: ["md", ".gz"] }, "README.md src/x.tar.gz"],
    [{ extensions: ["tar.gz"] }, "src/x.tar.gz"],
    [{ extensions: ["Ts"], max_depth: 1 }, "a.TS"],
    [{ extensions: ["ts"], case_sensitive: true, max_depth: 1 }, ""],
    // It looks at the name alone, as at text.
    [{ name_contains: "main" }, "src/main.d.ts src/main.ts"],
    [{ name_contains: "readme" }, "README.md"],
    [{ name_contains: "readme", case_sensitive: true }, ""],
    [{ name_contains: "*" }, ""],
    [{ name_contains: "STRASSE" }, ""],
    [{ name_contains: "STRAßE" }, "Straße.txt"],
    // It looks at the path relative to root, and spans names.
    [{ path_contains: "gen/" }, GENERATED],
    [{ path_contains: "C/LIB/N" }, "src/lib/noext"],
    [{ path_contains: "SRC/", case_sensitive: true }, ""],
    [{ root: "src", path_contains: "src" }, ""],
    // Exact directory names at every depth, or paths relative to root; one trailing `/` is dropped.
    [{ exclude_dirs: ["gen"], name_contains: "ts" }, "a.TS src/main.d.ts src/main.ts src/ts"],
    [{ exclude_dirs: ["src/gen"], path_contains: "gen/" }, "src/lib/gen/deep.ts"],
    [{ exclude_dirs: ["src/", "node_modules/", ".git/"] }, ".env README.md Straße.txt a.TS"],
    [{ exclude_dirs: ["src//"], name_contains: "main" }, "src/main.d.ts src/main.ts"],
    [{ exclude_dirs: ["SRC"], name_contains: "main" }, "src/main.d.ts src/main.ts"],
    [{ exclude_dirs: ["sr", "src/ge"], name_contains: "out" }, "src/gen/out.ts"],
    [{ exclude_dirs: ["*", "s?c"], name_contains: "out" }, "src/gen/out.ts"],
    [
      { root: "src", exclude_dirs: ["src/gen", "lib/gen"], path_contains: "gen/" },
      "src/gen/out.ts",
    ],
    // They leave files of that name alone, and the root.
    [{ exclude_dirs: ["ts"], path_contains: "src/ts" }, "src/ts"],
    [{ root: "src", exclude_dirs: ["src"], name_contains: "out" }, "src/gen/out.ts"],
    // 1 is direct children, counted from root.
    [{ max_depth: 1 }, ".env README.md Straße.txt a.TS"],
    [{ max_depth: 2, name_contains: "ts" }, "a.TS src/main.d.ts src/main.ts src/ts"],
    [{ root: "src", max_depth: 2, path_contains: "gen/" }, "src/gen/out.ts"],
    // Filters combine with AND, and an empty list is none.
    [{ extensions: ["ts"], name_contains: "deep", path_contains: "lib" }, "src/lib/gen/deep.ts"],
    [{ extensions: ["ts"], exclude_dirs: ["gen"], max_depth: 4, name_contains: "deep" }, ""],
    [{ extensions: [], exclude_dirs: [], max_depth: 1 }, ".env README.md Straße.txt a.TS"],
    // No implicit excludes.
    [{ path_contains: ".git/" }, ".git/config"],
    [{ path_contains: "node_modules" }, "node_modules/p/index.js"],
  ];
  await withQuickTree(TREE, async (cwd) => {
    for (const [filters, expected] of rows) {
      await t.step(JSON.stringify(filters), async () => {
        assertEquals(pathsOf(await find_files.execute(filters, { cwd })).join(" "), expected);
      });
    }
  });
});

Deno.test("find_files: exclude_dirs and max_depth prune before opening", () =>
  withQuickTree(TREE, async (cwd) => {
    const opened = async (filters: Filters): Promise<string[]> => {
      const { reads } = await readsOf(() => find_files.execute(filters, { cwd }));
      return reads.map((path) => path.slice(cwd.length + 1));
    };
    assertEquals(await opened({ exclude_dirs: [".git", "node_modules", "src/lib"] }), [
      "",
      "src",
      "src/gen",
    ]);
    assertEquals(await opened({ max_depth: 1 }), [""]);
    assertEquals(await opened({ max_depth: 2 }), ["", ".git", "node_modules", "src"]);
  }));

interface Question {
  readonly root: string | null;
  readonly max_depth: number | null;
  readonly extensions: string[] | null;
  readonly name_contains: string | null;
  readonly path_contains: string | null;
  readonly exclude_dirs: string[] | null;
  readonly case_sensitive: boolean;
}

function oracle({ files }: RandomTree, question: Question): string[] {
  const { root, max_depth, extensions, name_contains, path_contains, exclude_dirs } = question;
  const fold = (text: string): string => question.case_sensitive ? text : text.toLowerCase();
  const lead = root === null ? "" : `${root}/`;
  const excluded = (exclude_dirs ?? []).map((each) => each.replace(/\/$/, ""));
  return files.filter((whole) => {
    if (!whole.startsWith(lead)) return false;
    const path = whole.slice(lead.length);
    const parts = path.split("/");
    const name = parts.at(-1)!;
    if (max_depth !== null && parts.length > max_depth) return false;
    if (
      extensions?.length &&
      !extensions.some((each) =>
        fold(name).endsWith(fold(each.startsWith(".") ? each : `.${each}`))
      )
    ) return false;
    if (name_contains !== null && !fold(name).includes(fold(name_contains))) return false;
    if (path_contains !== null && !fold(path).includes(fold(path_contains))) return false;
    return !parts.slice(0, -1).some((part, i) =>
      excluded.includes(part) || excluded.includes(parts.slice(0, i + 1).join("/"))
    );
  }).sort(compareBytes);
}

testsNeeding(ANY_TREE)(
  "find_files: any filters give what a naive oracle gives, on any page",
  async () => {
    const optional = <T>(values: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
      fc.option(values, { nil: null, freq: 2 });
    const questions = fc.record({
      max_depth: optional(fc.integer({ min: 1, max: 4 })),
      extensions: optional(fc.subarray(["ts", ".ts", "a", "b", "TS", ".b", "\u{1F600}"])),
      name_contains: optional(fc.constantFrom("a", "A", "-", ".", "b", "\u{1F600}", "É")),
      path_contains: optional(fc.constantFrom("a", "/", "a/", "b/A", "-b/", "é", " ")),
      exclude_dirs: optional(fc.array(
        fc.oneof(oddName, fc.tuple(oddName, oddName).map((names) => names.join("/"))).chain((
          path,
        ) => fc.constantFrom(path, `${path}/`)),
        { maxLength: 3 },
      )),
      case_sensitive: fc.boolean(),
      inside: fc.boolean(),
      limit: fc.integer({ min: 1, max: 20 }),
    });
    await fc.assert(
      fc.asyncProperty(
        randomTree,
        fc.array(questions, { minLength: 5 }),
        (tree, queries) =>
          withRandomTree(tree, async (cwd) => {
            for (const { inside, limit, ...rest } of queries) {
              const question = { ...rest, root: inside ? tree.directories[0] ?? null : null };
              const pages = await follow(find_files, { ...question, limit }, { cwd });
              assertEquals(
                pages.flatMap(pathsOf),
                oracle(tree, question),
                JSON.stringify(question),
              );
            }
          }),
      ),
      { numRuns: 60 },
    );
  },
);

Deno.test("find_files: `size` is bytes for a file that is there, else null", () =>
  withQuickTree({ "a": "12", "b": "123" }, async (cwd) => {
    const { lstatSync } = Deno;
    const disk = Deno as { lstatSync: typeof lstatSync };
    disk.lstatSync = (path) => {
      if (String(path).endsWith("/a")) throw new Deno.errors.NotFound("gone");
      return lstatSync(path);
    };
    try {
      const { entries } = await find_files.execute({}, { cwd });
      assertEquals(entries.map(({ name, size }) => [name, size]), [["a", null], ["b", 3]]);
    } finally {
      disk.lstatSync = lstatSync;
    }
  }));

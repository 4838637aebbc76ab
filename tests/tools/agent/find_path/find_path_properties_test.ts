import { assert, assertEquals } from "@std/assert";
import fc from "fast-check";
import { type FindPathResult, TOOLSETS } from "../../../../mod.ts";
import { Finder, type PathMatch } from "../../../../src/tools/agent/find_path/finder.ts";
import { parseQuery, type Query } from "../../../../src/tools/agent/find_path/parse_query.ts";
import { search } from "../../../../src/tools/agent/find_path/search.ts";
import { scoreIn } from "../../../../src/tools/agent/rank/name_score.ts";
import { Pacer } from "../../../../src/pacing/pacer.ts";
import { Scope } from "../../../../src/scope/scope.ts";
import { files } from "../../../support/agent.ts";
import { anyCharacter } from "../../../support/any_character.ts";
import { BusyPacer } from "../../../support/counted_pacer.ts";
import { find, oracleFit } from "../../../support/find_path.ts";
import { ANY_TREE, testsNeeding } from "../../../support/machine.ts";
import { randomTree, withRandomTree } from "../../../support/odd_trees.ts";
import { withQuickTree } from "../../../support/tree.ts";

const test = testsNeeding(ANY_TREE);

const query = fc.oneof(
  fc.string({ minLength: 1, maxLength: 8 }),
  fc.stringMatching(/^[a-cx. /_-]{1,8}$/),
  fc.constantFrom("a b", "a/x", "ab", "hidden", "A-B", "abc/", "a".repeat(200)),
).filter((text) => parseQuery(text).words.length > 0);

const queries = fc.array(query, { minLength: 1, maxLength: 5 });

test("find_path: entries exist, fall in score, and do not depend on the limit, the order or the other queries", async () => {
  await fc.assert(
    fc.asyncProperty(
      randomTree,
      queries,
      fc.integer({ min: 1, max: 6 }),
      (tree, all, limit) =>
        withRandomTree(tree, async (cwd) => {
          const few = await find(cwd, all, { limit });
          assertEquals(JSON.stringify(await find(cwd, all, { limit })), JSON.stringify(few));
          const many = await find(cwd, all, { limit: 200 });
          assertEquals(many.truncated, false);
          assertEquals(few.truncated, many.results.some(({ entries }) => entries.length > limit));
          // "Queries of one task are one": those that read as tasks about the same words.
          assertEquals(
            many.results.map(({ query }) => query).join("\n").split("\n").sort(),
            [
              ...all.join("\n").split("\n"),
            ].sort(),
          );
          for (const [i, { query, entries }] of many.results.entries()) {
            assertEquals(few.results[i]!.entries, entries.slice(0, limit));
            const alone = await find(cwd, [query], { limit: 200 });
            assertEquals(alone.results, [many.results[i]!]);
            for (const [at, { path, name, score }] of entries.entries()) {
              assert(path === name || path.endsWith(`/${name}`));
              assert(Deno.lstatSync(`${cwd}/${path}`));
              assert(score <= (entries[at - 1]?.score ?? 100), `${score} after a lower one`);
            }
            assertEquals(new Set(entries.map(({ path }) => path)).size, entries.length);
          }
        }),
    ),
    { numRuns: 60 },
  );
});

test("find_path: every path of any tree comes first, sent as it is or with a position", async () => {
  const suffix = fc.constantFrom("", ":12", ":12:5", "#L3-L4", "(1,2)");
  await fc.assert(
    fc.asyncProperty(
      randomTree,
      suffix,
      fc.nat(),
      (tree, suffix, at) =>
        withRandomTree(tree, async (cwd) => {
          const paths = [...tree.files, ...tree.directories, ...tree.links];
          const path = paths[at % paths.length]!;
          if (paths.includes(path + suffix) || parseQuery(path + suffix).words.length === 0) return;
          const { results } = await find(cwd, [path + suffix], { use_gitignore: false });
          assertEquals(results[0]?.entries[0]?.path, path, path + suffix);
        }),
    ),
    { numRuns: 200 },
  );
});

function nameScore(path: string): number {
  const at = path.lastIndexOf("/") + 1;
  return scoreIn(path.slice(0, at))(path.slice(at), false);
}

/** Returns what a query finds in paths that are passed folder by folder, as a walk does. */
async function found(query: Query, paths: readonly string[]): Promise<readonly PathMatch[]> {
  const finder = new Finder([query], 100);
  for (const path of paths) {
    const at = path.lastIndexOf("/") + 1;
    finder.enter(path.slice(0, at));
    finder.visit(path.slice(at), "file");
  }
  const [result] = await finder.results(new Pacer());
  return result!.entries;
}

const part = fc.stringMatching(/^[abA_.1]{1,5}$/).filter((text) => !/^\.+$/.test(text));
const path = fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join("/"));
const word = fc.stringMatching(/^[ab_.1]{1,3}$/).filter((text) => !/^\.+$/.test(text));
const plainQuery = fc.array(
  fc.array(word, { minLength: 1, maxLength: 2 }).map((parts) => parts.join("/")),
  { minLength: 1, maxLength: 2 },
).map((words) => words.join(" ")).filter((text) => !/^\W|\W(?: |$)|:\d/.test(text));

Deno.test("find_path: the fit of a subsequence is that of an alignment with each whole path, on any tree", async () => {
  let count = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(path, { minLength: 1, maxLength: 12 }),
      plainQuery,
      async (paths, text) => {
        const expected = paths.flatMap((each) => {
          const fit = oracleFit(text, each);
          return fit === undefined
            ? []
            : [{ path: each, score: 0.92 * fit + 0.08 * nameScore(each) }];
        });
        const least = 0.75 * Math.max(...expected.map(({ score }) => score));
        const kept = expected.filter(({ score }) => score >= least);
        // Without partial matches.
        const entries = await found({ ...parseQuery(text), subwords: [] }, paths);
        count += entries.length;
        const byPath = new Map(entries.map(({ path, score }) => [path, score]));
        assertEquals([...byPath.keys()].sort(), kept.map(({ path }) => path).sort());
        for (const { path, score } of kept) {
          assert(Math.abs(byPath.get(path)! - score) < 1e-9, `${path}: ${score}`);
        }
      },
    ),
    { numRuns: 3000 },
  );
  assert(count > 2000, `${count} entries`);
});

Deno.test("find_path: a typo of any kind in a word of four letters or more is found, at any letter", async () => {
  const name = fc.stringMatching(/^[a-z]{4,20}$/);
  await fc.assert(
    fc.asyncProperty(
      name,
      fc.nat(19),
      fc.constantFrom("add", "drop", "change", "swap"),
      async (name, at, kind) => {
        const i = at % name.length;
        const [before, letter, after] = [name.slice(0, i), name[i]!, name.slice(i + 1)];
        const text = {
          add: `${before}q${letter}${after}`,
          drop: before + after,
          change: `${before}q${after}`,
          swap: `${before}${after.slice(0, 1)}${letter}${after.slice(1)}`,
        }[kind];
        // Letters in order come before a typo: `srcu` is `src/unlike.md`.
        if (text.length < 4 || /^s?r?c?u?n?l?i?k?e?m?d?$/.test(text)) return;
        const [first] = await found(parseQuery(text), [`src/${name}.ts`, "src/unlike.md"]);
        assertEquals(first?.path, `src/${name}.ts`, text);
      },
    ),
    { numRuns: 2000 },
  );
});

const HOSTILE: readonly string[] = [
  "a".repeat(200),
  "ab".repeat(100),
  "a ".repeat(100),
  "a/".repeat(100),
  Array.from({ length: 40 }, (_, i) => `a${i.toString(36)}ab`).join(" ").slice(0, 200),
];

Deno.test("find_path: names of 255 letters and queries of 200: a check of the clock for each", async () => {
  const names = Array.from(
    { length: 40 },
    (_, i) => "a".repeat(253 - i % 3) + String(i).padStart(2, "b"),
  );
  await withQuickTree(files(names), async (cwd) => {
    const pacer = new BusyPacer();
    const scope = Scope.within({ cwd });
    const { matches } = await search(
      {
        queries: HOSTILE.map((text) => parseQuery(text)),
        kind: "any",
        limits: { name: 20, task: 20 },
        rankerOf: (task) => Promise.resolve({ task }),
        scope,
        starts: [{ start: scope.enterDirectory("."), root: { path: cwd, real: cwd, cwd } }],
        maxScanned: undefined,
      },
      pacer,
    );
    assertEquals(matches.length, 5);
    assert(pacer.pauses >= names.length, `${pacer.pauses} pauses`);
  });
});

Deno.test("find_path: any text is a query or refused in the toolset's shape", () =>
  withQuickTree(files(["a/b.ts", "\u{1F600}"]), async (cwd) => {
    const text = fc.oneof(
      fc.string({ unit: anyCharacter, minLength: 1, maxLength: 60 }),
      fc.stringMatching(/^[\s/\\"'`.:0-9]{1,12}$/),
      fc.constantFrom("\ud83d", "\u0130\u0130", "\ufb03".repeat(100), "\u0344".repeat(200)),
    );
    await fc.assert(
      fc.asyncProperty(text, async (text) => {
        const result: FindPathResult = await find(cwd, [text]);
        if (result.success) assertEquals(result.results[0]!.query, text);
        else assertEquals(result.error.code, "invalid_argument");
        assert(!TOOLSETS.agent.find_path.toResult(result).text.includes("\u202e"));
      }),
      { numRuns: 300 },
    );
  }));

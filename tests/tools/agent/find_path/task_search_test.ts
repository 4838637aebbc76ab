/** What a task is answered: folders and documents in it, what fits little, several queries, and how long it may be. */
import { assert, assertEquals } from "@std/assert";
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { TOOLSETS, toToolResult } from "../../../../mod.ts";
import { answerOf, GIT, OTHERS, rowsOf } from "../../../support/answers.ts";
import { find } from "../../../support/find_path.ts";
import { type Tree, withQuickTree } from "../../../support/tree.ts";

/** Two files that say the same, and what speaks of them. */
const TREE: Tree = {
  ...OTHERS,
  "README.md": "The session token expires.\n",
  "Makefile": "session: token\n",
  "docs/session.md": "# Session\n\nA token expires.\n",
  "lib/token.ts": "export function expireSession(token) {\n  return token;\n}\n",
  "pkg/auth/token.ts": "export function expireSession(token) {\n  return token;\n}\n",
};

const TASK = "The session does not expire with its token";

async function pathsOf(query: string, args = {}): Promise<string[]> {
  let paths: string[] = [];
  await withQuickTree({ ...GIT, ...TREE }, async (root) => {
    const { results } = await find(root, [query], args);
    paths = results[0]!.entries.map(({ path, why }) => why === "exact" ? `${path} exact` : path);
  });
  return paths;
}

Deno.test("9.9: 'a folder lifts its files and takes no row of a task's'", async () => {
  assertEquals((await pathsOf(TASK)).slice(0, 2), ["lib/token.ts", "pkg/auth/token.ts"]);
  const queries = ["in pkg/auth", "in `pkg/auth/`", "below ./pkg"].map((named) =>
    `${TASK}\nIt is ${named}.`
  );
  for (const named of [...queries, "The session in pkg/auth does not expire with its token"]) {
    const paths = await pathsOf(named);
    assertEquals(paths.slice(0, 2), ["pkg/auth/token.ts", "lib/token.ts"], named);
    assertEquals(paths.filter((path) => /^pkg(?:\/auth)?(?: |$)/.test(path)), [], named);
  }
  // In a short list, too.
  const few: Tree = { "pkg/auth/token.ts": "expire session\n", "lib/token.ts": "expire session\n" };
  assertEquals(
    (await rowsOf(few, "The session in pkg/auth does not expire")).filter((row) =>
      /^\w+\/[^.]*$/.test(row)
    ),
    [],
  );
  // Where folders are asked for, it is the answer.
  assertEquals(
    (await pathsOf(`${TASK}\nIt is in pkg/auth.`, { kind: "dir" }))[0],
    "pkg/auth exact",
  );
});

Deno.test("9.9: 'a document named in passing comes after sources', and so do settings", async (t) => {
  const sources = ["lib/token.ts", "pkg/auth/token.ts"];
  const rows: [what: string, query: string, first: string[], last: string | undefined][] = [
    ["a readme", `${TASK}\nas README.md says`, sources, "README.md exact"],
    ["settings", `${TASK}\nsee Makefile`, sources, "Makefile exact"],
    ["a source is no document", `${TASK}\nsee other/x1.ts`, ["other/x1.ts exact"], undefined],
    ["its whole path", `${TASK}\nsee docs/session.md`, ["docs/session.md exact"], undefined],
    ["a task about it", `Documentation: ${TASK}\nin README.md`, ["README.md exact"], undefined],
  ];
  for (const [what, query, first, last] of rows) {
    await t.step(what, async () => {
      const paths = await pathsOf(query);
      assertEquals(paths.slice(0, first.length), first);
      if (last !== undefined) assertEquals(paths.at(-1), last);
    });
  }
});

const WITHOUT_TERMS =
  "weak: little of the task is here; send terms: words that you expect in the code, in its language";
const WITH_TERMS =
  "weak: little of the task is here; send other terms: words that you expect in the code, in its language";

Deno.test("9: 'Where the best entry holds little of what was asked, `weak` says so, and what to send instead'", async (t) => {
  const rows: [what: string, query: string, args: object, weak: string | undefined][] = [
    ["a task that fits", TASK, {}, undefined],
    ["with terms that fit", TASK, { terms: ["expireSession"] }, undefined],
    [
      "another language",
      "Nach dem Bezahlen ist der Warenkorb nicht leer, und der Token bleibt im Browser gespeichert",
      {},
      WITHOUT_TERMS,
    ],
    [
      "something else",
      "The printer prints blank pages in landscape unless a token is chosen as paper size",
      {},
      WITHOUT_TERMS,
    ],
    [
      "and terms that stand nowhere",
      "The printer prints blank pages in landscape unless a token is chosen",
      { terms: ["paperTray", "landscapeMode", "duplex"] },
      WITH_TERMS,
    ],
    ["nothing at all", "Der Warenkorb bleibt leer", {}, WITHOUT_TERMS],
    ["what it spells out", "The printer prints blank pages\nin lib/token.ts", {}, undefined],
  ];
  for (const [what, query, args, weak] of rows) {
    await t.step(what, async () => {
      const [first] = (await rowsOf(TREE, query, args as Record<string, unknown>))
        .filter((row) => row.startsWith("weak: "));
      assertEquals(first, weak);
    });
  }
  await t.step("nor is a whole message of a small project", async () => {
    const tree: Tree = { "a.go": 'fail("could not open upload file %s")\n', "b.go": "open\n" };
    const rows = await rowsOf(tree, "could not open upload file x.bin");
    assertEquals(rows, ["a.go", '  1: fail("could not open upload file %s")']);
  });
  await t.step("not where no file was looked through", async () => {
    const rows = await rowsOf(TREE, "The printer token", {}, { contents: "none" });
    assertEquals(rows.filter((row) => row.startsWith("weak: ")), []);
  });
});

Deno.test("9: `unheld`: code in quotes that stands in no file is said", async (t) => {
  const rows: [quoted: string, said: string[]][] = [
    ["`maxTokens={2}`", ['no file holds "maxTokens={2}"']],
    ['"SESSION_TOKEN"', ['no file holds "SESSION_TOKEN"']],
    ["`expireSession(token)`", []],
    ['"expireSession"', []],
    ["`expireSession` and `revokeSession`", ['no file holds "revokeSession"']],
    // No code, and a path.
    ['"the session"', []],
    ["`lib/tokens.ts`", []],
  ];
  for (const [quoted, said] of rows) {
    await t.step(quoted, async () => {
      const rows = await rowsOf(TREE, `${TASK} ${quoted}`);
      assertEquals(rows.filter((row) => row.startsWith("no file holds ")), said);
    });
  }
  await t.step("where no file holds anything of the task", async () => {
    const rows = await rowsOf(OTHERS, `${TASK} \`maxTokens={2}\``);
    assertEquals(rows.filter((row) => row.startsWith("no file holds ")), [
      'no file holds "maxTokens={2}"',
    ]);
  });
});

Deno.test("9: several queries of one task are one list, those of two tasks are two", async (t) => {
  const rows: [what: string, queries: string[], args: object, headings: string[]][] = [
    ["words shared", [TASK, "expire a session by its token"], {}, []],
    ["terms", [TASK, "printer pages"], { terms: ["expireSession"] }, []],
    ["two tasks", [TASK, "nothing of the printer"], {}, [TASK, "nothing of the printer"]],
    ["a task and a name", [TASK, "README.md"], {}, [TASK, "README.md"]],
    ["two names", ["token.ts", "README.md"], {}, ["token.ts", "README.md"]],
    [
      "one task around another",
      [TASK, "README.md", "session token expired"],
      {},
      [`${TASK}\\nsession token ex…`, "README.md"],
    ],
  ];
  for (const [what, queries, args, headings] of rows) {
    await t.step(what, async () => {
      const text = await answerOf(TREE, { queries, args: args as Record<string, unknown> });
      const found = [...text.matchAll(/^find_path '(.*)': \d+ entr/gm)].map(([, query]) => query);
      assertEquals(found, headings);
    });
  }
  await t.step("two paths of similar names are two", async () => {
    const tree: Tree = { ...GIT, "my notes/first note.md": "", "my notes/other note.md": "" };
    await withQuickTree(tree, async (root) => {
      const queries = ["my notes/first note.md", "my notes/other note.md"];
      const { results } = await find(root, queries);
      const first = results.map(({ entries }) => [entries[0]?.path, entries[0]?.why]);
      assertEquals(first, queries.map((query) => [query, "exact"]));
    });
  });
});

Deno.test("9.10: 'An answer to a task is at most 600 tokens', and the same again", async (t) => {
  const name = (i: number): string => `packages/service_${i}/src/session/token_store_${i}.ts`;
  const long = (i: number, each: string): string =>
    `export function expireSessionToken${i}(session, token) { ${each.repeat(60)} }\n`;
  const trees: Record<string, (i: number) => string> = {
    "code": (i) => long(i, "session.expire(token); ").repeat(1 + i % 3),
    "Unicode": (i) => long(i, "session = '検索画面の合計が違うバグ'; ").repeat(2),
    "marks": (i) => long(i, "token = !![]+[]+{}|~^&%$#@; "),
    "control characters": (i) => long(i, "token \x07\x1b[31m\u202e\u2066; "),
    "definitions": (i) => `${long(i, "token;")}${"\n".repeat(40)}${long(i, "session;")}`,
  };
  for (const [what, textOf] of Object.entries(trees)) {
    await t.step(what, async () => {
      const tree = Object.fromEntries(
        Array.from({ length: 40 }, (_, i) => [name(i), textOf(i)]),
      );
      await withQuickTree({ ...GIT, ...tree }, async (root) => {
        const answer = async () =>
          toToolResult(TOOLSETS.agent.find_path, await find(root, [TASK])).text;
        const text = await answer();
        const tokens = countTokens(text);
        assert(tokens <= 600, `${tokens} tokens`);
        assert(/^ {2}\d/m.test(text));
        assertEquals(await answer(), text);
      });
    });
  }
});

Deno.test("a folder, which takes no row of a task's, takes no place of a file beyond the limit either", () =>
  withQuickTree({ "a/a-b/a": "", "a.b": "" }, async (root) => {
    for (const limit of [1, 2]) {
      const { truncated, results } = await find(root, ["a b"], { limit });
      const paths = results[0]!.entries.map(({ path }) => path);
      assertEquals([paths, truncated], [["a.b", "a/a-b/a"].slice(0, limit), limit === 1]);
    }
  }));

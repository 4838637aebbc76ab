/** `terms`: words that the caller expects in the code. */
import { assert, assertEquals } from "@std/assert";
import { takeAtOnce } from "../../../../src/pacing/paced_steps.ts";
import { taskLines } from "../../../../src/tools/agent/task/task_lines.ts";
import { TaskWords } from "../../../../src/tools/agent/task/task_words.ts";
import { OTHERS, rowsOf } from "../../../support/answers.ts";
import { assertEnds } from "../../../support/command_lines.ts";
import { find } from "../../../support/find_path.ts";
import { type Tree, withQuickTree, withTree } from "../../../support/tree.ts";

const TASK = "Customers see a strange amount at the end";

const TREE: Tree = {
  ...OTHERS,
  "src/amount.ts": "export const strange = 1;\n",
  "src/invoice.ts": "function sumUp() {\n  return ledgerEntry.customers;\n}\n",
  "src/ledger_entry.ts": "export class LedgerEntry {\n  customers = 0;\n}\n",
};

Deno.test("9: 'Beside a task a term counts as the title does, the task's lines half'", () => {
  const weightsOf = (task: string[], terms?: string[]) => {
    const words = takeAtOnce(TaskWords.read(takeAtOnce(taskLines(task, terms))));
    return Object.fromEntries(words.spellings.map((each, i) => [each, words.weights[i]]));
  };
  assertEquals(weightsOf(["wrong total", "odd cart"]), {
    "wrong": 1,
    "total": 1,
    "wrong total": 1,
    "odd": 0.5,
    "cart": 0.5,
    "odd cart": 0.5,
  });
  const half = 0.45;
  assertEquals(weightsOf(["wrong total", "odd cart"], ["sumUp", "cart"]), {
    "sum": 1,
    "cart": 1,
    "wrong": half,
    "total": half,
    "wrong total": half,
    "odd": half / 2,
    "odd cart": half / 2,
  });
});

Deno.test("9: 'words that the caller expects in the code or in its names': with them, what they name is found", async (t) => {
  const rows: [what: string, terms: string[] | undefined, first: string][] = [
    ["none", undefined, "src/amount.ts"],
    ["an empty list", [], "src/amount.ts"],
    ["the name of a file", ["ledgerEntry"], "src/ledger_entry.ts"],
    ["in its parts", ["ledger", "entry"], "src/ledger_entry.ts"],
    ["as a phrase", ["ledger entry"], "src/ledger_entry.ts"],
    ["what a file says", ["sumUp"], "src/invoice.ts"],
  ];
  for (const [what, terms, first] of rows) {
    await t.step(what, () =>
      withQuickTree(TREE, async (root) => {
        const { results } = await find(root, [TASK], terms === undefined ? {} : { terms });
        assertEquals(results[0]!.entries[0]?.path, first);
      }));
  }
  await t.step("the whole answer", async () => {
    const rows = await rowsOf(TREE, TASK, { terms: ["ledgerEntry", "sumUp"] });
    assertEquals(rows.slice(0, 4), [
      "src/invoice.ts",
      "  2 in sumUp (1-3): return ledgerEntry.customers;",
      "src/ledger_entry.ts",
      "  1-3: export class LedgerEntry {",
    ]);
  });
});

Deno.test("9: a term spells out nothing: a file that it names is not `exact`", () =>
  withQuickTree(TREE, async (root) => {
    for (const terms of [["src/ledger_entry.ts"], ["invoice.ts"], ["src/amount.ts:1"]]) {
      const { results } = await find(root, [TASK], { terms });
      const { entries } = results[0]!;
      assert(entries.length > 0);
      assertEquals(entries.filter(({ why }) => why === "exact"), [], terms[0]);
    }
    const { results } = await find(root, [`${TASK}\nsee invoice.ts`]);
    const exact = results[0]!.entries.filter(({ why }) => why === "exact");
    assertEquals(exact.map(({ path }) => path), ["src/invoice.ts"]);
  }));

Deno.test("9: '`terms`: 0–16 texts'", async (t) => {
  const rows: [what: string, terms: unknown, error: string | undefined][] = [
    ["16", Array(16).fill("ledger"), undefined],
    ["one text for a list", "ledger", undefined],
    ["null", null, undefined],
    [
      "17",
      Array(17).fill("a"),
      'error invalid_argument: terms must be an array of at most 16 strings, not an array ["a", "a", "a", "a", "a", "a", "a", "a", "a", "a", …',
    ],
    [
      "one of 201 characters",
      ["a".repeat(201)],
      `error invalid_argument: terms must be an array of strings of at most 200 characters, not "${
        "a".repeat(60)
      }…"`,
    ],
  ];
  for (const [what, terms, error] of rows) {
    await t.step(what, () =>
      withQuickTree(TREE, async (root) => {
        const result = await find(root, [TASK], { terms });
        assertEquals(
          result.error && `error ${result.error.code}: ${result.error.message}`,
          error,
        );
      }));
  }
});

Deno.test("9: `--terms` at the command", () =>
  withTree({ ...TREE, ".git/HEAD": "ref: refs/heads/main\n" }, async (root) => {
    await assertEnds(root, [
      [["find_path", TASK, "--terms", "ledgerEntry"], {
        stdout: /^src\/ledger_entry\.ts:1:/,
        stderr: /^/,
      }],
      [["find_path", TASK, "--terms", "sumUp", "--terms", "ledgerEntry"], {
        stdout: /^src\/invoice\.ts:2:return ledgerEntry\.customers;\nsrc\/ledger_entry\.ts:1:/,
        stderr: /^/,
      }],
      [["find_path", TASK, ...Array(17).fill("--terms=a")], {
        code: 2,
        stderr: /at most 16/,
      }],
    ]);
  }));

/**
 * No line of a file outside ever shows while a `.gitignore` is exchanged, as fast as it goes, for a link or a FIFO, or a
 * folder for a link. That names and sizes outside may show while a directory is exchanged is known: without `openat`, the
 * race between check and open remains.
 */
import { type Tool, TOOLSETS } from "../../mod.ts";
import { HangError, projectFile, run, runSync } from "../support/process.ts";
import { fifo, link, makeTree, type Tree } from "../support/tree.ts";
import { until } from "../support/wait.ts";
import type { SuiteOptions } from "./suite.ts";

/** Calls of each reader, for each exchange. */
const CALLS = { quick: 50, long: 10_000 } as const;

const LINE = "outside-line";

/** A swapper prints nothing, and lives no longer than this. */
const LIFE_MS = 30 * 60_000;

const { find_files, find_path, explain_path } = TOOLSETS.agent;

type Reader = readonly [tool: Tool, args: object];

/** Calls that read a `.gitignore`, and files of a folder. */
const OF_RULES: readonly Reader[] = [
  [explain_path, { path: "rules/inside" }],
  [find_files, { root: "rules", extensions: ["none"] }],
];
const OF_FILES: readonly Reader[] = [
  [find_path, { queries: ["the cart has a wrong total"], limit: 50 }],
];

/** What is exchanged, and for what. */
const EXCHANGES: readonly (readonly [one: string, other: string, readers: readonly Reader[]])[] = [
  ["root/rules/.gitignore", "outside/rules-link", OF_RULES],
  ["root/rules/.gitignore", "outside/fifo", OF_RULES],
  ["root/code", "outside/code-link", OF_FILES],
];

const FILES = Array.from({ length: 41 }, (_, i) => `code/${i}/cart.ts`);

const PLACE: Tree = {
  "root/rules/inside": "",
  "root/rules/.git/": "",
  "root/rules/.gitignore": "inside\n",
  "outside/rules": `${LINE}\ninsid[e]\n`,
  "outside/rules-link": link("rules"),
  "outside/fifo": fifo(),
  ...Object.fromEntries(FILES.flatMap((path) => [
    [`root/${path}`, "a cart"],
    [`outside/${path}`, `the cart total of an ${LINE}`],
  ])),
  "outside/code-link": link("../outside/code"),
  "outside/a": "",
  "outside/b": "",
};

export async function failuresInRaces(
  scale: SuiteOptions["scale"],
): Promise<{ readonly failures: readonly string[]; readonly lacking: readonly string[] }> {
  const folder = await makeTree(PLACE);
  const failures: string[] = [];
  try {
    if (!canExchange(folder)) {
      return { failures, lacking: ["exchanges: no Python, or no renameat2"] };
    }
    const context = { cwd: `${folder}/root`, roots: ["."] };
    for (const [one, other, readers] of EXCHANGES) {
      await whileExchanged(folder, one, other, async () => {
        for (const [tool, args] of readers) {
          for (let i = 0; i < CALLS[scale]; i++) {
            const text = JSON.stringify(await tool.execute(args, context));
            if (!text.includes(LINE) && !text.includes("insid[e]")) continue;
            failures.push(`${tool.DEFINITION.function.name}: a line of ${other} shows`);
          }
        }
      });
    }
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
  return { failures, lacking: [] };
}

/** Reports whether a file can be exchanged for another here. */
function canExchange(folder: string): boolean {
  const script = "import ctypes, sys; a, b = map(str.encode, sys.argv[1:]); " +
    "sys.exit(ctypes.CDLL(None).renameat2(-100, a, -100, b, 2) != 0)";
  const paths = [`${folder}/outside/a`, `${folder}/outside/b`];
  return runSync(["python3", "-c", script, ...paths])?.code === 0;
}

async function whileExchanged(
  folder: string,
  one: string,
  other: string,
  act: () => Promise<void>,
): Promise<void> {
  const counter = `${folder}/count`;
  Deno.writeTextFileSync(counter, "");
  const program = projectFile("tests/torture/swapper.py");
  try {
    await run(["python3", program, `${folder}/${one}`, `${folder}/${other}`, counter], {
      silenceMs: LIFE_MS,
      meanwhile: async ({ child }) => {
        await until(() => Deno.readTextFileSync(counter) !== "");
        try {
          await act();
        } finally {
          await child.stdin.close();
        }
      },
    });
  } catch (error) {
    if (error instanceof HangError) throw new Error(`a call hangs while ${one} is exchanged`);
    throw error;
  }
}

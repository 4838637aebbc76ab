/**
 * `deno task bench tokens`: what a first overview of a tree costs a model, beside the programs that
 * list all of it. Tokens are those of o200k.
 *
 * @module
 */
import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { TOOLSETS, toToolResult } from "../mod.ts";
import type { BenchOptions } from "./measure.ts";
import { runJobs } from "./token_jobs.ts";

/** A program that lists a whole tree. */
const PROGRAMS: Readonly<Record<string, readonly string[]>> = {
  "ls -R": ["ls", "-R"],
  "find": ["find"],
  "tree": ["tree", "-a"],
  "rg --files": ["rg", "--files", "--hidden", "--no-ignore"],
};

/** Much more text than any model takes is counted in part, and reckoned up. */
const MAX_COUNTED = 4_000_000;

const FLAT_FILES = 100_000;
const CHAIN_LEVELS = 1000;

async function outputOf(command: readonly string[], path: string): Promise<string | undefined> {
  const [program, ...args] = command;
  try {
    const { stdout } = await new Deno.Command(program!, { args: [...args, path], stderr: "null" })
      .output();
    return new TextDecoder().decode(stdout);
  } catch {
    return undefined;
  }
}

function tokensOf(text: string | undefined): string {
  if (text === undefined) return "not there";
  const share = Math.min(1, MAX_COUNTED / text.length);
  const count = countTokens(text.slice(0, MAX_COUNTED)) / share;
  return Math.round(count).toLocaleString("en-US");
}

async function overviewTokens(path: string, max_tokens: number): Promise<string> {
  const { overview } = TOOLSETS.agent;
  const output = await overview.execute(
    { path, max_tokens, use_gitignore: false },
    { cwd: path, roots: [path] },
  );
  return tokensOf(toToolResult(overview, output).text);
}

function row(cells: readonly string[]): void {
  console.log(`| ${cells.join(" | ")} |`);
}

/** A directory of many files, and one of many levels. */
function makeTrees(root: string): Readonly<Record<string, string>> {
  const [flat, chain] = [`${root}/flat`, `${root}/chain`];
  Deno.mkdirSync(flat);
  for (let i = 0; i < FLAT_FILES; i++) Deno.writeTextFileSync(`${flat}/report-${i}.txt`, "");
  Deno.mkdirSync(`${chain}/${Array(CHAIN_LEVELS).fill("d").join("/")}`, { recursive: true });
  return { "100,000 files in one folder": flat, "1,000 folders in one another": chain };
}

/** Prints a table, in Markdown; before it one of questions about each of `repos`, a clone of Redis. */
export async function run({ tree, repos = [] }: BenchOptions): Promise<void> {
  for (const repo of repos) await runJobs(repo);
  const root = await Deno.makeTempDir({ prefix: "dirscope-tokens-" });
  try {
    const trees = {
      ...Object.fromEntries([tree, "/etc", "."].map((path) => [`\`${path}\``, path])),
      ...makeTrees(root),
    };
    row([
      "tree",
      "`overview` (2,000)",
      "`overview` (5,000)",
      ...Object.keys(PROGRAMS).map((name) => `\`${name}\``),
    ]);
    row(Array(3 + Object.keys(PROGRAMS).length).fill("---"));
    for (const [label, path] of Object.entries(trees)) {
      const overviews = [await overviewTokens(path, 2000), await overviewTokens(path, 5000)];
      const others: string[] = [];
      for (const command of Object.values(PROGRAMS)) {
        others.push(tokensOf(await outputOf(command, path)));
      }
      row([label, ...overviews, ...others]);
    }
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

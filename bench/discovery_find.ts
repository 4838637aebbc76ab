/**
 * Measures how often the wanted file is among the first results of a search.
 *
 * @module
 */
import { TOOLSETS } from "../mod.ts";
import type { Tool } from "../src/tool.ts";
import type { Checkout } from "./discovery_checkout.ts";
import { MAKERS, queriesFor, type Query, subjectQuery } from "./discovery_queries.ts";

/** Numbers of first results that are scored. */
export const FIRST_RESULTS = [1, 5, 10] as const;

/** A search program. */
export const FINDERS = ["find_path", "fzf"] as const;

type Finder = typeof FINDERS[number];

/** The kinds of queries. */
export const KINDS: readonly string[] = ["commit subjects", ...Object.keys(MAKERS)];

/** The results of one kind of queries. */
export interface Found {
  readonly queries: number;
  /** By finder: how often a right file was among the first, in percent. */
  readonly right: Readonly<Partial<Record<Finder, readonly number[]>>>;
}

/** By kind. */
export type Finds = Readonly<Record<string, Found>>;

/** For each query, the paths that were found, best first. */
type Search = (queries: readonly string[]) => Promise<readonly (readonly string[])[]>;

/** Asks every kind of query of every finder at hand. */
export async function findsIn(checkout: Checkout): Promise<Finds> {
  const finds: Record<string, Found> = {};
  for (const kind of KINDS) {
    const queries = queriesOf(checkout, kind);
    const right: Partial<Record<Finder, readonly number[]>> = {};
    for (const [finder, search] of await findersFor(checkout)) {
      const found = await search(queries.map(({ text }) => text));
      right[finder] = FIRST_RESULTS.map((count) => {
        const hits = queries.filter(({ wanted }, i) =>
          found[i]!.slice(0, count).some((path) => wanted.includes(path))
        );
        return 100 * hits.length / Math.max(1, queries.length);
      });
    }
    finds[kind] = { queries: queries.length, right };
  }
  return finds;
}

function queriesOf({ files, questions }: Checkout, kind: string): Query[] {
  if (kind in MAKERS) return queriesFor(files, kind);
  return questions.map(({ subject, gold }) => ({ text: subjectQuery(subject), wanted: gold }))
    .filter(({ text }) => text !== "");
}

/** The finders at hand, for a repository's files. */
export async function findersFor(
  { files, path }: Pick<Checkout, "files" | "path">,
): Promise<[Finder, Search][]> {
  const finders: [Finder, Search][] = [];
  const tools: Readonly<Record<string, Tool>> = TOOLSETS.agent;
  if (tools.find_path !== undefined) finders.push(["find_path", findPath(tools.find_path, path)]);
  if (await hasFzf()) finders.push(["fzf", fzf(files)]);
  return finders;
}

const MAX_QUERIES = 5;

function findPath(tool: Tool, root: string): Search {
  return async (queries) => {
    const found: string[][] = [];
    for (let at = 0; at < queries.length; at += MAX_QUERIES) {
      const args = { queries: queries.slice(at, at + MAX_QUERIES), kind: "file", limit: 10 };
      const { results, error } = await tool.execute(args, { cwd: root, roots: [root] }) as {
        readonly results: readonly { readonly entries: readonly { readonly path: string }[] }[];
        readonly error?: { readonly message: string };
      };
      if (error !== undefined) throw new Error(`find_path: ${error.message}`);
      found.push(...results.map(({ entries }) => entries.map(({ path }) => path)));
    }
    return found;
  };
}

/** The same files in the order of git's list, with a process for each query. */
function fzf(files: readonly string[]): Search {
  const list = new TextEncoder().encode(files.map((path) => `${path}\0`).join(""));
  return async (queries) => {
    const found: string[][] = [];
    for (const query of queries) {
      const process = new Deno.Command("fzf", {
        args: ["--read0", "--print0", "--filter", query],
        env: { FZF_DEFAULT_OPTS: "" },
        stdin: "piped",
        stdout: "piped",
      }).spawn();
      const output = process.output();
      const writer = process.stdin.getWriter();
      await writer.write(list);
      await writer.close();
      const text = new TextDecoder().decode((await output).stdout);
      found.push(text.split("\0", Math.max(...FIRST_RESULTS)));
    }
    return found;
  };
}

async function hasFzf(): Promise<boolean> {
  try {
    return (await new Deno.Command("fzf", { args: ["--version"] }).output()).success;
  } catch {
    return false;
  }
}

/** Returns the programs that are missing, in words. */
export async function missingFinders(checkout: Checkout): Promise<string[]> {
  const found = new Set((await findersFor(checkout)).map(([finder]) => finder));
  return FINDERS.filter((finder) => !found.has(finder)).map((finder) =>
    finder === "fzf" ? "there is no fzf here" : "toolset agent has no find_path here"
  );
}

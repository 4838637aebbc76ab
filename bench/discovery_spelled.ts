/**
 * Measures whether a path comes first that a text spells out: in prose, in traces, and in long issues.
 *
 * @module
 */
import { TOOLSETS, TreeCache } from "../mod.ts";
import { pick, randomFrom } from "../tests/support/random.ts";
import type { Checkout } from "./discovery_checkout.ts";
import { filesNamed } from "./discovery_named.ts";
import { hashOf, shuffled } from "./discovery_queries.ts";

/** How often a file was first in `find_path`, and among the rows of `overview`. */
export interface Spelled {
  readonly asked: number;
  readonly first: number;
  readonly shown: number;
}

/** By what the text is. */
export type SpelledByText = Readonly<Record<string, Spelled>>;

/** Number of files of a repository that are asked for. */
const FILES = 40;

const OVERVIEW_TOKENS = 500;

/** Texts about a path, by what they are. */
const TEXTS: Readonly<Record<string, (path: string) => string>> = {
  "`Crash in PATH when running`": (path) => `Crash in ${path} when running`,
  "`fix PATH`": (path) => `fix ${path}`,
  "a JavaScript trace": (path) =>
    [
      "TypeError: Cannot read properties of undefined (reading 'length')",
      `    at handle (/home/ci/proj/${path}:12:5)`,
      "    at next (/home/ci/proj/node_modules/express/lib/router/route.js:149:13)",
      "    at process.processTicksAndRejections (node:internal/process/task_queues:95:5)",
    ].join("\n"),
  "a Python trace": (path) =>
    [
      "Traceback (most recent call last):",
      '  File "/usr/lib/python3.11/asyncio/base_events.py", line 653, in run_until_complete',
      "    return future.result()",
      `  File "/home/ci/proj/${path}", line 12, in handle`,
      "ValueError: not enough values to unpack (expected 2, got 1)",
    ].join("\n"),
  "a Windows path": (path) => `C:\\work\\proj\\${path.replaceAll("/", "\\")}:12`,
  "a name in back-ticks": (path) => `Please look at \`${nameOf(path)}\` first`,
  "a name in a sentence": (path) => `I think ${nameOf(path)} does the wrong thing here`,
  "an issue of 1,500 characters": (path) => issue(path, 1500),
  "one of 6,000": (path) => issue(path, 6000),
  "one of 19,000": (path) => issue(path, 19_000),
};

/** The kinds of texts. */
export const SPELLED_TEXTS: readonly string[] = Object.keys(TEXTS);

/** Asks every text of some files of a repository. A name is asked for where one file alone has it. */
export async function spelledIn({ files, path: cwd }: Checkout): Promise<SpelledByText> {
  const context = { cwd, cache: new TreeCache() };
  const counts = Map.groupBy(files, nameOf);
  const chosen = shuffled(files).slice(0, FILES);
  const results: Record<string, Spelled> = {};
  for (const [kind, textOf] of Object.entries(TEXTS)) {
    const asked = kind.startsWith("a name")
      ? chosen.filter((path) => counts.get(nameOf(path))!.length === 1)
      : chosen;
    let [first, shown] = [0, 0];
    for (const path of asked) {
      const query = textOf(path);
      const { results } = await TOOLSETS.agent.find_path.execute({ queries: [query] }, context);
      const { text } = await TOOLSETS.agent.overview.execute(
        { query, max_tokens: OVERVIEW_TOKENS },
        context,
      );
      if (results[0]?.entries[0]?.path === path) first++;
      if (filesNamed(text).includes(path)) shown++;
    }
    results[kind] = { asked: asked.length, first, shown };
  }
  return results;
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

const WORDS =
  "after again answer before call change client close config connection default error expected first handle header large later limit message move never new number old option order output page parse path plan queue read release reply request response retry run second server small start state still stop stream test time timeout update user value version wait write"
    .split(" ");

/** Returns an issue of about a length, of a template, with a path in its middle. */
function issue(path: string, length: number): string {
  const random = randomFrom(hashOf(`${path} ${length}`));
  const prose = (characters: number): string => {
    let text = "";
    while (text.length < characters) {
      const words = Array.from({ length: 9 }, () => pick(WORDS, random)).join(" ");
      text += `The ${words}.${random() < 0.2 ? "\n\n" : " "}`;
    }
    return text;
  };
  return [
    "### Prerequisites\n\n- [x] I have written a descriptive title\n- [ ] I have searched the issues",
    "| package | version |\n| --- | --- |\n| node | 20.11.0 |\n| linux | 6.1 |",
    `### What happened\n\n${prose(length / 2 - 200)}`,
    `It seems to come from ${path}, at least here.`,
    `### Steps\n\n${prose(length / 2 - 200)}`,
  ].join("\n\n");
}

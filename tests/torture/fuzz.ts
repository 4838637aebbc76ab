/**
 * Random arguments: the result always has the documented shape, and refused calls never touch the disk.
 *
 * @module
 */
import { checksOf } from "../../src/arguments/parse_arguments.ts";
import fc from "fast-check";
import { type Subject, SUBJECTS } from "../support/every_tool.ts";
import { link, makeTree, type Tree } from "../support/tree.ts";
import { understoodArguments } from "../../src/arguments/understood_arguments.ts";
import { areAllowed } from "../support/allowed_arguments.ts";
import { arbitraryArguments } from "./arbitrary_arguments.ts";
import { FailureList } from "./failure_list.ts";
import { onDisk } from "./fault_disk.ts";
import { UNSAFE } from "../support/line_unsafe.ts";
import { problemsOf } from "./shapes.ts";
import type { Suite } from "./suite.ts";

const CALLS = { quick: 300, long: 100_000 } as const;

/** Number of arguments that are generated at a time, to bound memory. */
const BATCH = 5000;

const TREE: Tree = {
  "root/a/b/x.ts": "12345",
  "root/a/y.md": "",
  "root/AAAA": "",
  "root/é": "",
  "root/a\nb": "",
  "root/.gitignore": "*.md\n",
  "root/link": link("a"),
  "root/dangling": link("nowhere"),
  "root/loop": link("loop"),
  "root/out": link("../outside"),
  "outside/secret": "",
};

/** The error in an output, if any. */
interface Failing {
  readonly error?: { readonly code: string; readonly message: string };
}

const REFUSALS = ["invalid_argument", "bad_pattern", "bad_cursor"];

/** The suite. */
export const suite: Suite = {
  name: "fuzz",
  async run({ seed, scale }) {
    const folder = await makeTree(TREE);
    const failures = new FailureList();
    let points = 0;
    let refused = 0;
    try {
      for (const subject of SUBJECTS) {
        const drawn = arbitraryArguments(checksOf(subject.tool));
        for (let left = CALLS[scale], batch = 0; left > 0; left -= BATCH, batch++) {
          const numRuns = Math.min(BATCH, left);
          for (const args of fc.sample(drawn, { seed: seed + batch, numRuns })) {
            points++;
            const { DEFINITION, TRAITS } = subject.tool;
            const understood = TRAITS.isForgiving ? understoodArguments(DEFINITION, args) : args;
            const isRefused = !areAllowed(checksOf(subject.tool).function.parameters, understood);
            if (isRefused) refused++;
            await tryArguments({ subject, args, isRefused }, `${folder}/root`, failures);
          }
        }
      }
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
    const notes = [`${refused} of ${points} were not what the definitions allow`];
    return { points, failures: failures.lines(), notes };
  },
};

interface Trial {
  readonly subject: Subject;
  readonly args: unknown;
  /** True if the definition refuses the arguments. */
  readonly isRefused: boolean;
}

async function tryArguments(
  { subject, args, isRefused }: Trial,
  cwd: string,
  failures: FailureList,
): Promise<void> {
  const { tool } = subject;
  const where = (): string =>
    Deno.inspect(args, { compact: true, breakLength: Infinity, strAbbreviateSize: 99 });
  const note = (what: string): void => failures.add(`${subject.id}: ${what}`, where());
  try {
    const { result, calls } = await onDisk({}, () => tool.execute(args, { cwd, roots: ["."] }));
    problemsOf(subject, result, args).forEach(note);
    const { text, isError } = tool.toResult(result);
    const { error } = Object(result) as Failing;
    if (isError && UNSAFE.test(error?.message ?? text)) note("a message is not safe in a line");
    if (text.includes("secret") && !where().includes("secret")) note("something outside shows");
    if (isRefused && !isError) note("what the definition refuses is taken");
    // A hint at an absolute pattern takes the root off it, which is resolved.
    const isHinted = subject.id === "agent.glob_search" && error?.code === "bad_pattern";
    const isEarly = isRefused || REFUSALS.includes(error?.code ?? "") && !isHinted;
    if (calls.length > 0 && isEarly) {
      note("the disk is touched for what is refused");
    }
  } catch (error) {
    note(`it threw ${error}`);
  }
}

/** Calls on trees that change while they run. */
import type { DiscoveryResult, ToolContext } from "../../mod.ts";
import { outputsOf, type Subject, SUBJECTS, variantsFrom } from "../support/every_tool.ts";
import { denoRun, projectFile, run } from "../support/process.ts";
import { link, makeTree, type Tree } from "../support/tree.ts";
import { FailureList } from "./failure_list.ts";
import { failuresInRaces } from "./race.ts";
import { pick, randomFrom } from "../support/random.ts";
import { problemsOf } from "./shapes.ts";
import type { Suite } from "./suite.ts";

/** The mutator prints nothing, and lives no longer than this. */
const LIFE_MS = 15 * 60_000;

const CALLS = { quick: 200, long: 2000 } as const;

/** Most of the time, all of it. */
const PATHS = [".", ".", ".", ".", "d1", "d2/s1", "d3/s1/g", "d4/s0/nothing", "d5/f1"];

interface PlannedCall {
  readonly subject: Subject;
  readonly args: Readonly<Record<string, unknown>>;
  readonly context: ToolContext;
}

export const suite: Suite = {
  name: "mutator",
  async run({ seed, scale }) {
    const failures = new FailureList();
    const folder = await makeTree(FOREST);
    const mutator = startMutator(folder, seed);
    try {
      const context = { cwd: `${folder}/root`, roots: ["."] };
      const random = randomFrom(seed);
      for (let i = 0; i < CALLS[scale]; i++) {
        const subject = pick(SUBJECTS, random);
        const args = pick(variantsFrom(subject, pick(PATHS, random), context), random);
        await callOnce({ subject, args, context }, failures);
      }
    } finally {
      await mutator.stop();
      Deno.removeSync(folder, { recursive: true });
    }
    const races = await failuresInRaces(scale);
    return {
      points: CALLS[scale],
      failures: [...failures.lines(), ...races.failures],
      lacking: races.lacking,
    };
  },
};

/** Eight directories, a link that always leads outside, and the files there. */
const FOREST: Tree = {
  ...Object.fromEntries(
    Array.from({ length: 8 }, (_, i) => [
      ...["s0/g", "s1/g"].map((path) => [`root/d${i}/${path}`, ""]),
      ...Array.from({ length: 10 }, (_, j) => [`root/d${i}/f${j}`, ""]),
    ]).flat(),
  ),
  "outside/f": "",
  "outside/s1/f": "",
  "root/always-out": link("../outside"),
};

/** Starts a process that changes a tree until it is stopped. */
function startMutator(
  folder: string,
  seed: number,
): { stop(): Promise<void> } {
  const flags = ["--quiet", "--allow-read", "--allow-write"];
  const program = projectFile("tests/torture/mutator_process.ts");
  const words = [`${folder}/root`, `${folder}/outside`, String(seed)];
  const stopped = Promise.withResolvers<void>();
  const ended = run(denoRun(flags, program, ...words), {
    silenceMs: LIFE_MS,
    meanwhile: async ({ child }) => {
      await stopped.promise;
      child.kill("SIGKILL");
    },
  });
  return {
    async stop() {
      stopped.resolve();
      await ended;
    },
  };
}

async function callOnce(
  { subject, args, context }: PlannedCall,
  failures: FailureList,
): Promise<void> {
  const note = (what: string): void => failures.add(`${subject.id}: ${what}`, JSON.stringify(args));
  try {
    const outputs = await outputsOf(subject, args, context);
    for (const output of outputs) problemsOf(subject, output, args).forEach(note);
    if (subject.tool.pages !== undefined) {
      const entries = outputs.flatMap((page) => (page as DiscoveryResult).entries);
      if (new Set(entries.map(({ path }) => path)).size < entries.length) note("a path twice");
    }
    if (JSON.stringify(outputs).includes("always-out/")) note("a link outside is followed");
  } catch (error) {
    note(`it threw ${error}`);
  }
}

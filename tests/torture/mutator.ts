/**
 * Calls on trees that change while they run.
 *
 * @module
 */
import { type DiscoveryResult, type Tool, TOOLSETS } from "../../mod.ts";
import { denoRun, projectFile, run } from "../support/process.ts";
import { FailureList } from "./failure_list.ts";
import { measureRaces } from "./race.ts";
import { pick, randomFrom } from "../support/random.ts";
import { problemsOf } from "./shapes.ts";
import type { Suite } from "./suite.ts";

/** The mutator prints nothing, and lives no longer than this. */
const LIFE_MS = 15 * 60_000;

/** The name of the files outside. */
const MARKER = "outside-marker";

const CALLS = { quick: 200, long: 2000 } as const;

type Call = readonly [toolset: string, tool: Tool, args: Readonly<Record<string, unknown>>];

/** The suite. */
export const suite: Suite = {
  name: "mutator",
  async run({ seed, scale }) {
    const failures = new FailureList();
    const folder = makeForest();
    const mutator = startMutator(folder, seed);
    let shown = 0;
    try {
      const calls = callsIn(`${folder}/root`);
      const random = randomFrom(seed);
      for (let i = 0; i < CALLS[scale]; i++) {
        shown += await callOnce(pick(calls, random), `${folder}/root`, failures);
      }
    } finally {
      await mutator.stop();
      Deno.removeSync(folder, { recursive: true });
    }
    const races = await measureRaces(scale);
    return {
      points: CALLS[scale],
      failures: [...failures.lines(), ...races.failures],
      lacking: races.lacking,
      notes: [
        `a name outside showed in ${shown} of ${
          CALLS[scale]
        } calls while directories were swapped for links`,
        ...races.notes,
      ],
    };
  },
};

/** Creates a tree of eight directories, a link that always leads outside, and the files there. */
function makeForest(): string {
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "dirscope-" }));
  for (let i = 0; i < 8; i++) {
    for (const inner of ["s0", "s1"]) {
      Deno.mkdirSync(`${folder}/root/d${i}/${inner}`, { recursive: true });
      Deno.writeTextFileSync(`${folder}/root/d${i}/${inner}/g`, "");
    }
    for (let j = 0; j < 10; j++) Deno.writeTextFileSync(`${folder}/root/d${i}/f${j}`, "");
  }
  Deno.mkdirSync(`${folder}/outside/s1`, { recursive: true });
  for (const name of [MARKER, `s1/${MARKER}`]) {
    Deno.writeTextFileSync(`${folder}/outside/${name}`, "");
  }
  Deno.symlinkSync("../outside", `${folder}/root/always-out`);
  return folder;
}

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

function callsIn(root: string): readonly Call[] {
  const { tree, envelope, codex, files, agent } = TOOLSETS;
  const following = {
    recursive: true,
    follow_folder_symlinks: true,
    follow_file_symlinks: true,
    use_gitignore: true,
  };
  return [
    ["tree", tree.list_dir as Tool, { ...following }],
    ["tree", tree.list_dir as Tool, { ...following, format: "json" }],
    ["envelope", envelope.LS as Tool, { path: "d1" }],
    ["codex", codex.list_dir as Tool, { dir_path: root, depth: 5, limit: 500 }],
    ["files", files.ls as Tool, { path: "." }],
    ["agent", agent.overview as Tool, { max_tokens: 20_000 }],
    ["agent", agent.find_path as Tool, { queries: ["f1", "d s f", "fx9"], limit: 100 }],
    ["agent", agent.explain_path as Tool, { path: "d2/s1/f1" }],
    ["agent", agent.stat_path as Tool, { path: "d3/s1/nothing" }],
    ["agent", agent.list_dir as Tool, { path: "d4/s0" }],
    ["agent", agent.find_files as Tool, { limit: 7, use_gitignore: true }],
    ["agent", agent.glob_search as Tool, { pattern: "**/f*", max_results: 7 }],
    ["agent", agent.list_dir_entries as Tool, { path: "d5", limit: 3 }],
    ["agent", agent.find_files as Tool, { name_contains: "F1", case_sensitive: true }],
  ];
}

/** Makes one call with all its pages. Returns 1 if something outside shows, else 0. */
async function callOnce([toolset, tool, args]: Call, cwd: string, failures: FailureList) {
  const what = `${toolset} ${tool.DEFINITION.function.name}`;
  const where = JSON.stringify(args);
  const context = { cwd, roots: ["."] };
  try {
    const outputs: unknown[] = [];
    if (tool.pages === undefined) outputs.push(await tool.execute(args, context));
    else for await (const page of tool.pages(args, context)) outputs.push(page);
    for (const output of outputs) {
      for (const problem of problemsOf(toolset, tool, output)) {
        failures.add(`${what}: ${problem}`, where);
      }
    }
    if (tool.pages !== undefined) {
      const paths = outputs.flatMap((page) =>
        (page as DiscoveryResult).entries.map(({ path }) => path)
      );
      if (new Set(paths).size < paths.length) failures.add(`${what}: a path twice`, where);
    }
    const text = JSON.stringify(outputs);
    if (text.includes("always-out/")) failures.add(`${what}: a link outside is followed`, where);
    return text.includes(MARKER) ? 1 : 0;
  } catch (error) {
    failures.add(`${what}: it threw ${error}`, where);
    return 0;
  }
}

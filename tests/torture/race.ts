/**
 * Measures how often what lies outside is shown while a directory is exchanged for a link as fast as it goes:
 * without `openat`, this race between check and open remains. No line of a file outside may ever show while a
 * `.gitignore` is exchanged for a link or a FIFO.
 *
 * @module
 */
import { type Tool, TOOLSETS } from "../../mod.ts";
import { HangError, projectFile, run, runSync } from "../support/process.ts";
import { bytes, fifo, link, makeTree, type Tree } from "../support/tree.ts";
import type { SuiteOptions } from "./suite.ts";

const CALLS = { quick: 50, long: 20_000 } as const;

/** Calls on an exchanged `.gitignore`, for each thing that it is exchanged for. */
const RULES_CALLS = { quick: 50, long: 50_000 } as const;

/** Marks of the files outside: a name, a size, a line. */
const NAME = "outside-marker";
const SIZE = 7_654_321;
const LINE = "outside-line";

/** A swapper prints nothing, and lives no longer than this. */
const LIFE_MS = 30 * 60_000;

type Racer = readonly [name: string, tool: Tool, args: Readonly<Record<string, unknown>>];

const { tree, codex, files, discovery, agent } = TOOLSETS;

const FOLLOWING = { recursive: true, follow_folder_symlinks: true, follow_file_symlinks: true };

/** Calls while a directory is exchanged. The tool of `codex` gets its path later. */
const RACERS: readonly Racer[] = [
  ["list_dir of the directory itself", tree.list_dir, { path: "target" }],
  ["list_dir of a directory in it", tree.list_dir, { path: "target/sub" }],
  ["list_dir_entries of the directory itself", discovery.list_dir_entries, { path: "target" }],
  ["stat_path of a file in it", discovery.stat_path, { path: "target/inside" }],
  ["list_dir, recursive, links followed", tree.list_dir, FOLLOWING],
  ["codex list_dir", codex.list_dir, { depth: 9, limit: 500 }],
  ["find_files", discovery.find_files, {}],
  ["files ls", files.ls, { path: "." }],
];

/** Calls while a `.gitignore` is exchanged. */
const READERS: readonly Racer[] = [
  ["explain_path", agent.explain_path, { path: "rules/inside" }],
  ["find_files", agent.find_files, { root: "rules", extensions: ["none"] }],
];

/** The measurements, and the failures. */
export interface Races {
  readonly notes: readonly string[];
  readonly failures: readonly string[];
  readonly lacking: readonly string[];
}

/** Measures the race for each tool. */
export async function measureRaces(scale: SuiteOptions["scale"]): Promise<Races> {
  const folder = await makeTree(PLACE);
  const notes: string[] = [];
  const failures: string[] = [];
  try {
    if (!canExchange(folder)) {
      return { notes, failures, lacking: ["exchanges: no Python, or no renameat2"] };
    }
    const root = `${folder}/root`;
    const race = async (racer: Racer, calls: number): Promise<Exposures> => {
      const exposures = await exposuresOf(racer, root, calls);
      notes.push(`race: ${racer[0]}: ${summaryOf(exposures)}`);
      return exposures;
    };
    notes.push(
      await whileExchanged(folder, "root/target", "link", async () => {
        for (const racer of RACERS) await race(racer, CALLS[scale]);
      }),
    );
    for (const other of ["outside/rules-link", "outside/fifo"]) {
      notes.push(
        await whileExchanged(folder, "root/rules/.gitignore", other, async () => {
          for (const reader of READERS) {
            const { lines } = await race(reader, RULES_CALLS[scale]);
            if (lines > 0) failures.push(`${reader[0]}: a line outside shows ${lines} times`);
          }
        }),
      );
    }
  } finally {
    Deno.removeSync(folder, { recursive: true });
  }
  return { notes, failures, lacking: [] };
}

const PLACE: Tree = {
  ...Object.fromEntries(
    "target/inside target/sub/inside a/b/f z/y/f rules/inside rules/.git/".split(" ")
      .map((path) => [`root/${path}`, ""]),
  ),
  "root/rules/.gitignore": "inside\n",
  "link": link("outside"),
  [`outside/${NAME}`]: "",
  [`outside/sub/${NAME}`]: "",
  "outside/inside": bytes(SIZE),
  "outside/rules": `${LINE}\ninsid[e]\n`,
  "outside/rules-link": link("rules"),
  "outside/fifo": fifo(),
};

/** Reports whether a file can be exchanged for another here. */
function canExchange(folder: string): boolean {
  const script = "import ctypes, sys; a, b = map(str.encode, sys.argv[1:]); " +
    "sys.exit(ctypes.CDLL(None).renameat2(-100, a, -100, b, 2) != 0)";
  const paths = [`${folder}/root/a/b/f`, `${folder}/root/z/y/f`];
  return runSync(["python3", "-c", script, ...paths])?.code === 0;
}

/** Acts while two entries are exchanged. Returns how fast that went. */
async function whileExchanged(
  folder: string,
  one: string,
  other: string,
  act: () => Promise<void>,
): Promise<string> {
  const counter = `${folder}/count`;
  Deno.writeTextFileSync(counter, "");
  const program = projectFile("tests/torture/swapper.py");
  let rate = 0;
  try {
    await run(["python3", program, `${folder}/${one}`, `${folder}/${other}`, counter], {
      silenceMs: LIFE_MS,
      meanwhile: async ({ child }) => {
        const countOf = (): number => Number(Deno.readTextFileSync(counter));
        while (countOf() === 0) await new Promise((resolve) => setTimeout(resolve, 5));
        const [start, before] = [performance.now(), countOf()];
        try {
          await act();
          rate = (countOf() - before) / (performance.now() - start) * 1000;
        } finally {
          await child.stdin.close();
        }
      },
    });
  } catch (error) {
    if (error instanceof HangError) throw new Error(`a call hangs while ${one} is exchanged`);
    throw error;
  }
  return `${one} and ${other} were exchanged ${Math.round(rate)} times a second`;
}

/** In how many calls something outside showed. */
interface Exposures {
  readonly calls: number;
  readonly names: number;
  readonly sizes: number;
  readonly lines: number;
  /** Calls a second. */
  readonly rate: number;
}

async function exposuresOf([, tool, given]: Racer, cwd: string, calls: number): Promise<Exposures> {
  const args = tool === codex.list_dir ? { ...given, dir_path: cwd } : given;
  let [names, sizes, lines] = [0, 0, 0];
  const start = performance.now();
  for (let i = 0; i < calls; i++) {
    const text = JSON.stringify(await tool.execute(args, { cwd, roots: ["."] }));
    if (text.includes(NAME)) names++;
    if (text.includes(String(SIZE))) sizes++;
    if (text.includes(LINE) || text.includes("insid[e]")) lines++;
  }
  return { calls, names, sizes, lines, rate: calls / (performance.now() - start) * 1000 };
}

function summaryOf({ calls, names, sizes, lines, rate }: Exposures): string {
  const percent = (count: number): string => `${(count / calls * 100).toFixed(3)} %`;
  const shown = `names in ${percent(names)}, sizes in ${percent(sizes)}, lines in ${lines}`;
  return `outside, ${shown} of ${calls} calls, at ${Math.round(rate)} a second`;
}

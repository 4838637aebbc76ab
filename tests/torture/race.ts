/**
 * Measures how often a directory that is rapidly swapped for a link is read through the link. Without
 * `openat`, this race between check and open remains.
 *
 * @module
 */
import { type Tool, TOOLSETS } from "../../mod.ts";
import { startMutator } from "./mutator.ts";

const CALLS = { quick: 50, long: 20_000 } as const;
const MARKER = "outside-marker";

interface Racer {
  readonly name: string;
  readonly tool: Tool;
  readonly args: Readonly<Record<string, unknown>>;
}

const RACERS: readonly Racer[] = [
  {
    name: "list_dir, recursive, links followed",
    tool: TOOLSETS.tree.list_dir as Tool,
    args: { recursive: true, follow_folder_symlinks: true, follow_file_symlinks: true },
  },
  { name: "find_files", tool: TOOLSETS.discovery.find_files as Tool, args: {} },
  {
    name: "list_dir of the directory itself",
    tool: TOOLSETS.tree.list_dir as Tool,
    args: { path: "target" },
  },
  { name: "files ls", tool: TOOLSETS.files.ls as Tool, args: { path: "." } },
];

/** Measures the race for each tool, and returns a line for each. */
export async function measureRaces(scale: "quick" | "long", seed: number): Promise<string[]> {
  const folder = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "dirscope-" }));
  const [root, outside] = [`${folder}/root`, `${folder}/outside`];
  for (const directory of ["target", "a/b", "z/y"]) {
    Deno.mkdirSync(`${root}/${directory}`, { recursive: true });
    Deno.writeTextFileSync(`${root}/${directory}/inside`, "");
  }
  Deno.mkdirSync(`${outside}/secret`, { recursive: true });
  Deno.writeTextFileSync(`${outside}/secret/${MARKER}`, "");
  Deno.symlinkSync(`${outside}/secret`, `${outside}/link`);
  const swapper = startMutator("swap", folder, seed);
  const lines: string[] = [];
  const started = performance.now();
  try {
    while (cyclesIn(outside) === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    for (const racer of RACERS) lines.push(await race(racer, root, CALLS[scale]));
    const rate = cyclesIn(outside) / (performance.now() - started) * 1000;
    lines.push(`the directory was swapped and swapped back ${Math.round(rate)} times a second`);
  } finally {
    await swapper.stop();
    Deno.removeSync(folder, { recursive: true });
  }
  return lines;
}

async function race({ name, tool, args }: Racer, cwd: string, calls: number): Promise<string> {
  let shown = 0;
  const start = performance.now();
  for (let i = 0; i < calls; i++) {
    const output = await tool.execute(args, { cwd, roots: ["."] });
    if (JSON.stringify(output).includes(MARKER)) shown++;
  }
  const rate = calls / (performance.now() - start) * 1000;
  const share = shown / calls * 100_000;
  return `race: ${name}: outside shown in ${shown} of ${calls} calls, ${
    Math.round(share)
  } per 100,000, at ${Math.round(rate)} calls a second`;
}

function cyclesIn(outside: string): number {
  try {
    return Number(Deno.readTextFileSync(`${outside}/cycles`));
  } catch {
    return 0;
  }
}

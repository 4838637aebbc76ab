/**
 * `deno task bench`: ratios to the bare loop over `Deno.readDirSync`, in one process, interleaved,
 * medians. On a shared machine only the ratios mean anything.
 *
 * @module
 */
import { TOOLSETS } from "../mod.ts";
import { makeForest } from "./forest.ts";
import { median, time } from "./measure.ts";

const ROUNDS = 11;

/** The least that any walk does: read every directory, look at every entry. */
function bareLoop(root: string): number {
  let entries = 0;
  const pending = [root];
  for (let path; (path = pending.pop()) !== undefined;) {
    try {
      for (const entry of Deno.readDirSync(path)) {
        entries++;
        if (entry.isDirectory) pending.push(`${path}/${entry.name}`);
      }
    } catch {
      // Unreadable directories are passed over, as the tool does.
    }
  }
  return entries;
}

/** What is compared: whole walks, links told as links. */
const WALKS: Readonly<Record<string, (path: string) => Promise<unknown>>> = {
  "list_dir recursive text": (path) => TOOLSETS.tree.list_dir.execute({ path, recursive: true }),
  "overview": (path) =>
    TOOLSETS.agent.overview.execute({ path, use_gitignore: false }, { roots: [path] }),
};

async function compareWalks(label: string, root: string): Promise<void> {
  const bare: number[] = [];
  const ours = Object.keys(WALKS).map((): number[] => []);
  for (let round = 0; round < ROUNDS; round++) {
    bare.push(await time(() => bareLoop(root)));
    for (const [i, walk] of Object.values(WALKS).entries()) {
      ours[i]!.push(await time(() => walk(root)));
    }
  }
  console.log(`${label}: ${bareLoop(root)} entries; against the bare loop:`);
  for (const [i, name] of Object.keys(WALKS).entries()) {
    const ratio = median(ours[i]!) / median(bare);
    const best = Math.min(...ours[i]!) / Math.min(...bare);
    console.log(`  ${name}: ${ratio.toFixed(2)} (of the fastest runs ${best.toFixed(2)})`);
  }
}

async function largestGap(root: string): Promise<number> {
  let last = performance.now();
  let gap = 0;
  const tick = (): void => {
    const now = performance.now();
    gap = Math.max(gap, now - last);
    last = now;
  };
  const timer = setInterval(tick, 5);
  await TOOLSETS.tree.list_dir.execute({ path: root, recursive: true });
  tick();
  clearInterval(timer);
  return gap;
}

if (import.meta.main) {
  const root = Deno.args[0] ?? "/usr";
  console.log(`Deno ${Deno.version.deno}, ${ROUNDS} rounds`);
  await compareWalks(root, root);
  using forest = await makeForest({ directories: 3000, files: 40 });
  await compareWalks("a tree without links", forest.path);
  const gaps: number[] = [];
  for (let round = 0; round < 5; round++) gaps.push(await largestGap(root));
  console.log(
    `${root}: largest gap between ticks of a 5 ms timer: median ${median(gaps).toFixed(0)} ms, ` +
      `worst ${Math.max(...gaps).toFixed(0)} ms of ${gaps.length} walks`,
  );
}

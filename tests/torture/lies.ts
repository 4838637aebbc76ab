/**
 * Every tool on a file system that lies about kinds and sizes, stalls, fails in the middle and never ends:
 * as root and as an ordinary user, with roots and with narrow permissions alone.
 *
 * @module
 */
import { unprivileged } from "../support/process.ts";
import { type Cell, type LiesOrder, missingForFuse, runCell, withMount } from "./fuse.ts";
import type { Suite, SuiteOptions, SuiteResult } from "./suite.ts";

/** The suite. */
export const suite: Suite = { name: "lies", run };

/** Marks of the files outside, which must not be shown: a name, a size, a time in two forms, a line. */
const MARKS = ["outside-mark", "7654321", "1234567890", "2009-02-13", "outside-line"];

/** A call that prints nothing for as long hangs. The endless directory takes a while to be given up. */
const HANGS_AFTER_MS = { quick: 30_000, long: 300_000 } as const;

const DEEP = "a/b/c/d";

const PATHS = {
  quick: [".", `${DEEP}/lie-dir-in`],
  long: ["", `${DEEP}/`].flatMap((folder) => [
    folder || ".",
    ...["dir", "file", "fifo", "unknown"].flatMap((kind) =>
      ["", "/x", "-in", "-in/outside-mark", "-file"].map((rest) => `${folder}lie-${kind}${rest}`)
    ),
    `${folder}file-called-dir`,
    `${folder}dir-called-file`,
    `${folder}dir-called-link/f`,
  ]),
} as const;

/** Directories without a size: of three million entries, and of no end. */
const LARGE = ["../many", "../endless"];

async function run({ scale }: SuiteOptions): Promise<SuiteResult> {
  const reason = missingForFuse();
  if (reason !== undefined) return { points: 0, failures: [], lacking: [reason] };
  const [failures, notes]: [string[], string[]] = [[], []];
  let points = 0;
  const prepare = (folder: string): string[] => {
    makeOutside(`${folder}/outside`);
    return [`${folder}/outside`];
  };
  await withMount({ program: "lying_fs.py", prepare }, async (mount) => {
    for (const [name, cell] of Object.entries(cellsOf(mount, scale))) {
      const result = await runCell(cell, HANGS_AFTER_MS[scale]);
      points += result.count;
      notes.push(`${name}: ${result.count} calls, the slowest ${result.slowest}`);
      failures.push(...result.failures.map((each) => `${name}: ${each}`));
    }
  });
  return { points, failures, notes };
}

function makeOutside(outside: string): void {
  Deno.mkdirSync(`${outside}/folder`, { recursive: true });
  Deno.writeTextFileSync(`${outside}/.gitignore`, "outside-line\n*\n");
  for (const name of ["outside-mark", "folder/outside-mark", "plain"]) {
    Deno.writeTextFileSync(`${outside}/${name}`, "");
    Deno.truncateSync(`${outside}/${name}`, 7_654_321);
  }
  for (const name of ["folder/outside-mark", "outside-mark", "plain", ".gitignore", "folder", ""]) {
    Deno.utimeSync(`${outside}/${name}`, 1_234_567_890, 1_234_567_890);
  }
}

/** Under which user and permissions the calls run. */
function cellsOf(mount: string, scale: SuiteOptions["scale"]): Record<string, Cell> {
  const cwd = `${mount}/in`;
  const order: LiesOrder = { cwd, roots: ["."], paths: PATHS[scale], marks: MARKS };
  const narrow = { flags: [`--allow-read=${cwd}`], order: { ...order, roots: undefined } };
  const before = unprivileged();
  const quick = { "an ordinary user, with narrow permissions alone": { ...narrow, before } };
  return scale === "quick" ? quick : {
    ...quick,
    "an ordinary user, with roots": { flags: ["--allow-all"], order, before },
    "root, with roots": { flags: ["--allow-all"], order },
    "root, with narrow permissions alone": narrow,
    "large directories": {
      flags: ["--allow-all", "--v8-flags=--max-old-space-size=1500"],
      order: { ...order, roots: [mount], paths: LARGE },
    },
  };
}

/**
 * `deno task bench programs`: the command beside other programs, as whole processes whose output is
 * read to its end.
 *
 * @module
 */
import { fromFileUrl } from "@std/path/from-file-url";
import { build } from "../tools/build.ts";
import { LIBRARY_NAMES } from "./library_list.ts";
import { type BenchOptions, interleave, type RatioTarget, versus } from "./measure.ts";

/** More than elsewhere, since a start is short. */
const START_ROUNDS = 21;

type Command = readonly [program: string, ...args: string[]];
type Commands = Readonly<Record<string, Command>>;

/** A program of Deno, as users run it. */
function deno(file: string, ...args: readonly string[]): Command {
  return [Deno.execPath(), "run", "--allow-read", file, ...args];
}

/** A library in a process of its own. It makes more system calls than we do. */
function library(name: string, tree: string): Command {
  return [Deno.execPath(), "run", "--allow-all", ours("./library_list.ts"), name, tree];
}

/** A file of this repository, by its path from this folder. */
function ours(file: string): string {
  return fromFileUrl(new URL(file, import.meta.url));
}

function dirscope(...args: readonly string[]): Command {
  return deno(ours("../cli.ts"), ...args);
}

/** Ours, with the bars for how many times as long as the others they take. */
const OURS: Readonly<Record<string, Readonly<Record<string, RatioTarget>>>> = {
  "list_dir": { "tree -a": { atMost: 0.5 }, "rg": { atMost: 1.2 } },
  "find_files --all": { "rg": { atMost: 1.2 } },
};

/** A program that lists a whole tree. */
function listers(tree: string): Commands {
  return {
    "list_dir": dirscope("--recursive", tree),
    "find_files --all": dirscope("find_files", "--all", "--scope", tree, tree),
    "the bare loop (prints nothing)": deno(ours("./bare_loop.ts"), tree),
    "tree -a": ["tree", "-a", tree],
    "rg": ["rg", "--files", "--hidden", "--no-ignore", "--sort", "path", tree],
    "find": ["find", tree],
    "fd": ["fd", "-H", "-I", ".", tree],
    "fdfind (fd on Debian)": ["fdfind", "-H", "-I", ".", tree],
    "ls -R (no dot names)": ["ls", "-R", tree],
    ...Object.fromEntries(
      LIBRARY_NAMES.map((name) => [`${name} in Deno`, library(name, tree)]),
    ),
  };
}

/** Returns the output of a program, or `undefined` if it is missing. */
async function outputOf([program, ...args]: Command): Promise<Uint8Array | undefined> {
  try {
    const { code, stdout } = await new Deno.Command(program, { args, stderr: "null" }).output();
    // Many end with an error where they cannot read a directory, but none of them silently.
    if (code !== 0 && stdout.length === 0) throw new Error(`${program} ${args.join(" ")}: ${code}`);
    return stdout;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

function lineCount(output: Uint8Array): number {
  return output.reduce((count, byte) => byte === 10 ? count + 1 : count, 0);
}

/** Those programs that are there; it says how much each prints. */
async function present(commands: Commands): Promise<Commands> {
  const there: [string, Command][] = [];
  for (const [name, command] of Object.entries(commands)) {
    const output = await outputOf(command);
    console.log(`  ${name}: ${output === undefined ? "not there" : `${lineCount(output)} lines`}`);
    if (output !== undefined) there.push([name, command]);
  }
  return Object.fromEntries(there);
}

function race(commands: Commands, rounds?: number) {
  const works = Object.entries(commands).map(([name, command]) =>
    [name, () => outputOf(command)] as const
  );
  return interleave<string>(Object.fromEntries(works), rounds);
}

async function compareLists(tree: string): Promise<void> {
  console.log(`${tree}:`);
  const commands = await present(listers(tree));
  const times = await race(commands);
  for (const [name, bars] of Object.entries(OURS)) {
    console.log(`${name} takes times as long as`);
    for (const other of Object.keys(commands).filter((each) => !Object.hasOwn(OURS, each))) {
      console.log(versus(other, times[name]!, times[other]!, bars[other]));
    }
  }
}

async function compareStarts(): Promise<void> {
  const folder = await Deno.makeTempDir({ prefix: "dirscope-bench-" });
  try {
    const [empty, ten] = [`${folder}/empty.ts`, `${folder}/ten`];
    await Deno.writeTextFile(empty, "");
    await Deno.mkdir(ten);
    for (let i = 0; i < 10; i++) await Deno.writeTextFile(`${ten}/file-${i}.txt`, "");
    // An empty program beside the command has its configuration, lock file and stand-ins read as well.
    const beside = ours("./measure.ts");
    await build(`${folder}/dist`);
    const starts: Readonly<Record<string, { command: Command; atMost: number }>> = {
      "--version": { command: dirscope("--version"), atMost: 1.5 },
      "list_dir, ten entries": { command: dirscope(ten), atMost: 2.4 },
      "the same, built": { command: deno(`${folder}/dist/dirscope.js`, ten), atMost: 2 },
    };
    const commands = {
      "empty": deno(empty),
      "empty, beside": deno(beside),
      ...Object.fromEntries(Object.entries(starts).map(([name, { command }]) => [name, command])),
    };
    await present(commands);
    const times = await race(commands, START_ROUNDS);
    for (const other of ["empty, beside", "empty"]) {
      console.log(`times as long as an empty program of Deno${other.slice("empty".length)}:`);
      for (const [name, { atMost }] of Object.entries(starts)) {
        console.log(versus(name, times[name]!, times[other]!, { atMost }));
      }
    }
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Compares lists of a whole tree, and what it takes to start. */
export async function run({ tree }: BenchOptions): Promise<void> {
  await compareLists(tree);
  console.log("\nstart-up:");
  await compareStarts();
}

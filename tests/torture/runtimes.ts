/** The npm package: on Node and Bun, every call gives the same bytes as on Deno. */
import type { ToolContext, VisibilityPolicy } from "../../mod.ts";
import { pack } from "../../tools/npm_pack.ts";
import { type Subject, SUBJECTS, variantsFrom } from "../support/every_tool.ts";
import { importInto } from "../support/git.ts";
import { importStream } from "../support/histories.ts";
import { buildLayouts, removeLayouts, rootOf } from "../support/hostile.ts";
import { denoRun, projectFile, run } from "../support/process.ts";
import { pick, randomFrom } from "../support/random.ts";
import { programOf, RUNTIMES } from "../support/runtimes.ts";
import { shell } from "../support/shell.ts";
import { makeTree, plantTree, quickFolder } from "../support/tree.ts";
import { FailureList } from "./failure_list.ts";
import { callsOf, layoutsOf } from "./hostile_calls.ts";
import { literalOf, patternsOf, RULES, treeOf } from "./policy.ts";
import type { Suite, SuiteOptions, SuiteResult } from "./suite.ts";

/** A call, as a line of JSON holds it. */
interface Call extends Pick<Subject, "toolset" | "name"> {
  readonly args: unknown;
  readonly context: ToolContext;
  /** Calls of one name share a cache. */
  readonly cacheName?: string;
}

/** How many trees of each kind there are, and calls on each. */
const TREES = { quick: 4, long: 150 } as const;
const CALLS = { quick: 30, long: 60 } as const;

/** Of how many calls on hostile layouts one is made. */
const HOSTILE_SHARE = { quick: 5, long: 2 } as const;

/** Trees whose calls go to a process together: it takes as long to start as some ten calls. */
const TREES_AT_ONCE = 10;

/** The suite: an installed package on each runtime. */
export const suite: Suite = {
  name: "runtimes",
  async run(options) {
    const folder = await makeTree({});
    try {
      const tarball = await pack(folder);
      await shell(folder, `npm install --no-package-lock --no-audit --no-fund ${tarball}`);
      const programs = RUNTIMES.map(async (name) => [name, await programOf(name)] as const);
      const runtimes = Object.fromEntries(await Promise.all(programs));
      return await compareRuntimes(`${folder}/node_modules/dirscope`, runtimes, options);
    } finally {
      await Deno.remove(folder, { recursive: true });
    }
  },
};

/** Compares runtimes, on which the installed package runs, with Deno, on which the source does. */
export async function compareRuntimes(
  installed: string,
  runtimes: Readonly<Record<string, string>>,
  { seed, scale }: SuiteOptions,
): Promise<SuiteResult> {
  const failures = new FailureList();
  let points = 0;
  const replayer = projectFile("tests/torture/runtime_calls.js");
  const compare = async (calls: readonly Call[], granted?: readonly string[]): Promise<void> => {
    const input = calls.map((call) => `${JSON.stringify(call)}\n`).join("");
    const answersOf = async (command: readonly string[], library: string): Promise<string[]> => {
      const { stdout, stderr } = await run([...command, replayer, library], { input });
      return (stdout + stderr).split("\n");
    };
    const flags = granted === undefined
      ? ["--allow-all"]
      : ["--no-prompt", `--allow-read=${[...granted, projectFile("")]}`];
    const expected = await answersOf(denoRun(flags), projectFile("mod.ts"));
    for (const [name, program] of Object.entries(runtimes)) {
      const model = granted === undefined ? [] : [
        "--permission",
        ...[...granted, installed, replayer].map((path) => `--allow-fs-read=${path}`),
      ];
      if (granted !== undefined && name === "Bun") continue;
      const answers = await answersOf([program, ...model], `${installed}/mod.js`);
      points += calls.length;
      for (const [i, call] of calls.entries()) {
        // Only Deno has the flag.
        if (answers[i] === expected[i]!.replaceAll(", by --allow-read", "")) continue;
        const what = `${call.toolset}.${call.name} on ${name}${
          granted ? ", with permissions" : ""
        }`;
        failures.add(what, `${JSON.stringify(call)}\n${answers[i]}\ninstead of\n${expected[i]}`);
      }
    }
  };
  await withHostileCalls({ seed, scale }, compare);
  const random = randomFrom(seed);
  for (const plant of [plantPolicyTree, plantRepository]) {
    for (let left = TREES[scale]; left > 0; left -= TREES_AT_ONCE) {
      const folder = await makeTree({}, quickFolder());
      try {
        const calls: Call[] = [];
        for (let i = 0; i < Math.min(left, TREES_AT_ONCE); i++) {
          const root = `${folder}/${i}/root`;
          const paths = await plant(root, random);
          calls.push(...Array.from({ length: CALLS[scale] }, () => callOn(root, paths, random)));
        }
        await compare(calls);
      } finally {
        Deno.removeSync(folder, { recursive: true });
      }
    }
  }
  return { points, failures: failures.lines() };
}

/** Makes calls on the hostile layouts: with all permissions, and with those to read the roots, as Node has them. */
async function withHostileCalls(
  { seed, scale }: SuiteOptions,
  use: (calls: readonly Call[], granted?: readonly string[]) => Promise<void>,
): Promise<void> {
  const all = Deno.realPathSync(Deno.makeTempDirSync({ prefix: "dirscope-" }));
  try {
    const options = { seed, scale, hasHeavy: false };
    const layouts = layoutsOf(options).filter(({ isHeavy }) => !isHeavy);
    await buildLayouts(all, layouts);
    // Of two entries whose names read alike, the disk's order decides which is listed, and Node sorts them.
    await shell(all, `rm -rf names-not-utf-8/root/"$(printf 'm\\377')"`);
    // Where two granted paths begin alike, Node 24 says that it grants the common beginning as well.
    const names = layouts.map(({ name }) => name);
    const granted = layouts
      .filter(({ name }) => !names.some((other) => other !== name && other.startsWith(name)))
      .map((layout) => rootOf(all, layout));
    for (const permission of ["all", "narrow"] as const) {
      const calls = callsOf(all, { permission, user: "root" }, options)
        .filter((call, i) => !call.isFree && i % HOSTILE_SHARE[scale] === 0)
        .map(({ toolset, name, args, context }) => ({ toolset, name, args, context }));
      await use(calls.toArray(), permission === "all" ? undefined : granted);
    }
  } finally {
    await removeLayouts(all);
  }
}

type Random = () => number;

function callOn(root: string, paths: readonly string[], random: Random): Call {
  const subject = pick(SUBJECTS, random);
  const hasPolicy = random() < 0.4;
  const policy: VisibilityPolicy = {
    ...random() < 0.7 && { hide: patternsOf(2, random) },
    ...random() < 0.3 && { show: patternsOf(1, random) },
    ...random() < 0.3 && { excludes: `${pick(RULES, random)}\n` },
  };
  const context: ToolContext = {
    cwd: root,
    roots: ["."],
    ...hasPolicy && { policy },
    ...random() < 0.3 && { maxScanned: 1 + Math.floor(random() * 20) },
    ...random() < 0.3 && { gitignore: "git" as const },
  };
  const { toolset, name } = subject;
  const planned = { ...pick(variantsFrom(subject, pick(paths, random), context), random) };
  // Small pages have cursors.
  for (const limit of ["limit", "max_results"]) {
    if (limit in planned && random() < 0.5) planned[limit] = 1 + Math.floor(random() * 4);
  }
  return {
    toolset,
    name,
    args: planned,
    context,
    ...random() < 0.5 && { cacheName: root },
  };
}

/** Plants a tree with rules and indexes of git; returns paths to ask for. */
async function plantPolicyTree(root: string, random: Random): Promise<string[]> {
  const entries = treeOf(random);
  await plantTree(root, { "x": "", ...literalOf(entries, random) });
  return [".", "missing", ...entries.map(({ path }) => path)];
}

/** Plants a repository with a history and its last commit. */
async function plantRepository(root: string, random: Random): Promise<string[]> {
  const seed = Math.floor(random() * 2 ** 31);
  await importInto(root, importStream(seed), { unpackLimit: random() < 0.5 ? 1 : 100_000 });
  await shell(root, "git reset -q --hard 2>/dev/null || :");
  return [".", ...Array.from(Deno.readDirSync(root), ({ name }) => name)];
}

/**
 * Packs the npm package `dirscope`: the library, the command and the server, for Node and Bun.
 *
 * ```sh
 * deno task npm:pack         # dist/dirscope-VERSION.tgz
 * deno task npm:pack FOLDER
 * ```
 *
 * Needs `npm` and `tar` on the path. Nothing is published.
 *
 * @module
 */
import { basename } from "node:path/posix";
import { copy } from "@std/fs/copy";
import { join } from "@std/path/join";
import { resolve } from "@std/path/posix/resolve";
import { build as esbuild, type BuildOptions, stop } from "esbuild";
import config from "../deno.json" with { type: "json" };
import server from "../npm/server.json" with { type: "json" };
import { build, filesIn } from "./build.ts";
import { graphOf, loadedAtStart } from "./module_graph.ts";
import { REPOSITORY, run } from "./process.ts";

/** The oldest Node that runs the package. */
const MIN_NODE = 22;

/** The exports by file name. */
const EXPORTS = Object.entries(config.exports).map(([path, entry]) => ({
  path,
  entry: entry.slice("./".length),
  name: path === "." ? "mod.js" : `${path.slice("./".length).replaceAll(/\W/g, "_")}.js`,
}));

/** The built files. Deno's part of them, `deno.js`, is a file of its own, which the others import. */
const FILES = {
  "dirscope.js": "npm/dirscope.ts",
  "call_worker.js": "src/workers/call_worker.ts",
  ...Object.fromEntries(EXPORTS.map(({ name, entry }) => [name, entry])),
};

/** The address of the repository. */
export const GITHUB = "https://github.com/dirscope/dirscope";

/** The manifest of the npm package. */
export const MANIFEST = {
  name: "dirscope",
  // The MCP registry asks the package for it.
  mcpName: server.name,
  version: config.version,
  description:
    "Directory-listing and file-discovery tools for AI agents: MCP server, command, library",
  keywords: ["mcp", "mcp-server", "ai-agents", "directory-listing", "file-search", "gitignore"],
  license: config.license,
  repository: { type: "git", url: `git+${GITHUB}.git` },
  homepage: `${GITHUB}#readme`,
  bugs: `${GITHUB}/issues`,
  type: "module",
  bin: { dirscope: "dirscope.js" },
  engines: { node: `>=${MIN_NODE}.3`, bun: ">=1.4" },
  exports: {
    ...Object.fromEntries(
      EXPORTS.map(({ path, entry, name }) => [path, {
        types: `./types/${entry.replace(/ts$/, "d.ts")}`,
        default: `./${name}`,
      }]),
    ),
    // Tools read it for the version.
    "./package.json": "./package.json",
  },
};

/**
 * Packs the package into a folder.
 *
 * @returns The path of the tarball.
 * @throws {Error} If it cannot be built or packed.
 */
export async function pack(folder: string): Promise<string> {
  const staged = await Deno.makeTempDir({ prefix: "dirscope-npm-" });
  try {
    await stageProgram(staged);
    await addTypes(join(staged, "types"));
    await copyInto(staged, ["npm/README.md", "npm/deno.d.ts"]);
    await Deno.mkdir(folder, { recursive: true });
    await runOrThrow(["npm", "pack", "--pack-destination", folder], staged);
    return join(folder, `${MANIFEST.name}-${MANIFEST.version}.tgz`);
  } finally {
    await Deno.remove(staged, { recursive: true });
  }
}

/** Builds the package into an empty folder, but for its types. */
export async function stageProgram(folder: string): Promise<void> {
  await build(folder, FILES, ["deno"]);
  await convert(folder);
  await copyInto(folder, ["LICENSE", "CHANGELOG.md"]);
  await Deno.chmod(join(folder, "dirscope.js"), 0o755);
  await writeJson(join(folder, "package.json"), MANIFEST);
}

/** Copies files of this repository. */
export async function copyInto(folder: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) await copy(join(REPOSITORY, path), join(folder, basename(path)));
}

/** Writes a file of JSON. */
export async function writeJson(path: string, value: unknown): Promise<void> {
  await Deno.writeTextFile(path, `${JSON.stringify(value, null, 2)}\n`);
}

/** Runs a program to its end. @throws {Error} If it fails. */
export async function runOrThrow(
  [program, ...args]: [string, ...string[]],
  cwd: string,
): Promise<void> {
  const { code, stderr } = await run(program, args, { cwd });
  if (code !== 0) throw new Error(`${program} ${args[0]}: ${stderr}`);
}

/** The globals that are imported from `deno.js`. */
const OF_DENO = ["Deno", "DisposableStack", "performance"];

/** The methods of bytes that some Node lacks. */
const ADDED_METHODS = ["fromBase64", "fromHex", "toBase64", "toHex"];

/** What a listing loads, as one file: Node takes as long to load a hundred pieces as to start. */
const START = "start.js";

/** Converts the built files to the JavaScript of Node, without globals of Deno. */
async function convert(folder: string): Promise<void> {
  // A thread loads its program from a file, which its process may read.
  await Deno.writeTextFile(join(folder, "worker_text.js"), 'export const WORKER_TEXT = "";\n');
  await Deno.copyFile(join(REPOSITORY, "npm/deno.ts"), join(folder, "deno.ts"));
  const merged = await loadedForListing(folder);
  const options: BuildOptions = {
    absWorkingDir: folder,
    bundle: true,
    define: { "import.meta.main": "false" },
    format: "esm",
    // Methods that `npm/deno.ts` adds, which must be nobody else's.
    mangleCache: Object.fromEntries(ADDED_METHODS.map((name) => [name, `${name}OfDirscope`])),
    mangleProps: new RegExp(`^(${ADDED_METHODS.join("|")})$`),
    // An error that is thrown while a file loads is shown with its line.
    lineLimit: 160,
    minify: true,
    outdir: ".",
    plugins: [{
      name: "pieces",
      setup: ({ onResolve }) =>
        onResolve({ filter: /./ }, ({ path, kind }) => {
          const isMerged = kind === "entry-point" || merged.has(path.replace("./", ""));
          return isMerged ? undefined : { path, external: true };
        }),
    }],
    target: `node${MIN_NODE}`,
  };
  await mergeStart(folder, merged, options);
  const names = (await Array.fromAsync(Deno.readDir(folder), ({ name }) => name)).filter((name) =>
    /\.[jt]s$/.test(name) && name !== START && (!merged.has(name) || name in FILES)
  );
  await esbuild({ ...options, entryPoints: names, allowOverwrite: true });
  await stop();
  for (const name of [...merged, "deno.ts"]) {
    if (!(name in FILES)) await Deno.remove(join(folder, name));
  }
  for (const name of [...names, START].filter((name) => name !== "deno.ts")) {
    const path = join(folder, name);
    const code = await Deno.readTextFile(path);
    const used = OF_DENO.filter((each) => code.match(`\\b${each}\\b`));
    if (used.length === 0) continue;
    const imports = `import{${used}}from"./deno.js";`;
    await Deno.writeTextFile(path, code.replace(/^(#!.*\n)?/, `$1${imports}`));
  }
}

/** Merges pieces into one file, and leaves in place of each what takes its exports from there. */
async function mergeStart(
  folder: string,
  merged: ReadonlySet<string>,
  options: BuildOptions,
): Promise<void> {
  const entryPoints = [...merged];
  const alone = { bundle: false, metafile: true, write: false };
  const { metafile } = await esbuild({ ...options, ...alone, entryPoints });
  const [exports, stubs]: [string[], [string, string][]] = [[], []];
  for (const [i, name] of entryPoints.entries()) {
    // In the one file, an export has the number of its piece in its name.
    const list = metafile!.outputs[name]!.exports;
    exports.push(`export{${list.map((each) => `${each} as ${each}_${i}`)}}from"./${name}";`);
    const own = list.map((each) => `${each}_${i} as ${each}`);
    stubs.push([name, `export{${own}}from"./${START}";`]);
  }
  const stdin = { contents: exports.join(""), resolveDir: folder };
  await esbuild({ ...options, stdin, entryNames: "start" });
  for (const [name, stub] of stubs) await Deno.writeTextFile(join(folder, name), stub);
}

/** The names of the pieces that the command loads to list a directory. */
async function loadedForListing(folder: string): Promise<ReadonlySet<string>> {
  const names = new Set<string>();
  for (const name of ["dirscope.js", "tree_list_dir.js"]) {
    for (const module of loadedAtStart(await graphOf(join(folder, name)))) {
      if (module.startsWith("file:")) names.add(basename(module));
    }
  }
  names.delete("dirscope.js");
  names.delete("deno.js");
  return names;
}

/** Adds the declarations, in the names of this package. */
async function addTypes(folder: string): Promise<void> {
  const tarball = `${folder}.tgz`;
  await runOrThrow(
    [Deno.execPath(), "pack", "--quiet", "--allow-dirty", "-o", tarball],
    REPOSITORY,
  );
  await Deno.mkdir(folder);
  await runOrThrow(["tar", "-xzf", tarball, "--strip-components", "1"], folder);
  await Deno.remove(tarball);
  for await (const path of filesIn(folder)) {
    if (!path.endsWith(".d.ts")) {
      await Deno.remove(path);
      continue;
    }
    const text = (await Deno.readTextFile(path)).replaceAll(config.name, MANIFEST.name);
    const up = "../".repeat(path.slice(folder.length).split("/").length - 1);
    const usesDeno = /(?<!\{)\bDeno\.[A-Z]/.test(text);
    const head = [
      // Older libraries of TypeScript lack the types of `using`.
      /\b(?:Async)?Disposable\b/.test(text) ? '/// <reference lib="esnext.disposable" />\n' : "",
      usesDeno ? `import type { Deno } from "${up}deno.js";\n` : "",
    ];
    await Deno.writeTextFile(path, head.join("") + text);
  }
}

if (import.meta.main) console.log(await pack(resolve(Deno.args[0] ?? join(REPOSITORY, "dist"))));

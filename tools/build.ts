/**
 * Builds the command into a folder: `dirscope.js`, the pieces that it loads when it needs them, and the
 * notices of the packages inside.
 *
 * ```sh
 * deno task build         # into dist/
 * deno task build FOLDER
 * ```
 *
 * @module
 */
import { basename, dirname } from "node:path/posix";
import { join } from "@std/path/join";
import { resolve } from "@std/path/posix/resolve";
import { noticesFor } from "./notices.ts";
import { REPOSITORY, run } from "./process.ts";

/** Names of built files, each with the module that it is made of. */
type BuiltFiles = Readonly<Record<string, string>>;

/** The program of a worker once more, as the text that a module holds: as a file, it needs a permission. */
const WORKER_PROGRAM = {
  entry: "src/workers/call_worker.ts",
  module: "worker_text",
  name: "WORKER_TEXT",
};

/** The built files with names of their own. */
export const BUILT_FILES: BuiltFiles = {
  "dirscope.js": "cli.ts",
  "call_worker.js": WORKER_PROGRAM.entry,
};

/** The name of the file with the third-party notices. */
export const NOTICES = "THIRD_PARTY_NOTICES.txt";

/**
 * Builds into a folder. The pieces of an earlier build there go, and nothing else.
 *
 * @param external Modules to leave out: they will lie beside the built files, as JavaScript.
 * @throws {Error} If a module cannot be bundled, or a package inside has no licence text.
 */
export async function build(
  folder: string,
  files: BuiltFiles = BUILT_FILES,
  external: readonly string[] = [],
): Promise<void> {
  const work = await Deno.makeTempDir({ prefix: "dirscope-build-" });
  try {
    const left = [WORKER_PROGRAM.module, ...external].flatMap((name) => [
      "--external",
      `*/${name}.ts`,
    ]);
    const entries = [...new Set(Object.values(files))];
    await bundle(["--code-splitting", "--outdir", work, ...left, "--minify"], entries);
    await Deno.mkdir(folder, { recursive: true });
    await removePieces(folder);
    const names = new Map(
      Object.entries(files).map(([name, entry]) => [entry.replace(/ts$/, "js"), name]),
    );
    for await (const path of filesIn(work)) {
      const from = path.slice(work.length + 1);
      const text = flattened(await Deno.readTextFile(path), from, names);
      await Deno.writeTextFile(join(folder, names.get(from) ?? from), text);
    }
    const program = join(work, "program.js");
    await bundle(["--minify", "--output", program], [WORKER_PROGRAM.entry]);
    const text = JSON.stringify(await Deno.readTextFile(program));
    await Deno.writeTextFile(
      join(folder, `${WORKER_PROGRAM.module}.js`),
      `export const ${WORKER_PROGRAM.name} = ${text};\n`,
    );
    const modules = await npmModules(join(work, "whole.js"));
    await Deno.writeTextFile(join(folder, NOTICES), await noticesFor(modules));
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

async function bundle(flags: readonly string[], entries: readonly string[]): Promise<void> {
  const common = ["bundle", "--quiet", "--platform", "deno", "--frozen"];
  const { code, stderr } = await run(Deno.execPath(), [...common, ...flags, ...entries]);
  if (code !== 0) throw new Error(`deno bundle ${entries.join(" ")}: ${stderr}`);
}

/** A piece has a name that ends in a hash of it, so that nothing would load that of an earlier build. */
const PIECE = /-[0-9A-Z]{8}\.js$/;

async function removePieces(folder: string): Promise<void> {
  for await (const { name } of Deno.readDir(folder)) {
    if (PIECE.test(name)) await Deno.remove(join(folder, name));
  }
}

/** Finds all files below a folder. */
export async function* filesIn(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isDirectory) yield* filesIn(path);
    else yield path;
  }
}

/** Points the imports of a piece at files beside it: other pieces, those with names, and those left out. */
function flattened(text: string, from: string, names: ReadonlyMap<string, string>): string {
  return text.replaceAll(/(?<=["'])\.{1,2}\/[\w./-]+\.[jt]s(?=["'])/g, (specifier) => {
    const path = join(dirname(from), specifier).replaceAll("\\", "/");
    return `./${names.get(path) ?? basename(path).replace(/ts$/, "js")}`;
  });
}

/**
 * The paths of the npm modules that are built in. Only a bundle that is not minified names them, in comments
 * and keys: the registry's folder in this machine's cache, and the module's path there.
 */
async function npmModules(output: string): Promise<string[]> {
  await bundle(["--output", output], ["cli.ts"]);
  const names = (await Deno.readTextFile(output)).matchAll(
    /^(?:\/\/ |\s*")([^\s":]*\/npm\/[^/\s":]+\/[^\s":]+)(?=$|"\()/gm,
  );
  return [...names].map(([, path]) => resolve(REPOSITORY, path!));
}

if (import.meta.main) {
  const folder = resolve(Deno.args[0] ?? join(REPOSITORY, "dist"));
  await build(folder);
  let [files, bytes] = [0, 0];
  for await (const path of filesIn(folder)) {
    if (!path.endsWith(".js")) continue;
    files++;
    bytes += (await Deno.stat(path)).size;
  }
  console.log(
    `${join(folder, "dirscope.js")} and what it loads: ${files} files, ${bytes >> 10} KiB`,
  );
}

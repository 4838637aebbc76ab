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
import { join } from "@std/path/join";
import { resolve } from "@std/path/posix/resolve";
import { noticesFor } from "./notices.ts";
import { REPOSITORY, run } from "./process.ts";

/** The built files with names of their own, each with the module that it is made of. */
export const BUILT_FILES: readonly { readonly name: string; readonly entry: string }[] = [
  { name: "dirscope.js", entry: "cli.ts" },
  // The npm package calls it, in Node, to learn which permissions to grant.
  { name: "required_permissions.js", entry: "src/cli/required_permissions.ts" },
  { name: "call_worker.js", entry: "src/workers/call_worker.ts" },
];

/** The program of a worker once more, as the text that a module holds: as a file, it needs a permission. */
const WORKER_PROGRAM = {
  entry: "src/workers/call_worker.ts",
  module: "worker_text",
  name: "WORKER_TEXT",
};

/** The name of the file with the third-party notices. */
export const NOTICES = "THIRD_PARTY_NOTICES.txt";

/**
 * Builds into a folder. The pieces of an earlier build there go, and nothing else.
 *
 * @throws {Error} If a module cannot be bundled, or a package inside has no licence text.
 */
export async function build(folder: string): Promise<void> {
  const work = await Deno.makeTempDir({ prefix: "dirscope-build-" });
  try {
    const external = ["--external", `*/${WORKER_PROGRAM.module}.ts`];
    const split = ["--code-splitting", "--outdir", work, ...external];
    await bundle([...split, "--minify"], BUILT_FILES.map(({ entry }) => entry));
    await Deno.mkdir(folder, { recursive: true });
    await removePieces(folder);
    for await (const path of scriptsIn(work)) {
      const from = path.slice(work.length + 1);
      const { name = from } = BUILT_FILES.find(({ entry }) =>
        from === entry.replace(/ts$/, "js")
      ) ?? {};
      await Deno.writeTextFile(join(folder, name), flattened(await Deno.readTextFile(path)));
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

async function* scriptsIn(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    if (isDirectory) yield* scriptsIn(path);
    else if (name.endsWith(".js")) yield path;
  }
}

/** Points the imports of a piece at files beside it. */
function flattened(text: string): string {
  return text.replaceAll(/(?<=["'])\.{1,2}\/(?:[\w.]+\/)*(?=[\w-]+\.js["'])/g, "./")
    .replaceAll(`/${WORKER_PROGRAM.module}.ts"`, `/${WORKER_PROGRAM.module}.js"`);
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
  for await (const path of scriptsIn(folder)) {
    files++;
    bytes += (await Deno.stat(path)).size;
  }
  console.log(
    `${join(folder, "dirscope.js")} and what it loads: ${files} files, ${bytes >> 10} KiB`,
  );
}

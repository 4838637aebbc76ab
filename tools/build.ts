/**
 * Builds `dist/dirscope.js`, which is the whole command but for the MCP server, and `dist/mcp.js`, which is
 * that server. Third-party notices go beside them.
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

/** A built file: a module with all that it loads, but for what is a built file of its own. */
export interface BuiltFile {
  readonly name: string;
  /** The module, from the folder of the repository. */
  readonly entry: string;
  /** What it imports from another built file: the specifier in the source, and that file's name. */
  readonly cut?: { readonly specifier: string; readonly name: string };
  /** What it holds as text: a module with all that it loads, and the variable that is to have it. */
  readonly text?: { readonly entry: string; readonly variable: string };
}

/** What is built. The SDK of MCP is four fifths of it all, and no listing needs it. */
export const BUILT_FILES: readonly BuiltFile[] = [
  {
    name: "dirscope.js",
    entry: "cli.ts",
    cut: { specifier: "./serve_mcp.ts", name: "mcp.js" },
    // As a file, what its workers load would need a permission to be read.
    text: { entry: "src/workers/walk_runner.ts", variable: "BUILT_WALK_RUNNER" },
  },
  {
    name: "mcp.js",
    entry: "src/cli/serve_mcp.ts",
    text: { entry: "src/workers/call_runner.ts", variable: "BUILT_RUNNER" },
  },
];

/** The name of the file with the third-party notices. */
export const NOTICES = "THIRD_PARTY_NOTICES.txt";

/**
 * Builds into a folder.
 *
 * @throws {Error} If a file cannot be bundled, or a package inside has no licence text.
 */
export async function build(folder: string): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  const modules: string[] = [];
  for (const file of BUILT_FILES) modules.push(...await bundle(file, folder));
  await Deno.writeTextFile(join(folder, NOTICES), await noticesFor(modules));
}

/** Writes a built file, and returns the paths of the npm modules that went into it. */
async function bundle(file: BuiltFile, folder: string): Promise<string[]> {
  const { text, modules } = await bundled(file, folder);
  const held = file.text && await bundled({ ...file.text, name: file.name }, folder);
  const whole = held === undefined ? text : holding(text, file.text!.variable, held.text);
  await Deno.writeTextFile(join(folder, file.name), whole);
  return [...modules, ...held?.modules ?? []];
}

/** A bundle, and the paths of the npm modules that went into it. */
async function bundled(
  { name, entry, cut }: BuiltFile,
  folder: string,
): Promise<{ readonly text: string; readonly modules: readonly string[] }> {
  const output = join(folder, name);
  const external = cut === undefined ? [] : ["--external", `*${cut.specifier.slice(1)}`];
  const flags = ["--quiet", "--platform", "deno", "--frozen", ...external, "--output", output];
  const { code, stderr } = await run(Deno.execPath(), ["bundle", ...flags, entry]);
  if (code !== 0) throw new Error(`deno bundle ${entry}: ${stderr}`);
  const text = await Deno.readTextFile(output);
  const linked = cut === undefined ? text : linkedTo(text, cut);
  const modules = [...text.matchAll(NPM_MODULE)].map(([, , cache, path]) => {
    return resolve(REPOSITORY, cache! + path!);
  });
  return { text: linked.replaceAll(NPM_MODULE, "$1npm:$3"), modules };
}

/** Gives a variable of a bundle, which has no value yet, a text. */
function holding(text: string, variable: string, value: string): string {
  const parts = text.split(` ${variable} = void 0;`);
  if (parts.length !== 2) throw new Error(`${variable} is set ${parts.length - 1} times`);
  return parts.join(` ${variable} = ${JSON.stringify(value)};`);
}

/**
 * What names an npm module in a bundle, a comment or a key: the registry's folder in this machine's cache,
 * and the module's path there.
 */
const NPM_MODULE = /^(\/\/ |\s*")([^\s":]*\/npm\/[^/\s":]+\/)([^\s":]+)(?=$|"\()/gm;

/** Points an import at the built file that has what it imports. */
function linkedTo(text: string, { specifier, name }: NonNullable<BuiltFile["cut"]>): string {
  const parts = text.split(`import(${JSON.stringify(specifier)})`);
  if (parts.length !== 2) throw new Error(`${specifier} is imported ${parts.length - 1} times`);
  return parts.join(`import("./${name}")`);
}

if (import.meta.main) {
  const folder = resolve(Deno.args[0] ?? join(REPOSITORY, "dist"));
  await build(folder);
  for (const name of [...BUILT_FILES.map(({ name }) => name), NOTICES]) {
    const { size } = await Deno.stat(join(folder, name));
    console.log(`${join(folder, name)}, ${Math.round(size / 1000)} kB`);
  }
}

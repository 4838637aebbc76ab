/**
 * Packs the npm package `dirscope`: the built files, and a launcher that runs them in Deno from Node.
 *
 * ```sh
 * deno task npm:pack         # dist/dirscope-VERSION.tgz
 * deno task npm:pack FOLDER
 * ```
 *
 * Needs `npm` on the path. Nothing is published.
 *
 * @module
 */
import { copy } from "@std/fs/copy";
import { join } from "@std/path/join";
import { resolve } from "@std/path/posix/resolve";
import config from "../deno.json" with { type: "json" };
import { build } from "./build.ts";
import { REPOSITORY, run } from "./process.ts";

/** The manifest of the npm package. It depends on the exact Deno that it was built and tested with. */
const MANIFEST = {
  name: "dirscope",
  version: config.version,
  description: "Directory-listing and file-discovery tools for AI agents: an MCP server, a command",
  keywords: ["mcp", "mcp-server", "ai-agents", "directory-listing", "gitignore"],
  license: config.license,
  type: "module",
  bin: { dirscope: "launcher.js" },
  engines: { node: ">=18" },
  dependencies: { deno: Deno.version.deno },
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
    await build(staged);
    await copy(join(REPOSITORY, "npm"), staged, { overwrite: true });
    for (const name of ["LICENSE", "CHANGELOG.md"]) {
      await copy(join(REPOSITORY, name), join(staged, name));
    }
    await Deno.chmod(join(staged, "launcher.js"), 0o755);
    await Deno.writeTextFile(
      join(staged, "package.json"),
      `${JSON.stringify(MANIFEST, null, 2)}\n`,
    );
    await Deno.mkdir(folder, { recursive: true });
    const { code, stderr } = await run("npm", ["pack", "--pack-destination", folder], {
      cwd: staged,
    });
    if (code !== 0) throw new Error(`npm pack: ${stderr}`);
    return join(folder, `${MANIFEST.name}-${MANIFEST.version}.tgz`);
  } finally {
    await Deno.remove(staged, { recursive: true });
  }
}

if (import.meta.main) console.log(await pack(resolve(Deno.args[0] ?? join(REPOSITORY, "dist"))));

/**
 * Packs an MCP bundle: the server, which a desktop client installs with one click and starts on its own Node.
 *
 * ```sh
 * deno task mcpb:pack         # dist/dirscope.mcpb
 * deno task mcpb:pack FOLDER
 * ```
 *
 * Nothing is published.
 *
 * @module
 */
import { join } from "@std/path/join";
import { resolve } from "@std/path/posix/resolve";
import { TOOLSETS } from "../src/toolsets.ts";
import { copyInto, GITHUB, MANIFEST, runOrThrow, stageProgram, writeJson } from "./npm_pack.ts";
import { REPOSITORY } from "./process.ts";

/** The official tool: a program on its own, so that its packages stay out of the lock file. */
export const MCPB = "npm:@anthropic-ai/mcpb@2.1.2";

/** The manifest of the bundle. */
const BUNDLE = {
  manifest_version: "0.3",
  name: MANIFEST.name,
  display_name: "Dirscope",
  version: MANIFEST.version,
  description: "Read-only: lists folders and finds files by name and git history, for AI agents",
  author: { name: "the Dirscope authors", url: GITHUB },
  repository: { type: "git", url: `${GITHUB}.git` },
  homepage: MANIFEST.homepage,
  documentation: `${GITHUB}/blob/main/docs/mcp.md`,
  support: MANIFEST.bugs,
  icon: "icon.png",
  keywords: MANIFEST.keywords,
  license: MANIFEST.license,
  server: {
    type: "node",
    entry_point: MANIFEST.bin.dirscope,
    mcp_config: {
      command: "node",
      args: [`\${__dirname}/${MANIFEST.bin.dirscope}`, "mcp", "${user_config.folders}"],
    },
  },
  // Each of them reads only.
  tools: Object.values(TOOLSETS.agent).map((
    { DEFINITION: { function: { name, description } } },
  ) => ({
    name,
    description,
  })),
  compatibility: { runtimes: { node: MANIFEST.engines.node } },
  user_config: {
    folders: {
      type: "directory",
      title: "Folders",
      description: "The folders that the tools may list. They see nothing else.",
      multiple: true,
      required: true,
    },
  },
};

/**
 * Packs the bundle into a folder.
 *
 * @returns The path of the bundle.
 * @throws {Error} If it cannot be built, or is no valid bundle.
 */
export async function packBundle(folder: string): Promise<string> {
  const staged = await Deno.makeTempDir({ prefix: "dirscope-mcpb-" });
  const bundle = join(folder, "dirscope.mcpb");
  try {
    await stageProgram(staged);
    await copyInto(staged, ["npm/icon.png"]);
    const manifest = join(staged, "manifest.json");
    await writeJson(manifest, BUNDLE);
    await Deno.mkdir(folder, { recursive: true });
    for (const words of [["validate", manifest], ["pack", staged, bundle]]) {
      await runOrThrow([Deno.execPath(), "run", "--allow-all", MCPB, ...words], staged);
    }
    return bundle;
  } finally {
    await Deno.remove(staged, { recursive: true });
  }
}

if (import.meta.main) {
  console.log(await packBundle(resolve(Deno.args[0] ?? join(REPOSITORY, "dist"))));
}

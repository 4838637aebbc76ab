/** Other runtimes than Deno, from npm, where each is a package that holds a program. */
import { run, runSync } from "./process.ts";

const SYSTEM = `${Deno.build.os}-${Deno.build.arch === "aarch64" ? "arm64" : "x64"}`;

/** The programs, in the versions that the npm package was tried with. */
const PROGRAMS = {
  "Node 22": { name: `node-${SYSTEM}`, version: "22.23.3", path: "bin/node" },
  "Node 24": { name: `node-${SYSTEM}`, version: "24.9.0", path: "bin/node" },
  Bun: { name: `@oven/bun-${SYSTEM}`, version: "1.4.5", path: "bin/bun" },
} as const;

type RuntimeName = keyof typeof PROGRAMS;

export const RUNTIMES = Object.keys(PROGRAMS) as RuntimeName[];

/** Returns the path of a runtime's program, which npm installs at the first call, for good. */
export async function programOf(runtime: RuntimeName): Promise<string> {
  const { name, version, path } = PROGRAMS[runtime];
  const temporary = await Deno.makeTempDir({ prefix: "dirscope-runtime-" });
  const folder = `${temporary.slice(0, temporary.lastIndexOf("/"))}/${
    `dirscope-${name}@${version}`.replaceAll("/", "-")
  }`;
  const program = `${folder}/node_modules/${name}/${path}`;
  if (runSync([program, "--version"])?.code === 0) {
    await Deno.remove(temporary);
    return program;
  }
  const flags = ["--no-audit", "--no-fund", "--no-package-lock", "--prefix", temporary];
  const { code, stderr } = await run(["npm", "install", ...flags, `${name}@${version}`]);
  if (code !== 0) throw new Error(`npm install ${name}@${version}: ${stderr}`);
  // Another process may be as far.
  await Deno.rename(temporary, folder).catch(() => Deno.remove(temporary, { recursive: true }));
  return program;
}

/** Returns the Node of this machine if the npm package runs on it, else the oldest one of npm's that it runs on. */
export async function nodeHere(): Promise<string> {
  const { stdout } = runSync(["node", "-p", "process.version.slice(1) + ' ' + process.execPath"]) ??
    { stdout: "" };
  const [version = "", path = ""] = stdout.trimEnd().split(" ");
  return parseInt(version) >= 22 ? path : await programOf("Node 22");
}

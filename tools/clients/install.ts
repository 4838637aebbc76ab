/** Puts a client's packages into a folder of their own, with what a session needs. */
import { join } from "@std/path/join";
import type { Client, Outcome, Session, Target } from "./client.ts";
import { CALLS } from "./client.ts";

/** Time that one program of a client may take, in milliseconds. */
const LIMIT_MS = 120_000;

/** Returns a function that runs a file of a folder with packages. */
export const DENO_RUN: readonly string[] = [
  Deno.execPath(),
  "run",
  "--allow-all",
  "--no-lock",
  "--node-modules-dir=manual",
];

/** An installed client. */
export interface Installed {
  /** Runs the client against a server. */
  try(target: Target): Promise<Outcome>;
}

/** Installs a client's packages from npm. */
export async function install(client: Client, folder: string): Promise<Installed> {
  await Deno.mkdir(folder);
  const dependencies = Object.fromEntries(client.packages.map((each) => {
    const at = each.lastIndexOf("@");
    return [each.slice(0, at), each.slice(at + 1)];
  }));
  const project = { private: true, type: "module", dependencies };
  await Deno.writeTextFile(join(folder, "package.json"), JSON.stringify(project));
  const words = ["install", "--no-lock", "--node-modules-dir=auto", "--quiet"];
  try {
    await output(folder, [Deno.execPath(), ...words]);
  } catch {
    // Deno refuses packages whose optional parts for other machines are missing. npm is slower.
    await output(folder, ["npm", "install", "--ignore-scripts", "--no-audit", "--no-fund"]);
  }
  const run = (file: string, ...words: readonly string[]): Promise<string> =>
    output(folder, [...DENO_RUN, join(folder, file), ...words]);
  const script = async (name: string, target: Target): Promise<Outcome> => {
    await Deno.copyFile(new URL(`scripts/${name}`, import.meta.url), join(folder, name));
    const words = [target, CALLS].map((word) => JSON.stringify(word));
    return JSON.parse((await run(name, ...words)).trim().split("\n").at(-1)!);
  };
  return {
    try: async (target) => {
      const session: Session = { target, folder, run, script: (name) => script(name, target) };
      return await client.try(session);
    },
  };
}

/** Runs a program to its end, and returns its output. */
async function output(cwd: string, [program, ...args]: readonly string[]): Promise<string> {
  const { success, stdout, stderr } = await new Deno.Command(program!, {
    args,
    cwd,
    env: { NO_COLOR: "1" },
    stdin: "null",
    signal: AbortSignal.timeout(LIMIT_MS),
  }).output();
  const [text, errors] = [stdout, stderr].map((bytes) => new TextDecoder().decode(bytes));
  if (success) return text!;
  const why = errors!.trim().split("\n").slice(-6).join(" | ") || text!.trim().slice(-300);
  throw new Error(why || "it was stopped after two minutes");
}

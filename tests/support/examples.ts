/**
 * Runs the programs in `examples/` as their first lines say.
 *
 * @module
 */
import { join } from "@std/path/join";
import { type Ended, projectFile, run, type Start } from "./process.ts";

/** How to run an example. */
export interface ExampleOptions extends Start {
  /** Which of its lines says how, from 0. @default {0} */
  readonly line?: number;
  /** The address that stands for the one that its line permits. */
  readonly host?: string;
  /** The words after the file's name. */
  readonly words?: readonly string[];
}

/** `KEY=… deno run FLAGS FILE` */
const HOW_TO_RUN = /^\/\/ (?:Elsewhere: )?((?:\w+=\S+ )*)deno run (.*--\S+) (\S+\.ts)/;

/** No provider's key or proxy of whoever runs the tests: the stand-ins alone are asked. */
const INHERITED = ["PATH", "HOME", "TMPDIR", "DENO_DIR", "XDG_CACHE_HOME", "NPM_CONFIG_REGISTRY"];

/** Runs an example with the permissions that its line names, and no others. Each key is `secret`. */
export async function runExample(file: string, options: ExampleOptions): Promise<Ended> {
  const { line = 0, host, words = [], env, ...start } = options;
  const path = projectFile(`examples/${file}`);
  const shown = (await Deno.readTextFile(path)).split("\n")[line]!;
  const [, settings, flags, name] = HOW_TO_RUN.exec(shown) ?? [];
  if (name !== file) throw new Error(`${file} does not say how to run it: ${shown}`);
  const permissions = flags!.split(" ").map((flag) =>
    host === undefined ? flag : flag.replace(/^(--allow-net=).*/, `$1${host}`)
  );
  const keys = [...settings!.matchAll(/(\w+)=…/g)].map(([, key]) => [key, "secret"]);
  // The `deno` that examples start is the one that runs the tests.
  const PATH = `${join(Deno.execPath(), "..")}:${Deno.env.get("PATH")}`;
  return await run(
    [Deno.execPath(), "run", "--quiet", "--no-prompt", ...permissions, path, ...words],
    { ...start, inherits: INHERITED, env: { ...Object.fromEntries(keys), PATH, ...env } },
  );
}

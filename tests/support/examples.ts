/** Runs the programs in `examples/` as their first lines say. */
import { join } from "@std/path/join";
import { type ProcessOptions, type ProcessResult, projectFile, run } from "./process.ts";

interface ExampleOptions extends ProcessOptions {
  /** Index of the line that holds its command. @default {0} */
  readonly line?: number;
  /** The address that replaces the one in its line. */
  readonly host?: string;
  readonly words?: readonly string[];
}

const IS_WINDOWS = Deno.build.os === "windows";

/** `KEY=… deno run FLAGS FILE` */
const HOW_TO_RUN = /^\/\/ (?:Elsewhere: )?((?:\w+=\S+ )*)deno run (.*--\S+) (\S+\.ts)/;

/** Environment variables that would send requests elsewhere than to the stand-ins, or with other keys. */
const PROVIDERS_OWN = /^(OPENAI|ANTHROPIC|GOOGLE|GEMINI|LANGCHAIN|LANGSMITH)_/;

/** Runs an example with the permissions that its line names, and no others. Each key is `secret`. */
export async function runExample(file: string, options: ExampleOptions): Promise<ProcessResult> {
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
  const PATH = `${join(Deno.execPath(), "..")}${IS_WINDOWS ? ";" : ":"}${Deno.env.get("PATH")}`;
  return await run(
    [Deno.execPath(), "run", "--quiet", "--no-prompt", ...permissions, path, ...words],
    {
      ...start,
      // It may have to fetch its SDK first.
      silenceMs: 600_000,
      inherits: (name) => !PROVIDERS_OWN.test(name),
      env: { ...Object.fromEntries(keys), PATH, NO_PROXY: "127.0.0.1", ...env },
    },
  );
}

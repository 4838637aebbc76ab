/**
 * Lints the documentation of every entry of `exports` in `deno.json`, and of the modules whose types
 * the public declarations mention.
 *
 * ```sh
 * deno run --allow-read --allow-run --allow-env tools/lint_docs.ts
 * ```
 *
 * @module
 */
import { join } from "@std/path/join";
import config from "../deno.json" with { type: "json" };
import { type ProcessResult, REPOSITORY, run } from "./process.ts";

/** A public declaration that mentions a type which no linted file exports. */
const PRIVATE_TYPE = /references private type '(\w+)[^']*'\n +--> ([^\n]+\.ts):\d+:\d+/g;

/** Lints files and, until there are no more, the files that declare the types mentioned there. */
async function lint(files: Set<string>): Promise<ProcessResult> {
  const ended = await run(Deno.execPath(), ["doc", "--lint", ...files]);
  const { size } = files;
  for (const [, name, file] of ended.stderr.matchAll(PRIVATE_TYPE)) {
    files.add(await declaringFile(name!, file!));
  }
  return files.size === size ? ended : await lint(files);
}

/** The file from which another imports a name, or else the other file itself. */
async function declaringFile(name: string, file: string): Promise<string> {
  const imports = (await Deno.readTextFile(file)).matchAll(
    /^import (?:type )?\{([^}]*)\} from "(\..*)"/gm,
  );
  for (const [, names, from] of imports) {
    if (new RegExp(`\\b${name}\\b`).test(names!)) return join(file, "..", from!);
  }
  return file;
}

if (import.meta.main) {
  const files = new Set(Object.values(config.exports).map((file) => join(REPOSITORY, file)));
  const { code, stderr } = await lint(files);
  if (code === 0) console.log(`the documentation of ${files.size} modules is complete`);
  else console.error(stderr);
  Deno.exit(code);
}

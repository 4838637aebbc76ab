/**
 * Copies the published files to a folder of their own, because `deno publish` refuses modules in the
 * package's folder that `links` names.
 *
 * ```sh
 * deno run -A tools/stage_package.ts --dry-run    # what `deno publish` would say, without JSR
 * deno run -A tools/stage_package.ts --dry-run --no-check    # the same, but for wrong types
 * deno run -A tools/stage_package.ts --check-jsr  # type-check against JSR's own @std packages
 * deno run -A tools/stage_package.ts DIR          # stage into DIR, to `deno publish` from there
 * ```
 *
 * @module
 */
import { copy } from "@std/fs/copy";
import { join } from "@std/path/join";
import config from "../deno.json" with { type: "json" };
import { REPOSITORY } from "./process.ts";

/** Stages the package in `folder`. `vendor` is the path from there to the stand-ins, if they are used. */
async function stage(folder: string, vendor?: string): Promise<void> {
  await Deno.mkdir(folder, { recursive: true });
  for (const name of config.publish.include) {
    await copy(join(REPOSITORY, name), join(folder, name), { overwrite: true });
  }
  const { links, ...published } = config;
  const staged = vendor === undefined
    ? published
    : { ...published, links: links.map((link) => link.replace("./vendor", vendor)) };
  await Deno.writeTextFile(join(folder, "deno.json"), JSON.stringify(staged, null, 2) + "\n");
}

async function deno(folder: string, args: readonly string[]): Promise<number> {
  const command = new Deno.Command(Deno.execPath(), { args: [...args], cwd: folder });
  return (await command.spawn().status).code;
}

async function main([mode, ...flags]: readonly string[]): Promise<number> {
  if (mode !== undefined && !mode.startsWith("--")) {
    await stage(mode);
    console.log(`Staged in ${mode}: run "deno publish" there.`);
    return 0;
  }
  const known = mode === "--dry-run" ? ["--no-check"] : mode === "--check-jsr" ? [] : undefined;
  if (known === undefined || flags.some((flag) => !known.includes(flag))) {
    console.error("usage: stage_package.ts --dry-run [--no-check] | --check-jsr | DIR");
    return 2;
  }
  const folder = await Deno.makeTempDir({ prefix: "dirscope-stage-" });
  const staged = join(folder, "package");
  try {
    if (mode === "--check-jsr") {
      await stage(staged);
      return await deno(staged, ["check", ...Object.values(config.exports)]);
    }
    await copy(join(REPOSITORY, "vendor"), join(folder, "vendor"));
    await stage(staged, "../vendor");
    return await deno(staged, ["publish", "--dry-run", "--allow-dirty", ...flags]);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

if (import.meta.main) Deno.exit(await main(Deno.args));

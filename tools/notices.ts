/**
 * The notices of the packages that are inside the built files.
 *
 * @module
 */
import { join } from "@std/path/join";
import { REPOSITORY } from "./process.ts";

/** A package, and what its licence says. */
interface Notice {
  readonly name: string;
  readonly version: string;
  readonly licence: string;
}

/** Licence texts of packages that come without one: built into another package, or left out. */
const LICENSES = join(REPOSITORY, "vendor/licenses");

/**
 * The text of the notices, a package after the other.
 *
 * @param modules The paths of npm modules.
 * @throws {Error} If a package has no licence text.
 */
export async function noticesFor(modules: readonly string[]): Promise<string> {
  const notices = new Map<string, Notice>();
  for (const path of modules) {
    const folder = await packageFolder(path);
    const { name, version } = await manifestOf(folder);
    for (
      const each of [{ name, version, folder }, ...packedInside(await Deno.readTextFile(path))]
    ) {
      const key = `${each.name}@${each.version}`;
      if (!notices.has(key)) notices.set(key, { ...each, licence: await licenceOf(each) });
    }
  }
  const sorted = [...notices].sort(([a], [b]) => a < b ? -1 : 1);
  return [
    "Dirscope contains code of these packages, under these licences.\n",
    ...sorted.map(([key, { licence }]) => `${"-".repeat(80)}\n${key}\n\n${licence.trim()}\n`),
  ].join("\n");
}

/** The packages that were built into a module before it was published, as its comments name them. */
function packedInside(text: string): { name: string; version: string; folder?: undefined }[] {
  const regions = text.matchAll(
    /^\/\/#region \S*node_modules\/\.pnpm\/[^/]+\/node_modules\/((?:@[^/]+\/)?[^/]+)\//gm,
  );
  return [...regions].map(([region, name]) => {
    const [, version = ""] = region.match(/\.pnpm\/@?[^/@]+@([^/_(]+)/) ?? [];
    return { name: name!, version };
  });
}

/** The folder of the package that a module belongs to: other `package.json` files lie below it. */
async function packageFolder(path: string): Promise<string> {
  for (let folder = join(path, ".."); folder !== "/"; folder = join(folder, "..")) {
    if ((await manifestOf(folder)).version !== "") return folder;
  }
  throw new Error(`${path} belongs to no package`);
}

/** Returns the name and version in a folder's `package.json`; empty if it has none. */
async function manifestOf(folder: string): Promise<{ name: string; version: string }> {
  try {
    const text = await Deno.readTextFile(join(folder, "package.json"));
    const { name = "", version = "" } = JSON.parse(text);
    return { name, version };
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
    return { name: "", version: "" };
  }
}

async function licenceOf(
  { name, version, folder }: { name: string; version: string; folder?: string | undefined },
): Promise<string> {
  const files = folder === undefined ? [] : await licenceFiles(folder);
  const license = join(LICENSES, `${name.replace("/", "+")}.txt`);
  for (const file of [...files, license]) {
    try {
      return await Deno.readTextFile(file);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error;
    }
  }
  throw new Error(`${name}@${version} has no licence text: put it into ${license}`);
}

async function licenceFiles(folder: string): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(folder));
  return entries.filter(({ name }) => /^(?:licen[cs]e|copying)/i.test(name))
    .map(({ name }) => join(folder, name)).sort();
}

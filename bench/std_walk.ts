/** `walk` of `@std/fs`, as far as it is used here. */
export type StdWalk = (
  root: string,
  options: { includeDirs: boolean; includeSymlinks: boolean },
) => AsyncIterable<Deno.DirEntry & { readonly path: string }>;

const ENTRY = 'export { walk } from "jsr:@std/fs@^1.0.19/walk";\n';

/**
 * Loads `walk` of `@std/fs`, where JSR can be reached. It is bundled apart and imported from there:
 * by its own name it would be resolved in the stand-in that `links` names, and change `deno.lock`.
 */
export async function loadStdWalk(entry: string = ENTRY): Promise<StdWalk | undefined> {
  const folder = await Deno.makeTempDir({ prefix: "dirscope-bench-" });
  try {
    await Deno.writeTextFile(`${folder}/entry.ts`, entry);
    const { success } = await new Deno.Command(Deno.execPath(), {
      args: ["bundle", "--no-config", "--no-lock", "--output", "walk.js", "entry.ts"],
      cwd: folder,
    }).output();
    if (!success) return undefined;
    const bundle = new URL(`file://${folder}/walk.js`).href;
    return (await import(bundle)).walk;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

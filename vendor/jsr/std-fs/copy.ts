/** Options of {@linkcode copy}. */
export interface CopyOptions {
  /** Whether to replace what is there. @default {false} */
  overwrite?: boolean;
}

/** Copies a file or a folder, as `copy` of `@std/fs` does for regular files and folders. */
export async function copy(src: string, dest: string, options: CopyOptions = {}): Promise<void> {
  if (!options.overwrite && await exists(dest)) {
    throw new Deno.errors.AlreadyExists(`'${dest}' already exists.`);
  }
  if (!(await Deno.stat(src)).isDirectory) return await Deno.copyFile(src, dest);
  await Deno.mkdir(dest, { recursive: true });
  for await (const { name } of Deno.readDir(src)) {
    await copy(`${src}/${name}`, `${dest}/${name}`, options);
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch {
    return false;
  }
}

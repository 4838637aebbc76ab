/**
 * Whether the process can open this many more files. Deno does not tell its limit, so this tries.
 * Requires `--allow-read` permission for the directory; without it, the answer is yes.
 *
 * @param directory What to open.
 */
export function canOpen(directory: string, count: number): boolean {
  const files: Deno.FsFile[] = [];
  try {
    while (files.length < count) files.push(Deno.openSync(directory));
    return true;
  } catch (error) {
    const { code } = error as { readonly code?: unknown };
    return code !== "EMFILE" && code !== "ENFILE";
  } finally {
    for (const file of files) file.close();
  }
}

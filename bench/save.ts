/** Writes files into a directory, as `deno fmt` has them. */
export async function saveFormatted(
  cwd: string,
  files: Readonly<Record<string, string>>,
): Promise<void> {
  for (const [name, text] of Object.entries(files)) {
    await Deno.writeTextFile(`${cwd}/${name}`, text);
  }
  const args = ["fmt", "--quiet", ...Object.keys(files)];
  const { success } = await new Deno.Command(Deno.execPath(), { args, cwd }).output();
  if (!success) throw new Error(`deno ${args.join(" ")} failed`);
}

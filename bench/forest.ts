/** A generated tree, removed when its `using` block ends. */
export interface Forest extends Disposable {
  readonly path: string;
}

/** Makes a tree of directories, fifty to a branch, each with so many empty files. */
export async function makeForest(
  { directories, files }: { directories: number; files: number },
): Promise<Forest> {
  const path = await Deno.makeTempDir({ prefix: "dirscope-bench-" });
  for (let d = 0; d < directories; d++) {
    const directory = `${path}/branch${Math.floor(d / 50)}/d${d}`;
    Deno.mkdirSync(directory, { recursive: true });
    for (let f = 0; f < files; f++) {
      Deno.createSync(`${directory}/file_${f * 7919 % 1000}.txt`).close();
    }
  }
  return { path, [Symbol.dispose]: () => Deno.removeSync(path, { recursive: true }) };
}

/** A copy of a real tree's names, removed when its `using` block ends. */
export interface Mirror extends Disposable {
  readonly path: string;
  readonly directories: readonly string[];
}

/** Copies the names of a real tree, breadth first, up to so many entries; files are empty. */
export function mirror(source: string, limit: number): Mirror {
  const path = Deno.makeTempDirSync({ prefix: "dirscope-bench-" });
  const directories = [path];
  const pending: [string, string][] = [[source, path]];
  let count = 0;
  for (let next; count < limit && (next = pending.shift()) !== undefined;) {
    const [from, to] = next;
    for (const { name, isDirectory, isFile } of Deno.readDirSync(from)) {
      if (++count > limit) break;
      if (isDirectory) {
        Deno.mkdirSync(`${to}/${name}`);
        directories.push(`${to}/${name}`);
        pending.push([`${from}/${name}`, `${to}/${name}`]);
      } else if (isFile) Deno.createSync(`${to}/${name}`).close();
    }
  }
  return { path, directories, [Symbol.dispose]: () => Deno.removeSync(path, { recursive: true }) };
}

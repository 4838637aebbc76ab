/** A tree of empty files, removed when its `using` block ends. */
export interface ShapedTree extends Disposable {
  readonly path: string;
  readonly directories: number;
  readonly files: number;
}

/** The layout of a tree. */
export interface Shape {
  readonly name: string;
  readonly detail: string;
  /** The directories of a tree of about so many entries, those first that hold others. */
  directories(entries: number): Iterable<string>;
  /** Its files. */
  files(entries: number): Iterable<string>;
}

const FILES_EACH = 100;
const DIRECTORIES_EACH = 50;

/**
 * A path ends at 4,096 bytes, so that one chain cannot hold many entries. The indented text of a
 * million entries in chains of 1,000 levels would be longer than a JavaScript string can be.
 */
const CHAIN_LEVELS = 250;
const LEVEL_FILES = 19;

/** Many small directories. */
export const FOREST: Shape = {
  name: "Many directories",
  detail: `${FILES_EACH} files in each, ${DIRECTORIES_EACH} to a branch`,
  *directories(entries) {
    for (const [d, directory] of inOrder(WIDE.directories(entries))) {
      if (d % DIRECTORIES_EACH === 0) yield branchOf(d);
      yield `${branchOf(d)}/${directory}`;
    }
  },
  *files(entries) {
    for (const [f, file] of inOrder(WIDE.files(entries))) {
      yield `${branchOf(Math.floor(f / FILES_EACH))}/${file}`;
    }
  },
};

/** Many small directories, all in one. */
export const WIDE: Shape = {
  name: "Directories side by side",
  detail: `${FILES_EACH} files in each`,
  *directories(entries) {
    for (let d = 0; d < entries / FILES_EACH; d++) yield `d${digits(d, 5)}`;
  },
  *files(entries) {
    for (let f = 0; f < entries; f++) {
      yield `d${digits(Math.floor(f / FILES_EACH), 5)}/f${digits(f % FILES_EACH, 2)}.txt`;
    }
  },
};

/** One huge directory. */
export const FLAT: Shape = {
  name: "One directory",
  detail: "all files in it",
  *directories() {},
  *files(entries) {
    for (let f = 0; f < entries; f++) yield `f${digits(f, 7)}.txt`;
  },
};

/** Deep directories, in one chain until it is full. */
export const CHAINS: Shape = {
  name: "Deep chains",
  detail: `up to ${CHAIN_LEVELS} levels, ${LEVEL_FILES} files in each`,
  *directories(entries) {
    let path = "";
    for (let d = 0; d < entries / (1 + LEVEL_FILES); d++) {
      path = d % CHAIN_LEVELS === 0 ? `c${digits(d / CHAIN_LEVELS, 3)}` : `${path}/d`;
      yield path;
    }
  },
  *files(entries) {
    for (const directory of CHAINS.directories(entries)) {
      for (let f = 0; f < LEVEL_FILES; f++) yield `${directory}/f${digits(f, 2)}`;
    }
  },
};

function* inOrder(paths: Iterable<string>): Generator<[number, string]> {
  let index = 0;
  for (const path of paths) yield [index++, path];
}

function branchOf(directory: number): string {
  return `branch${digits(Math.floor(directory / DIRECTORIES_EACH), 3)}`;
}

function digits(value: number, count: number): string {
  return String(value).padStart(count, "0");
}

/** Makes a tree of about so many entries. */
export function makeTree(shape: Shape, entries: number): ShapedTree {
  const path = temporaryFolder();
  const remove = (): void => Deno.removeSync(path, { recursive: true });
  let [directories, files] = [0, 0];
  try {
    for (const directory of shape.directories(entries)) {
      Deno.mkdirSync(`${path}/${directory}`);
      directories++;
    }
    for (const file of shape.files(entries)) {
      Deno.createSync(`${path}/${file}`).close();
      files++;
    }
  } catch (error) {
    remove();
    throw error;
  }
  return { path, directories, files, [Symbol.dispose]: remove };
}

/** Returns the folder of `TMPDIR`, or else one in memory if there is one. */
function temporaryFolder(): string {
  const prefix = "dirscope-bench-";
  const dir = Deno.env.get("TMPDIR") ?? "/dev/shm";
  try {
    return Deno.realPathSync(Deno.makeTempDirSync({ dir, prefix }));
  } catch {
    return Deno.realPathSync(Deno.makeTempDirSync({ prefix }));
  }
}

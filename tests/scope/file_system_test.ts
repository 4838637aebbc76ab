import { assertEquals, assertThrows } from "@std/assert";
import { DirscopeError } from "../../src/errors.ts";
import { rulesAbove } from "../../src/gitignore/rules_above.ts";
import { Pacer } from "../../src/pacing/pacer.ts";
import type { FileSystem, OpenRegularFile } from "../../src/scope/file_system.ts";
import { Scope } from "../../src/scope/scope.ts";
import { visibilityOf } from "../../src/tools/visibility_of.ts";
import type { WalkStep } from "../../src/walk/walk_options.ts";
import { Walk } from "../../src/walk/walk.ts";
import { failingDisk, OPERATIONS, watching } from "../support/failing_disk.ts";
import { pathsIn } from "../support/walking.ts";

/** Files in memory by path, and the directories above them. It has no links. */
class MemoryFileSystem implements FileSystem {
  readonly #files: ReadonlyMap<string, Uint8Array>;

  constructor(files: Readonly<Record<string, string>>) {
    const encoder = new TextEncoder();
    this.#files = new Map(
      Object.entries(files).map(([path, text]) => [path, encoder.encode(text)]),
    );
  }

  /** The names below a directory, and whether they are files. */
  #childrenOf(path: string): ReadonlyMap<string, boolean> {
    const prefix = path.endsWith("/") ? path : `${path}/`;
    const below = [...this.#files.keys()].filter((file) => file.startsWith(prefix));
    if (below.length === 0) throw new Deno.errors.NotFound();
    return new Map(below.map((file) => {
      const [name, ...rest] = file.slice(prefix.length).split("/");
      return [name!, rest.length === 0];
    }));
  }

  lstat(path: string): Deno.FileInfo {
    const file = this.#files.get(path);
    if (file === undefined) this.#childrenOf(path);
    return {
      isFile: file !== undefined,
      isDirectory: file === undefined,
      isSymlink: false,
      size: file?.length ?? 1,
      dev: 1,
      ino: null,
      mtime: null,
      ctime: null,
    } as unknown as Deno.FileInfo;
  }

  stat(path: string): Deno.FileInfo {
    return this.lstat(path);
  }

  readLink(): never {
    throw new Deno.errors.NotFound();
  }

  realPath(path: string): string {
    this.lstat(path);
    return path;
  }

  *readDirectory(path: string): Generator<Deno.DirEntry> {
    for (const [name, isFile] of this.#childrenOf(path)) {
      yield { name, isFile, isDirectory: !isFile, isSymlink: false };
    }
  }

  async *readHugeDirectory(path: string): AsyncGenerator<Deno.DirEntry> {
    yield* this.readDirectory(path);
  }

  loadOpener(): Promise<OpenRegularFile> {
    return Promise.resolve(({ open }) => {
      const file = this.#files.get(open);
      return file && {
        size: file.length,
        read(into, position) {
          const part = file.subarray(position, position + into.length);
          into.set(part);
          return part.length;
        },
        close() {},
      };
    });
  }
}

Deno.test("a walk of another file system reads that one alone, with its .gitignore and what the host hides", async () => {
  const fileSystem = new MemoryFileSystem({
    "/no-such-root/.gitignore": "*.log\n",
    "/no-such-root/a.log": "",
    "/no-such-root/a.ts": "",
    "/no-such-root/d/b.ts": "",
    "/no-such-root/private/c.ts": "",
    "/outside/x": "",
  });
  const touched: string[] = [];
  using _disk = failingDisk(watching(OPERATIONS, ({ path }) => void touched.push(path)));
  const options = { fileSystem, cwd: "/no-such-root", roots: ["."] };
  const policy = { hide: ["/private"] };
  const scope = new Scope({
    ...options,
    visibility: await visibilityOf({ ...options, policy }),
  });
  const pacer = new Pacer();
  const start = scope.enterDirectory(".");
  const rules = await rulesAbove(scope, start, "git", pacer);
  const steps: WalkStep[] = [];
  await new Walk(scope, start, { order: "path", rules }, pacer).run((step) =>
    void steps.push(step)
  );
  assertEquals(pathsIn(steps), [".gitignore", "a.ts", "d", "d/b.ts"]);
  const codes = ["gone", "private", "../outside/x"].map((path) =>
    assertThrows(() => scope.enter(path), DirscopeError).code
  );
  assertEquals(codes, ["not_found", "not_found", "outside_scope"]);
  assertEquals(touched, []);
});

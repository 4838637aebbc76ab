/**
 * The part of `Deno` that Dirscope uses, over Node's own modules. Each file of the package that names `Deno`
 * imports it from here; nothing becomes global.
 *
 * @module
 */
import type * as nodeFs from "node:fs";
import type { RequiredPermissions } from "../src/cli/terminal.ts";

/** Deno's permissions by name, each with the values that are granted. */
export type Grants = Pick<RequiredPermissions, "read" | "write" | "net" | "env">;

// An import of `node:process` would open the standard streams, which takes as long as a listing.
const { Buffer, process } = globalThis;

if (parseInt(process.versions.node) < 22 || !process.getBuiltinModule) {
  const error = new Error(`Dirscope needs Node 22.3 or later; this is ${process.version}`);
  // Where nobody catches the error, its sentence says all.
  process.once("uncaughtException", (uncaught) => {
    console.error(uncaught === error ? error.message : uncaught);
    process.exit(1);
  });
  throw error;
}

const fs = process.getBuiltinModule("node:fs");

/** The key of the grants among what Node passes to threads. */
const GRANTS_KEY = "dirscope grants";

const IS_WINDOWS = process.platform === "win32";

let grants: Grants | undefined | "unread" = "unread";

/** Grants no more than this to this thread, and to those that a server starts. */
export function grantOnly(given: Grants & Pick<RequiredPermissions, "serves">): void {
  const { read, write } = given;
  grants = { ...given, read: read.map(comparable), write: write.map(comparable) };
  if (given.serves) threads().setEnvironmentData(GRANTS_KEY, grants);
}

let cwd: string | undefined;

/**
 * Makes a folder the process's own, and keeps the working directory for all that is asked here: a thread of Node
 * may read the folder that its process is in, whatever the permission model grants.
 */
export function stayIn(folder: string): void {
  cwd = process.cwd();
  process.chdir(folder);
}

/** Loaded on demand: a library that nobody calls needs none. */
function threads(): typeof import("node:worker_threads") {
  return process.getBuiltinModule("node:worker_threads");
}

/** The grants of a command line; `undefined` in a program that embeds the library, which has all that Node allows. */
function currentGrants(): Grants | undefined {
  if (grants === "unread") grants = threads().getEnvironmentData(GRANTS_KEY) as Grants | undefined;
  return grants;
}

/** Windows ignores case, and takes either slash. */
function comparable(path: string): string {
  return IS_WINDOWS ? path.replaceAll("\\", "/").toLowerCase() : path;
}

/** Reports whether a path is another or lies below it. */
export function isWithin(path: string, outer: string): boolean {
  return path === outer || path.startsWith(outer.endsWith("/") ? outer : `${outer}/`);
}

/** The permission model of Node, where it is on. */
const model = (process as { permission?: { has(scope: string, value?: string): boolean } })
  .permission;

/** A description of a permission, in the fields of all of Deno's. */
interface Descriptor {
  readonly name: string;
  readonly path?: string;
  readonly host?: string;
  readonly variable?: string;
}

/** Reports whether both layers grant it: the grants of the command line, and the permission model of Node. */
function isGranted({ name, path, host, variable }: Descriptor): boolean {
  const values = currentGrants()?.[name as keyof Grants];
  if (name !== "read" && name !== "write") return values?.includes(host ?? variable ?? "") ?? true;
  const asked = path === undefined ? undefined : comparable(path);
  if (values?.some((value) => asked !== undefined && isWithin(asked, value)) === false) {
    return false;
  }
  return model?.has(`fs.${name}`, path) ?? true;
}

/** The metadata of an entry, in the fields that Dirscope reads. */
class FileInfo {
  readonly isFile: boolean;
  readonly isDirectory: boolean;
  readonly isSymlink: boolean;
  readonly size: number;
  readonly dev: number;
  readonly ino: number;
  readonly #stats: nodeFs.BigIntStats;

  constructor(stats: nodeFs.BigIntStats) {
    this.isFile = stats.isFile();
    this.isDirectory = stats.isDirectory();
    this.isSymlink = stats.isSymbolicLink();
    this.size = Number(stats.size);
    this.dev = Number(stats.dev);
    this.ino = Number(stats.ino);
    this.#stats = stats;
  }

  get mtime(): Date {
    return dateOf(this.#stats.mtimeNs);
  }

  get ctime(): Date {
    return dateOf(this.#stats.ctimeNs);
  }

  get birthtime(): Date {
    return dateOf(this.#stats.birthtimeNs);
  }
}

/** Node itself would round, and Deno does not. */
function dateOf(nanoseconds: bigint): Date {
  return new Date(Number(nanoseconds / 1_000_000n));
}

/** Refuses a path that is not UTF-8, as Deno does: it would be the spelling of another. */
function checkedPath(path: string, readBytes: () => Uint8Array): string {
  if (path.includes("\uFFFD")) new TextDecoder("utf-8", { fatal: true }).decode(readBytes());
  return path;
}

function entryOf(entry: nodeFs.Dirent) {
  return {
    name: entry.name,
    isFile: entry.isFile(),
    isDirectory: entry.isDirectory(),
    isSymlink: entry.isSymbolicLink(),
  };
}

async function* readDir(path: string) {
  for await (const entry of await fs.promises.opendir(path, { bufferSize: 1024 })) {
    yield entryOf(entry);
  }
}

/** Returns the class of all errors with a code, for `instanceof`. */
function errorsWith(code: string) {
  return { [Symbol.hasInstance]: (error: unknown) => (error as { code?: unknown })?.code === code };
}

function isDevice(fd: number): boolean {
  try {
    return fs.fstatSync(fd).isCharacterDevice();
  } catch {
    return false;
  }
}

function outputOf(fd: 1 | 2) {
  const write = (bytes: Uint8Array): Promise<number> =>
    new Promise((resolve, reject) =>
      fs.write(fd, bytes, (error, written) => {
        if (error?.code === "EAGAIN") writeLater(fd, bytes).then(resolve, reject);
        else if (error) reject(error);
        else resolve(written);
      })
    );
  return {
    write,
    writeSync: (bytes: Uint8Array) => fs.writeSync(fd, bytes),
    // Few outputs are terminals, and only they need all of Node's network.
    isTerminal: () => isDevice(fd) && process.getBuiltinModule("node:tty").isatty(fd),
  };
}

/** Writes to a non-blocking pipe that is full: Node's own stream waits for it. */
function writeLater(fd: 1 | 2, bytes: Uint8Array): Promise<number> {
  const stream = fd === 1 ? process.stdout : process.stderr;
  return new Promise((resolve, reject) => {
    stream.once("error", reject).write(bytes, (error) => {
      if (error) return reject(error);
      stream.off("error", reject);
      resolve(bytes.length);
    });
  });
}

/** Dirscope's part of `Deno`. */
export const Deno = {
  build: { os: IS_WINDOWS ? "windows" : process.platform, standalone: false },
  noColor: !!process.env.NO_COLOR,
  stdout: outputOf(1),
  stderr: outputOf(2),
  errors: { NotFound: errorsWith("ENOENT"), BrokenPipe: errorsWith("EPIPE") },
  permissions: {
    querySync: (descriptor: Descriptor) => ({
      state: isGranted(descriptor) ? "granted" : "prompt",
      partial: false,
    }),
  },
  env: { get: (name: string) => process.env[name] },
  cwd: () => cwd ?? process.cwd(),
  lstatSync: (path: string) => new FileInfo(fs.lstatSync(path, { bigint: true })),
  statSync: (path: string) => new FileInfo(fs.statSync(path, { bigint: true })),
  readLinkSync: (path: string) =>
    checkedPath(fs.readlinkSync(path), () => fs.readlinkSync(path, "buffer")),
  realPathSync: (path: string) =>
    checkedPath(fs.realpathSync.native(path), () => fs.realpathSync.native(path, "buffer")),
  readTextFileSync: (path: string) =>
    fs.readFileSync(process.getBuiltinModule("node:path").resolve(Deno.cwd(), path), "utf8"),
  readDirSync: (path: string) => fs.readdirSync(path, { withFileTypes: true }).map(entryOf),
  readDir,
  unrefTimer: (timer: { unref(): void }) => timer.unref(),
  addSignalListener: (signal: NodeJS.Signals, listener: () => void) => process.on(signal, listener),
  removeSignalListener: (signal: NodeJS.Signals, listener: () => void) =>
    process.off(signal, listener),
};

/** The clock alone: that of Node comes with all that it can measure, which takes a tenth of a start. */
export const performance = { now: (): number => Number(process.hrtime.bigint()) / 1e6 };

/** What Node 22 lacks of JavaScript, for the command alone. */
export const DisposableStack: DisposableStackConstructor = globalThis.DisposableStack ??
  class {
    #resources: Disposable[] = [];

    use<T extends Disposable>(resource: T): T {
      this.#resources.push(resource);
      return resource;
    }

    move() {
      const moved = new DisposableStack();
      for (const resource of this.#resources.splice(0)) moved.use(resource);
      return moved;
    }

    dispose(): void {
      for (const resource of this.#resources.splice(0).reverse()) resource[Symbol.dispose]();
    }

    [Symbol.dispose](): void {
      this.dispose();
    }
  };

/** Returns a property that other copies of this module may define again. */
function method(value: (...args: never[]) => unknown): PropertyDescriptor {
  return { value, configurable: true };
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

// What Node 22 and 24 lack, by names that the package alone uses: `tools/npm_pack.ts` changes them.
Object.defineProperties(Uint8Array, {
  // Of either alphabet.
  fromBase64: method((text: string) => Buffer.from(text, "base64")),
  fromHex: method((text: string) => Buffer.from(text, "hex")),
});
Object.defineProperties(Uint8Array.prototype, {
  toBase64: method(function (this: Uint8Array, options: { readonly alphabet?: BufferEncoding }) {
    return bufferOf(this).toString(options?.alphabet ?? "base64");
  }),
  toHex: method(function (this: Uint8Array) {
    return bufferOf(this).toString("hex");
  }),
});

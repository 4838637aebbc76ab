import type { Pacer } from "../pacing/pacer.ts";
import { takePaced } from "../pacing/paced_steps.ts";
import { WORK_COST } from "../pacing/work_budget.ts";
import type { Scope } from "../scope/scope.ts";
import { fromSystem, isWithin, partsOf } from "../scope/path_text.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { type GitConfig, isTrueValue, parseConfig } from "./config.ts";
import { directoryAt, type GitDirectories, gitDirectoriesOf } from "./git_directory.ts";
import { decodeUtf8, parseOnce, readGitFile, UNREADABLE } from "./read_file.ts";
import { objectDirectoriesOf } from "./object_directories.ts";
import { readIndex } from "./read_index.ts";
import type { SkippedRules, TrackedFiles } from "./tracked_files.ts";

/** Maximum sizes of a configuration file, and of `info/exclude` and other rules, in bytes. */
const MAX_CONFIG_BYTES = 256 * 1024;
const MAX_EXCLUDE_BYTES = 1024 * 1024;

const HASH_LENGTHS: ReadonlyMap<string, number> = new Map([["sha1", 20], ["sha256", 32]]);

/** Maximum supported `core.repositoryFormatVersion`, as the text in the configuration. */
const MAX_FORMAT_VERSION = "1";

export interface GitStore extends Readonly<Record<keyof GitDirectories, ScopedPath>> {
  readonly hashLength: number;
}

/** A repository, read for its ignore rules and history. Nothing in it is run. */
export class Repository {
  readonly #scope: Scope;
  readonly #directories: GitDirectories;
  /** The length of an object id in bytes; `undefined` if the index cannot be read. */
  readonly #hashLength: number | undefined;
  readonly #config: GitConfig;
  /** The directory that holds `.git`. */
  readonly root: ScopedPath;
  /** True if names that differ only in the case of ASCII letters are equal (`core.ignoreCase`). */
  readonly ignoresCase: boolean;
  tracked: TrackedFiles | typeof UNREADABLE | undefined;
  /** Empty without a sparse checkout. */
  skippedRules: SkippedRules = new Map();
  /** The real paths of its directories in the work tree, where a `.git` file names another than `.git`. */
  readonly stores: readonly string[];

  private constructor(
    scope: Scope,
    root: ScopedPath,
    directories: GitDirectories,
    config: GitConfig | typeof UNREADABLE,
  ) {
    this.#scope = scope.unfiltered;
    this.#directories = directories;
    this.root = root;
    const { gitDirectory, commonDirectory } = directories;
    // A common directory that is not there is reported elsewhere.
    const unknown = typeof commonDirectory === "object"
      ? [["core.excludesfile", UNKNOWN_PATH]] as const
      : [];
    const settings: GitConfig = config === UNREADABLE ? new Map(unknown) : config;
    const hasReadableIndex = config !== UNREADABLE && typeof gitDirectory === "object" &&
      isWorkTree(scope.unfiltered, gitDirectory, root, settings);
    this.#config = settings;
    this.stores = [gitDirectory, commonDirectory].flatMap((directory) => {
      if (typeof directory === "string" || !isWithin(directory.real, root.real)) return [];
      return partsOf(directory.real).includes(".git") ? [] : [directory.real];
    });
    this.ignoresCase = isTrueValue(settings.get("core.ignorecase"));
    this.#hashLength = hasReadableIndex ? hashLengthOf(settings) : undefined;
  }

  static async at(scope: Scope, root: ScopedPath, pacer: Pacer): Promise<Repository> {
    const { unfiltered } = scope;
    const directories = await gitDirectoriesOf(scope, root, pacer);
    const { gitDirectory, commonDirectory } = directories;
    let config = await readConfig(unfiltered, commonDirectory, "config", pacer);
    if (config !== UNREADABLE && isTrueValue(config.get("extensions.worktreeconfig"))) {
      const extra = await readConfig(unfiltered, gitDirectory, "config.worktree", pacer);
      config = extra === UNREADABLE ? extra : new Map([...config, ...extra]);
    }
    const repository = new Repository(scope, root, directories, config);
    if (isTrueValue(repository.#config.get("core.sparsecheckout"))) {
      const tracked = await repository.readTracked(pacer);
      repository.skippedRules = tracked === UNREADABLE ? new Map([["", ""]]) : tracked.skippedRules;
    }
    return repository;
  }

  /** Why its history may be unreadable: its references are in tables, or objects are left out that git would fetch. */
  get lack(): "partial_clone" | "reftable" | undefined {
    if (this.#config.get("extensions.refstorage") === "reftable") return "reftable";
    const isPartial = isTrueValue(this.#config.get("remote.*.promisor")) ||
      this.#config.has("extensions.partialclone");
    return isPartial ? "partial_clone" : undefined;
  }

  /** The directories of its commits, or why there are none: one is outside the scope, or not supported. */
  get store(): GitStore | "outside_scope" | "unreadable" {
    const { gitDirectory, commonDirectory } = this.#directories;
    const hashLength = this.#hashLength;
    if ([gitDirectory, commonDirectory].includes("outside_scope")) return "outside_scope";
    const hasRefFiles = (this.#config.get("extensions.refstorage") ?? "files") === "files";
    const isSupported = typeof gitDirectory === "object" && typeof commonDirectory === "object" &&
      hashLength !== undefined && hasRefFiles;
    return isSupported ? { gitDirectory, commonDirectory, hashLength } : "unreadable";
  }

  /** `undefined` if none is named. */
  async readExcludesFile(pacer: Pacer): Promise<RulesFile | undefined> {
    const path = this.#config.get("core.excludesfile");
    if (path === undefined) return undefined;
    // In a home directory, or where git is installed; so is what an include that is not read may name.
    if (/^[~%]/.test(path)) return { path, text: UNREADABLE };
    return path === "" ? { path, text: undefined } : await this.#readRules(this.root, path, pacer);
  }

  async readExclude(pacer: Pacer): Promise<RulesFile | undefined> {
    const { gitDirectory, commonDirectory } = this.#directories;
    if (typeof commonDirectory === "string") {
      // No repository, and one outside the scope, are reported elsewhere.
      const isBroken = commonDirectory === "broken" && typeof gitDirectory === "object";
      return isBroken ? { path: "", text: UNREADABLE } : undefined;
    }
    return await this.#readRules(commonDirectory, "info/exclude", pacer);
  }

  async #readRules(directory: ScopedPath, path: string, pacer: Pacer): Promise<RulesFile> {
    const file = { path, maxBytes: MAX_EXCLUDE_BYTES };
    const read = await readGitFile(this.#scope, directory, file, pacer);
    return typeof read === "object"
      ? { path: read.path.real, text: decodeUtf8(read.bytes) }
      : { path, text: read };
  }

  /** Reads the `.gitignore` that a sparse checkout left in the index alone, as git does. */
  async readSkippedRules(prefix: string, pacer: Pacer): Promise<RulesFile["text"]> {
    const id = this.skippedRules.get(prefix);
    if (id === undefined) return undefined;
    const { commonDirectory } = this.#directories;
    if (id === "" || typeof commonDirectory === "string") return UNREADABLE;
    const directories = await objectDirectoriesOf(this.#scope, commonDirectory, pacer);
    if (typeof directories !== "object") return UNREADABLE;
    const { ObjectDatabase } = await import("./object_database.ts");
    const objects = await ObjectDatabase.open(this.#scope, directories, id.length / 2, pacer);
    const blob = await takePaced(objects.read("blob", id), pacer).finally(() => objects.close());
    return blob && blob.length <= MAX_EXCLUDE_BYTES ? decodeUtf8(blob) : UNREADABLE;
  }

  async readTracked(pacer: Pacer): Promise<TrackedFiles | typeof UNREADABLE> {
    const { gitDirectory } = this.#directories;
    const hashLength = this.#hashLength;
    const isReadable = typeof gitDirectory === "object" && hashLength !== undefined;
    if (!isReadable) return this.tracked = UNREADABLE;
    const options = { hashLength, foldsCase: this.ignoresCase };
    return this.tracked ??= await readIndex(this.#scope, gitDirectory, options, pacer);
  }
}

export interface RulesFile {
  /** Its resolved path, where it was read. */
  readonly path: string;
  /** `undefined` if there is no such file. */
  readonly text: string | typeof UNREADABLE | undefined;
}

/** The `core.excludesFile` after an include that is not read, which may name another: one that no scope holds. */
const UNKNOWN_PATH = "~";

/** Maximum files that include one another, as in git, and that are included at all. */
const MAX_INCLUDE_DEPTH = 10;
const MAX_INCLUDED_FILES = 64;

/** What git takes from the repository's own file alone. */
const NOT_INCLUDED = /^(?:extensions\.|core\.(?:repositoryformatversion|worktree)$)/;

async function readConfig(
  scope: Scope,
  directory: GitDirectories["gitDirectory"],
  path: string,
  pacer: Pacer,
): Promise<GitConfig | typeof UNREADABLE> {
  if (typeof directory === "string") return UNREADABLE;
  const config = new Map<string, string>();
  let included = 0;
  /** Reads a file and, where they stand in it, those that it includes. Returns `false` if it cannot be read. */
  const add = async (from: ScopedPath, path: string, depth: number): Promise<boolean> => {
    const file = { path, maxBytes: MAX_CONFIG_BYTES, costPerByte: WORK_COST.configByte };
    const read = await readGitFile(scope, from, file, pacer);
    if (read === undefined || read === UNREADABLE) return read === undefined;
    // Of the path as it is written, as in git, not of what a link there leads to.
    const above = directoryAt(scope, from, fromSystem(path).replace(/[^/]*$/, "") || ".");
    for (const [name, value] of await takePaced(parseConfig(decodeUtf8(read.bytes)), pacer)) {
      if (depth > 0 && NOT_INCLUDED.test(name)) continue;
      if (!/^include(?:if\.\*)?\.path$/.test(name)) config.set(name, value);
      else {
        const isRead = name === "include.path" && typeof above === "object" &&
          !/^[~%]/.test(value) &&
          depth < MAX_INCLUDE_DEPTH && included++ < MAX_INCLUDED_FILES &&
          await add(above, value, depth + 1);
        if (!isRead) config.set("core.excludesfile", UNKNOWN_PATH);
      }
    }
    return true;
  };
  const parse = async () => await add(directory, path, 0) ? config : UNREADABLE;
  return await parseOnce(scope, `${path} ${directory.real}`, parse, ({ size }) => 256 * size);
}

/** Returns the length of an object id in bytes; `undefined` if the format is not supported. */
function hashLengthOf(config: GitConfig): number | undefined {
  const isSupported = (config.get("core.repositoryformatversion") ?? "0") <= MAX_FORMAT_VERSION;
  const format = config.get("extensions.objectformat")?.toLowerCase() ?? "sha1";
  return isSupported ? HASH_LENGTHS.get(format) : undefined;
}

function isWorkTree(scope: Scope, own: ScopedPath, root: ScopedPath, config: GitConfig): boolean {
  const other = config.get("core.worktree");
  if (other === undefined) return true;
  const directory = directoryAt(scope, own, other);
  return typeof directory === "object" && directory.real === root.real;
}

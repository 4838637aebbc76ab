import type { Pacer } from "../pacing/pacer.ts";
import { childOf } from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { type Config, isTrue, parseConfig } from "./config.ts";
import { type GitDirectories, gitDirectoriesOf } from "./git_directory.ts";
import { readGitFile, textOf, UNREADABLE } from "./read_file.ts";
import { readIndex } from "./read_index.ts";
import type { TrackedFiles } from "./tracked_files.ts";

/** The largest configuration and `info/exclude` that are read, in bytes. */
const MAX_CONFIG_BYTES = 256 * 1024;
const MAX_EXCLUDE_BYTES = 1024 * 1024;

const HASH_LENGTHS: Readonly<Record<string, number>> = { sha1: 20, sha256: 32 };

/** The highest `core.repositoryFormatVersion` that is understood. */
const FORMAT_VERSION = "1";

/** Where a repository keeps its commits. */
export interface GitStore {
  /** What its worktree has for itself: `HEAD`. */
  readonly own: ScopedPath;
  /** What all worktrees share: objects, and most references. */
  readonly common: ScopedPath;
  /** The length of its hashes, in bytes. */
  readonly hashLength: number;
}

/** A repository, as far as what it ignores and its history go. Nothing in it is run, and what it includes is not read. */
export class Repository {
  readonly #scope: Scope;
  readonly #directories: GitDirectories;
  /** The length of its hashes in bytes; `undefined` where its index cannot be understood. */
  readonly #hashLength: number | undefined;
  readonly #keepsRefsInFiles: boolean;
  #reading: Promise<TrackedFiles | typeof UNREADABLE> | undefined;
  /** The directory that holds `.git`. */
  readonly root: ScopedPath;
  /** Whether the host hides what git keeps of it: its rules hold, but nothing may tell that it is there. */
  readonly isHidden: boolean;
  /** Whether it takes names that differ by the case of ASCII letters for one (`core.ignoreCase`). */
  readonly ignoresCase: boolean;
  /** What it tracks, once it is read. */
  tracked: TrackedFiles | typeof UNREADABLE | undefined;

  private constructor(
    scope: Scope,
    root: ScopedPath,
    directories: GitDirectories,
    config: Config | typeof UNREADABLE,
  ) {
    this.#scope = scope.unfiltered;
    this.#directories = directories;
    this.root = root;
    const settings: Config = config === UNREADABLE ? new Map() : config;
    const { own, common } = directories;
    const kept = [childOf(root.real, ".git")];
    if (typeof own === "object") kept.push(childOf(own.real, "index"));
    if (typeof common === "object") kept.push(childOf(common.real, "info/exclude"));
    this.isHidden = kept.some((path) => scope.visibility?.hides(path, true));
    const isRead = config !== UNREADABLE && isUnderstood(settings) && typeof own === "object" &&
      isWorkTree(scope.unfiltered, own, root, settings);
    this.ignoresCase = isTrue(settings.get("core.ignorecase"));
    // Git's other way is a table of its own (`reftable`).
    this.#keepsRefsInFiles = (settings.get("extensions.refstorage") ?? "files") === "files";
    this.#hashLength = isRead ? HASH_LENGTHS[objectFormat(settings)] : undefined;
  }

  /** The repository whose root is a directory that holds `.git`. */
  static async at(scope: Scope, root: ScopedPath, pacer: Pacer): Promise<Repository> {
    const { unfiltered } = scope;
    const directories = await gitDirectoriesOf(scope, root, pacer);
    const { own, common } = directories;
    const config = await configIn(unfiltered, common, "config", pacer);
    if (config !== UNREADABLE && isTrue(config.get("extensions.worktreeconfig"))) {
      const besides = await configIn(unfiltered, own, "config.worktree", pacer);
      const both = besides === UNREADABLE ? UNREADABLE : new Map([...config, ...besides]);
      return new Repository(scope, root, directories, both);
    }
    return new Repository(scope, root, directories, config);
  }

  /** Where its commits are; `undefined` where that cannot be reached or understood. */
  get store(): GitStore | undefined {
    const { own, common } = this.#directories;
    const hashLength = this.#hashLength;
    if (typeof own === "string" || typeof common === "string" || !this.#keepsRefsInFiles) {
      return undefined;
    }
    return hashLength === undefined ? undefined : { own, common, hashLength };
  }

  /** Its `info/exclude`, if it has one. */
  async readExclude(
    pacer: Pacer,
  ): Promise<{ readonly path: ScopedPath; readonly text: string } | typeof UNREADABLE | undefined> {
    const { own, common } = this.#directories;
    if (typeof common === "string") {
      // What is no repository, or lies outside, is said in other ways.
      return common === "broken" && typeof own === "object" ? UNREADABLE : undefined;
    }
    const file = { path: "info/exclude", maxBytes: MAX_EXCLUDE_BYTES };
    const read = await readGitFile(this.#scope, common, file, pacer);
    return typeof read === "object" ? { path: read.path, text: textOf(read.bytes) } : read;
  }

  /** Reads what it tracks, once. */
  async readTracked(pacer: Pacer): Promise<TrackedFiles | typeof UNREADABLE> {
    this.#reading ??= this.#read(pacer);
    return this.tracked = await this.#reading;
  }

  async #read(pacer: Pacer): Promise<TrackedFiles | typeof UNREADABLE> {
    const { own } = this.#directories;
    if (typeof own === "string" || this.#hashLength === undefined) return UNREADABLE;
    const options = { hashLength: this.#hashLength, foldsCase: this.ignoresCase };
    return await readIndex(this.#scope, own, options, pacer);
  }
}

async function configIn(
  scope: Scope,
  directory: GitDirectories["own"],
  path: string,
  pacer: Pacer,
): Promise<Config | typeof UNREADABLE> {
  if (typeof directory === "string") return UNREADABLE;
  const read = await readGitFile(scope, directory, { path, maxBytes: MAX_CONFIG_BYTES }, pacer);
  if (read === UNREADABLE) return UNREADABLE;
  return read === undefined ? new Map() : parseConfig(textOf(read.bytes));
}

function objectFormat(config: Config): string {
  return config.get("extensions.objectformat")?.toLowerCase() ?? "sha1";
}

function isUnderstood(config: Config): boolean {
  return (config.get("core.repositoryformatversion") ?? "0") <= FORMAT_VERSION &&
    Object.hasOwn(HASH_LENGTHS, objectFormat(config));
}

/** Whether the files that it tracks are those below the directory that holds `.git`. */
function isWorkTree(scope: Scope, own: ScopedPath, root: ScopedPath, config: Config): boolean {
  const other = config.get("core.worktree");
  if (other === undefined) return true;
  const resolution = scope.follow(own.real, other);
  return resolution.outcome === "directory" && resolution.end.real === root.real;
}

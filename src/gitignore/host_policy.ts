/** The host's policy: the paths that it hides, for one call. */
import { errorCodeOf } from "../errors.ts";
import { decodeUtf8 } from "../git/read_file.ts";
import { takeAtOnce } from "../pacing/paced_steps.ts";
import type { ReadRegularFile } from "../scope/file_system.ts";
import {
  baseNameOf,
  childOf,
  isRoot,
  isWithin,
  parentOf,
  partsBetween,
  rootOf,
} from "../scope/path_text.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import type { HiddenEntries, Visibility } from "../scope/visibility.ts";
import { type DirectoryRules, type IgnoreFile, parsePatterns } from "./git_ignore_file.ts";

interface HostPolicyOptions {
  /** The patterns that hide, for each form of names. */
  readonly hide: readonly IgnoreFile[];
  readonly show: readonly string[];
  readonly excludes: string | undefined;
  readonly ignoreFiles: readonly string[];
  /** The scope whose roots are the bases of the patterns. */
  readonly scope: Scope;
  /** A scope without roots: ignore files above those roots and on other drives count as well. */
  readonly unrootedScope: Scope;
  readonly readRegularFile: ReadRegularFile;
}

/** Maximum size of an ignore file, in bytes: it is read and parsed without a yield. */
const MAX_IGNORE_FILE_BYTES = 32 * 1024;

/** Maximum bytes of all ignore files in force, each with an overhead: a path is judged without a yield. */
const MAX_RULES_BYTES = 64 * 1024;
const OVERHEAD_BYTES_PER_FILE = 1024;

const MAX_CACHED_DIRECTORIES = 10_000;

interface HidingRules {
  readonly policyRules: readonly DirectoryRules[];
  /** For each name of an ignore file, and form of names: the rules of the files of that name, outermost first. */
  readonly files: readonly (readonly DirectoryRules[])[];
  readonly bytes: number;
  readonly matchCost: number;
}

/** A directory with all its entries hidden: it is hidden itself, or its ignore file could not be read. */
const ALL_HIDDEN = "all_hidden";

type DirectoryHiding = HidingRules | typeof ALL_HIDDEN;

/**
 * Hides resolved paths, so that a hidden directory is hidden under every name that leads there. The bases of the
 * patterns and their parents are never hidden. A path outside all bases is matched from its root directory.
 */
export class HostPolicy implements Visibility {
  readonly show: readonly string[];
  readonly excludes: string | undefined;
  readonly #options: HostPolicyOptions;
  #resolvedBases: readonly string[] | undefined;
  readonly #start: HidingRules | undefined;
  readonly #cached = new Map<string, DirectoryHiding>();

  constructor(options: HostPolicyOptions) {
    const { hide, show, excludes, ignoreFiles } = options;
    this.#options = options;
    this.show = show;
    this.excludes = excludes;
    if (hide.length === 0 && ignoreFiles.length === 0) return;
    this.#start = {
      policyRules: hide.map(({ here }) => here),
      files: [...ignoreFiles, ...ignoreFiles].map(() => []),
      bytes: 0,
      matchCost: hide.reduce((sum, { matchCost }) => sum + matchCost, 0),
    };
  }

  hides(real: string, isDirectory: boolean): boolean {
    if (this.#start === undefined || this.#leadsToBase(real)) return false;
    return isHiddenBy(this.#hidingIn(parentOf(real)), baseNameOf(real), isDirectory);
  }

  hidesEntry({ open, real }: ScopedPath): boolean {
    if (this.#start === undefined) return false;
    try {
      return this.hides(real, this.#options.scope.fileSystem.lstat(open).isDirectory);
    } catch {
      // The caller will find the path missing.
      return false;
    }
  }

  in({ real }: ScopedPath): HiddenEntries | undefined {
    if (this.#start === undefined) return undefined;
    const hiding = this.#hidingIn(real);
    const holdsBase = this.#leadsToBase(real) && !this.#bases.includes(real);
    return {
      matchCost: hiding === ALL_HIDDEN ? 0 : hiding.matchCost,
      has: (name, isDirectory) =>
        isHiddenBy(hiding, name, isDirectory) &&
        !(holdsBase && this.#leadsToBase(childOf(real, name))),
    };
  }

  namesTo(real: string): readonly string[] {
    return partsBetween(real, this.#baseOf(real));
  }

  /** Resolved when first needed: a call that ends before must not touch the disk. */
  get #bases(): readonly string[] {
    if (this.#resolvedBases !== undefined) return this.#resolvedBases;
    const all = this.#options.scope.realRoots;
    return this.#resolvedBases = all.filter((base) =>
      !all.some((other) => other !== base && isWithin(base, other))
    );
  }

  #leadsToBase(real: string): boolean {
    return isRoot(real) || this.#bases.some((base) => isWithin(base, real));
  }

  #baseOf(real: string): string {
    return this.#bases.find((base) => isWithin(real, base)) ?? rootOf(real);
  }

  #hidingIn(directory: string): DirectoryHiding {
    const base = this.#baseOf(directory);
    const names: string[] = [];
    let path = directory;
    let hiding = this.#cached.get(path);
    // Not by recursion: a walk may be 2,000 levels deep.
    for (; hiding === undefined && path !== base; hiding = this.#cached.get(path)) {
      names.push(baseNameOf(path));
      path = parentOf(path);
    }
    hiding ??= this.#cache(path, this.#withFiles(this.#start!, path));
    for (const name of names.reverse()) {
      path = childOf(path, name);
      hiding = this.#cache(path, this.#enter(hiding, name, path));
    }
    return hiding;
  }

  #cache(path: string, hiding: DirectoryHiding): DirectoryHiding {
    if (this.#cached.size >= MAX_CACHED_DIRECTORIES) this.#cached.clear();
    this.#cached.set(path, hiding);
    return hiding;
  }

  #enter(outer: DirectoryHiding, name: string, path: string): DirectoryHiding {
    if (outer === ALL_HIDDEN || isHiddenBy(outer, name, true) && !this.#leadsToBase(path)) {
      return ALL_HIDDEN;
    }
    const { policyRules, files, bytes, matchCost } = outer;
    return this.#withFiles({
      policyRules: policyRules.map((rules) => rules.enter(name)),
      files: files.map((stack) => stack.map((rules) => rules.enter(name))),
      bytes,
      matchCost,
    }, path);
  }

  #withFiles(hiding: HidingRules, directory: string): DirectoryHiding {
    let { matchCost, bytes } = hiding;
    const files = hiding.files.slice();
    for (const [i, name] of this.#options.ignoreFiles.entries()) {
      const text = this.#textOf(directory, name);
      if (text === ALL_HIDDEN) return ALL_HIDDEN;
      if (text === undefined) continue;
      bytes += text.length + OVERHEAD_BYTES_PER_FILE;
      if (bytes > MAX_RULES_BYTES) return ALL_HIDDEN;
      for (const [form, file] of parsePatterns(text).entries()) {
        const at = i + form * this.#options.ignoreFiles.length;
        matchCost += file.matchCost;
        files[at] = [...files[at]!, file.here];
      }
    }
    return { ...hiding, files, bytes, matchCost };
  }

  /** Reads an ignore file. One that cannot be read might hide anything; a link counts as that, as git reads none. */
  #textOf(directory: string, name: string): string | typeof ALL_HIDDEN | undefined {
    const path = this.#locate(childOf(directory, name));
    if (path === undefined) return this.#locate(directory) === undefined ? undefined : ALL_HIDDEN;
    try {
      const info = this.#options.scope.fileSystem.lstat(path.open);
      if (!info.isFile || info.size > MAX_IGNORE_FILE_BYTES) return ALL_HIDDEN;
      const bytes = takeAtOnce(this.#options.readRegularFile(path, info, MAX_IGNORE_FILE_BYTES));
      return bytes === undefined ? ALL_HIDDEN : decodeUtf8(bytes);
    } catch (error) {
      const code = errorCodeOf(error);
      return code === "not_found" || code === "not_a_directory" ? undefined : ALL_HIDDEN;
    }
  }

  #locate(real: string): ScopedPath | undefined {
    const { scope, unrootedScope } = this.#options;
    return scope.locate(real) ?? unrootedScope.locate(real);
  }
}

/** Reports whether the policy's patterns hide an entry, or the deepest matching file of a name. */
function isHiddenBy(hiding: DirectoryHiding, name: string, isDirectory: boolean): boolean {
  if (hiding === ALL_HIDDEN) return true;
  const hides = (rules: DirectoryRules) => rules.ruleFor(name, isDirectory)?.isNegated === false;
  if (hiding.policyRules.some(hides)) return true;
  return hiding.files.some((stack) => {
    for (let i = stack.length - 1; i >= 0; i--) {
      const rule = stack[i]!.ruleFor(name, isDirectory);
      if (rule !== undefined) return !rule.isNegated;
    }
    return false;
  });
}

/** The host's policy: the paths that it hides, for one call. */
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
import type { VisibilityPolicy } from "../visibility_policy.ts";
import type { DirectoryRules, IgnoreFile } from "./git_ignore_file.ts";

const MAX_CACHED_DIRECTORIES = 10_000;

/** The rules that hide entries of a directory, or that it is hidden itself, with all that it holds. */
type Hiding = readonly DirectoryRules[] | "all";

/**
 * Hides resolved paths, so that a hidden directory is hidden under every name that leads there. The bases of the
 * patterns and their parents are never hidden. A path outside all bases is matched from its root directory.
 */
export class HostPolicy implements Visibility {
  readonly show: readonly string[];
  readonly excludes: string | undefined;
  readonly #scope: Scope;
  readonly #hide: readonly IgnoreFile[];
  readonly #cached = new Map<string, Hiding>();
  #resolvedBases: readonly string[] | undefined;

  /**
   * @param hide The patterns that hide, for each form of names.
   * @param scope The scope whose roots are the bases of the patterns.
   */
  constructor(
    { show = [], excludes }: VisibilityPolicy,
    hide: readonly IgnoreFile[],
    scope: Scope,
  ) {
    this.show = show;
    this.excludes = excludes;
    this.#scope = scope;
    this.#hide = hide;
  }

  hides(real: string, isDirectory: boolean): boolean {
    if (this.#hide.length === 0 || this.#leadsToBase(real)) return false;
    return isHiddenBy(this.#hidingIn(parentOf(real)), baseNameOf(real), isDirectory);
  }

  hidesEntry({ open, real }: ScopedPath): boolean {
    if (this.#hide.length === 0) return false;
    try {
      return this.hides(real, this.#scope.fileSystem.lstat(open).isDirectory);
    } catch {
      // The caller will find the path missing.
      return false;
    }
  }

  in({ real }: ScopedPath): HiddenEntries | undefined {
    if (this.#hide.length === 0) return undefined;
    const hiding = this.#hidingIn(real);
    const holdsBase = this.#leadsToBase(real) && !this.#bases.includes(real);
    return {
      matchCost: this.#hide.reduce((sum, { matchCost }) => sum + matchCost, 0),
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
    const all = this.#scope.realRoots;
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

  #hidingIn(directory: string): Hiding {
    const base = this.#baseOf(directory);
    const names: string[] = [];
    let path = directory;
    let hiding = this.#cached.get(path);
    // Not by recursion: a walk may be 2,000 levels deep.
    for (; hiding === undefined && path !== base; hiding = this.#cached.get(path)) {
      names.push(baseNameOf(path));
      path = parentOf(path);
    }
    hiding ??= this.#hide.map(({ here }) => here);
    for (const name of names.reverse()) {
      path = childOf(path, name);
      const isHidden: boolean = isHiddenBy(hiding, name, true) && !this.#leadsToBase(path);
      hiding = isHidden || hiding === "all" ? "all" : hiding.map((rules) => rules.enter(name));
      if (this.#cached.size >= MAX_CACHED_DIRECTORIES) this.#cached.clear();
      this.#cached.set(path, hiding);
    }
    return hiding;
  }
}

function isHiddenBy(hiding: Hiding, name: string, isDirectory: boolean): boolean {
  return hiding === "all" ||
    hiding.some((rules) => rules.ruleFor(name, isDirectory)?.isNegated === false);
}

import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import { scopedChild, type ScopedPath } from "../scope/scoped_path.ts";
import type { Decision, IgnoreRules } from "./ignore_rules.ts";
import type { DecidingRule } from "./rule_chain.ts";
import { rulesAbove } from "./rules_above.ts";

export interface Verdict extends Omit<Decision, "isInherited"> {
  /** The outermost ignored directory above the path, from the start. */
  readonly ignoredParent: string | undefined;
  /** The store of version control that the path is or lies in, from the start. */
  readonly store: string | undefined;
  /** The repository whose index the verdict would have needed, if it could not be read. */
  readonly unreadIndex: string | undefined;
  /** Set if the path may be among what the index does not tell of. */
  readonly indexLack: IgnoreRules["indexLack"];
}

/** A directory that is not ignored, or that is walked for the tracked files in it, with its rules. */
interface EnteredDirectory {
  readonly type: "entered";
  readonly path: ScopedPath;
  readonly rules: IgnoreRules;
  /** The outermost directory, from the start, whose verdict applies to everything in this one. */
  readonly ignoredParent?: string | undefined;
  /** The `show` pattern of the policy that re-includes everything in this directory. */
  readonly shownBy?: DecidingRule | undefined;
  readonly store?: string | undefined;
}

type CachedDirectory = EnteredDirectory | { readonly type: "ignored"; readonly verdict: Verdict };

/** Git's verdicts on the paths below a start, as `git check-ignore` reports them. */
export class Verdicts {
  readonly #pacer: Pacer;
  /** Cache: directories by path from the start. A verdict on one applies to everything in it. */
  readonly #directories = new Map<string, CachedDirectory>();

  private constructor(start: EnteredDirectory, pacer: Pacer) {
    this.#pacer = pacer;
    this.#directories.set("", start);
  }

  static async below(scope: Scope, start: ScopedPath, pacer: Pacer): Promise<Verdicts> {
    return await Verdicts.by(await rulesAbove(scope, start, "project", pacer), start, pacer);
  }

  /** @param rules Those above the start. */
  static async by(above: IgnoreRules, path: ScopedPath, pacer: Pacer): Promise<Verdicts> {
    const rules = await above.enter(path, "").withOwnRules(pacer);
    return new Verdicts({ type: "entered", path, rules }, pacer);
  }

  /** @param path From the start; every part before a slash counts as a directory. */
  async of(path: string, isDirectory: boolean): Promise<Verdict> {
    const slash = path.lastIndexOf("/");
    const parent = await this.#enter(slash < 0 ? "" : path.slice(0, slash));
    if (parent.type === "ignored") return parent.verdict;
    return await this.#verdict(parent, path, isDirectory);
  }

  async #verdict(
    { rules, ignoredParent, shownBy, store }: EnteredDirectory,
    path: string,
    isDirectory: boolean,
  ): Promise<Verdict> {
    const name = path.slice(path.lastIndexOf("/") + 1);
    let decision = rules.decide(name, isDirectory);
    if (rules.awaitsIndex) {
      await rules.readIndex(this.#pacer);
      decision = rules.decide(name, isDirectory);
    }
    const { isInherited, ...verdict } = decision;
    return {
      ...verdict,
      decidingRule: verdict.decidingRule ?? shownBy,
      ignoredParent: isInherited ? ignoredParent : undefined,
      store: store ?? (rules.isStore(name, isDirectory) ? path : undefined),
      unreadIndex: rules.unreadIndex,
      indexLack: rules.indexLack,
    };
  }

  async #enter(path: string): Promise<CachedDirectory> {
    const names: string[] = [];
    let reached = path;
    let cached = this.#directories.get(reached);
    for (; cached === undefined; cached = this.#directories.get(reached)) {
      const slash = reached.lastIndexOf("/");
      names.push(reached.slice(slash + 1));
      reached = slash < 0 ? "" : reached.slice(0, slash);
    }
    for (const name of names.reverse()) {
      reached = reached === "" ? name : `${reached}/${name}`;
      cached = await this.#step(cached, name, reached);
      this.#directories.set(reached, cached);
    }
    return cached;
  }

  async #step(outer: CachedDirectory, name: string, path: string): Promise<CachedDirectory> {
    if (outer.type === "ignored") return outer;
    const verdict = await this.#verdict(outer, path, true);
    const ignoredParent = verdict.ignoredParent ?? path;
    if (verdict.isIgnored) return { type: "ignored", verdict: { ...verdict, ignoredParent } };
    const inner = scopedChild(outer.path, name);
    const rules = await outer.rules.enter(inner, name).withOwnRules(this.#pacer);
    const { decidingRule } = verdict;
    const source = decidingRule?.source;
    const isShown = source?.type === "policy" && source.part === "show";
    const shownBy = isShown ? decidingRule : outer.shownBy;
    return { type: "entered", path: inner, rules, ignoredParent, shownBy, store: verdict.store };
  }
}

/** Looks for a missing path where it was asked for: through the names that are nearest to its parts. */
import type { Pacer } from "../../../pacing/pacer.ts";
import { ancestorOf, baseNameOf, childOf, isAddressable } from "../../../scope/path_text.ts";
import type { Scope } from "../../../scope/scope.ts";
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import type { EditCounter } from "../../../text/nearest.ts";
import { visitChildren } from "../../discovery/children.ts";
import type { ChildKind } from "../../discovery/page_walk.ts";
import { INDEX_STEMS } from "./asked_path.ts";
import type { Candidates } from "./candidates.ts";
import type { Reading } from "./reading.ts";
import { COST, NameMatcher } from "./name_matcher.ts";
import { attempted, type ExistingKind, kindOf, partsBelow } from "./on_disk.ts";

/** The most directories to read. */
const MAX_READS = 16;

/** How many names may stand for one part of the path, unless it is the last. */
const MAX_BRANCHES = 3;

/** What such a name may cost. */
const MAX_NAME = COST.edit + COST.nextEdit;

/** What a directory costs that is on the way to what does not exist, and each part missing below it. */
const ON_THE_WAY = 50;
const MISSING_PART = 10;

/** An entry that may be meant. */
interface Match {
  readonly path: string;
  readonly kind: ExistingKind;
  readonly cost: number;
}

/** Looks below the deepest directory that exists on the way to a path. */
export class Nearby {
  readonly #scope: Scope;
  readonly #pacer: Pacer;
  readonly #edits: EditCounter;
  readonly #candidates: Candidates;
  #reads = 0;

  constructor(
    { scope, pacer }: { readonly scope: Scope; readonly pacer: Pacer },
    edits: EditCounter,
    candidates: Candidates,
  ) {
    this.#scope = scope;
    this.#pacer = pacer;
    this.#edits = edits;
    this.#candidates = candidates;
  }

  async look(asked: Reading): Promise<void> {
    const rest = asked.deepest?.rest ?? [];
    if (rest.length === 0) return;
    await this.#lookIn(ancestorOf(asked.path, rest.length), { asked, rest, cost: 0 });
  }

  /** Returns whether anything was found. */
  async #lookIn(
    parent: string,
    { asked, rest: [part, ...below], cost }: {
      readonly asked: Reading;
      readonly rest: readonly string[];
      /** What the names cost that led here. */
      readonly cost: number;
    },
  ): Promise<boolean> {
    const matcher = new NameMatcher(part!, this.#edits);
    const matches = await this.#matchesIn(parent, matcher);
    if (below.length === 0) {
      for (const match of matches) this.#meet(match, matcher, asked);
      return matches.length > 0;
    }
    let isAny = false;
    for (const match of matches.filter((each) => each.cost <= MAX_NAME).slice(0, MAX_BRANCHES)) {
      const { path, kind } = match;
      const spent = cost + match.cost;
      // What was asked for is not there, so this name is not the way.
      if (spent === 0) continue;
      const whole = `${path}/${below.join("/")}`;
      if (kind !== "directory") this.#meet(match, matcher, asked);
      else if (this.#add(whole, asked)) isAny = true;
      else {
        isAny = true;
        if (!await this.#lookIn(path, { asked, rest: below, cost: spent })) {
          this.#candidates.addAt(path, spent + ON_THE_WAY + MISSING_PART * below.length);
        }
      }
    }
    return isAny;
  }

  /** Looks at an entry that may be meant; for a module also at the index of a directory. */
  #meet({ path, kind }: Match, matcher: NameMatcher, asked: Reading): void {
    if (path === asked.path) return;
    this.#candidates.add({ path, kind, parts: partsBelow(path, asked.base.path) });
    const { extension } = matcher;
    if (kind !== "directory" || extension === "" || !matcher.hasStem(baseNameOf(path))) return;
    const names = INDEX_STEMS.map((stem) => `${stem}.${extension}`);
    for (const name of [...names, matcher.name]) this.#add(`${path}/${name}`, asked);
  }

  /** Looks at a path, if it exists. */
  #add(path: string, { base }: Reading): boolean {
    const kind = kindOf(this.#scope, path);
    if (kind !== undefined) {
      this.#candidates.add({ path, kind, parts: partsBelow(path, base.path) });
    }
    return kind !== undefined;
  }

  /** The entries of a directory that may be meant by a name, the nearest first. */
  async #matchesIn(directory: string, matcher: NameMatcher): Promise<Match[]> {
    const entered = attempted(() => this.#scope.enterDirectory(directory));
    if (entered === undefined || ++this.#reads > MAX_READS) return [];
    const children: [name: string, kind: ChildKind][] = [];
    await visitChildren(this.#scope, entered, this.#pacer, (...child) => void children.push(child));
    const matches: Match[] = [];
    for (const [name, kind] of children) {
      if (this.#pacer.isDue()) await this.#pacer.pause();
      const cost = isAddressable(name) ? matcher.cost(name) : undefined;
      if (cost === undefined) continue;
      const path = childOf(directory, name);
      matches.push({ path, kind: this.#existingKind(path, kind), cost });
    }
    return matches.sort((a, b) => a.cost - b.cost || compareCodePoints(a.path, b.path));
  }

  #existingKind(path: string, kind: ChildKind): ExistingKind {
    if (kind === "symlink") return kindOf(this.#scope, path) ?? "link";
    return kind === "dir" ? "directory" : "file";
  }
}

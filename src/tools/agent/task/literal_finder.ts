import { forEachPaced, type Pacer } from "../../../pacing/pacer.ts";
import { partsOf } from "../../../scope/path_text.ts";
import { asIs } from "../../../text/fold.ts";
import { comparedForm } from "../../../text/line_safe.ts";
import { BestPaths, byScore, type ScoredPath } from "../match/best_paths.ts";
import { foldedPath, type Literal, type LiteralForm, type Literals } from "./literals.ts";

/** Ways in which two paths are equal, the strictest first: as they are, in one form, and folded. */
const NORMALIZERS = [asIs, comparedForm, foldedPath] as const;
const FOLDED_LEVEL = NORMALIZERS.length - 1;

/** Maximum entries that bear a name or end in a module's path, so that the text means them. */
const MAX_BEARERS = 3;

/** Maximum entries that are kept of those that end alike. */
const MAX_ENDING_ALIKE = 256;

/** The kinds of literals in the order of their entries, frames before others, and last the paths that too many entries end in. */
const TIERS = ["sent", "frame", "path", "name", "compound", "module", "manyEnds"] as const;
type Tier = typeof TIERS[number];

/** What a text says of an entry that it spells out. */
export interface Spelled {
  /** The lines that it gives the entry, in their order, those in frames of a trace first. */
  readonly spelledLines?: readonly number[];
  /** True if it is named in passing, without a folder and out of a trace. */
  readonly isName?: boolean;
}

/** The entries of a tree that a text spells out. */
export interface SpelledOut<Entry> {
  /** Each once, the likeliest first. */
  readonly entries: readonly (Entry & Spelled)[];
  /** True if all of the text is the path of the first, or the end of it. */
  readonly isSent: boolean;
}

/** An entry that a literal may stand for, with a rank that is higher for a stricter equality and a more literal form. */
interface Match<Entry> {
  readonly entry: Entry;
  readonly form: LiteralForm;
  readonly rank: number;
}

/** Looks up the entries of a tree among the literals of a text. */
export class LiteralFinder<Entry extends ScoredPath> {
  readonly #literals: Literals;
  readonly #found = new Map<string, BestPaths<Entry>>();

  constructor(literals: Literals) {
    this.#literals = literals;
  }

  /** Looks up an entry. `entryOf` makes what is kept of it. */
  visit(prefix: string, name: string, entryOf: () => Entry): void {
    for (const key of this.#literals.keysOf(prefix, name)) {
      let same = this.#found.get(key);
      if (same === undefined) this.#found.set(key, same = new BestPaths(MAX_ENDING_ALIKE));
      same.add(entryOf());
    }
  }

  async spelledOut(pacer: Pacer): Promise<SpelledOut<Entry>> {
    const found: {
      readonly tier: Tier;
      readonly entry: Entry;
      readonly line?: number | undefined;
      readonly isName: boolean;
    }[] = [];
    await forEachPaced(this.#literals.all, pacer, (literal) => {
      const matches = this.#matchesOf(literal);
      const tier = tierOf(literal, matches);
      const { line, kind } = literal;
      const isName = tier !== "frame" && tier !== "sent" && kind !== "path";
      if (tier === undefined) return;
      found.push(...matches.map(({ entry }) => ({ tier, entry, line, isName })));
    });
    found.sort((a, b) => TIERS.indexOf(a.tier) - TIERS.indexOf(b.tier));
    const byPath = Map.groupBy(found, ({ entry }) => entry.path);
    const entries = Array.from(byPath.values(), (same) => ({
      ...same[0]!.entry,
      isName: same.every(({ isName }) => isName),
      spelledLines: [...new Set(same.flatMap(({ line }) => line ?? []))],
    }));
    return { entries, isSent: found[0]?.tier === "sent" };
  }

  /** Returns the entries that a literal may stand for: of a part of the text, by its most literal form alone. */
  #matchesOf({ forms, kind }: Literal): Match<Entry>[] {
    const matches: Match<Entry>[] = [];
    for (const [i, form] of forms.entries()) {
      const { key, path, place, isShortened } = form;
      for (const entry of this.#found.get(key)?.sorted() ?? []) {
        const level = place === "whole" || place === "end" ? levelOf(path, entry) : 0;
        if (kind === "name" && level === FOLDED_LEVEL) continue;
        const group = NORMALIZERS.length * (isShortened ? 1 : 2) - level;
        matches.push({ entry, form, rank: group * forms.length - i });
      }
    }
    matches.sort((a, b) => b.rank - a.rank || byScore(a.entry, b.entry));
    return kind === "sent" ? matches : matches.filter(({ rank }) => rank === matches[0]!.rank);
  }
}

/** Returns the place of a literal among others; `undefined` if no entry fits, or too many. */
function tierOf(
  { kind, isFrame }: Literal,
  { length, 0: first }: readonly Match<unknown>[],
): Tier | undefined {
  if (first === undefined) return undefined;
  if (isFrame && length <= MAX_BEARERS) return "frame";
  if (kind === "name" && first.form.place === "whole") return "path";
  if (kind === "sent" || length <= MAX_BEARERS) return kind;
  return kind === "path" && first.form.path.includes("/") ? "manyEnds" : undefined;
}

/** Returns how strictly a path equals the end of an entry's. */
function levelOf(path: string, entry: ScoredPath): number {
  const end = partsOf(entry.path).slice(-partsOf(path).length).join("/");
  return NORMALIZERS.findIndex((normalized) => normalized(end) === normalized(path));
}

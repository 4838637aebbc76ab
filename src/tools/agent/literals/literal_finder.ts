import { paced } from "../../../pacing/paced.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { partsOf } from "../../../scope/path_text.ts";
import { BestPaths, type ScoredPath } from "../match/best_paths.ts";
import { foldedPath, type Literal, type LiteralForm, type Literals } from "./literals.ts";

/** Ways in which two paths are equal, the strictest first: as they are, in NFC, and folded. */
const NORMALIZERS: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => path.normalize("NFC"),
  foldedPath,
];

/** Maximum entries that bear a name or end in a module's path, so that the text means them. */
const MAX_BEARERS = 3;

/** Maximum entries that are kept of those that end alike. */
const MAX_ENDING_ALIKE = 32;

/** The order of what is spelled out: all of the text, paths, names, modules, and ends of many paths. */
const TIERS = { sent: 0, path: 1, name: 2, module: 3, manyEnds: 4 } as const;

/** Looks up the entries of a tree among the literals of a text, and keeps those that it spells out. */
export class LiteralFinder<Entry extends ScoredPath> {
  readonly #literals: Literals;
  readonly #sent: readonly LiteralForm[];
  readonly #found = new Map<string, BestPaths<Entry>>();

  constructor(literals: Literals) {
    this.#literals = literals;
    this.#sent = literals.sent;
  }

  /** Looks up an entry. `entryOf` makes what is kept of it. Returns its rank by all of the text; 0 if it has none. */
  visit(prefix: string, name: string, entryOf: () => Entry): number {
    const keys = this.#literals.keysOf(prefix, name);
    if (keys.length === 0) return 0;
    const entry = entryOf();
    for (const key of keys) {
      let same = this.#found.get(key);
      if (same === undefined) this.#found.set(key, same = new BestPaths(MAX_ENDING_ALIKE));
      same.add(entry);
    }
    const forms = this.#sent;
    const ranks = forms.map((form, i) => keys.includes(form.key) ? rankOf(forms, i, entry) : 0);
    return Math.max(0, ...ranks);
  }

  /** Returns the entries that the text spells out, each once, the likeliest first. */
  async found(pacer: Pacer): Promise<Entry[]> {
    const all: { readonly tier: number; readonly entries: readonly Entry[] }[] = [];
    for await (const literal of paced(this.#literals.all, pacer)) {
      const { form, entries } = this.#bestOf(literal);
      const tier = form && tierOf(literal, form, entries);
      if (tier !== undefined) all.push({ tier, entries });
    }
    const found = new Map<string, Entry>();
    for (const { entries } of all.sort((a, b) => a.tier - b.tier)) {
      for (const entry of entries) if (!found.has(entry.path)) found.set(entry.path, entry);
    }
    return [...found.values()];
  }

  /** Returns the entries that a literal stands for by its most literal form that has any. */
  #bestOf(
    { forms, kind }: Literal,
  ): { readonly form: LiteralForm | undefined; readonly entries: readonly Entry[] } {
    let [best, entries]: [number, Entry[]] = [0, []];
    let found: LiteralForm | undefined;
    for (const [i, form] of forms.entries()) {
      for (const entry of this.#found.get(form.key)?.sorted() ?? []) {
        const rank = kind === "module" ? forms.length - i : rankOf(forms, i, entry);
        const isOtherName = kind === "name" && levelOf(form, entry) === NORMALIZERS.length - 1;
        if (rank < best || isOtherName) continue;
        if (rank > best) [best, found, entries] = [rank, form, []];
        entries.push(entry);
      }
    }
    return { form: found, entries };
  }
}

/** Returns the place of a literal among others; `undefined` if too many entries fit. */
function tierOf(
  { kind }: Literal,
  { matchesEnd }: LiteralForm,
  { length }: readonly unknown[],
): number | undefined {
  const isFew = length <= MAX_BEARERS;
  if (kind === "name" && !matchesEnd) return TIERS.path;
  if (kind === "path" && !isFew) return TIERS.manyEnds;
  return isFew || kind === "sent" ? TIERS[kind] : undefined;
}

/** Returns the rank of an entry by a form, 1 or more, higher for a stricter equality and a more literal form. */
function rankOf(forms: readonly LiteralForm[], i: number, entry: ScoredPath): number {
  const form = forms[i]!;
  const tier = NORMALIZERS.length * (form.isShortened ? 1 : 2) - levelOf(form, entry);
  return tier * forms.length - i;
}

/** Returns how strictly a form equals the end of an entry's path. */
function levelOf({ path }: LiteralForm, entry: ScoredPath): number {
  const parts = partsOf(path);
  const end = partsOf(entry.path).slice(-parts.length).join("/");
  return NORMALIZERS.findIndex((normalized) => normalized(end) === normalized(parts.join("/")));
}

/** Keeps the paths that come nearest to the one that was asked for. */
import { compareCodePoints } from "../../../text/compare_code_points.ts";
import { type AskedPath, nearer } from "./asked_path.ts";
import type { ExistingKind } from "./on_disk.ts";
import { COST } from "./name_matcher.ts";

/** The most paths to suggest. */
const MAX_SUGGESTIONS = 3;

/** What a path may cost at most, and how much more than the nearest one. */
const MAX_COST = 160;
const MAX_BEHIND = 25;

/** What a path costs at most that leaves no doubt. */
const CERTAIN = COST.extension + 5;

/** What it costs to be no directory where one is asked for. */
const NO_DIRECTORY = 60;

/** How many places may hold a name that still says something where no directory is shared. */
const MAX_HOMONYMS = 3;

/** What paths are compared with. */
interface Wanted {
  /** The readings of the path that was asked for. */
  readonly asked: readonly AskedPath[];
  /** Whether a directory will be listed, so that a link to nothing is of no use. */
  readonly isListed: boolean;
  /** Whether a directory is meant rather than a file. */
  readonly isDirectory: boolean;
  /** Whether what was asked for lies outside the scope. */
  readonly isOutside: boolean;
}

/** A path that exists. */
interface Existing {
  /** The absolute path. */
  readonly path: string;
  /** Its parts, from the directory that paths are compared from. */
  readonly parts: readonly string[];
  readonly kind: ExistingKind;
}

interface Candidate {
  readonly path: string;
  readonly cost: number;
}

/** Collects the best candidates; the order in which they come makes no difference. */
export class Candidates {
  readonly #wanted: Wanted;
  #related: readonly Candidate[] = [];
  #unrelated: readonly Candidate[] = [];

  constructor(wanted: Wanted) {
    this.#wanted = wanted;
  }

  /** Whether one of them leaves no doubt, so that no other is worth a look. */
  get isCertain(): boolean {
    return this.#related.some(({ cost }) => cost <= CERTAIN);
  }

  /** The absolute paths of the best ones. */
  get best(): string[] {
    const isNoise = this.#unrelated.length > MAX_HOMONYMS;
    const all = [...this.#related, ...isNoise ? [] : this.#unrelated].sort(compare);
    const near = all.filter(({ cost }) => cost <= all[0]!.cost + MAX_BEHIND);
    // One may be both: related by the way to it, unrelated by its name.
    return [...new Set(near.map(({ path }) => path))].slice(0, MAX_SUGGESTIONS);
  }

  /** Looks at a path that exists. */
  add({ path, parts, kind }: Existing): void {
    const { asked, ...wanted } = this.#wanted;
    if (wanted.isListed && kind === "link") return;
    const found = nearer(asked.map((each) => each.costOf(parts)));
    if (found === undefined) return;
    // Of a path on another machine, a mere name means something only at the top.
    if (wanted.isOutside && !found.isRelated && parts.length > 1) return;
    const cost = found.cost + (wanted.isDirectory && kind !== "directory" ? NO_DIRECTORY : 0);
    if (found.isRelated) this.addAt(path, cost);
    else this.#unrelated = withOneMore(this.#unrelated, { path, cost }, MAX_HOMONYMS + 1);
  }

  /** Adds a path whose cost is known. */
  addAt(path: string, cost: number): void {
    this.#related = withOneMore(this.#related, { path, cost }, MAX_SUGGESTIONS);
  }
}

function compare(a: Candidate, b: Candidate): number {
  return a.cost - b.cost || compareCodePoints(a.path, b.path);
}

/** The best of some candidates and one more, each path once. */
function withOneMore(
  candidates: readonly Candidate[],
  candidate: Candidate,
  most: number,
): readonly Candidate[] {
  if (candidate.cost > MAX_COST) return candidates;
  const last = candidates.at(-1);
  if (candidates.length === most && compare(candidate, last!) >= 0) return candidates;
  const same = candidates.find(({ path }) => path === candidate.path);
  if (same !== undefined && same.cost <= candidate.cost) return candidates;
  return [...candidates.filter((each) => each !== same), candidate].sort(compare).slice(0, most);
}

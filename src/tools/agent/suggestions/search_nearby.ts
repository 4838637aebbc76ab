/** Looks for a missing path where it was asked for: through the names that are nearest to its parts. */
import { paced } from "../../../pacing/paced.ts";
import { ancestorOf, baseNameOf, childOf, isAddressable } from "../../../scope/path_text.ts";
import { visitChildren } from "../../discovery/children.ts";
import type { StartedCall } from "../../call.ts";
import type { ChildKind } from "../../discovery/page_walk.ts";
import { byScore, type ScoredPath } from "../match/best_paths.ts";
import { isModuleOf, NAME_COST, RequestedName } from "./requested_name.ts";
import { INDEX_STEMS } from "./requested_path.ts";
import type { Candidates } from "./candidates.ts";
import {
  type ExistingKind,
  existingKindOf,
  partsBelow,
  valueOrUndefined,
} from "./existing_kind.ts";
import type { Interpretation } from "./interpretation.ts";

/** The most directories to read. */
const MAX_DIRECTORY_READS = 16;

/** How many names may stand for one part of the path, unless it is the last. */
const MAX_BRANCHES = 3;

/** What such a name may cost. */
const MAX_BRANCH_COST = NAME_COST.firstEdit + NAME_COST.nextEdit;

/** What a directory costs that is on the way to what does not exist, and each part missing below it. */
const ANCESTOR_COST = 50;
const MISSING_PART_COST = 10;

/** What to look for, and where what is found goes to. */
interface NearbySearch {
  readonly interpretation: Interpretation;
  readonly candidates: Candidates;
}

/** A directory to look in. */
interface PendingDirectory {
  readonly directory: string;
  /** The parts of the path that are missing in it. */
  readonly rest: readonly string[];
  /** What the names cost that led here. */
  readonly cost: number;
}

/** An entry that may be meant. What it costs is its score, below zero. */
interface NearbyEntry extends ScoredPath {
  readonly kind: ExistingKind;
}

/** Looks below the deepest directory that exists on the way to a path. */
export async function searchNearby(search: NearbySearch, call: StartedCall): Promise<void> {
  const { path, deepest } = search.interpretation;
  const rest = deepest?.rest ?? [];
  if (rest.length === 0) return;
  const pending: PendingDirectory[] = [{ directory: ancestorOf(path, rest.length), rest, cost: 0 }];
  // Those that are found on the way come after those that are waiting.
  for (const [reads, place] of pending.entries()) {
    if (reads === MAX_DIRECTORY_READS) return;
    pending.push(...await searchDirectory(place, search, call));
  }
}

/** Looks in one directory. Returns those to go on in. */
async function searchDirectory(
  { directory, rest: [part, ...below], cost }: PendingDirectory,
  { interpretation, candidates }: NearbySearch,
  call: StartedCall,
): Promise<PendingDirectory[]> {
  const add = (path: string, kind = existingKindOf(call.scope, path)): boolean => {
    if (kind === undefined || path === interpretation.path) return false;
    candidates.add({ path, kind, parts: partsBelow(path, interpretation.base.path) });
    return true;
  };
  const requested = new RequestedName(part!);
  const nearby = await nearbyEntries(directory, requested, call);
  if (below.length === 0) {
    for (const { path, kind } of nearby) {
      add(path, kind);
      if (kind !== "directory" || !isModuleOf(requested.name, baseNameOf(path))) continue;
      const names = INDEX_STEMS.map((stem) => `${stem}.${requested.extension}`);
      for (const name of [...names, requested.name]) add(`${path}/${name}`);
    }
  }
  const next: PendingDirectory[] = [];
  let hasMatch = below.length === 0 && nearby.length > 0;
  const branches = below.length === 0
    ? []
    : nearby.filter(({ score }) => score >= -MAX_BRANCH_COST);
  for (const { path, kind, score } of branches.slice(0, MAX_BRANCHES)) {
    const total = cost - score;
    // What was asked for is not there, so this name is not the way.
    if (total === 0) continue;
    if (kind !== "directory") add(path, kind);
    else {
      hasMatch = true;
      if (!add(`${path}/${below.join("/")}`)) {
        next.push({ directory: path, rest: below, cost: total });
      }
    }
  }
  if (!hasMatch && cost > 0) {
    candidates.addWithCost(
      directory,
      cost + ANCESTOR_COST + MISSING_PART_COST * (below.length + 1),
    );
  }
  return next;
}

/** The entries of a directory that may be meant by a name, the nearest first. */
async function nearbyEntries(
  directory: string,
  requested: RequestedName,
  { scope, pacer }: StartedCall,
): Promise<NearbyEntry[]> {
  const entered = valueOrUndefined(() => scope.enterDirectory(directory));
  if (entered === undefined) return [];
  const children: [name: string, kind: ChildKind][] = [];
  await visitChildren(scope, entered, pacer, (...child) => void children.push(child));
  const nearby: NearbyEntry[] = [];
  for await (const [name, kind] of paced(children, pacer)) {
    const cost = isAddressable(name) ? requested.cost(name) : undefined;
    if (cost === undefined) continue;
    const path = childOf(directory, name);
    nearby.push({
      path,
      kind: kindOfChild(kind) ?? existingKindOf(scope, path) ?? "link",
      score: -cost,
    });
  }
  return nearby.sort(byScore);
}

/** What an entry is; where a link leads is to be looked up. */
function kindOfChild(kind: ChildKind): ExistingKind | undefined {
  return kind === "symlink" ? undefined : kind === "dir" ? "directory" : "file";
}

import { paced } from "../../../pacing/paced.ts";
import { ancestorOf, baseNameOf, childOf, isAddressable } from "../../../scope/path_text.ts";
import { visitChildren } from "../../discovery/children.ts";
import type { StartedCall } from "../../call.ts";
import type { ChildKind } from "../../discovery/child_kinds.ts";
import { byScore, type ScoredPath } from "../match/best_paths.ts";
import { isModuleOf, NAME_COST, RequestedName } from "./requested_name.ts";
import { INDEX_STEMS } from "./requested_path.ts";
import type { Candidates } from "./candidates.ts";
import {
  type ExistingKind,
  existingKindOf,
  partsBelow,
  undefinedIfRefused,
} from "./existing_kind.ts";
import type { PathFromBase } from "./interpretation.ts";

/** Maximum directories to read. */
const MAX_DIRECTORY_READS = 16;

/** Maximum directories to search for one missing part of the path, unless it is the last. */
const MAX_BRANCHES = 3;

/** Maximum cost of the name of such a directory. */
const MAX_BRANCH_COST = NAME_COST.firstEdit + NAME_COST.nextEdit;

/** The cost of suggesting a directory above the missing path, and of each part missing below it. */
const ANCESTOR_COST = 50;
const MISSING_PART_COST = 10;

interface NearbySearch {
  readonly interpretation: PathFromBase;
  readonly candidates: Candidates;
}

/** A directory to search. */
interface PendingDirectory {
  readonly directory: string;
  /** The parts of the path that are missing in it. */
  readonly rest: readonly string[];
  /** The sum of the costs of the names on the way here. */
  readonly cost: number;
}

/** An entry whose name is near the requested one. Its score is its negated cost. */
interface NearbyEntry extends ScoredPath {
  readonly kind: ExistingKind;
}

/** Adds candidates from below the deepest existing directory of the path, through names near the missing parts. */
export async function searchNearby(search: NearbySearch, call: StartedCall): Promise<void> {
  const { path, deepest } = search.interpretation;
  const rest = deepest?.rest ?? [];
  if (rest.length === 0) return;
  const pending: PendingDirectory[] = [{ directory: ancestorOf(path, rest.length), rest, cost: 0 }];
  // The loop visits what it appends: breadth-first.
  for (const [reads, directory] of pending.entries()) {
    if (reads === MAX_DIRECTORY_READS) return;
    pending.push(...await searchDirectory(directory, search, call));
  }
}

/** Adds the candidates of one directory. Returns the directories to search next. */
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
  const branches = nearby.filter(({ score }) => below.length > 0 && score >= -MAX_BRANCH_COST);
  for (const { path, kind, score } of branches.slice(0, MAX_BRANCHES)) {
    const total = cost - score;
    // The requested path itself, which is missing.
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
    const missingCost = MISSING_PART_COST * (below.length + 1);
    candidates.addWithCost(directory, cost + ANCESTOR_COST + missingCost);
  }
  return next;
}

/** Returns the entries of a directory with names near the requested one, the nearest first. */
async function nearbyEntries(
  directory: string,
  requested: RequestedName,
  { scope, pacer }: StartedCall,
): Promise<NearbyEntry[]> {
  const entered = undefinedIfRefused(() => scope.enterDirectory(directory));
  if (entered === undefined) return [];
  const children: [name: string, kind: ChildKind][] = [];
  await visitChildren(scope, entered, pacer, (...child) => void children.push(child));
  const nearby: NearbyEntry[] = [];
  for await (const [name, childKind] of paced(children, pacer)) {
    const cost = isAddressable(name) ? requested.cost(name) : undefined;
    if (cost === undefined) continue;
    const path = childOf(directory, name);
    const kind = kindOfChild(childKind) ?? existingKindOf(scope, path) ?? "link";
    nearby.push({ path, kind, score: -cost });
  }
  return nearby.sort(byScore);
}

/** Returns the kind of an entry; `undefined` for a link, which has that of its target. */
function kindOfChild(kind: ChildKind): ExistingKind | undefined {
  return kind === "symlink" ? undefined : kind === "dir" ? "directory" : "file";
}

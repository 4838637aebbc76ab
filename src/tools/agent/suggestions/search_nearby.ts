/** Looks for a missing path where it was asked for: through the names that are nearest to its parts. */
import { paced } from "../../../pacing/paced.ts";
import { ancestorOf, baseNameOf, childOf, isAddressable } from "../../../scope/path_text.ts";
import { visitChildren } from "../../discovery/children.ts";
import type { StartedCall } from "../../call.ts";
import type { ChildKind } from "../../discovery/page_walk.ts";
import { byScore, type ScoredPath } from "../match/best_paths.ts";
import { COST, isModuleOf, RequestedName } from "./requested_name.ts";
import { INDEX_STEMS } from "./requested_path.ts";
import type { Candidates } from "./candidates.ts";
import { attempted, type ExistingKind, kindOf, partsBelow } from "./existing_kind.ts";
import type { Reading } from "./interpretation.ts";

/** The most directories to read. */
const MAX_READS = 16;

/** How many names may stand for one part of the path, unless it is the last. */
const MAX_BRANCHES = 3;

/** What such a name may cost. */
const MAX_NAME = COST.edit + COST.nextEdit;

/** What a directory costs that is on the way to what does not exist, and each part missing below it. */
const ON_THE_WAY = 50;
const MISSING_PART = 10;

/** What to look for, and where what is found goes to. */
interface Search {
  readonly reading: Reading;
  readonly candidates: Candidates;
}

/** A directory to look in. */
interface Place {
  readonly directory: string;
  /** The parts of the path that are missing in it. */
  readonly rest: readonly string[];
  /** What the names cost that led here. */
  readonly cost: number;
}

/** An entry that may be meant. What it costs is its score, below zero. */
interface Match extends ScoredPath {
  readonly kind: ExistingKind;
}

/** Looks below the deepest directory that exists on the way to a path. */
export async function lookNearby(search: Search, call: StartedCall): Promise<void> {
  const { path, deepest } = search.reading;
  const rest = deepest?.rest ?? [];
  if (rest.length === 0) return;
  const places: Place[] = [{ directory: ancestorOf(path, rest.length), rest, cost: 0 }];
  // Those that are found on the way come after those that are waiting.
  for (const [reads, place] of places.entries()) {
    if (reads === MAX_READS) return;
    places.push(...await lookIn(place, search, call));
  }
}

/** Looks in one directory. Returns those to go on in. */
async function lookIn(
  { directory, rest: [part, ...below], cost }: Place,
  { reading, candidates }: Search,
  call: StartedCall,
): Promise<Place[]> {
  const add = (path: string, kind = kindOf(call.scope, path)): boolean => {
    if (kind === undefined || path === reading.path) return false;
    candidates.add({ path, kind, parts: partsBelow(path, reading.base.path) });
    return true;
  };
  const asked = new RequestedName(part!);
  const matches = await matchesIn(directory, asked, call);
  if (below.length === 0) {
    for (const { path, kind } of matches) {
      add(path, kind);
      if (kind !== "directory" || !isModuleOf(asked.name, baseNameOf(path))) continue;
      const names = INDEX_STEMS.map((stem) => `${stem}.${asked.extension}`);
      for (const name of [...names, asked.name]) add(`${path}/${name}`);
    }
  }
  const next: Place[] = [];
  let isAny = below.length === 0 && matches.length > 0;
  const ways = below.length === 0 ? [] : matches.filter(({ score }) => score >= -MAX_NAME);
  for (const { path, kind, score } of ways.slice(0, MAX_BRANCHES)) {
    const spent = cost - score;
    // What was asked for is not there, so this name is not the way.
    if (spent === 0) continue;
    if (kind !== "directory") add(path, kind);
    else {
      isAny = true;
      if (!add(`${path}/${below.join("/")}`)) {
        next.push({ directory: path, rest: below, cost: spent });
      }
    }
  }
  if (!isAny && cost > 0) {
    candidates.addAt(directory, cost + ON_THE_WAY + MISSING_PART * (below.length + 1));
  }
  return next;
}

/** The entries of a directory that may be meant by a name, the nearest first. */
async function matchesIn(
  directory: string,
  asked: RequestedName,
  { scope, pacer }: StartedCall,
): Promise<Match[]> {
  const entered = attempted(() => scope.enterDirectory(directory));
  if (entered === undefined) return [];
  const children: [name: string, kind: ChildKind][] = [];
  await visitChildren(scope, entered, pacer, (...child) => void children.push(child));
  const matches: Match[] = [];
  for await (const [name, kind] of paced(children, pacer)) {
    const cost = isAddressable(name) ? asked.cost(name) : undefined;
    if (cost === undefined) continue;
    const path = childOf(directory, name);
    matches.push({ path, kind: existingKind(kind) ?? kindOf(scope, path) ?? "link", score: -cost });
  }
  return matches.sort(byScore);
}

/** What an entry is; where a link leads is to be looked up. */
function existingKind(kind: ChildKind): ExistingKind | undefined {
  return kind === "symlink" ? undefined : kind === "dir" ? "directory" : "file";
}

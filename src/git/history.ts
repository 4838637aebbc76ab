/**
 * Reads which paths the last commits changed, from the git directory alone: the output of `git log --no-merges
 * --name-only --no-renames`, without the paths of commits that change too many.
 */
import { firstNotBelow } from "../binary_search.ts";
import { type Steps, takePaced } from "../pacing/paced_steps.ts";
import type { Pacer } from "../pacing/pacer.ts";
import type { Scope } from "../scope/scope.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import { type CommitRecord, CommitRecords, type RecordsCache } from "./commit_records.ts";
import { readHead, readShallow } from "./head.ts";
import { objectDirectoriesOf } from "./object_directories.ts";
import { ObjectDatabase } from "./object_database.ts";
import { UNREADABLE } from "./read_file.ts";
import type { Repository } from "./repository.ts";

export interface Commit extends Pick<CommitRecord, "id" | "subject" | "body"> {
  /** The paths that it changed, as git orders them; none for one that changed more than 500, or that has no parent. */
  readonly paths: readonly string[];
}

export interface History {
  readonly head: string;
  /** Newest first, as `git log` orders them. */
  readonly commits: readonly Commit[];
  /** True if no commit is missing up to the requested number; false if one was unreadable or over a limit. */
  readonly isWhole: boolean;
}

export type NoHistory = "no_commit" | "outside_scope" | "unreadable";

/** A commit whose parents a shallow clone left out has none. Replacements and grafts are ignored. */
export async function readHistory(
  scope: Scope,
  { store }: Repository,
  maxCommits: number,
  pacer: Pacer,
): Promise<History | NoHistory> {
  if (typeof store === "string") return store;
  const head = await readHead(scope, store, pacer);
  if (typeof head !== "string") return head === undefined ? "no_commit" : "unreadable";
  const directories = await objectDirectoriesOf(scope, store.commonDirectory, pacer);
  const shallow = await readShallow(scope, store, pacer);
  if (directories === "outside_scope") return directories;
  if (directories === UNREADABLE || shallow === UNREADABLE) return "unreadable";
  const objects = await ObjectDatabase.open(scope, directories, store.hashLength, pacer);
  const records = new CommitRecords(objects, cacheOf(scope, store.commonDirectory), pacer);
  try {
    const walk = walkHistory(head, maxCommits, records, shallow, pacer);
    return await takePaced(walk, pacer) ?? "unreadable";
  } finally {
    objects.close();
  }
}

/** Returns the cache of a repository's commits as this scope sees them: a wider one may see more of them. */
function cacheOf(scope: Scope, common: ScopedPath): RecordsCache | undefined {
  const cache = scope.cache;
  if (cache === undefined) return undefined;
  try {
    const { dev, ino } = scope.fileSystem.lstat(common.open);
    return { cache, key: [dev, ino, common.open, scope.identity].join(" ") };
  } catch {
    return undefined;
  }
}

/** Returns `undefined` if the first commit cannot be read. */
function* walkHistory(
  head: string,
  maxCommits: number,
  records: CommitRecords,
  shallow: ReadonlySet<string>,
  pacer: Pacer,
): Steps<History | undefined> {
  const visited = new Map<string, CommitRecord>();
  /** The next one to visit comes last: the newest; of equal dates the first found, as in `git log`. */
  const queue: CommitRecord[] = [];

  function* visit(id: string): Steps<boolean> {
    if (visited.has(id)) return true;
    const record = yield* records.read(id);
    if (record === undefined) return false;
    visited.set(id, record);
    const at = firstNotBelow(0, queue.length, (i) => queue[i]!.date < record.date);
    queue.splice(at, 0, record);
    return true;
  }

  if (!(yield* visit(head))) return undefined;
  const commits: Commit[] = [];
  const history = (isWhole: boolean): History => ({ head, commits, isWhole });
  while (commits.length < maxCommits) {
    if (pacer.isDue()) yield;
    const record = queue.pop();
    if (record === undefined) break;
    const parents = shallow.has(record.id) ? [] : record.parents;
    for (const parent of parents) if (!(yield* visit(parent))) return history(false);
    if (parents.length > 1) continue;
    const parent = visited.get(parents[0]!);
    const changes = parent && (yield* records.readChanges(record, parent));
    if (parent !== undefined && changes === undefined) return history(false);
    const { id, subject, body } = record;
    commits.push({ id, subject, body, paths: changes?.paths ?? [] });
  }
  return history(true);
}

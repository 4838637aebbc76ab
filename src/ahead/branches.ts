/** Opens a directory and what lies below it, in the order of a walk. */
import { readLinkTarget } from "../directory/link_target.ts";
import { DirscopeError } from "../errors.ts";
import type { IgnoreRules } from "../gitignore/rules.ts";
import type { Scope } from "../scope/scope.ts";
import { entryOf } from "../scope/scoped_path.ts";
import { SlowDirectory } from "../walk/open_directory.ts";
import type { Opened, Opener } from "../walk/opener.ts";
import { checkOpenable } from "../walk/read_keys.ts";
import { descend, type WalkedDirectory, type WalkOptions } from "../walk/steps.ts";
import { targetsIn } from "./link_texts.ts";
import { RECORD } from "./piece.ts";
import { subdirectoriesOf } from "./subdirectories.ts";

/** The most entries of one directory that are kept, so that nobody who reads them makes a long pause. */
const MAX_ENTRIES = 2 ** 16;

/** A directory to open, and the rules in force above it. */
export interface Start {
  readonly directory: WalkedDirectory;
  readonly rules: IgnoreRules | undefined;
}

/** What became of a directory. */
export interface Branch extends Start {
  readonly parent: Branch | undefined;
  /** What it holds, or why it could not be opened, or one of {@linkcode RECORD} that says why it was not. */
  found: Opened | DirscopeError | typeof RECORD.left | typeof RECORD.own;
  /** Whether it and all below it was opened, and nothing is to be told of that but its entries. */
  isWhole: boolean;
  /** How many branches there are from this one to the last below it. */
  size: number;
}

/** What opens the directories. */
export interface Brancher {
  readonly scope: Scope;
  readonly options: WalkOptions;
  /** One that leaves slow directories. */
  readonly opener: Opener;
  /** Notes the rules in force in a directory whose subdirectories may be asked for later. */
  note(prefix: string, rules: IgnoreRules | undefined): void;
}

/**
 * Opens a directory and, unless the walk is in breadth order, what lies below it.
 *
 * @param isOver Told how many entries were just read, each directory counting for one more; whether to stop.
 * @returns The directory and all those below it that a walk would come to, in its order.
 */
export async function openBelow(
  walk: Brancher,
  start: Start,
  isOver: (read: number) => boolean,
): Promise<Branch[]> {
  const branches: Branch[] = [];
  const stack: Branch[] = [newBranch(start, undefined)];
  let isEnough = false;
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    branches.push(next);
    if (isEnough) continue;
    const opened = openBranch(walk, next);
    const read = opened instanceof Promise ? await opened : opened;
    const { found } = next;
    isEnough = isOver(read);
    if (typeof found === "number" || found instanceof DirscopeError) continue;
    if (walk.options.order === "breadth") {
      if (!found.listing.isFiles) walk.note(next.directory.prefix, found.rules);
      continue;
    }
    const names = subdirectoriesOf(found.listing, next.directory, walk.options);
    for (const name of names.reverse()) {
      const { path } = next.directory;
      const directory = descend(next.directory, name, entryOf(path, name));
      stack.push(newBranch({ directory, rules: found.rules }, next));
    }
  }
  sumUp(branches);
  return branches;
}

function newBranch({ directory, rules }: Start, parent: Branch | undefined): Branch {
  return { directory, rules, parent, found: RECORD.left, isWhole: false, size: 1 };
}

/** Returns how many entries were read, a directory that was asked counting for one. */
function openBranch(walk: Brancher, branch: Branch): number | Promise<number> {
  const { directory, rules } = branch;
  if (walk.options.prune?.(directory.prefix.slice(0, -1))) {
    branch.found = RECORD.own;
    branch.isWhole = true;
    return 0;
  }
  const keep = (opened: Opened): number => keepOpened(walk, branch, opened);
  const fail = (error: unknown): number => {
    if (error instanceof SlowDirectory) branch.found = RECORD.own;
    else if (error instanceof DirscopeError) branch.found = error;
    else throw error;
    return 1;
  };
  try {
    checkOpenable(walk.scope, directory);
    const opened = walk.opener.open({ directory, rules, after: undefined, isFollowed: false });
    return opened instanceof Promise ? opened.then(keep).catch(fail) : keep(opened);
  } catch (error) {
    return fail(error);
  }
}

function keepOpened({ scope, options }: Brancher, branch: Branch, opened: Opened): number {
  const { listing } = opened;
  if (opened.count > MAX_ENTRIES) branch.found = RECORD.own;
  else {
    const targets = options.resolveLinks && !listing.isFiles
      ? targetsIn(listing, (name) => readLinkTarget(scope, branch.directory.path, name, listing))
      : undefined;
    branch.found = targets === undefined ? opened : { ...opened, targets };
    branch.isWhole = opened.unreadRules === 0 && opened.unreadIndex === undefined;
  }
  return opened.count + 1;
}

/** Tells each branch what is below it. */
function sumUp(branches: readonly Branch[]): void {
  for (let i = branches.length - 1; i > 0; i--) {
    const { parent, isWhole, size } = branches[i]!;
    parent!.size += size;
    if (!isWhole) parent!.isWhole = false;
  }
}

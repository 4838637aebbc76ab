/** What a walk and the workers that help it send each other. All of it can be cloned. */
import type { ErrorCode } from "../errors.ts";
import type { GitignoreSemantics } from "../gitignore/rules.ts";
import type { ScopeDescription } from "../scope/scope_options.ts";
import type { ScopedPath } from "../scope/scoped_path.ts";
import type { Digested } from "../walk/opener.ts";
import type { Ignored, WalkOptions } from "../walk/steps.ts";

/** A walk as data. */
export interface WalkRecipe {
  /** Unique, so that a worker remembers the walks that it helps. */
  readonly id: string;
  readonly scope: ScopeDescription;
  /** What the host's policy is made of, if there is one. */
  readonly visibility: unknown;
  readonly start: ScopedPath;
  readonly order: WalkOptions["order"];
  readonly maxDepth: number;
  readonly resolveLinks: boolean;
  readonly unsortedFiles: boolean;
  readonly reportIgnored: boolean;
  /** What the walk's `select` and `prune` are made of. */
  readonly filter?: unknown;
  /** What makes a digest of whole subtrees, if the walk takes any. */
  readonly digest?: unknown;
  /** Whether the walk keeps what is read, and so needs all of it. */
  readonly keeps: boolean;
  /** How its rules read files; `undefined` where it has none. */
  readonly semantics: GitignoreSemantics | undefined;
}

/** Directories to open, with what lies below them. */
export interface PieceRequest {
  readonly recipe: WalkRecipe;
  /** Their prefixes, one after the other, with one more slash after each but the last. */
  readonly prefixes: string;
  /** For each, which entries of the directory above it make rules, an {@linkcode ownNumber}. */
  readonly own: string;
  /** What {@linkcode Claims} share: which of them the walk has opened itself meanwhile. */
  readonly claims: Int32Array;
  /** After how many entries to open no more. */
  readonly maxEntries: number;
}

/**
 * Directories that were opened, as few large strings. A record stands for each directory that was asked for.
 * Except in breadth order, those of its subdirectories follow it, in the order in which the walk opens them.
 */
export interface Piece {
  /**
   * The bytes of an `Int32Array`. Each record is its {@linkcode RECORD}; that of an opened directory has its
   * {@linkcode TRAIT}s added to it, and its entry count after it; after a digested one come the counts of its
   * entries, of its directories and of what the host hides. A buffer can be handed over to another thread; of an
   * array, Deno would look at each number.
   */
  readonly records: ArrayBuffer;
  /** The keys of each opened directory, joined by slashes; two slashes between directories. */
  readonly keys: string;
  /** For a walk that keeps what is read: all keys of each directory that holds more than it shows. */
  readonly reads: string;
  /** For the same: what directories told right before they were read, see {@linkcode LookWriter}. */
  readonly looks: ArrayBuffer;
  /** Where the links in these directories lead, in order. */
  readonly links: string;
  /** What few directories have, in the order of the records. */
  readonly extras: readonly Extra[];
  /** The digests of the subtrees that were walked as a whole, with NULs between. */
  readonly digests: string;
}

/** What became of a directory. */
export const RECORD = {
  /** It was not opened, for want of time. */
  left: 0,
  /** The walk itself sees to it: it has claimed it, or prunes it, or it is slow to open. */
  own: 1,
  /** It could not be opened. */
  failed: 2,
  opened: 3,
  /** It was walked with all that lies below it, of which there is no record. */
  digested: 4,
} as const;

/** What is true of an opened directory; added up with its {@linkcode RECORD}. */
export const TRAIT = {
  isPlain: 8,
  isFiles: 16,
  isByCodePoint: 32,
  reportsIgnored: 64,
  hasExtra: 128,
  /** It holds more than the walk shows. */
  holdsMore: 256,
  /** It comes with what it told right before it was read. */
  hasLook: 512,
} as const;

/** Above these {@linkcode TRAIT}s: the {@linkcode ownNumber} of an opened directory, in three bits. */
export const OWN_SHIFT = 10;

/** The bits of a {@linkcode RECORD}. */
export const RECORD_BITS = 7;

/** What few directories have. */
export interface Extra {
  readonly error?: { readonly code: ErrorCode; readonly message: string };
  readonly ignored?: Ignored;
  readonly hidden?: number | undefined;
  readonly unreadRules?: number;
  readonly unreadIndex?: string | undefined;
}

/** A directory that was walked with all that lies below it. */
export interface DigestedTree extends Digested {
  readonly directories: number;
}

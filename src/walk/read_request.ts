/** The directories of a walk, before and after they are opened. */
import type { Listing } from "../directory/listing.ts";
import type { IgnoreRules } from "../gitignore/ignore_rules.ts";
import type { AncestryToken } from "./cached_listings.ts";
import type { Ignored, Selection, WalkedDirectory } from "./steps.ts";

/** A directory to open. */
export interface ReadRequest {
  readonly directory: WalkedDirectory;
  /** The rules in force above it. */
  readonly rules: IgnoreRules | undefined;
  /** Path order: where to resume in it. */
  readonly after: string | undefined;
  /** Whether a link led to it. */
  readonly isFollowed: boolean;
  /** The place of the directory that it was met in: it decides whether a listing that was kept counts. */
  readonly parentToken?: AncestryToken | undefined;
}

/** A directory that was read. */
export interface ReadResult {
  readonly listing: Listing;
  /** The rules in force in it. */
  readonly rules?: IgnoreRules | undefined;
  readonly select: Selection | undefined;
  /** How many entries it holds. */
  readonly count: number;
  readonly ignored?: Ignored | undefined;
  /** How many `.gitignore` files of it could not be read. */
  readonly unreadRules: number;
  /** The repository whose index was needed in it and could not be read. */
  readonly unreadIndex?: string | undefined;
  /** Its place, where all that was read of it may be kept. */
  readonly token?: AncestryToken | undefined;
}

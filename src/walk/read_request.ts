/** The directories of a walk, before and after they are read. */
import type { Listing } from "../directory/listing.ts";
import type { IgnoreRules } from "../gitignore/ignore_rules.ts";
import type { AncestryToken } from "./cached_listings.ts";
import type { Ignored, Selection, WalkedDirectory } from "./walk_options.ts";

/** A directory to read. */
export interface ReadRequest {
  readonly directory: WalkedDirectory;
  /** The rules in force above it. */
  readonly rules?: IgnoreRules | undefined;
  /** Path order: the path in it to resume after. */
  readonly after?: string | undefined;
  /** True if a link led to it. */
  readonly isFollowed?: boolean;
  /** The token of its parent directory, against which a cached listing is validated. */
  readonly parentToken?: AncestryToken | undefined;
}

/** A directory that was read. */
export interface ReadResult {
  readonly listing: Listing;
  /** The rules in force in it. */
  readonly rules?: IgnoreRules | undefined;
  readonly select: Selection | undefined;
  /** The number of its entries. */
  readonly count: number;
  readonly ignored?: Ignored | undefined;
  /** The number of its `.gitignore` files that could not be read. */
  readonly unreadRules: number;
  /** The repository whose index was needed in it and could not be read. */
  readonly unreadIndex?: string | undefined;
  /** Its token, if its listing may be cached. */
  readonly token?: AncestryToken | undefined;
}

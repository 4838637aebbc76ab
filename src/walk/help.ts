/** What may open the directories of a long walk before it gets there. */
import type { IgnoreRules } from "../gitignore/rules.ts";
import type { Ahead, Digested, Opened, Opener, Opening } from "./opener.ts";
import type { Place } from "./known_listings.ts";
import type { Position } from "./path_order.ts";
import type { WalkedDirectory } from "./steps.ts";

/** What helps a walk that has proved long. */
export interface Help {
  /** After how many entries a walk has proved long. */
  readonly after: number;
  /** Starts to help, with all that the walk knows of what it has not opened yet. */
  start(walk: HelpedWalk): Promise<HelpingOpener>;
}

/** What a walk tells whoever helps it. */
export interface HelpedWalk {
  /** What has opened its directories so far. */
  readonly opener: Opener;
  /** How many entries it may still read. */
  readonly left: () => number;
}

/** An opener that opens directories before the walk gets there. */
export interface HelpingOpener extends Pick<Opener, "readOn"> {
  /** As {@linkcode Opener.open}, or gives what the whole subtree comes to. */
  open(opening: Opening): Opened | Digested | Promise<Opened | Digested>;
  /** Expects a directory that the walk has planned to open; the first come first. */
  expect(opening: Opening): Ahead | undefined;
  /**
   * Expects the subdirectories of an open directory that the walk has not met. The outermost directory
   * comes first.
   */
  expectIn(open: OpenDirectory): Ahead | undefined;
}

/** An open directory, and how far the walk is through with it. */
export interface OpenDirectory extends Readonly<Position> {
  readonly directory: WalkedDirectory;
  readonly rules: IgnoreRules | undefined;
  readonly place: Place | undefined;
}

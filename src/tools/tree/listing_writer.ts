import type { WalkStep } from "../../walk/steps.ts";
import { UnreadTally } from "../skipped.ts";
import { type RenderArguments, rendererFor, type TreeRenderer } from "./render.ts";
import { shownEntry } from "./shown_entry.ts";

/** The most UTF-16 units in a listing. A string holds twice as many; one step may add half as many. */
const MAX_LISTING_UNITS = 2 ** 28;

/** The arguments that a listing depends on. */
interface ListingArguments extends RenderArguments {
  readonly follow_file_symlinks: boolean;
}

/** Makes a listing of the steps of a walk. */
export class ListingWriter {
  /** What could not be read. */
  readonly unread = new UnreadTally();
  readonly #options: ListingArguments;
  readonly #renderer: TreeRenderer;

  /** @param rootName Names the listed directory. */
  constructor(options: ListingArguments, rootName = "") {
    this.#options = options;
    this.#renderer = rendererFor(options, rootName);
  }

  /** Adds a step. */
  visit(step: WalkStep): void {
    this.unread.visit(step);
    switch (step.type) {
      case "files":
        if (this.#options.filter === "folders") return;
        return this.#renderer.files(step.directory, step.names, step.isPlain);
      case "entry": {
        const entry = shownEntry(step, this.#options);
        const { filter } = this.#options;
        if (filter !== "both" && (filter === "folders") !== entry.isFolder) return;
        return this.#renderer.entry(step.directory, entry, step.descends);
      }
      case "error":
      case "leave":
        return this.#renderer.leave();
    }
  }

  /** Whether it has become too large. */
  get isFull(): boolean {
    return this.#renderer.length > MAX_LISTING_UNITS;
  }

  /** Gives the whole listing. Text takes a `lastLine`; JSON has no place for it. */
  finish(lastLine?: string): string {
    return this.#renderer.finish(lastLine);
  }
}

/** Where links lead, as text. */
import { isFileKey, kindOf, nameOf } from "../directory/entry_key.ts";
import type { Listing } from "../directory/listing.ts";
import type { LinkTarget } from "../directory/link_target.ts";
import type { ErrorCode } from "../errors.ts";
import type { Resolution } from "../scope/resolution.ts";

/** Between the fields: neither a target nor a path holds it. */
const GLUE = "\0";

const OUTCOMES = { directory: "d", file: "f", failed: "x", cycle: "c" } as const;

/** Where each link of a listing leads, by name; nothing if it has none. */
export function targetsIn(
  { keys }: Listing,
  targetOf: (name: string) => LinkTarget,
): ReadonlyMap<string, LinkTarget> | undefined {
  let targets: Map<string, LinkTarget> | undefined;
  for (const key of keys) {
    if (isFileKey(key) || kindOf(key) !== "link") continue;
    const name = nameOf(key);
    // A directory may tell of the same name twice.
    if (!targets?.has(name)) (targets ??= new Map()).set(name, targetOf(name));
  }
  return targets;
}

/** Collects where links lead. */
export class LinkWriter {
  readonly #fields: string[] = [];

  /** Adds one. */
  add({ stored, resolution }: LinkTarget): void {
    const mark = stored === undefined ? "-" : "+";
    this.#fields.push(OUTCOMES[resolution.outcome] + mark + (stored ?? ""));
    switch (resolution.outcome) {
      case "failed":
        this.#fields.push(resolution.code);
        break;
      case "cycle":
        this.#fields.push(resolution.stored);
        break;
      default: {
        const { open, real } = resolution.end;
        this.#fields.push(real, open === real ? "" : open);
      }
    }
  }

  /** All of them as one text. */
  finish(): string {
    return this.#fields.join(GLUE);
  }
}

/** Gives back what a {@linkcode LinkWriter} collected, one by one. */
export class LinkReader {
  readonly #fields: readonly string[];
  #next = 0;

  constructor(text: string) {
    this.#fields = text.split(GLUE);
  }

  /** The next one. */
  take(): LinkTarget {
    const head = this.#fields[this.#next++]!;
    const stored = head[1] === "-" ? undefined : head.slice(2);
    return { stored, resolution: this.#resolution(head[0]!) };
  }

  #resolution(outcome: string): Resolution {
    const field = this.#fields[this.#next++]!;
    if (outcome === OUTCOMES.failed) return { outcome: "failed", code: field as ErrorCode };
    if (outcome === OUTCOMES.cycle) return { outcome: "cycle", stored: field };
    const end = { open: this.#fields[this.#next++]! || field, real: field };
    return { outcome: outcome === OUTCOMES.directory ? "directory" : "file", end };
  }
}

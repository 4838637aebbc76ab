/** Walks what a worker has opened, and makes of it what the tool would. */
import { DirscopeError } from "../errors.ts";
import type { Pacer } from "../pacing/pacer.ts";
import type { Opened, Opener, Opening } from "../walk/opener.ts";
import type { Digester } from "../walk/steps.ts";
import { Walk } from "../walk/walk.ts";
import type { Branch, Brancher } from "./branches.ts";
import type { DigestedTree } from "./piece.ts";

/**
 * Walks a directory and all that lies below it.
 *
 * @param branches All of them, opened, in the order of the walk.
 */
export async function digest(
  { scope, options, pacer }: Brancher & { readonly pacer: Pacer },
  branches: readonly Branch[],
  digester: Digester,
): Promise<DigestedTree> {
  const replay = new Replay(branches);
  const { directory } = branches[0]!;
  const walk = new Walk(scope, directory, options, pacer, { opener: replay });
  await walk.run((step) => digester.visit(step));
  const { count, directories, hidden } = replay;
  return { digest: digester.finish(), count, directories, hidden };
}

/** Gives a walk the directories that were opened for it. */
class Replay implements Opener {
  readonly #branches: readonly Branch[];
  directories = 0;
  /** How many entries they hold. */
  count = 0;
  /** How many the host hides besides. */
  hidden = 0;
  #next = 0;

  constructor(branches: readonly Branch[]) {
    this.#branches = branches;
  }

  open({ directory: { prefix } }: Opening): Opened {
    // The walk does not come to what it prunes.
    let branch = this.#branches[this.#next++];
    while (branch !== undefined && branch.directory.prefix !== prefix) {
      branch = this.#branches[this.#next++];
    }
    const found = branch?.found;
    if (typeof found !== "object" || found instanceof DirscopeError) {
      throw new Error("The walk is another one");
    }
    this.directories++;
    this.count += found.count;
    this.hidden += found.hidden ?? 0;
    return found;
  }

  readOn(): never {
    throw new Error("No listing of a worker is partial");
  }
}

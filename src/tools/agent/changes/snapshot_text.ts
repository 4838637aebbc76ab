/** Snapshots as text: a line for what is true of all, and one for each directory. */
import type { Pacer } from "../../../pacing/pacer.ts";
import type { Fact, Listed, Snapshot } from "./snapshot.ts";

/** The version of the text. Another one's is not understood. */
const VERSION = 2;

/** How many entries one piece of text holds, so that writing it makes no long pause. */
const PIECE = 4096;

type Facts = readonly (readonly [number, number, number] | null)[];

/** Writes a snapshot. */
export async function writeSnapshot(snapshot: Snapshot, pacer: Pacer): Promise<string> {
  const { tree, view, taken, directories } = snapshot;
  const lines = [JSON.stringify({ v: VERSION, tree, view, taken })];
  for (const [prefix, listed] of directories) {
    if (listed === null) lines.push(JSON.stringify([prefix]));
    const { keys, facts } = listed ?? { keys: [], facts: undefined };
    for (let at = 0; at < keys.length || listed !== null && at === 0; at += PIECE) {
      const told = facts?.slice(at, at + PIECE).map((fact) =>
        fact && [fact.ino, fact.size, fact.mtime]
      );
      lines.push(JSON.stringify([prefix, keys.slice(at, at + PIECE), ...told ? [told] : []]));
      if (pacer.isDue()) await pacer.pause();
    }
  }
  return lines.join("\n");
}

/** Reads a snapshot; nothing where the text is none of ours. */
export async function readSnapshot(text: string, pacer: Pacer): Promise<Snapshot | undefined> {
  try {
    let end = lineEnd(text, 0);
    const { v, tree, view, taken } = JSON.parse(text.slice(0, end));
    if (v !== VERSION) return undefined;
    const directories = new Map<string, Listed | null>();
    while (end < text.length) {
      const start = end + 1;
      end = lineEnd(text, start);
      addLine(directories, JSON.parse(text.slice(start, end)));
      if (pacer.isDue()) await pacer.pause();
    }
    return { tree, view, taken, directories };
  } catch (error) {
    pacer.check();
    if (error instanceof SyntaxError || error instanceof TypeError) return undefined;
    throw error;
  }
}

function lineEnd(text: string, start: number): number {
  const end = text.indexOf("\n", start);
  return end < 0 ? text.length : end;
}

function addLine(
  directories: Map<string, Listed | null>,
  [prefix, keys, told]: [string, Listed["keys"]?, Facts?],
): void {
  if (keys === undefined) return void directories.set(prefix, null);
  const facts = told?.map((each): Fact | null =>
    each && { ino: each[0], size: each[1], mtime: each[2] }
  );
  const before = directories.get(prefix);
  directories.set(prefix, {
    keys: before == null ? keys : before.keys.concat(keys),
    facts: before?.facts && facts ? before.facts.concat(facts) : facts,
  });
}

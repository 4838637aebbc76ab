/** Snapshots as text: a line for what is true of all, and one for each directory. */
import type { Pacer } from "../../../pacing/pacer.ts";
import type { Fact, Listed, Snapshot } from "./snapshot.ts";

/** The version of the text. Another one's is not understood. */
const VERSION = 2;

/** How many entries one piece of text holds, so that writing it makes no long pause. */
const PIECE = 4096;

type Facts = readonly (readonly [number, number, number] | null)[];

/** Says that a tree had the names of a snapshot at some time. */
export interface SnapshotAlias {
  readonly names: string;
  readonly taken: number;
}

/** Writes an alias as text. */
export function writeAlias({ names, taken }: SnapshotAlias): string {
  return JSON.stringify({ v: VERSION, names, taken });
}

/** Reads what {@linkcode writeAlias} wrote; nothing where the text is another. */
export function readAlias(text: string): SnapshotAlias | undefined {
  try {
    const { v, names, taken } = JSON.parse(text.slice(0, lineEnd(text, 0)));
    return v === VERSION && typeof names === "string" ? { names, taken } : undefined;
  } catch {
    return undefined;
  }
}

/** Writes a snapshot, without the time when it was taken. */
export async function writeSnapshot(snapshot: Snapshot, pacer: Pacer): Promise<string> {
  const { tree, view, directories } = snapshot;
  const lines = [JSON.stringify({ v: VERSION, tree, view })];
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
    const { v, tree, view } = JSON.parse(text.slice(0, end));
    if (v !== VERSION) return undefined;
    const directories = new Map<string, Listed | null>();
    while (end < text.length) {
      const start = end + 1;
      end = lineEnd(text, start);
      addLine(directories, JSON.parse(text.slice(start, end)));
      if (pacer.isDue()) await pacer.pause();
    }
    return { tree, view, directories };
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

/** The places in a file where words of a task stand together. */
import type { Steps } from "../../../pacing/paced_steps.ts";
import type { WordPlace } from "../contents/contents.ts";
import type { TaskPlace } from "./task_reason.ts";

/** What places need to know of the words of a task, by their indices. */
export interface ToldWords {
  /** Returns how much a word tells. */
  tells(word: number): number;
  spelling(word: number): string;
}

/** Maximum lines of a place. */
const MAX_LINES = 8;
/** Maximum places of a file, and words of a place. */
const MAX_PLACES = 2;
const MAX_WORDS = 4;
/** The least share that a further place tells of what the first one does. */
const MIN_SHARE = 0.6;
/** The least share that a further word of a place tells of what its rarest one does. */
const MIN_WORD_SHARE = 0.15;
/** Common words of sentences, which are no reason to read a line. */
const FILLERS: ReadonlySet<string> = new Set(
  "about after again all also although always am any been before being between both but can cannot could did does doing down during each even ever every few get gets got had has having he her here his how however i instead just me more most must my never now off once one other our out over own same she should since some still such them they though through under until us very want wants was way were what while who whom why without would yet"
    .split(" "),
);

/** Reports whether a word of a task says nothing of where to read. */
export function isFiller(word: string): boolean {
  return FILLERS.has(word);
}

const HITS_PER_STEP = 1024;

/** Returns the places that tell most, the best first, given where words stand from the first line to the last. */
export function* placesOf(hits: readonly WordPlace[], words: ToldWords): Steps<TaskPlace[]> {
  const places: TaskPlace[] = [];
  let left = hits;
  let least = 0;
  while (places.length < MAX_PLACES) {
    const { run, told } = yield* bestRun(left, words);
    if (run.length === 0 || told < least) break;
    places.push(placeOf(run, words));
    least = MIN_SHARE * told;
    // No run reaches over what is left out.
    const [from, to] = [run[0]!.line - MAX_LINES, run.at(-1)!.line + MAX_LINES];
    left = left.filter(({ line }) => line < from || line > to);
  }
  return places;
}

function placeOf(run: readonly WordPlace[], words: ToldWords): TaskPlace {
  const there = new Set(run.map(({ word }) => word));
  const rarest = [...there].sort((a, b) => words.tells(b) - words.tells(a) || a - b);
  const least = MIN_WORD_SHARE * words.tells(rarest[0]!);
  const told = rarest.slice(0, MAX_WORDS).filter((word) => words.tells(word) >= least);
  return { line: run[0]!.line, words: told.map(words.spelling) };
}

/** Returns the hits in a few lines that tell most by their words, each counted once: of equal runs the first. */
function* bestRun(
  hits: readonly WordPlace[],
  words: ToldWords,
): Steps<{ readonly run: readonly WordPlace[]; readonly told: number }> {
  const counts = new Map<number, number>();
  let best = { first: 0, end: 0, told: 0 };
  let told = 0;
  let first = 0;
  for (const [last, { word, line }] of hits.entries()) {
    if (last % HITS_PER_STEP === 0) yield;
    const count = counts.get(word) ?? 0;
    counts.set(word, count + 1);
    if (count === 0) told += words.tells(word);
    // What is too far above leaves the run, and so does what stands again below.
    for (;; first++) {
      const { word: above, line: top } = hits[first]!;
      const others = counts.get(above)! - 1;
      if (line - top < MAX_LINES && others === 0) break;
      counts.set(above, others);
      if (others === 0) told -= words.tells(above);
    }
    if (told > best.told) best = { first, end: last + 1, told };
  }
  return { run: hits.slice(best.first, best.end), told: best.told };
}

/** The lines of a file that say what a task is about, for a reader who knows the task. */
import { TopItems } from "../../../pacing/top_items.ts";
import type { Steps } from "../../../pacing/paced_steps.ts";
import type { FilePlaces } from "../contents/contents.ts";
import { type Definition, Definitions } from "../contents/definitions.ts";
import { isComment, isImport, isLicence } from "../contents/line_kinds.ts";
import { log2 } from "../task/task_words.ts";

/** What places need to know of the words of a task, by their indices. */
export interface ToldWords {
  /** Returns how much a word tells among all files. */
  tells(word: number): number;
}

/** A line to tell, and the words of the task on it, the most telling first. */
export interface TellingLine {
  readonly line: number;
  readonly words: readonly number[];
  /** The definition that it is in or begins, if that is sure. */
  readonly definition: Definition | undefined;
}

/** Lines that are compared with what is around them: those that tell most by themselves. */
const MAX_CANDIDATES = 256;
/** Lines above and below that count with a line, and the share of the nearest. */
const NEAR_LINES = 16;
const NEAR_SHARE = 0.6;
/** A further line is farther away from the first than so many lines. */
const MIN_DISTANCE = 20;
/** The share of a further line's score that only its words count for which the first does not have near it. */
const FRESH_SHARE = 0.3;
const FRESH_LINES = 4;
/** The weight of the definition around a line, beside 1 for the line; the lines of one of mean length. */
const DEFINITION_WEIGHT = 2;
const DEFINITION_LINES = 60;
/** What a line's words count where they are no code, for the line and for its neighbours, and where names are imported. */
const COMMENT_FACTOR = 0.5;
const IMPORT_FACTOR = 0.05;
/** The power that brings the words of a file closer to each other than those of all files. */
const WORD_POWER = 0.6;

const HITS_PER_STEP = 1024;

/** A line with words of the task. */
interface Candidate {
  readonly line: number;
  readonly words: readonly number[];
  readonly factor: number;
  definition?: Definition | undefined;
  score: number;
}

/** Returns the lines that tell most, the best first; before those the one with most of a phrase of the task, if it is given. */
export function* tellingLines(
  { lines, places, phrase }: FilePlaces,
  path: string,
  { tells }: ToldWords,
): Steps<TellingLine[]> {
  const wordsOf = new Map<number, Set<number>>();
  for (const [i, { word, line }] of places.entries()) {
    if (i % HITS_PER_STEP === 0) yield;
    const there = wordsOf.get(line);
    if (there === undefined) wordsOf.set(line, new Set([word]));
    else there.add(word);
  }
  const counts = new Map<number, number>();
  for (const words of wordsOf.values()) {
    for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  const values = new Map<number, number>();
  for (const [word, count] of counts) {
    values.set(word, tells(word) ** WORD_POWER * log2(1 + lines.length / count));
  }
  yield;
  const sumOf = (words: Iterable<number>) => {
    let sum = 0;
    for (const word of words) sum += values.get(word)!;
    return sum;
  };
  const definitions = yield* Definitions.read(lines, path);
  const factorOf = (line: number): number => {
    const text = lines[line - 1]!;
    if (isImport(text) || isLicence(text)) return IMPORT_FACTOR;
    return isComment(text) || definitions.isCode(line) === false ? COMMENT_FACTOR : 1;
  };
  const top = new TopItems<Candidate>(
    MAX_CANDIDATES,
    (a, b) => b.score - a.score || a.line - b.line,
  );
  let seen = 0;
  for (const [line, there] of wordsOf) {
    if (seen++ % HITS_PER_STEP === 0) yield;
    const factor = factorOf(line);
    const words = [...there].sort((a, b) => a - b);
    top.add({ line, words, factor, score: factor * sumOf(words) });
  }
  // Sums are of one order, as they are rounded.
  const candidates = top.kept.filter(({ score }) => score > 0).sort((a, b) => a.line - b.line);
  const byLine = new Map(candidates.map((each) => [each.line, each]));
  for (const each of candidates) {
    yield;
    each.definition = definitions.enclosing(each.line);
  }
  const ofDefinitions = definitionScores(candidates, (word) => values.get(word)!);
  for (const each of candidates) {
    yield;
    const { definition, factor } = each;
    const around = definition === undefined ? 0 : ofDefinitions.get(definition.from)!;
    const near = nearScore(each, byLine, (word) => values.get(word)!);
    each.score = near + DEFINITION_WEIGHT * around * (factor === IMPORT_FACTOR ? IMPORT_FACTOR : 1);
  }
  const said = phrase &&
    candidates.filter(({ line }) => line >= phrase.first && line <= phrase.last);
  const first = best(said ?? [], ({ words, factor }) => factor * words.length) ??
    best(candidates, ({ score }) => score);
  if (first === undefined) return [];
  const told = new Set(
    candidates.flatMap(({ line, words }) => isNear(line, first.line, FRESH_LINES) ? words : []),
  );
  const second = best(candidates, ({ line, words, score, factor }) => {
    if (factor === IMPORT_FACTOR || isNear(line, first.line, MIN_DISTANCE)) return 0;
    const fresh = sumOf(words.filter((word) => !told.has(word))) / sumOf(words);
    return score * (1 - FRESH_SHARE + FRESH_SHARE * fresh);
  });
  return (second === undefined ? [first] : [first, second]).map(({ line, words, definition }) => ({
    line,
    words: words.filter((word) => tells(word) > 0).sort((a, b) => tells(b) - tells(a) || a - b),
    definition,
  }));
}

function isNear(a: number, b: number, distance: number): boolean {
  return Math.abs(a - b) <= distance;
}

/** Returns the candidate with the highest score, of equal ones the first; none scores 0. */
function best(
  candidates: readonly Candidate[],
  scoreOf: (candidate: Candidate) => number,
): Candidate | undefined {
  let found: Candidate | undefined;
  let most = 0;
  for (const each of candidates) {
    const score = scoreOf(each);
    if (score > most || score === most && found !== undefined && each.line < found.line) {
      [found, most] = [each, score];
    }
  }
  return found;
}

/** Returns how much each definition tells by the words in it: BM25, with the definitions of a file for documents. */
function definitionScores(
  candidates: readonly Candidate[],
  valueOf: (word: number) => number,
): ReadonlyMap<number, number> {
  const counts = new Map<number, { readonly lines: number; readonly of: Map<number, number> }>();
  for (const { definition, words, factor } of candidates) {
    if (definition === undefined) continue;
    const { from, to } = definition;
    const own = counts.get(from) ?? { lines: to - from + 1, of: new Map() };
    counts.set(from, own);
    for (const word of words) own.of.set(word, (own.of.get(word) ?? 0) + factor);
  }
  return new Map(
    [...counts].map(([from, { lines, of }]) => {
      const half = 0.5 * (0.3 + 0.7 * lines / DEFINITION_LINES);
      let score = 0;
      for (const [word, count] of of) score += valueOf(word) * count / (count + half);
      return [from, score];
    }),
  );
}

/** Returns how much a line tells with those near it: each word once, the less the farther away it is. */
function nearScore(
  { line, factor, words }: Candidate,
  byLine: ReadonlyMap<number, Candidate>,
  valueOf: (word: number) => number,
): number {
  const scores = new Map(words.map((word) => [word, factor * valueOf(word)]));
  for (let at = line - NEAR_LINES; at <= line + NEAR_LINES; at++) {
    const other = byLine.get(at);
    if (other === undefined || at === line) continue;
    const share = NEAR_SHARE * (1 - Math.abs(at - line) / (NEAR_LINES + 1)) * other.factor *
      (factor === IMPORT_FACTOR ? IMPORT_FACTOR : 1);
    for (const word of other.words) {
      scores.set(word, Math.max(scores.get(word) ?? 0, share * valueOf(word)));
    }
  }
  return scores.values().reduce((sum, each) => sum + each, 0);
}

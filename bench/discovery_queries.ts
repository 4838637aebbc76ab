/**
 * Queries of somebody who half remembers a path; equal files give equal queries.
 *
 * @module
 */
import { isTest } from "./discovery_gold.ts";
import { pick, randomFrom } from "../tests/support/random.ts";

/** A query, and the files that would be right. */
export interface Query {
  readonly text: string;
  readonly wanted: readonly string[];
}

/** Makes a query from a path, if the path allows one. */
type Maker = (path: string, random: () => number) => string | undefined;

/** A kind of query, made from paths. */
export const MAKERS: Readonly<Record<string, Maker>> = {
  "abbreviations": abbreviated,
  "swapped words": swapped,
  "typos": mistyped,
};

/** The most queries of a kind. */
const MAX_QUERIES = 100;

/** The most letters of a query: what `find_path` takes. */
const LONGEST = 200;

/** A commit's subject as a query: its words, without the number of a pull request. */
export function subjectQuery(subject: string): string {
  const words = subject.replace(/\(#\d+\)/g, "").match(/[\p{L}\p{N}][\p{L}\p{N}_./-]*/gu) ?? [];
  return words.map((word) => word.replace(/[./-]+$/, "")).join(" ").slice(0, LONGEST).trim();
}

/**
 * Queries of one kind, for a sample of the files: those that are no tests, whose name, extensions aside,
 * no other file has.
 */
export function queriesFor(files: readonly string[], kind: string): Query[] {
  const counts = Map.groupBy(files, stemOf);
  const paths = files.filter((path) => !isTest(path) && counts.get(stemOf(path))!.length === 1);
  const queries: Query[] = [];
  for (const path of shuffled(paths)) {
    if (queries.length === MAX_QUERIES) break;
    const text = MAKERS[kind]!(path, randomFrom(hashOf(`${kind} ${path}`)));
    if (text !== undefined) queries.push({ text, wanted: [path] });
  }
  return queries;
}

/** Of each word of the name its number or one to three letters: `fdiwr` for `file_disk_writer.ts`. */
function abbreviated(path: string, random: () => number): string | undefined {
  const words = wordsIn(stemOf(path));
  if (words.length < 2) return undefined;
  const text = words.map((word) =>
    /^\p{N}/u.test(word) ? word : word.slice(0, 1 + Math.floor(random() * 3))
  ).join("");
  return text.length < MIN_ABBREVIATION ? undefined : text.toLowerCase();
}

const MIN_ABBREVIATION = 4;

/** Two or three words of the path, at least one of them of the name, in another order. */
function swapped(path: string, random: () => number): string | undefined {
  const known = (text: string): string[] =>
    wordsIn(text).map((word) => word.toLowerCase()).filter((word) => word.length >= MIN_WORD);
  const ofName = known(stemOf(path));
  const all = [...new Set([...known(path.slice(0, -nameOf(path).length)), ...ofName])];
  if (ofName.length === 0 || all.length < 2) return undefined;
  const last = pick(ofName, random);
  const others = all.filter((word) => word !== last);
  const count = Math.min(others.length, 1 + Math.floor(random() * 2));
  while (others.length > count) others.splice(Math.floor(random() * others.length), 1);
  const chosen = all.filter((word) => word === last || others.includes(word));
  // Any turn of a list of different words is another order.
  const turn = 1 + Math.floor(random() * (chosen.length - 1));
  return [...chosen.slice(turn), ...chosen.slice(0, turn)].join(" ");
}

const MIN_WORD = 3;

/** The name, without its extension, with one letter wrong. */
function mistyped(path: string, random: () => number): string | undefined {
  return mistypedWord(stemOf(path), random);
}

/** A word with one letter wrong; `undefined` if it is too short. */
export function mistypedWord(word: string, random: () => number): string | undefined {
  const letters = Array.from(word.toLowerCase());
  if (letters.length < MIN_MISTYPED) return undefined;
  const mistype = pick(Object.values(MISTAKES), random);
  // The first letter is seldom wrong.
  for (let tries = 0; tries < 20; tries++) {
    const at = 1 + Math.floor(random() * (letters.length - 2));
    const text = mistype(letters, at, random).join("");
    if (/^[a-z]$/.test(letters[at]!) && text !== letters.join("")) return text;
  }
  return undefined;
}

const MIN_MISTYPED = 5;

type Mistake = (letters: readonly string[], at: number, random: () => number) => string[];

const MISTAKES: Readonly<Record<string, Mistake>> = {
  drop: (letters, at) => letters.toSpliced(at, 1),
  swap: (letters, at) => letters.toSpliced(at, 2, letters[at + 1]!, letters[at]!),
  replace: (letters, at, random) => letters.toSpliced(at, 1, pick([..."etaoinshrdlu"], random)),
  double: (letters, at) => letters.toSpliced(at, 0, letters[at]!),
};

/** Returns the words of a text, split at capitals and at characters other than letters and digits. */
export function wordsIn(text: string): string[] {
  return text.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lo}+|\p{N}+/gu) ?? [];
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** The name without its extensions, of which a version is none. */
function stemOf(path: string): string {
  return nameOf(path).replace(/(?<=.)(?:\.\p{L}[\p{L}\p{N}]*)+$/u, "");
}

/** Some paths in an order that depends on nothing but them. */
export function shuffled(paths: readonly string[]): string[] {
  const keys = new Map(paths.map((path) => [path, randomFrom(hashOf(path))()]));
  return paths.toSorted((a, b) => keys.get(a)! - keys.get(b)!);
}

/** FNV-1a. */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash >>> 0;
}

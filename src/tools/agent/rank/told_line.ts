import type { FilePlaces } from "../contents/contents.ts";
import { codeSafe } from "../../../text/line_safe.ts";
import type { TaskWords } from "../task/task_words.ts";
import type { TellingLine, ToldWords } from "./task_places.ts";
import type { TaskPlace } from "./task_reason.ts";

/** Maximum characters of a line's text, and of them before the first word of the task that is shown. */
const MAX_TEXT_LENGTH = 120;
const MAX_BEFORE = 40;
/** Maximum characters of a line that are looked at. */
const MAX_READ_LENGTH = 65_536;
/** Maximum words of a place. */
const MAX_WORDS = 4;
/** The least share that a further word of a place tells of what its rarest one does. */
const MIN_WORD_SHARE = 0.15;

/** Letters and digits in one run that are likelier a key or a hash than a name. */
const KEY = /[A-Za-z0-9]{24,}/g;

/** Common words of sentences, which are no reason to read a line. */
const FILLERS: ReadonlySet<string> = new Set(
  "about after again all also although always am any been before being between both but can cannot could did does doing down during each even ever every few get gets got had has having he her here his how however i instead just me more most must my never now off once one other our out over own same she should since some still such them they though through under until us very want wants was way were what while who whom why without would yet"
    .split(" "),
);

/** Reports whether a word of a task says nothing of where to read. */
export function isFiller(word: string): boolean {
  return FILLERS.has(word);
}

/** Returns a line as it is told: with its text and the definition around it, unless the host lets no text be told. */
export function toldLine(
  { line, words, definition }: TellingLine,
  { lines }: Pick<FilePlaces, "lines">,
  task: TaskWords,
  { tells, withText }: ToldWords & { readonly withText: boolean },
): TaskPlace {
  const least = MIN_WORD_SHARE * tells(words[0] ?? 0);
  const said = words.slice(0, MAX_WORDS).filter((word) => tells(word) >= least);
  const spelled = said.map((word) => task.spellings[word]!);
  if (!withText) return { line, words: spelled };
  const text = toldText(lines[line - 1]!, said.map((word) => task.stems[word]!));
  return { line, text, words: spelled, ...definition && { in: definition } };
}

/** Returns the text of a line around the first of some words, safe for a line, without what is likely a key. */
export function toldText(line: string, words: readonly string[] = []): string {
  const plain = line.slice(0, MAX_READ_LENGTH).replace(/\s+/g, " ").trim()
    .replace(KEY, (run) => /\d/.test(run) && /[A-Za-z]/.test(run) ? `${run.slice(0, 4)}…` : run);
  const characters = Array.from(plain);
  if (characters.length <= MAX_TEXT_LENGTH) return codeSafe(plain);
  const lower = plain.toLowerCase();
  const firsts = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const first = firsts.length === 0 ? 0 : Array.from(lower.slice(0, Math.min(...firsts))).length;
  // A mark stands where something is cut.
  const last = characters.length - MAX_TEXT_LENGTH + 1;
  const start = first <= MAX_TEXT_LENGTH / 2 ? 0 : Math.min(first - MAX_BEFORE, last);
  const end = start === last ? characters.length : start + MAX_TEXT_LENGTH - (start > 0 ? 2 : 1);
  const cut = characters.slice(start, end).join("");
  return `${start > 0 ? "…" : ""}${codeSafe(cut)}${end < characters.length ? "…" : ""}`;
}

/** Advice as data: each hint is worded once for a model, and once for a terminal. */
import { clipLine } from "../text/line_safe.ts";

/** An argument that a hint names, and the value to send, if it says one. */
interface NamedArgument {
  readonly argument: string;
  readonly value?: unknown;
}

interface Counted {
  readonly count: number;
  /** False if there may be more. */
  readonly isExact: boolean;
}

/** Another value of an argument with which a call finds something, or more than it did. */
interface Change extends Required<NamedArgument>, Counted {
  readonly kind: "change";
  readonly isMore?: boolean;
  /** Why the call does not find it. */
  readonly reason?: string;
}

/** Matches that git ignores, `reason` being the rule that ignores the first, or that lie in stores of version control. */
interface Ignored extends Counted {
  readonly kind: "ignored";
  readonly reason: string;
  readonly countInStores: number;
  readonly stores: readonly string[];
}

export type Hint =
  | string
  | Change
  | Ignored
  /** Values that left nothing out. */
  | { readonly kind: "useless"; readonly argument: string; readonly values: readonly string[] }
  /** A pattern that was sent as a path or a query. */
  | { readonly kind: "pattern"; readonly pattern: string; readonly root: string }
  /** Words around one argument, for which `{}` stands. */
  | NamedArgument & { readonly kind: "note"; readonly text: string }
  /** A hint at one of several queries. */
  | { readonly kind: "query"; readonly query: string; readonly hint: Hint };

export interface AdviceData {
  readonly suggestions?: readonly string[];
  readonly hints?: readonly Hint[];
}

interface AdviceInWords extends AdviceData {
  readonly hints?: readonly string[];
}

type WordsOf = (argument: NamedArgument) => string;

const DATA = Symbol("hints as data");

/** Returns advice as a result has it: its hints are texts for a model, from which {@linkcode hintsOf} returns the data. */
export function adviceInWords({ suggestions = [], hints = [] }: AdviceData): AdviceInWords {
  const wordsOf: WordsOf = ({ argument, value }) =>
    value === undefined ? argument : `${argument}: ${JSON.stringify(value)}`;
  const texts = hints.map((each) => worded(each, wordsOf));
  Object.defineProperty(texts, DATA, { value: hints });
  return {
    ...suggestions.length > 0 && { suggestions },
    ...hints.length > 0 && { hints: texts },
  };
}

/** Returns the hints of a result as the data that they were made of; as texts if they were copied as JSON. */
export function hintsOf(texts: readonly string[] = []): readonly Hint[] {
  return (texts as { readonly [DATA]?: readonly Hint[] })[DATA] ?? texts;
}

export function worded(hint: Hint, wordsOf: WordsOf): string {
  if (typeof hint === "string") return hint;
  switch (hint.kind) {
    case "change":
      return changeText(hint, wordsOf);
    case "ignored":
      return ignoredText(hint);
    case "useless": {
      const values = hint.values.map((value) => JSON.stringify(value)).join(", ");
      return `${wordsOf({ argument: hint.argument })} ${clipLine(values)} left nothing out`;
    }
    case "pattern": {
      const { pattern, root } = hint;
      const where = root === "." ? "" : `, ${wordsOf({ argument: "root", value: root })}`;
      const what = wordsOf({ argument: "pattern", value: pattern });
      return `this is a pattern: glob_search takes ${what}${where}`;
    }
    case "note":
      return hint.text.replace("{}", () => wordsOf(hint));
    case "query":
      return `"${hint.query}": ${worded(hint.hint, wordsOf)}`;
  }
}

function numberOf({ count, isExact }: Counted): string {
  return `${isExact ? "" : ">= "}${count}`;
}

function changeText(change: Change, wordsOf: WordsOf): string {
  const { argument, value, isMore, reason = "" } = change;
  const number = numberOf(change);
  const s = number === "1" ? "s" : "";
  if (isMore) return `${number} more ${number === "1" ? "matches" : "match"} ${value}`;
  if (argument === "max_depth") return `${number} lie${s} deeper than ${wordsOf({ argument })}`;
  if (argument === "case_sensitive") {
    return `${number} differ${s} only by case (${wordsOf(change)})`;
  }
  return `${number} would match with ${wordsOf(change)}${reason}`;
}

function ignoredText(ignored: Ignored): string {
  const { count, isExact, reason, countInStores, stores } = ignored;
  const number = numberOf(ignored);
  const belong = `${countInStores === 1 && isExact ? "belongs" : "belong"} to ${stores.join(", ")}`;
  if (countInStores === count) return `${number} more ${belong}`;
  const inStores = countInStores === 0 || !isExact ? "" : `, ${countInStores} of which ${belong}`;
  return `${number} more ${number === "1" ? "is" : "are"} ignored by git${reason}${inStores}`;
}

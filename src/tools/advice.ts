/** Advice as data: each hint is worded once for a model, and once for a terminal. */

/** An argument that a hint names, and the value to send, if it says one. */
interface NamedArgument {
  readonly argument: string;
  readonly value?: unknown;
}

/** Words, and the arguments among them. */
export type Hint = string | readonly (string | NamedArgument)[];

/** Makes a hint of words, texts, arguments and other hints. */
export function hint(words: TemplateStringsArray, ...parts: (Hint | NamedArgument)[]): Hint {
  return words.flatMap((text, i) => [text, ...[parts[i] ?? []].flat()]);
}

export function argument(name: string, value?: unknown): NamedArgument {
  return { argument: name, value };
}

const DATA = Symbol("hints as data");

/** Returns hints as a result has them, worded for a model. */
export function hintsForModel(hints: readonly Hint[]): readonly string[] {
  const texts = hints.map((each) =>
    worded(
      each,
      ({ argument, value }) =>
        value === undefined ? argument : `${argument}: ${JSON.stringify(value)}`,
    )
  );
  // A terminal has words of its own for them. No copy as JSON has the data.
  return Object.defineProperty(texts, DATA, { value: hints });
}

/** Returns the hints of a result as the data that they were made of. */
export function hintsOf(texts: readonly string[] = []): readonly Hint[] {
  return (texts as { readonly [DATA]?: readonly Hint[] })[DATA] ?? texts;
}

/** Returns the words of a hint. */
export function worded(hint: Hint, wordsOf: (argument: NamedArgument) => string): string {
  return [hint].flat().map((each) => typeof each === "string" ? each : wordsOf(each)).join("");
}

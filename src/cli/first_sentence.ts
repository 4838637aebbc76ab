/** The first sentence of a description. What a colon announces is left out. */
export function firstSentence(text: string): string {
  return text.match(/^.*?[.:](?= |$)/)?.[0].replace(/:$/, ".") ?? text;
}

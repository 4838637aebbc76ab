/** What a row costs, about: in tokens, with its line end. */
const ROW_PRICE = 2.5;

/** How many characters of a name cost a token, about. */
const CHARACTERS_PER_TOKEN = 3.3;

/** What the row of a name costs, about. */
export function priceOf({ length }: string): number {
  return ROW_PRICE + length / CHARACTERS_PER_TOKEN;
}

/** How many pieces to join at a time. */
const MAX_PIECES = 4096;

/**
 * Builds a long text of many short pieces. Added up with `+`, each piece would be an object that lives as long as
 * the text, and that the garbage collector looks at again and again.
 */
export class TextBuilder {
  #text = "";
  #length = 0;
  readonly #pieces: string[] = [];

  /** How long the text is, in UTF-16 units. */
  get length(): number {
    return this.#length;
  }

  /** Adds a piece at the end. */
  add(piece: string): void {
    this.#length += piece.length;
    if (this.#pieces.push(piece) === MAX_PIECES) this.#join();
  }

  /** The whole text. */
  finish(): string {
    this.#join();
    return this.#text;
  }

  #join(): void {
    this.#text += this.#pieces.join("");
    this.#pieces.length = 0;
  }
}

/** Pieces that are joined at a time. */
const MAX_PIECES = 4096;

/**
 * Builds a long text of many short pieces. Concatenated with `+`, each piece would be an object that lives as long
 * as the text, and that the garbage collector visits again and again.
 */
export class TextBuilder {
  #text = "";
  #length = 0;
  readonly #pieces: string[] = [];

  get length(): number {
    return this.#length;
  }

  add(piece: string): void {
    this.#length += piece.length;
    if (this.#pieces.push(piece) === MAX_PIECES) this.#join();
  }

  finish(): string {
    this.#join();
    return this.#text;
  }

  #join(): void {
    this.#text += this.#pieces.join("");
    this.#pieces.length = 0;
  }
}

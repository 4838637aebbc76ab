/** Lays out help. */

/** The width of help, in characters. */
const WIDTH = 80;

/** Breaks a text into indented lines. */
export function wrap(text: string, indent: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && indent + line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = word;
    } else {
      line += line === "" ? word : ` ${word}`;
    }
  }
  return [...lines, line].map((each) => " ".repeat(indent) + each);
}

/** Lays out rows of two columns, the second of them broken into lines. */
export function inColumns(rows: readonly (readonly [left: string, right: string])[]): string[] {
  const column = Math.max(...rows.map(([left]) => left.length)) + 4;
  return rows.flatMap(([left, right]) => {
    const [first, ...rest] = wrap(right, column);
    return [`  ${left}`.padEnd(column) + first!.trimStart(), ...rest];
  });
}

/** Returns the first sentence of a description, up to a colon if what is before says enough. */
export function firstSentence(text: string): string {
  return text.match(/^.*?(?:\.|(?<=.{16}):)(?= |$)/)?.[0].replace(/:$/, ".") ?? text;
}

/** The width of help, in characters. */
const WIDTH = 80;

/** Breaks a text into lines, each indented. */
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

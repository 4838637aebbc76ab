/** A configuration file of git, as data: what it includes is not read, and nothing in it is run. */

/** Values by name: `core.ignorecase`, `extensions.objectformat`. The last one of a name counts, as in git. */
export type Config = ReadonlyMap<string, string>;

/** A section's head; one with a subsection is not looked at. */
const HEAD = /^\s*\[\s*([-.0-9a-z]+)\s*(?:"(?:[^"\\]|\\.)*"\s*)?\]/i;
const ENTRY = /^\s*([a-z][-0-9a-z]*)[ \t]*(?:=(.*))?$/is;

/** Reads a configuration file. What it cannot understand, it passes over. */
export function parseConfig(text: string): Config {
  const config = new Map<string, string>();
  let section: string | undefined;
  for (const line of logicalLines(text)) {
    if (line === "") continue;
    const head = HEAD.exec(line);
    if (head !== null) section = head[0].includes('"') ? undefined : head[1]!.toLowerCase();
    const entry = ENTRY.exec(head === null ? line : line.slice(head[0].length));
    if (entry === null || section === undefined) continue;
    const value = entry[2] === undefined ? "true" : valueOf(entry[2].trimStart());
    config.set(`${section}.${entry[1]!.toLowerCase()}`, value);
  }
  return config;
}

/** Whether a value is a true one. */
export function isTrue(value: string | undefined): boolean {
  if (value === undefined) return false;
  return /^(true|yes|on)$/i.test(value) || /^[-+]?(0x)?0*[1-9a-f][0-9a-f]*[kmg]?$/i.test(value);
}

/** The lines of a text, with those that end in a backslash joined to the next. */
function logicalLines(text: string): string[] {
  return text.replace(/^\uFEFF/, "").replace(/\r\n/g, "\n").replace(/\\\n/g, "").split("\n");
}

const BLANKS: ReadonlySet<string> = new Set(" \t\v\f\r");

const ESCAPES: Readonly<Record<string, string>> = { b: "\b", n: "\n", t: "\t" };

/** A value without quotes, comment and outer blanks. */
function valueOf(written: string): string {
  let value = "";
  let length = 0;
  let isQuoted = false;
  for (let i = 0; i < written.length; i++) {
    const character = written[i]!;
    if (character === '"') {
      isQuoted = !isQuoted;
      continue;
    }
    if (!isQuoted && (character === "#" || character === ";")) break;
    if (character === "\\") {
      const escaped = written[++i] ?? "";
      value += ESCAPES[escaped] ?? escaped;
    } else value += character;
    if (isQuoted || !BLANKS.has(character)) length = value.length;
  }
  return value.slice(0, length);
}

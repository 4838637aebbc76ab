/** Parses git configuration files as data: nothing in them is run. */
import type { Steps } from "../pacing/paced_steps.ts";

/** Values by name: `core.ignorecase`, `extensions.objectformat`. The last one of a name counts, as in git. */
export type GitConfig = ReadonlyMap<string, string>;

/** A variable with its value, in the order of the file: `include.path`, or `remote.*.promisor` of a subsection. */
type ConfigEntry = readonly [name: string, value: string];

const SECTION_HEADER = /^\s*\[\s*([-.0-9a-z]+)\s*(?:"(?:[^"\\]|\\.)*"\s*)?\]/i;
const VARIABLE = /^\s*([a-z][-0-9a-z]*)[ \t]*(?:=(.*))?$/is;

const LINES_PER_STEP = 64;

/** Maximum characters of a value: no path or number is as long. What is beyond is cut off. */
const MAX_VALUE_LENGTH = 16 * 1024;

export function* parseConfig(text: string): Steps<ConfigEntry[]> {
  const entries: ConfigEntry[] = [];
  let section: string | undefined;
  // A line that ends in a backslash goes on in the next.
  const joined = text.replace(/^\uFEFF/, "").replace(/\r\n/g, "\n").replace(/\\\n/g, "");
  for (const [i, line] of joined.split("\n").entries()) {
    if (i % LINES_PER_STEP === 0) yield;
    if (line === "") continue;
    const header = SECTION_HEADER.exec(line);
    if (header !== null) section = header[1]!.toLowerCase() + (header[0].includes('"') ? ".*" : "");
    const variable = VARIABLE.exec(header === null ? line : line.slice(header[0].length));
    if (variable === null || section === undefined) continue;
    const raw = variable[2]?.trimStart().slice(0, MAX_VALUE_LENGTH);
    const value = raw === undefined ? "true" : parseValue(raw);
    entries.push([`${section}.${variable[1]!.toLowerCase()}`, value]);
  }
  return entries;
}

export function isTrueValue(value: string | undefined): boolean {
  if (value === undefined) return false;
  return /^(true|yes|on)$/i.test(value) || /^[-+]?(0x)?0*[1-9a-f][0-9a-f]*[kmg]?$/i.test(value);
}

const BLANK_CHARACTERS: ReadonlySet<string> = new Set(" \t\v\f\r");

const ESCAPED_CHARACTERS: Readonly<Record<string, string>> = { b: "\b", n: "\n", t: "\t" };

/** Returns a value without its quotes, comment and surrounding blanks. */
function parseValue(text: string): string {
  let value = "";
  let length = 0;
  let isQuoted = false;
  for (let i = 0; i < text.length; i++) {
    const character = text[i]!;
    if (character === '"') {
      isQuoted = !isQuoted;
      continue;
    }
    if (!isQuoted && (character === "#" || character === ";")) break;
    if (character === "\\") {
      const escaped = text[++i] ?? "";
      value += ESCAPED_CHARACTERS[escaped] ?? escaped;
    } else value += character;
    if (isQuoted || !BLANK_CHARACTERS.has(character)) length = value.length;
  }
  return value.slice(0, length);
}

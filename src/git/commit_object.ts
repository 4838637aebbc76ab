import { byteText } from "./read_file.ts";

export interface CommitObject {
  readonly tree: string;
  readonly parents: readonly string[];
  /** The committer date, in seconds since 1970. */
  readonly date: number;
  /** The first line of its message, truncated to 200 characters. */
  readonly subject: string;
}

const MAX_PARENTS = 64;

/** Maximum characters of a subject, and maximum bytes decoded to find them. */
const MAX_SUBJECT_LENGTH = 200;
const MAX_SUBJECT_BYTES = 1024;

export function parseCommit(bytes: Uint8Array, hashLength: number): CommitObject | undefined {
  const text = byteText(bytes);
  const idEnd = (from: number): number => from + 2 * hashLength;
  const idAfter = (word: string, at: number): string | undefined => {
    const from = at + word.length;
    const id = text.slice(from, idEnd(from));
    const isLine = text.startsWith(word, at) && text[idEnd(from)] === "\n";
    return isLine && /^[0-9a-f]+$/.test(id) ? id : undefined;
  };
  const tree = idAfter("tree ", 0);
  if (tree === undefined) return undefined;
  let at = idEnd("tree ".length) + 1;
  const parents: string[] = [];
  while (text.startsWith("parent ", at)) {
    const parent = idAfter("parent ", at);
    if (parent === undefined || parents.length === MAX_PARENTS) return undefined;
    parents.push(parent);
    at = idEnd(at + "parent ".length) + 1;
  }
  const end = text.indexOf("\n\n", at - 1);
  const header = text.slice(at, end < 0 ? undefined : end + 1);
  const message = end < 0 ? new Uint8Array() : bytes.subarray(end + 2);
  const encoding = /^encoding (.{1,40})$/m.exec(header)?.[1] ?? "utf-8";
  return { tree, parents, date: dateIn(header), subject: subjectOf(message, encoding) };
}

/** Parses the date as git does: behind the last `>` of the second line, 0 where the lines are others. */
function dateIn(header: string): number {
  if (!header.startsWith("author")) return 0;
  const second = header.indexOf("\n") + 1;
  if (second === 0 || !header.startsWith("committer", second)) return 0;
  const end = header.indexOf("\n", second);
  const line = header.slice(second, end < 0 ? undefined : end);
  const seconds = /^\s*(\d{1,20})/.exec(line.slice(line.lastIndexOf(">") + 1));
  return seconds === null ? 0 : Number(seconds[1]);
}

function subjectOf(message: Uint8Array, encoding: string): string {
  const text = decoderFor(encoding).decode(message.subarray(0, MAX_SUBJECT_BYTES));
  const line = text.replace(/^\s*\n/, "").split("\n", 1)[0]!.trimEnd();
  return line.length <= MAX_SUBJECT_LENGTH
    ? line
    : Array.from(line).slice(0, MAX_SUBJECT_LENGTH).join("");
}

const UTF8_DECODER = new TextDecoder();

function decoderFor(encoding: string): TextDecoder {
  if (encoding === "utf-8") return UTF8_DECODER;
  try {
    return new TextDecoder(encoding);
  } catch {
    return UTF8_DECODER;
  }
}

import { byteText } from "./read_file.ts";

export interface CommitObject {
  readonly tree: string;
  readonly parents: readonly string[];
  /** The committer date, in seconds since 1970. */
  readonly date: number;
  /** The first line of its message, truncated to 200 characters. */
  readonly subject: string;
  /** What follows it, without trailers and cut alike: 600 characters at most. */
  readonly body: string;
}

const MAX_PARENTS = 64;

/** Maximum characters of a subject and of what follows it, and maximum bytes decoded to find them. */
const MAX_SUBJECT_LENGTH = 200;
const MAX_BODY_LENGTH = 600;
const MAX_MESSAGE_BYTES = 4096;

/** A line for programs, such as `Signed-off-by: …`. */
const TRAILER = /^[A-Z][\w-]*-[\w-]+: .*$/gm;

export function parseCommit(bytes: Uint8Array, hashLength: number): CommitObject | undefined {
  const text = byteText(bytes);
  const id = `[0-9a-f]{${2 * hashLength}}`;
  const start = new RegExp(`^tree (${id})\n((?:parent ${id}\n){0,${MAX_PARENTS}})`).exec(text);
  if (start === null) return undefined;
  const [{ length: at }, tree, lines] = start;
  if (text.startsWith("parent ", at)) return undefined;
  const parents = Array.from(lines!.matchAll(/[0-9a-f]+(?=\n)/g), ([parent]) => parent);
  const end = text.indexOf("\n\n", at - 1);
  const header = text.slice(at, end < 0 ? undefined : end + 1);
  const message = end < 0 ? new Uint8Array() : bytes.subarray(end + 2);
  const encoding = /^encoding (.{1,40})$/m.exec(header)?.[1] ?? "utf-8";
  const date = Number(DATE.exec(header)?.[1] ?? 0);
  return { tree: tree!, parents, date, ...messageOf(message, encoding) };
}

/** The date as git finds it: behind the last `>` of the second line. */
const DATE = /^author[^\n]*\ncommitter[^\n]*>[^\S\n]*(\d{1,20})[^>\n]*(?:\n|$)/;

function messageOf(
  message: Uint8Array,
  encoding: string,
): Pick<CommitObject, "subject" | "body"> {
  const decoded = decoderFor(encoding).decode(message.subarray(0, MAX_MESSAGE_BYTES));
  const text = decoded.replace(/^\s*\n/, "");
  const [line] = text.split("\n", 1);
  return {
    subject: cutTo(MAX_SUBJECT_LENGTH, line!.trimEnd()),
    body: cutTo(MAX_BODY_LENGTH, text.slice(line!.length).replace(TRAILER, "").trim()),
  };
}

function cutTo(length: number, text: string): string {
  return text.length <= length ? text : Array.from(text).slice(0, length).join("");
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

/** What a result says of files that were not looked through for the words of a task. */
import { groupDigits } from "../../../text/line_safe.ts";

/** The field of a result. */
export interface UnreadContents {
  /**
   * The number of files that were not looked through for the words of a task: there were too many, or they could not be
   * read; `"all"` where the host keeps contents back. Absent if there are none.
   */
  readonly unread_contents?: number | "all";
}

/** The JSON Schema of {@linkcode UnreadContents}, which is optional. */
export const UNREAD_CONTENTS_SCHEMA = {
  unread_contents: {
    type: ["integer", "string"],
    description: "How many files were not looked through for words of the task.",
  },
} as const;

/** Returns the field, given the number of files that were left out: `undefined` where the host keeps all back. */
export function unreadContentsOf(
  contents: { readonly unread: number } | undefined,
): UnreadContents {
  if (contents === undefined) return { unread_contents: "all" };
  return contents.unread > 0 ? { unread_contents: contents.unread } : {};
}

/** Returns the line that says it, if there is anything to say. */
export function unreadContentsLines({ unread_contents: unread }: UnreadContents): string[] {
  if (unread === undefined) return [];
  if (unread === "all") return ["No file was looked through: names and history alone were used."];
  const files = unread === 1 ? "file" : "files";
  return [`Not looked through for words of the task: ${groupDigits(unread)} ${files}.`];
}

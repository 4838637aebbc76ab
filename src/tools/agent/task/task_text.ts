import { groupDigits } from "../../../text/line_safe.ts";
import { MAX_TASK_LENGTH } from "../../schema.ts";

export const TASK_IS_CUT = `only its first ${groupDigits(MAX_TASK_LENGTH)} characters were read`;

/** Returns the part of a task that is read. Where more follows, `…` marks the cut. */
export function cutTask(text: string): string {
  return isCutTask(text) ? `${text.slice(0, endOfTask(text))}…` : text;
}

/** Reports whether a task is longer than what is read, or was cut for that. */
export function isCutTask(text: string): boolean {
  return endOfTask(text) < text.length;
}

/** Returns the index after the characters that are read: code points, as `maxLength` counts them in JSON Schema. */
function endOfTask(text: string): number {
  if (text.length <= MAX_TASK_LENGTH) return text.length;
  let end = 0;
  for (let count = 0; count < MAX_TASK_LENGTH && end < text.length; count++) {
    end += text.codePointAt(end)! > 0xffff ? 2 : 1;
  }
  return end;
}

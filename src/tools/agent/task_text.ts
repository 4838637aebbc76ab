import { groupDigits } from "../../text/line_safe.ts";
import { MAX_TASK_LENGTH } from "../schema.ts";

/** What an answer says of a task of which no more was read. */
export const TASK_IS_CUT = `only its first ${groupDigits(MAX_TASK_LENGTH)} characters were read`;

/** Returns the part of a task that is read. */
export function cutTask(text: string): string {
  return text.slice(0, MAX_TASK_LENGTH);
}

/** Reports whether a task that was read may have been longer. */
export function isCutTask(text: string): boolean {
  return text.length === MAX_TASK_LENGTH;
}

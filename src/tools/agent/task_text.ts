import { groupDigits } from "../../text/line_safe.ts";
import { MAX_TASK_LENGTH } from "../schema.ts";

/** What an answer says of a task that was cut. */
export const TASK_IS_CUT = `only its first ${groupDigits(MAX_TASK_LENGTH)} characters were read`;

/** The end of a task that was cut. */
const ELLIPSIS = "…";

/** Returns the part of a task that is read: a longer one than {@linkcode MAX_TASK_LENGTH} ends in an ellipsis. */
export function cutTask(text: string): string {
  return text.length <= MAX_TASK_LENGTH ? text : text.slice(0, MAX_TASK_LENGTH - 1) + ELLIPSIS;
}

/** Reports whether a task was cut. */
export function isCutTask(text: string): boolean {
  return text.length === MAX_TASK_LENGTH && text.endsWith(ELLIPSIS);
}

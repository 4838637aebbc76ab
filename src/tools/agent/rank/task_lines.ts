/** Reads the lines of a task, and how much each says of what the task is about. */

/** A line of a task. */
export interface TaskLine {
  readonly text: string;
  /** From 0 to 1: how much its words count. */
  readonly weight: number;
}

/** Weights of lines: the first, which is a title in most tasks; others; what is in most tasks. */
const FIRST_WEIGHT = 1;
const OTHER_WEIGHT = 0.5;
const BOILERPLATE_WEIGHT = 0.05;

/**
 * What an issue's template brings, whatever the issue is about: headings, check boxes, comments, fences of code, rows
 * of tables, and lines that give something a version.
 */
const BOILERPLATE =
  /^\s*(?:#|[-*+] \[[ x]\]|<!--|```|~~~|\||\*\*[^*]*\*\*:?\s*$|[^:=]{1,40}[:=]\s*[`"']?v?\d+(?:\.\d+)+\S*\s*$)/i;

/** A repository before the number of an issue there: its own names say nothing of what the issue is about. */
const ISSUE_REPOSITORY =
  /\bhttps?:\/\/[\w.-]+\/[\w.-]+\/[\w.-]+\/(?:issues|pull)(?=\/\d)|(?<![\w.-])[\w.-]+\/[\w.-]+(?=#\d)/g;

/** Returns the lines of a task that are not blank. */
export function taskLines(task: string): TaskLine[] {
  const lines = task.replace(ISSUE_REPOSITORY, "").split(/[\r\n\u2028\u2029]+/);
  const texts = lines.filter((line) => line.trim() !== "");
  return texts.map((text, i) => {
    if (i === 0) return { text, weight: FIRST_WEIGHT };
    return { text, weight: BOILERPLATE.test(text) ? BOILERPLATE_WEIGHT : OTHER_WEIGHT };
  });
}

import { takeAtOnce } from "../../src/pacing/paced_steps.ts";
import { taskLines } from "../../src/tools/agent/task/task_lines.ts";
import { TaskWords } from "../../src/tools/agent/task/task_words.ts";
import { linesOf } from "../../src/tools/agent/task/trace_frames.ts";

export function taskWords(task: string): TaskWords {
  return takeAtOnce(TaskWords.read(takeAtOnce(taskLines(linesOf(task)))));
}

import { takePaced } from "../../../pacing/paced_steps.ts";
import type { Pacer } from "../../../pacing/pacer.ts";
import { baseNamesOf } from "./spellings.ts";
import { Literals } from "./literals.ts";
import type { SearchRoot } from "./path_forms.ts";
import { taskLines } from "./task_lines.ts";
import { isCutTask } from "./task_text.ts";
import { TaskWords } from "./task_words.ts";
import { linesOf, withOwnPackage } from "./trace_frames.ts";

/** A text that a model sent, a task or a name, as it is read for each use. */
export interface ReadTask {
  /** True if more was sent than is read. */
  readonly isCut: boolean;
  readonly words: TaskWords;
  /** What it spells out in each directory that is searched. */
  readonly literals: readonly Literals[];
}

/**
 * Reads a text once, for the directories that are searched.
 *
 * @param terms Words that the caller expects in the files. They spell out nothing.
 */
export async function readTask(
  { text, terms = [] }: { readonly text: string; readonly terms?: readonly string[] },
  roots: readonly SearchRoot[],
  pacer: Pacer,
): Promise<ReadTask> {
  const names = baseNamesOf(roots.flatMap(({ path, real, cwd }) => [path, real, cwd]));
  const lines = linesOf(withOwnPackage(text, names));
  const literals: Literals[] = [];
  for (const root of roots) literals.push(await Literals.read(text, lines, root, pacer));
  const weighed = await takePaced(taskLines(lines, terms), pacer);
  const words = await takePaced(TaskWords.read(weighed), pacer);
  return { isCut: isCutTask(text), words, literals };
}

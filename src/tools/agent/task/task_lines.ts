/** Reads the lines of a task, and how much each says of what the task is about. */

import type { Steps } from "../../../pacing/paced_steps.ts";
import { isForeignFrame } from "./trace_frames.ts";
import { CaselessWords } from "../../../text/caseless_words.ts";

export interface TaskLine {
  readonly text: string;
  /** From 0 to 1: how much its words count. */
  readonly weight: number;
  /** Absent for a line that is neither. */
  readonly kind?: "title" | "term";
}

/** Weights of lines: the title; others; what is in most tasks. */
const TITLE_WEIGHT = 1;
const OTHER_WEIGHT = 0.5;
const BOILERPLATE_WEIGHT = 0.05;

/**
 * What an issue's template brings, whatever the issue is about: check boxes, comments, fences of code, rows of tables,
 * and lines that give something a version.
 */
const BOILERPLATE =
  /^\s*(?:[-*+] \[[ x]\]|<!--|```|~~~|\||\*\*[^*]*\*\*:?\s*$|[^:=]{1,40}[:=]\s*[`"']?v?\d+\.\d\S*\s*$)/i;

/** A repository before the number of an issue there: its own names say nothing of what the issue is about. */
const ISSUE_REPOSITORY =
  /\bhttps?:\/\/[\w.-]+\/[\w.-]+\/[\w.-]+\/(?:issues|pull)(?=\/\d)|(?<![\w.-])[\w.-]+\/[\w.-]+(?=#\d)/g;

/** The words of its questions: `Describe the bug`, `Steps to reproduce`. A line of no others says nothing. */
const TEMPLATE_WORDS = new CaselessWords(
  "a actual additional and any behavior behaviour bug call checklist clear concise context current describe description did do environment error expect expected happen happened how info information is issue last log logs message most of on or output prerequisites problem recent report reproduce reproducible reproduction result results screenshots see steps summary system the to traceback version versions what you your",
);

const HEADING = /^\s*#/;

/** The weight of the lines of a task beside terms, which the caller expects in the code: a task's words are a user's. */
const BESIDE_TERMS = 0.45;

/**
 * Returns the lines of a task with their weights. Its title is the first that no template and no trace brings; each term
 * counts as a title.
 */
export function* taskLines(
  task: readonly string[],
  terms: readonly string[] = [],
): Steps<TaskLine[]> {
  const lines = terms.map((text): TaskLine => ({ text, weight: TITLE_WEIGHT, kind: "term" }));
  const share = terms.length > 0 ? BESIDE_TERMS : 1;
  let title: number | undefined;
  for (const line of task) {
    yield;
    const text = line.replace(ISSUE_REPOSITORY, "");
    const isBoilerplate = BOILERPLATE.test(text) || isForeignFrame(text) ||
      (text.match(/\p{L}+/gu) ?? []).every((word) => TEMPLATE_WORDS.has(word));
    const isSaid = !isBoilerplate && !HEADING.test(text);
    if (!isBoilerplate) title ??= lines.length;
    lines.push({ text, weight: share * (isSaid ? OTHER_WEIGHT : BOILERPLATE_WEIGHT) });
  }
  title ??= terms.length;
  if (title < lines.length) {
    lines[title] = { text: lines[title]!.text, weight: share * TITLE_WEIGHT, kind: "title" };
  }
  return lines;
}

/** A kind of commit, its scope in brackets, a colon: `chore(deps): `. */
const KIND = "(?:[\\w-]+(?:\\([^()]{0,40}\\))?!?: )?";

const RELEASE = new RegExp(
  [
    `^${KIND}(?:bump(?:ed)?|cut v?[0-9]|releas(?:e|ed|ing)|prepare (?:release|version|v?[0-9]))\\b`,
    "^[\\w-]+\\(deps(?:-dev)?\\)|^deps: (?:bump|update|upgrade)",
    `^${KIND}(?:update|upgrade) (?:dependenc(?:y|ies)\\b|\\S+ (?:\\S+ )?to v?\\d)`,
    // Nothing but a version, with a name or without one.
    `^${KIND}[\\w./@-]{0,60}[ @v-]?\\d+\\.\\d+[\\w.+-]{0,40}(?: \\(#\\d+\\))?$`,
  ].join("|"),
  "i",
);

/** Maximum characters of a subject that are looked at. */
const MAX_SUBJECT_LENGTH = 256;

/** Reports whether the subject of a commit says no more than that something is released, or a dependency updated. */
export function isReleaseSubject(subject: string): boolean {
  return RELEASE.test(subject.slice(0, MAX_SUBJECT_LENGTH));
}

import { baseNameOf } from "../../scope/path_text.ts";
import { clipLine, lineSafe } from "../../text/line_safe.ts";
import type { OutputSchema } from "../../tool.ts";
import { adviceOf } from "../discovery/render.ts";
import type {
  CallOutcome,
  DiscoveryKind,
  ResultHead,
  Suggestions,
  UnknownRules,
} from "../discovery/result.ts";
import { objectSchema } from "../schema.ts";
import { skippedLines } from "../skipped.ts";
import { answerSchema } from "./advice/answer_tool.ts";
import { UNKNOWN_RULES_SCHEMA, unknownRuleLines } from "./advice/unknown_rules_text.ts";

/** A line of a `.gitignore` file, or of another file with git's rules. */
export interface ExplainedRule {
  /**
   * The path of the file (`.gitignore`, `.git/info/exclude`), relative to the working directory; absolute only if
   * outside it. For a rule of the policy: `(global excludes)` or `(shown by the host)`.
   */
  readonly file: string;
  /** The number of the line, from 1. */
  readonly line: number;
  /** The line as git parses it. */
  readonly pattern: string;
  /** True if it starts with `!`: it re-includes what a rule before it ignores. */
  readonly negated: boolean;
}

/** The result of `explain_path`. Outside the allowed roots, all is `null` but `path`, `in_scope` and `allowed_roots`. */
export type ExplainResult = CallOutcome & ExplainFields;

/** The fields of every result, whether the call succeeded or not. */
export interface ExplainFields extends ResultHead, UnknownRules, Suggestions {
  /** The path, relative to the working directory; absolute only if outside it. */
  readonly path: string;
  /** True if it lies in an allowed root and the permissions cover it. */
  readonly in_scope: boolean | null;
  /** The allowed roots in words, with what is not granted of them; present where the path lies outside. */
  readonly allowed_roots?: string;
  /** True if it exists; `null` if it lies outside the scope. */
  readonly exists: boolean | null;
  /** The kind of entry; a link is not followed. */
  readonly kind: DiscoveryKind | null;
  /** True if it is, or lies below, a link that leads outside the allowed roots. */
  readonly leads_outside?: boolean;
  /** True if git ignores it, itself or through a parent; `null` where git may track it. */
  readonly ignored: boolean | null;
  /** Why it is not known whether git tracks it: the index has one entry for a whole directory, lost its base, or is unread. */
  readonly index?: "sparse" | "split" | "unreadable";
  /** The deciding line, as in `git check-ignore -v`; `null` if there is none or the policy hides its file. */
  readonly rule: ExplainedRule | null;
  /** The outermost directory above it that the line ignores. */
  readonly ignored_parent: string | null;
  /** The line that would ignore it, if git did not track it; `rule` is then `null`. */
  readonly tracked_despite?: ExplainedRule;
  /** The store of version control that it is or lies in, such as `.git`: no rule, but searches leave it out. */
  readonly store?: string;
  /** The root of the repository whose rules decide, where it lies inside another. */
  readonly repository?: string;
  /** The line of an outer `.gitignore` that ignores that whole repository: searches from above leave it out. */
  readonly repository_ignored_by?: ExplainedRule;
}

const RULE_SCHEMA = objectSchema({
  file: { type: "string" },
  line: { type: "integer", minimum: 1 },
  pattern: { type: "string" },
  negated: { type: "boolean" },
});

/** The JSON Schema of an {@linkcode ExplainResult}. */
export const OUTPUT_SCHEMA: OutputSchema = answerSchema({
  query: { type: "object" },
  path: { type: "string" },
  in_scope: { type: ["boolean", "null"] },
  exists: { type: ["boolean", "null"] },
  kind: { enum: ["dir", "file", "other", "symlink", "missing", null] },
  ignored: { type: ["boolean", "null"] },
  rule: { ...RULE_SCHEMA, type: ["object", "null"] },
  ignored_parent: { type: ["string", "null"] },
}, {
  allowed_roots: { type: "string" },
  leads_outside: { type: "boolean" },
  tracked_despite: RULE_SCHEMA,
  index: { enum: ["sparse", "split", "unreadable"] },
  store: { type: "string" },
  repository: { type: "string" },
  repository_ignored_by: RULE_SCHEMA,
  ...UNKNOWN_RULES_SCHEMA,
});

/** Returns the text of an answer: a fact a line. */
export function explainLines(output: ExplainResult): string[] {
  const { path, in_scope, allowed_roots, leads_outside, kind } = output;
  const { repository, repository_ignored_by, store } = output;
  const lines = [`path: ${lineSafe(path)}`];
  const leads = leads_outside ? "leads outside the allowed roots" : "";
  const outside = leads || "is outside the allowed roots";
  const kindText = `kind: ${kind}${leads && `, which ${leads}`}`;
  if (!in_scope) lines.push(`in scope: no, it ${outside}: ${allowed_roots}`);
  else lines.push(kindText, `ignored by git: ${verdictText(output)}`);
  if (store !== undefined) {
    const owner = baseNameOf(store) === ".git"
      ? "git itself"
      : `${lineSafe(store)}, a store of version control`;
    lines.push(`It belongs to ${owner}: ${LEFT_OUT}`);
  }
  if (repository !== undefined) lines.push(`repository: ${lineSafe(repository)}`);
  if (repository_ignored_by !== undefined) {
    const rule = ruleText(repository_ignored_by);
    lines.push(`The whole repository is ignored by ${rule}: a search from above leaves it out.`);
  }
  const { unreadable_gitignore, unreadable_index } = output;
  const unread = skippedLines({ unreadable_gitignore, unreadable_index });
  return [...lines, ...unknownRuleLines(output), ...unread, ...adviceOf(output)];
}

const LEFT_OUT = "what follows use_gitignore leaves it out.";

function ruleText({ file, line, pattern }: ExplainedRule): string {
  return `${lineSafe(file)}:${line} ${lineSafe(clipLine(pattern))}`;
}

function verdictText(output: ExplainResult): string {
  const { ignored, index, rule, ignored_parent, rules_above_scope, tracked_despite } = output;
  if (index !== undefined) {
    const by = rule === null ? "" : `, by ${ruleText(rule)}`;
    return `not known, as the index is ${index}: yes${by}, unless git tracks it`;
  }
  if (tracked_despite !== undefined) {
    return `no, git tracks it; else it would be, by ${ruleText(tracked_despite)}`;
  }
  if (rule === null) {
    if (ignored) {
      return ignored_parent === null ? "yes" : `yes, with ${lineSafe(ignored_parent)}/`;
    }
    if (rules_above_scope !== undefined) return "by no rule within the scope";
    return output.unreadable_gitignore === undefined
      ? "no, by no rule"
      : "by no rule that can be read";
  }
  const ruleLine = ruleText(rule);
  if (!ignored) return `no, included again by ${ruleLine}`;
  const parent = ignored_parent === null ? "" : `, which ignores ${lineSafe(ignored_parent)}/`;
  return `yes, by ${ruleLine}${parent}`;
}

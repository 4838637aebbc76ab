/** What `explain_path` resolves to, and its text. */
import { isInGitDirectory } from "../../gitignore/verdicts.ts";
import { clipLine, lineSafe } from "../../text/line_safe.ts";
import type { OutputSchema, ToolResult } from "../../tool.ts";
import { adviceOf, failureText } from "../discovery/render.ts";
import { skippedLines } from "../skipped.ts";
import {
  COUNT_SCHEMA,
  type DiscoveryKind,
  ERROR_SCHEMA,
  type Outcome,
  TEXTS_SCHEMA,
} from "../discovery/result.ts";
import { RULES_UNKNOWN } from "./rules_unknown.ts";
import { object } from "../schema.ts";

/** A line of a `.gitignore` file. */
export interface ExplainedRule {
  /**
   * The path of the file, relative to the working directory; absolute only if outside it. Of what the host gave:
   * `(global excludes)` or `(shown by the host)`.
   */
  readonly file: string;
  /** The number of the line, from 1. */
  readonly line: number;
  /** The line as git takes it. */
  readonly pattern: string;
  /** Whether it starts with `!`: it makes git see what a rule before it ignores. */
  readonly negated: boolean;
}

/** What `explain_path` resolves to. Outside the allowed roots, all is `null` but `path` and `in_scope`. */
export type ExplainResult = Outcome & ExplainFields;

/** What every result has, whether the call succeeded or not. */
export interface ExplainFields {
  /** `explain_path`. */
  readonly operation: string;
  /** The path, relative to the working directory. */
  readonly root: string;
  /** The argument. */
  readonly query: Readonly<Record<string, unknown>>;
  /** The path, relative to the working directory; absolute only if outside it. */
  readonly path: string;
  /** Whether the allowed roots and the permissions hold it. */
  readonly in_scope: boolean | null;
  /** Whether it exists. */
  readonly exists: boolean | null;
  /** What it is; a link is not followed. */
  readonly kind: DiscoveryKind | null;
  /** Whether git ignores it, itself or through a parent. */
  readonly ignored: boolean | null;
  /** The line that decides, as `git check-ignore -v` tells it; `null` if there is none or the host hides its file. */
  readonly rule: ExplainedRule | null;
  /** The outermost directory above it that the line ignores. */
  readonly ignored_parent: string | null;
  /** The scope ends inside what may be a repository, whose upper rules are not known. */
  readonly rules_above_scope?: "unknown";
  /** How many `.gitignore` files on the way to it could not be read; absent if none. */
  readonly unreadable_gitignore?: number;
  /** Existing paths that come nearest to one that does not exist. */
  readonly suggestions?: readonly string[];
}

/** The JSON Schema of an {@linkcode ExplainResult}. */
export const OUTPUT_SCHEMA: OutputSchema = object({
  success: { type: "boolean" },
  operation: { type: "string" },
  root: { type: "string" },
  query: { type: "object" },
  path: { type: "string" },
  in_scope: { type: ["boolean", "null"] },
  exists: { type: ["boolean", "null"] },
  kind: { enum: ["dir", "file", "other", "symlink", "missing", null] },
  ignored: { type: ["boolean", "null"] },
  rule: {
    ...object({
      file: { type: "string" },
      line: { type: "integer", minimum: 1 },
      pattern: { type: "string" },
      negated: { type: "boolean" },
    }),
    type: ["object", "null"],
  },
  ignored_parent: { type: ["string", "null"] },
  rules_above_scope: { const: "unknown" },
  unreadable_gitignore: COUNT_SCHEMA,
  error: ERROR_SCHEMA,
  suggestions: TEXTS_SCHEMA,
}, ["rules_above_scope", "unreadable_gitignore", "error", "suggestions"]);

/** Turns a result into text: a fact a line. */
export function toResult(output: ExplainResult): ToolResult {
  const { error, path, in_scope, kind, rules_above_scope, unreadable_gitignore } = output;
  if (error !== undefined) {
    return { text: failureText(error), structured: output, isError: true };
  }
  const lines = [`path: ${lineSafe(path)}`];
  if (!in_scope) lines.push("in scope: no, it is outside the allowed roots");
  else lines.push(`kind: ${kind}`, `ignored by git: ${verdictText(output)}`);
  if (in_scope && isInGitDirectory(path, kind === "dir")) lines.push(GIT_LEFT_OUT);
  if (rules_above_scope !== undefined) lines.push(RULES_UNKNOWN);
  if (unreadable_gitignore !== undefined) lines.push(...skippedLines({ unreadable_gitignore }));
  return { text: [...lines, ...adviceOf(output)].join("\n"), structured: output, isError: false };
}

const GIT_LEFT_OUT = "It belongs to git itself: what follows use_gitignore leaves it out.";

function verdictText({ ignored, rule, ignored_parent, rules_above_scope }: ExplainResult): string {
  if (rule === null) {
    if (ignored) {
      return ignored_parent === null ? "yes" : `yes, with ${lineSafe(ignored_parent)}/`;
    }
    return rules_above_scope === undefined ? "no, by no rule" : "by no rule within the scope";
  }
  const place = `${lineSafe(rule.file)}:${rule.line} ${lineSafe(clipLine(rule.pattern))}`;
  if (!ignored) return `no, included again by ${place}`;
  return `yes, by ${place}${
    ignored_parent === null ? "" : `, which ignores ${lineSafe(ignored_parent)}/`
  }`;
}

/**
 * `explain_path` of toolset `agent`: what a path is, and why git ignores it.
 *
 * @module
 */
import type { ArgumentsOf } from "../../arguments/parse_arguments.ts";
import { DirscopeError, isMissing } from "../../errors.ts";
import { ancestryOf } from "../../gitignore/ancestry.ts";
import { type DecidingRule, rulesAbove } from "../../gitignore/rules.ts";
import { isInGitDirectory, Verdicts } from "../../gitignore/verdicts.ts";
import { baseNameOf, childOf } from "../../scope/path_text.ts";
import type { Scope } from "../../scope/scope.ts";
import type { ScopedPath } from "../../scope/scoped_path.ts";
import { lineSafe } from "../../text/line_safe.ts";
import type {
  OutputSchema,
  ParametersSchema,
  ToolContext,
  ToolDefinition,
  ToolResult,
  ToolTraits,
} from "../../tool.ts";
import type { StartedCall } from "../discovery/invocation.ts";
import {
  adviceOf,
  type DiscoveryFailure,
  type DiscoveryKind,
  ERROR_SCHEMA,
  failureText,
  TEXTS_SCHEMA,
} from "../discovery/result.ts";
import { describePath } from "../discovery/stat.ts";
import { define, PATH } from "../schema.ts";
import { answer, type AnsweringTool } from "./answer.ts";
import { RULES_UNKNOWN } from "./rules_unknown.ts";
import { suggest } from "./suggestions.ts";

const PARAMETERS = {
  type: "object",
  properties: {
    path: {
      ...PATH,
      description:
        "The path to explain. It need not exist; one that ends in a slash then counts as a directory.",
    },
  },
  required: ["path"],
  additionalProperties: false,
} as const satisfies ParametersSchema;

type Arguments = ArgumentsOf<typeof PARAMETERS>;

/** The definition of `explain_path`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = define(
  "explain_path",
  "Say why a path is or is not seen: whether it is inside the allowed roots, whether it exists, and whether git ignores it, by which line of which .gitignore file, or through which ignored parent. For when a file you expect is not found. Cheap: it reads no directory.",
  PARAMETERS,
);

/** A line of a `.gitignore` file. */
export interface ExplainedRule {
  /** The path of the file, relative to the working directory; absolute only if outside it. */
  readonly file: string;
  /** The number of the line, from 1. */
  readonly line: number;
  /** The line as git takes it. */
  readonly pattern: string;
  /** Whether it starts with `!`: it makes git see what a rule before it ignores. */
  readonly negated: boolean;
}

/** What `explain_path` resolves to. Outside the allowed roots, all is `null` but `path` and `in_scope`. */
export interface ExplainResult {
  /** Whether the call succeeded. */
  readonly success: boolean;
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
  /** The line that decides, as `git check-ignore -v` tells it. */
  readonly rule: ExplainedRule | null;
  /** The outermost directory above it that the line ignores. */
  readonly ignored_parent: string | null;
  /** The scope ends inside what may be a repository, whose upper rules are not known. */
  readonly rules_above_scope?: "unknown";
  /** What went wrong. */
  readonly error?: DiscoveryFailure;
  /** Existing paths that come nearest to one that does not exist. */
  readonly suggestions?: readonly string[];
}

/** The JSON Schema of an {@linkcode ExplainResult}. */
export const OUTPUT_SCHEMA: OutputSchema = {
  type: "object",
  properties: {
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
      type: ["object", "null"],
      properties: {
        file: { type: "string" },
        line: { type: "integer", minimum: 1 },
        pattern: { type: "string" },
        negated: { type: "boolean" },
      },
      required: ["file", "line", "pattern", "negated"],
      additionalProperties: false,
    },
    ignored_parent: { type: ["string", "null"] },
    rules_above_scope: { const: "unknown" },
    error: ERROR_SCHEMA,
    suggestions: TEXTS_SCHEMA,
  },
  required: [
    "success",
    "operation",
    "root",
    "query",
    "path",
    "in_scope",
    "exists",
    "kind",
    "ignored",
    "rule",
    "ignored_parent",
  ],
  additionalProperties: false,
};

/** What is known of a path. */
type Explanation = Pick<
  ExplainResult,
  "in_scope" | "exists" | "kind" | "ignored" | "rule" | "ignored_parent" | "rules_above_scope"
>;

const UNKNOWN: Explanation = {
  in_scope: null,
  exists: null,
  kind: null,
  ignored: null,
  rule: null,
  ignored_parent: null,
};

/**
 * Explains one path, its last part not followed: whether it is in scope, what it is, and git's verdict.
 * Requires `--allow-read` permission for it.
 *
 * @example Usage
 * ```ts
 * import { execute } from "@dirscope/dirscope/agent/explain-path";
 * import { assertEquals } from "@std/assert";
 *
 * const { exists, ignored, rule, ignored_parent } = await execute({ path: "dist/dirscope" });
 * assertEquals([exists, ignored, ignored_parent], [false, true, "dist"]);
 * assertEquals(rule, { file: ".gitignore", line: 1, pattern: "/dist/", negated: false });
 * ```
 *
 * @param args What the model sent; see {@linkcode DEFINITION}.
 * @param context What the host gives.
 * @returns The result, or an error in its shape.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export function execute(args: unknown, context: ToolContext = {}): Promise<ExplainResult> {
  return answer(TOOL, args, context);
}

/** What a host must know of the tool besides. */
export const TRAITS: ToolTraits = { pathArgument: "path", isLogged: true, lines: "facts" };

const TOOL: AnsweringTool<Arguments, ExplainResult> = {
  definition: DEFINITION,
  rootArgument: "path",
  async succeed(asked, begun, context) {
    const explanation = await explain(begun);
    const advice = explanation.exists === false ? await suggest(begun.args.path, context) : {};
    return { success: true, ...asked, path: asked.root, ...explanation, ...advice };
  },
  fail(asked, error) {
    return Promise.resolve({ success: false, ...asked, path: asked.root, ...UNKNOWN, error });
  },
};

async function explain(
  { args: { path }, scope, pacer }: StartedCall<Arguments>,
): Promise<Explanation> {
  try {
    const { exists, kind } = describePath(scope, path);
    const { directory, below } = placeOf(scope, path);
    const { directories, endsAtRoot } = ancestryOf(scope, directory ?? scope.locateEntry(path));
    const known = {
      in_scope: true,
      exists,
      kind,
      ignored: false,
      rule: null,
      ignored_parent: null,
      ...!endsAtRoot && { rules_above_scope: "unknown" } as const,
    };
    if (directory === undefined) return known;
    const top = directories.at(-1)!;
    const verdicts = await Verdicts.below(top, await rulesAbove(scope, top, "git", pacer), pacer);
    const inner = directory.real.slice(childOf(top.real, "").length);
    const isDirectory = kind === "dir" || kind === "missing" && path.endsWith("/");
    const verdict = await verdicts.of(inner === "" ? below : `${inner}/${below}`, isDirectory);
    const { isIgnored, decided, ignoredParent } = verdict;
    return {
      ...known,
      ignored: isIgnored,
      rule: decided === undefined ? null : explainRule(scope, decided),
      ignored_parent: ignoredParent === undefined
        ? null
        : scope.displayedReal(childOf(top.real, ignoredParent)),
    };
  } catch (error) {
    const isOutside = error instanceof DirscopeError && error.code === "outside_scope";
    if (isOutside) return { ...UNKNOWN, in_scope: false };
    throw error;
  }
}

/** Where a path stands: a directory that exists, if the scope holds one above it, and the path from there. */
interface Place {
  readonly directory: ScopedPath | undefined;
  readonly below: string;
}

function placeOf(scope: Scope, path: string): Place {
  try {
    const entry = scope.locateEntry(path);
    return { directory: scope.parent(entry), below: baseNameOf(entry.real) };
  } catch (error) {
    if (!isMissing(error)) throw error;
    const { directory, rest } = scope.enterDeepest(path);
    return { directory, below: rest.join("/") };
  }
}

function explainRule(scope: Scope, { directory, rule }: DecidingRule): ExplainedRule {
  return {
    file: scope.displayedReal(childOf(directory.real, ".gitignore")),
    line: rule.line,
    pattern: rule.pattern,
    negated: rule.isNegated,
  };
}

/** The output of {@linkcode execute} as a result: a fact a line. */
export function toResult(output: ExplainResult): ToolResult {
  const { error, path, in_scope, kind, ignored, rule, ignored_parent, rules_above_scope } = output;
  if (error !== undefined) {
    return { text: failureText(error), structured: output, isError: true };
  }
  const lines = [`path: ${lineSafe(path)}`];
  if (!in_scope) lines.push("in scope: no, it is outside the allowed roots");
  else lines.push(`kind: ${kind}`, `ignored by git: ${verdictText(ignored, rule, ignored_parent)}`);
  if (in_scope && isInGitDirectory(path, kind === "dir")) lines.push(GIT_LEFT_OUT);
  if (rules_above_scope !== undefined) lines.push(RULES_UNKNOWN);
  return { text: [...lines, ...adviceOf(output)].join("\n"), structured: output, isError: false };
}

const GIT_LEFT_OUT = "It belongs to git itself: what follows use_gitignore leaves it out.";

function verdictText(
  ignored: boolean | null,
  rule: ExplainedRule | null,
  parent: string | null,
): string {
  if (rule === null) return "no, by no rule";
  const place = `${lineSafe(rule.file)}:${rule.line} ${lineSafe(rule.pattern)}`;
  if (!ignored) return `no, included again by ${place}`;
  return `yes, by ${place}${parent === null ? "" : `, which ignores ${lineSafe(parent)}/`}`;
}

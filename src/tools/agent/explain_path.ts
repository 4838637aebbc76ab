/**
 * `explain_path` of toolset `agent`: what a path is, and why git ignores it.
 *
 * @module
 */
import type { ArgumentsOf } from "../../arguments/parse_arguments.ts";
import { DirscopeError, isMissing } from "../../errors.ts";
import { ancestryOf } from "../../gitignore/ancestry.ts";
import { type DecidingRule, rulesAbove } from "../../gitignore/rules.ts";
import { Verdicts } from "../../gitignore/verdicts.ts";
import { baseNameOf, childOf } from "../../scope/path_text.ts";
import type { Scope } from "../../scope/scope.ts";
import type { ScopedPath } from "../../scope/scoped_path.ts";
import type { Sent, Tool, ToolContext, ToolDefinition } from "../../tool.ts";
import type { StartedCall } from "../discovery/invocation.ts";
import { describePath } from "../discovery/stat.ts";
import { define, path } from "../schema.ts";
import { answeringTool } from "./answering_tool.ts";
import { sourceOf } from "./rule_source.ts";
import {
  type ExplainedRule,
  type ExplainResult,
  OUTPUT_SCHEMA,
  toResult,
} from "./explain_result.ts";
import { suggest } from "./suggestions.ts";

const PROPERTIES = {
  path: path(
    "The path to explain. It need not exist; one that ends in a slash then counts as a directory.",
  ),
};

/** The arguments of `explain_path`; {@linkcode DEFINITION} says what they mean. */
export type ExplainPathArguments = {
  readonly path: string;
};

type Arguments = ArgumentsOf<typeof PROPERTIES, "path">;

/** The definition of `explain_path`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = define<ExplainPathArguments>(
  "explain_path",
  "Say why a path is or is not seen: whether it is inside the allowed roots, exists, and is ignored by git: by which line of which .gitignore file, or through which parent. For when a file you expect is not found. Cheap: it reads no directory.",
  { properties: PROPERTIES, required: ["path"] },
);

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
 * const { exists, ignored, rule, ignored_parent } = await execute({ path: "dist/notes/today.md" });
 * assertEquals([exists, ignored, ignored_parent], [false, true, "dist"]);
 * assertEquals(rule, { file: ".gitignore", line: 1, pattern: "/dist/", negated: false });
 * ```
 *
 * @param args What the model sent; see {@linkcode DEFINITION}.
 * @param context What the host gives.
 * @returns The result, or an error in its shape.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export function execute<Args>(
  args: Sent<ExplainPathArguments, Args>,
  context: ToolContext = {},
): Promise<ExplainResult> {
  return TOOL.execute(args, context);
}

/** `explain_path` of toolset `agent`. */
export const TOOL: Tool<ExplainResult, ExplainPathArguments> = answeringTool<
  Arguments,
  ExplainResult
>({
  DEFINITION,
  TRAITS: { pathArgument: "path", isRooted: true, isLogged: true, lines: "facts" },
  OUTPUT_SCHEMA,
  toResult,
  async succeed(head, call) {
    const explanation = await explain(call);
    const need = { isListed: false, isCheap: true };
    const { suggestions } = explanation.exists ? {} : await suggest(call.args.path, call, need);
    return {
      success: true,
      ...head,
      path: head.root,
      ...explanation,
      ...suggestions && { suggestions },
    };
  },
  fail(head, error) {
    return Promise.resolve({ success: false, ...head, path: head.root, ...UNKNOWN, error });
  },
});

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
      ...pacer.unreadRules > 0 && { unreadable_gitignore: pacer.unreadRules },
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

/** An existing directory above a path, if the scope holds one, and the path from there. */
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

function explainRule(scope: Scope, decided: DecidingRule): ExplainedRule | null {
  const { rule } = decided;
  const file = sourceOf(scope, decided);
  if (file === undefined) return null;
  return {
    file,
    line: rule.line,
    pattern: rule.pattern,
    negated: rule.isNegated,
  };
}

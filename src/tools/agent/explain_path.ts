/**
 * `explain_path` of toolset `agent`: the kind of a path, and git's reason to ignore it.
 *
 * @module
 */
import { deepestDirectory } from "../../scope/deepest_directory.ts";
import { DirscopeError, isMissingPath, undefinedIfRefused } from "../../errors.ts";
import { type Ancestry, ancestryOf } from "../../gitignore/ancestry.ts";
import type { DecidingRule } from "../../gitignore/rule_chain.ts";
import { unknownRulesOf } from "../../gitignore/unknown_rules.ts";
import { type Verdict, Verdicts } from "../../gitignore/verdicts.ts";
import { baseNameOf, childOf } from "../../scope/path_text.ts";
import { describeRoots } from "../../scope/describe_roots.ts";
import type { Scope } from "../../scope/scope.ts";
import type { ScopedPath } from "../../scope/scoped_path.ts";
import type { Tool, ToolDefinition } from "../../tool.ts";
import type { StartedCall } from "../call.ts";
import type { ResultHead, Suggestions } from "../discovery/result.ts";
import { describePath } from "../discovery/entry_metadata.ts";
import { type ArgumentsOf, definitionOf, type InputOf, leanDefinition } from "../schema.ts";
import { answerTool } from "./advice/answer_tool.ts";
import { sourceOf, unreadRulesOf } from "./advice/unknown_rules_text.ts";
import {
  type ExplainedRule,
  type ExplainFields,
  explainLines,
  type ExplainResult,
  OUTPUT_SCHEMA,
} from "./explain_result.ts";
import { linkOutside } from "./advice/existing_kind.ts";
import { suggestPaths } from "./advice/path_suggestions.ts";

/** The arguments of `explain_path`, in the short form that definition and types are made from. */
export const PROPERTIES = {
  path: {
    path: "It need not exist; with a slash at its end it counts as a directory.",
    required: true,
  },
} as const;

/** The arguments of `explain_path`; {@linkcode DEFINITION} says what they mean. */
export type ExplainPathArguments = InputOf<typeof PROPERTIES>;

type Arguments = ArgumentsOf<typeof PROPERTIES>;

/** The definition of `explain_path`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = leanDefinition(definitionOf(
  "explain_path",
  "Say why a path is not seen: outside the allowed roots, missing, or ignored by git, and by which line of which file.",
  PROPERTIES,
));

type Explanation = Omit<ExplainFields, keyof (ResultHead & Suggestions) | "path">;

const NO_EXPLANATION: Explanation = {
  in_scope: null,
  exists: null,
  kind: null,
  ignored: null,
  rule: null,
  ignored_parent: null,
};

/** `explain_path` of toolset `agent`. */
export const TOOL: Tool<ExplainResult, ExplainPathArguments> = answerTool<
  Arguments,
  ExplainResult
>({
  DEFINITION,
  PROPERTIES,
  TRAITS: { pathArgument: "path", isRooted: true, loggedAs: "agent", lines: "facts" },
  OUTPUT_SCHEMA,
  linesOf: explainLines,
  async answer(call, { root }) {
    const explanation = await explain(call);
    if (explanation.exists) return { path: root, ...explanation };
    const { suggestions } = await suggestPaths(call.args.path, call, false);
    return { path: root, ...explanation, ...suggestions?.length && { suggestions } };
  },
  unanswered: ({ root }) => ({ path: root, ...NO_EXPLANATION }),
});

/**
 * Explains one path, its last part not followed: whether it is in scope, its kind, and git's verdict.
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
 * @param args The arguments that the model sent; see {@linkcode DEFINITION}.
 * @param context The context of the host.
 * @returns The result, or an error in its shape.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export const execute: Tool<ExplainResult, ExplainPathArguments>["execute"] = TOOL.execute;

async function explain(call: StartedCall<Arguments>): Promise<Explanation> {
  const { args: { path }, scope, pacer } = call;
  try {
    const { exists, kind } = describePath(scope, path);
    const { directory, below } = existingParentOf(scope, path);
    const ancestry = ancestryOf(
      scope,
      directory ?? undefinedIfRefused(() => scope.locateEntry(path)),
    );
    const isDirectory = kind === "dir" || kind === "missing" && path.endsWith("/");
    return {
      ...NO_EXPLANATION,
      in_scope: true,
      exists,
      kind,
      ignored: false,
      ...kind === "symlink" && linkOutside(scope, path) !== undefined && { leads_outside: true },
      ...await unknownRulesOf(scope, [ancestry], pacer),
      ...directory &&
        await explainRules(call, ancestry, await verdictBelow(call, ancestry, below, isDirectory)),
    };
  } catch (error) {
    const isOutside = error instanceof DirscopeError && error.code === "outside_scope";
    if (!isOutside) throw error;
    return {
      ...NO_EXPLANATION,
      in_scope: false,
      allowed_roots: describeRoots(scope.roots),
      ...linkOutside(scope, path) !== undefined && { leads_outside: true },
    };
  }
}

/** Explains git's verdict on a path below the start of an ancestry. */
async function explainRules(
  call: StartedCall,
  ancestry: Ancestry,
  verdict: Verdict,
): Promise<Partial<Explanation>> {
  const { scope, pacer } = call;
  const { isIgnored, decidingRule, isTracked, ignoredParent, store, unreadIndex } = verdict;
  const indexLack = isIgnored ? verdict.indexLack : undefined;
  if (unreadIndex !== undefined) pacer.counts.unreadIndexes.add(unreadIndex);
  const rule = explainedRuleOf(scope, decidingRule);
  const parent = isIgnored ? ignoredParent : undefined;
  const shown = (below: string) =>
    scope.displayedReal(childOf(ancestry.directories.at(-1)!.real, below));
  return {
    ...unreadRulesOf(pacer.counts),
    ignored: indexLack === undefined ? isIgnored : null,
    ...indexLack !== undefined && { index: indexLack },
    ...isTracked ? { rule: null, ...rule && { tracked_despite: rule } } : { rule },
    ignored_parent: parent === undefined ? null : shown(parent),
    ...store !== undefined && { store: shown(store) },
    ...await explainRepository(call, ancestry),
  };
}

/** Returns git's verdict on a path below a directory, in the repository that the directory lies in. */
async function verdictBelow(
  { scope, pacer }: StartedCall,
  { directories }: Ancestry,
  path: string,
  isDirectory: boolean,
): Promise<Verdict> {
  const [directory, top] = [directories[0]!, directories.at(-1)!];
  const verdicts = await Verdicts.below(scope, top, pacer);
  const inner = directory.real.slice(childOf(top.real, "").length);
  return await verdicts.of(inner === "" ? path : `${inner}/${path}`, isDirectory);
}

/** Returns the verdict of outer repositories on this one. Their rules apply to its folder, not to what is in it. */
async function explainRepository(
  call: StartedCall,
  { repository }: Ancestry,
): Promise<Partial<Explanation>> {
  const { scope } = call;
  // The result must not reveal a hidden `.git`.
  if (repository === undefined || scope.visibility?.hides(childOf(repository.real, ".git"), true)) {
    return {};
  }
  let isInner = false;
  let ignoredBy: DecidingRule | undefined;
  for (let folder: ScopedPath | undefined = repository; folder && ignoredBy === undefined;) {
    const above = scope.parent(folder);
    if (above === undefined) break;
    const ancestry = ancestryOf(scope, above);
    isInner ||= ancestry.repository !== undefined;
    const name = baseNameOf(folder.real);
    const { isIgnored, decidingRule } = await verdictBelow(call, ancestry, name, true);
    if (isIgnored) ignoredBy = decidingRule;
    folder = ancestry.repository;
  }
  const rule = explainedRuleOf(scope, ignoredBy);
  return {
    ...(isInner || ignoredBy !== undefined) &&
      { repository: scope.displayedReal(repository.real) },
    ...rule && { repository_ignored_by: rule },
  };
}

/** Returns the nearest existing directory above a path, if one is in the scope, and the path relative to it. */
function existingParentOf(
  scope: Scope,
  path: string,
): { readonly directory: ScopedPath | undefined; readonly below: string } {
  try {
    const entry = scope.locateEntry(path);
    return { directory: scope.parent(entry), below: baseNameOf(entry.real) };
  } catch (error) {
    if (!isMissingPath(error)) throw error;
    const { directory, rest } = undefinedIfRefused(() => deepestDirectory(scope, path)) ??
      { rest: [] };
    return { directory, below: rest.join("/") };
  }
}

/** Returns a rule as results show it; `null` if the policy hides its file. */
function explainedRuleOf(scope: Scope, deciding: DecidingRule | undefined): ExplainedRule | null {
  const file = deciding && sourceOf(scope, deciding);
  if (file === undefined) return null;
  const { line, pattern, isNegated } = deciding!.rule;
  return { file, line, pattern, negated: isNegated };
}

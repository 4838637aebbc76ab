/**
 * `overview` of toolset `agent`: a whole tree within a budget of tokens.
 *
 * @module
 */
import type { ArgumentsOf } from "../../../arguments/parse_arguments.ts";
import { type Census, type Omitted, takeCensus, type Totals } from "./census.ts";
import { isHidden } from "../../../scope/path_text.ts";
import { ancestryOf } from "../../../gitignore/ancestry.ts";
import { rulesAbove } from "../../../gitignore/rules.ts";
import { readLinkTarget } from "../../../directory/link_target.ts";
import { costOf, estimateTokens, spaceFor } from "./token_cost.ts";
import { countsOf, renderOverview } from "./layout.ts";
import { baseNameOf } from "../../../scope/path_text.ts";
import type { Scope } from "../../../scope/scope.ts";
import type { ScopedPath } from "../../../scope/scoped_path.ts";
import { escapeCodePoint, lineSafe } from "../../../text/line_safe.ts";
import type {
  OutputSchema,
  ParametersSchema,
  ToolContext,
  ToolDefinition,
  ToolResult,
  ToolTraits,
} from "../../../tool.ts";
import { Walk } from "../../../walk/walk.ts";
import type { StartedCall } from "../../discovery/invocation.ts";
import {
  COUNT_SCHEMA,
  type DiscoveryFailure,
  ERROR_SCHEMA,
  failureText,
  TEXTS_SCHEMA,
} from "../../discovery/result.ts";
import { define, OPTIONAL_PATH, USE_GITIGNORE } from "../../schema.ts";
import { answer, type AnsweringTool } from "../answer.ts";
import { RULES_UNKNOWN } from "../rules_unknown.ts";
import { suggestionsFor } from "../suggestions.ts";

const PARAMETERS = {
  type: "object",
  properties: {
    path: {
      ...OPTIONAL_PATH,
      description: "The directory to look over, with all that lies below it.",
    },
    max_tokens: {
      type: ["integer", "null"],
      minimum: 200,
      maximum: 50_000,
      description:
        "Most tokens that the tree may take. More shows more directories opened; the counts are of everything either way.",
      default: 2000,
    },
    use_gitignore: { ...USE_GITIGNORE, default: true },
    include_hidden: {
      type: ["boolean", "null"],
      description: "Whether to show names that start with a dot. Those left out are counted.",
      default: true,
    },
  },
  required: [],
  additionalProperties: false,
} as const satisfies ParametersSchema;

type Arguments = ArgumentsOf<typeof PARAMETERS>;

/** The definition of `overview`, in the OpenAI function-tool form. */
export const DEFINITION: ToolDefinition = define(
  "overview",
  "Show a whole directory tree within a budget of tokens, for a first look at a project or a folder you do not know. Directories open level by level, small ones first; the rest are one line each with exact counts of all that lies below them and their commonest extensions. Nothing is left out silently. It reads the whole tree once, so to find a file you can describe, use find_files or glob_search, and to see more of one directory call overview on it.",
  PARAMETERS,
);

/** What `overview` resolves to. Equal arguments, equal tree, equal bytes. */
export interface OverviewResult {
  /** Whether the call succeeded. */
  readonly success: boolean;
  /** `overview`. */
  readonly operation: string;
  /** The directory, relative to the working directory. */
  readonly root: string;
  /** Every argument, defaults filled in. */
  readonly query: Readonly<Record<string, unknown>>;
  /** Whether some entry has no row of its own, since the budget or the scan budget ran out. */
  readonly truncated: boolean;
  /** The tree, and a last line that counts what is left out. Empty where the call failed. */
  readonly text: string;
  /** All entries below the directory but those left out. */
  readonly totals: Readonly<Totals>;
  /** The entries left out, by reason, and what lies below them not counted. */
  readonly omitted: Readonly<Omitted>;
  /** What `text` costs a model, rather too many than too few; never above `max_tokens`. */
  readonly estimated_tokens: number;
  /** There if the scan budget ran out: the counts are of what was read. */
  readonly totals_are_lower_bounds?: true;
  /** With `use_gitignore`: the scope ends inside what may be a repository, whose upper rules are not known. */
  readonly rules_above_scope?: "unknown";
  /** What went wrong. */
  readonly error?: DiscoveryFailure;
  /** Existing paths that come nearest to one that does not exist. */
  readonly suggestions?: readonly string[];
}

function countsSchema(names: readonly string[]): Readonly<Record<string, unknown>> {
  return {
    type: "object",
    properties: Object.fromEntries(names.map((name) => [name, COUNT_SCHEMA])),
    required: names,
    additionalProperties: false,
  };
}

/** The JSON Schema of an {@linkcode OverviewResult}. */
export const OUTPUT_SCHEMA: OutputSchema = {
  type: "object",
  properties: {
    success: { type: "boolean" },
    operation: { type: "string" },
    root: { type: "string" },
    query: { type: "object", description: "Every argument, defaults filled in." },
    truncated: { type: "boolean", description: "Whether some entry has no line of its own." },
    text: { type: "string", description: "The tree." },
    totals: countsSchema(["files", "dirs", "links", "others"]),
    omitted: countsSchema(["ignored", "hidden", "denied", "outside", "unaddressable"]),
    estimated_tokens: COUNT_SCHEMA,
    totals_are_lower_bounds: { const: true, description: "The scan budget ran out." },
    rules_above_scope: { const: "unknown" },
    error: ERROR_SCHEMA,
    suggestions: TEXTS_SCHEMA,
  },
  required: [
    "success",
    "operation",
    "root",
    "query",
    "truncated",
    "text",
    "totals",
    "omitted",
    "estimated_tokens",
  ],
  additionalProperties: false,
};

/**
 * Shows a directory tree within a budget of tokens, with exact counts of what it does not show. Requires
 * `--allow-read` permission for it.
 *
 * @example Usage
 * ```ts
 * import { execute } from "@dirscope/dirscope/agent/overview";
 * import { assertEquals } from "@std/assert";
 *
 * const { text, totals } = await execute({}, { cwd: "fixtures/sample" });
 * assertEquals(text, "docs/\n guide.md\nsrc/\n main.py\n utils/\n  helpers.py");
 * assertEquals(totals, { files: 3, dirs: 3, links: 0, others: 0 });
 * ```
 *
 * @param args What the model sent; see {@linkcode DEFINITION}.
 * @param context What the host gives.
 * @returns The result, or an error in its shape.
 * @throws {DOMException} `AbortError` when `context.signal` aborts.
 */
export function execute(args: unknown, context: ToolContext = {}): Promise<OverviewResult> {
  return answer(TOOL, args, context);
}

/** What a host must know of the tool besides. */
export const TRAITS: ToolTraits = { pathArgument: "path", isLogged: true, lines: "rows" };

const TOOL: AnsweringTool<Arguments, OverviewResult> = {
  definition: DEFINITION,
  rootArgument: "path",
  async succeed(asked, begun, { maxScanned }) {
    return { success: true, ...asked, ...await look(begun, maxScanned) };
  },
  async fail(asked, error, context) {
    return {
      success: false,
      ...asked,
      truncated: false,
      text: "",
      totals: { files: 0, dirs: 0, links: 0, others: 0 },
      omitted: { ignored: 0, hidden: 0, denied: 0, outside: 0, unaddressable: 0 },
      estimated_tokens: 0,
      error,
      ...await suggestionsFor(error, asked.query.path, context),
    };
  },
};

type Seen = Pick<
  OverviewResult,
  | "truncated"
  | "text"
  | "totals"
  | "omitted"
  | "estimated_tokens"
  | "totals_are_lower_bounds"
  | "rules_above_scope"
>;

async function look(
  { args, scope, pacer }: StartedCall<Arguments>,
  maxScanned: number | undefined,
): Promise<Seen> {
  const start = scope.enterDirectory(args.path);
  const space = spaceFor(args.max_tokens);
  const walk = new Walk(scope, start, {
    order: "breadth",
    unsortedFiles: true,
    rules: args.use_gitignore ? await rulesAbove(scope, start, "git", pacer) : undefined,
    reportIgnored: args.use_gitignore,
    ...!args.include_hidden && { prune: (path) => isHidden(baseNameOf(path)) },
    maxScanned,
  }, pacer);
  const census: Census = await takeCensus(
    walk,
    { includeHidden: args.include_hidden, maxBytes: space.bytes },
    pacer,
  );
  const { text, isWhole } = await renderOverview(census, {
    space,
    describeLink: ({ path }, name) => describeLink(scope, path!, name),
  }, pacer);
  const isUnknown = args.use_gitignore && !ancestryOf(scope, start).endsAtRoot;
  return {
    truncated: !isWhole,
    text,
    totals: census.root.totals,
    omitted: census.omitted,
    estimated_tokens: estimateTokens(costOf(text)),
    ...!census.root.isWhole && { totals_are_lower_bounds: true },
    ...isUnknown && { rules_above_scope: "unknown" },
  };
}

/** What follows a link's name; where it leads outside, no more than that. */
function describeLink(scope: Scope, directory: ScopedPath, name: string): string {
  const { stored, resolution } = readLinkTarget(scope, directory, name);
  const isOutside = resolution.outcome === "failed" && resolution.code === "outside_scope";
  // A target that starts like a remark of ours is no remark.
  return isOutside ? " -> (outside)" : ` -> ${lineSafe(stored).replace(/^\(/, escapeCodePoint)}`;
}

/** The output of {@linkcode execute} as a result: a line of totals, and the tree. */
export function toResult(output: OverviewResult): ToolResult {
  if (output.error !== undefined) {
    return { text: failureText(output.error, output), structured: output, isError: true };
  }
  const { operation, root, totals, totals_are_lower_bounds, rules_above_scope, text } = output;
  const most = totals_are_lower_bounds ? ">= " : "";
  const lines = [
    `${operation} ${lineSafe(root)}: ${most}${countsOf(totals) || "empty"}`,
    ...text === "" ? [] : [text],
    ...rules_above_scope === undefined ? [] : [RULES_UNKNOWN],
  ];
  return { text: lines.join("\n"), structured: output, isError: false };
}

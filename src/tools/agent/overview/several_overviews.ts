/** One overview of several directories: a part for each, within one budget. */
import { ArgumentError } from "../../../arguments/argument_error.ts";
import { failureText } from "../../discovery/render.ts";
import { mergedUnknownRules, type SeveralPaths, sumOfCounts } from "../several_paths.ts";
import { MIN_OVERVIEW_TOKENS } from "./budget_layout.ts";
import { overviewLines, type OverviewResult } from "./result.ts";
import { costOf, estimateTokens } from "./token_cost.ts";

/** Tokens of `max_tokens` that are kept for what a part has beside its tree. */
const HEADING_TOKENS = 100;

/** Shares the budget evenly; what a part leaves is for those after it. */
export const SEVERAL_OVERVIEWS: SeveralPaths<OverviewResult> = {
  share({ max_tokens }, outputs, left) {
    const spent = tokensOf(outputs.map(partOf).join("\n"));
    const share = Math.floor((max_tokens as number - spent) / left) - HEADING_TOKENS;
    if (share >= MIN_OVERVIEW_TOKENS) return { max_tokens: share };
    const least = (outputs.length + left) * (MIN_OVERVIEW_TOKENS + HEADING_TOKENS);
    throw new ArgumentError(
      `max_tokens must be at least ${least} for so many paths`,
      "out_of_range",
      "max_tokens",
    );
  },
  merge(outputs, { max_tokens }) {
    const found = outputs.filter(({ error }) => error === undefined);
    const text = outputs.map(partOf).join("\n");
    const isBound = found.some(({ totals_are_lower_bounds }) => totals_are_lower_bounds);
    // A snapshot is of one directory.
    const { snapshot: _, ...fields } = found[0]!;
    return {
      ...fields,
      ...mergedUnknownRules(found),
      root: found.map(({ root }) => root).join(", "),
      query: { ...fields.query, path: outputs.map(({ query }) => query.path), max_tokens },
      truncated: found.some(({ truncated }) => truncated),
      text,
      totals: sumOfCounts(found.map(({ totals }) => totals)),
      omitted: sumOfCounts(found.map(({ omitted }) => omitted)),
      commits: found.reduce<number | null>(
        (most, { commits }) => commits === null ? most : Math.max(most ?? 0, commits),
        null,
      ),
      ...isBound && { totals_are_lower_bounds: true },
      estimated_tokens: tokensOf(text),
    };
  },
};

/** Returns the text of one part, or the error of its path. */
function partOf({ snapshot: _, ...output }: OverviewResult): string {
  const { error, text } = output;
  // The shortest is for paths of thousands of characters.
  const texts = error === undefined
    ? [output, { ...output, root: "…", query: { ...output.query, path: "…" } }]
      .map((each) => overviewLines(each).join("\n"))
    : [failureText(error, output), failureText(error), `error ${error.code}`];
  const most = tokensOf(text) + HEADING_TOKENS;
  return texts.find((each) => tokensOf(each) < most) ?? texts.at(-1)!;
}

function tokensOf(text: string): number {
  return estimateTokens(costOf(text));
}

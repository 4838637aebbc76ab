/** One overview of several directories: a part for each, within one budget. */
import { ArgumentError } from "../../../arguments/argument_error.ts";
import { failureText } from "../../discovery/render.ts";
import { type SeveralPaths, sumOfCounts } from "../several_paths.ts";
import { MIN_OVERVIEW_TOKENS } from "./budget_layout.ts";
import { headingOf, type OverviewResult } from "./result.ts";
import { costOf, estimateTokens } from "./token_cost.ts";

/** Tokens of `max_tokens` that are kept for the heading of a part. */
const HEADING_TOKENS = 100;

/** The `max_tokens` of a call that sends none. */
const DEFAULT_MAX_TOKENS = 2000;

/** Shares the budget evenly; what a part leaves is for those after it. */
export const SEVERAL_OVERVIEWS: SeveralPaths<OverviewResult> = {
  share(sent, outputs, left) {
    const spent = tokensOf(outputs.map(partOf).join("\n"));
    const share = Math.floor((budgetOf(sent) - spent) / left) - HEADING_TOKENS;
    if (share >= MIN_OVERVIEW_TOKENS) return { max_tokens: share };
    const least = (outputs.length + left) * (MIN_OVERVIEW_TOKENS + HEADING_TOKENS);
    throw new ArgumentError(
      `max_tokens must be at least ${least} for so many paths`,
      "out_of_range",
      "max_tokens",
    );
  },
  merge(outputs, sent) {
    const found = outputs.filter(({ error }) => error === undefined);
    const text = outputs.map(partOf).join("\n");
    // A snapshot is of one directory.
    const { snapshot: _, ...fields }: OverviewResult = Object.assign({}, ...found);
    return {
      ...fields,
      root: found.map(({ root }) => root).join(", "),
      query: {
        ...fields.query,
        path: outputs.map(({ query }) => query.path),
        max_tokens: budgetOf(sent),
      },
      truncated: found.some(({ truncated }) => truncated),
      text,
      totals: sumOfCounts(found.map(({ totals }) => totals)),
      omitted: sumOfCounts(found.map(({ omitted }) => omitted)),
      estimated_tokens: tokensOf(text),
    };
  },
};

/** Returns the text of one part: its heading and its tree, or the error of its path. */
function partOf(output: OverviewResult): string {
  const { error, text } = output;
  // The shortest is for paths of thousands of characters.
  const headings = error === undefined
    ? [headingOf(output), headingOf({ ...output, root: "…", query: {} })]
    : [failureText(error, output), failureText(error), `error ${error.code}`];
  const heading = headings.find((each) => tokensOf(each) < HEADING_TOKENS) ?? headings.at(-1)!;
  return text === "" ? heading : `${heading}\n${text}`;
}

function budgetOf({ max_tokens }: Readonly<Record<string, unknown>>): number {
  return Number(max_tokens ?? DEFAULT_MAX_TOKENS);
}

function tokensOf(text: string): number {
  return estimateTokens(costOf(text));
}

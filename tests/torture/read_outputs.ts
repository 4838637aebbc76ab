/** Extracts the entries that outputs show. */
import type { OverviewResult } from "../../mod.ts";
import { parse, type ParsedRow } from "../support/overview_text.ts";

interface Node {
  readonly name: string;
  readonly children?: readonly Node[];
}

/** The paths in the nested JSON of `list_dir`. */
export function nestedPaths(json: string, base: string): string[] {
  const paths: string[] = [];
  const visit = ({ children = [] }: Node, prefix: string): void => {
    for (const child of children) {
      paths.push(prefix + child.name);
      visit(child, `${prefix}${child.name}/`);
    }
  };
  visit(JSON.parse(json), base === "" ? "" : `${base}/`);
  return paths;
}

/** The paths in lines that are indented by this many spaces per level. */
export function indentedPaths(lines: readonly string[], spaces: number): string[] {
  const parts: string[] = [];
  return lines.map((line) => {
    const indentation = line.search(/\S/);
    parts.length = indentation / spaces;
    parts.push(line.slice(indentation).replace(/[/@?]$/, ""));
    return parts.join("/");
  });
}

/** The reasons for which a directory that has a row counts as left out. */
const LEFT_OUT =
  /^(?:permission denied|cannot be read|not permitted|cannot be opened by its name)$/;

/** The wrong sums of an `overview` that shows every entry. */
export function overviewProblems({ text, totals, omitted, truncated }: OverviewResult): string[] {
  if (truncated) return ["truncated"];
  const counts = { files: 0, dirs: 0, links: 0, others: 0 };
  let leftOut = 0;
  const visit = (rows: readonly ParsedRow[]): void => {
    for (const { type, about, chain, inside } of rows) {
      if (type === "file") counts.files++;
      else if (type === "link") counts.links++;
      else if (type === "ignored" || LEFT_OUT.test(about)) leftOut++;
      else counts.dirs += 1 + chain.length;
      visit(inside);
    }
  };
  const { rows, last } = parse(text);
  visit(rows);
  const sum = Object.values(omitted).reduce((a, b) => a + b, 0);
  const problems: string[] = [];
  if (JSON.stringify(counts) !== JSON.stringify(totals)) problems.push("totals are not the rows");
  if (leftOut > sum) problems.push("more rows are left out than are counted");
  if ((sum > 0) !== (last !== "")) problems.push("omitted is not told");
  return problems;
}

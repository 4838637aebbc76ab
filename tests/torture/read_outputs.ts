/**
 * Extracts the entries that outputs show.
 *
 * @module
 */
import type { OverviewResult } from "../../mod.ts";

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

/** The remark after a directory that stays closed. */
const REMARK = / \([^()]*\)$/;

/** The remark after a directory that counts as left out. */
const LEFT_OUT =
  / \((?:ignored|permission denied|cannot be read|not permitted|cannot be opened by its name)\)$/;

function overviewRows({ text }: OverviewResult): string[] {
  return text.split("\n").filter((row) => !row.startsWith("omitted: ") && row !== "");
}

/** The paths that `overview` shows. */
export function overviewPaths(output: OverviewResult): string[] {
  const rows = overviewRows(output).map((row) => row.replace(/@ -> .*/, "@").replace(REMARK, ""));
  return indentedPaths(rows, 1);
}

/** The wrong sums of an `overview` that shows every entry. */
export function overviewProblems(output: OverviewResult): string[] {
  const { totals, omitted, truncated } = output;
  if (truncated) return ["truncated"];
  const rows = overviewRows(output);
  const isLink = (row: string): boolean => row.includes("@ -> ");
  const links = rows.filter(isLink).length;
  const leftOut = rows.filter((row) => !isLink(row) && LEFT_OUT.test(row)).length;
  const directories = rows.filter((row) => !isLink(row) && /\/$|\/ \(/.test(row));
  // A chain of directories shares a row.
  const dirs = directories.join("").split("/").length - 1 - leftOut;
  const files = rows.length - links - directories.length;
  const counts = { files, dirs, links, others: 0 };
  const sum = Object.values(omitted).reduce((a, b) => a + b, 0);
  const problems: string[] = [];
  if (JSON.stringify(counts) !== JSON.stringify(totals)) problems.push("totals are not the rows");
  if (leftOut > sum) problems.push("more rows are left out than are counted");
  if ((sum > 0) !== output.text.includes("omitted: ")) problems.push("omitted is not told");
  return problems;
}

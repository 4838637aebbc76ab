/** The text of sizes and times in toolset `agent`: as people write them, in few tokens. Data has them in full. */
import { lineSafe } from "../../text/line_safe.ts";
import type { ToolResult } from "../../tool.ts";
import { discoveryToolResult, type FactForms, textResult } from "../discovery/render.ts";
import type { DiscoveryResult } from "../discovery/result.ts";
import { skippedLines } from "../skipped.ts";

const UNITS = ["", "K", "M", "G", "T", "P"];

/** Sizes in the largest unit of which there is one (`653`, `1.2K`, `34M`), and times to the minute, in UTC. */
export const SHORT_FORMS: FactForms = {
  size(bytes) {
    if (bytes === null) return "";
    let [amount, unit] = [bytes, 0];
    while (Math.round(amount) >= 1000 && unit < UNITS.length - 1) {
      amount /= 1024;
      unit++;
    }
    return `${unit > 0 && amount < 9.95 ? amount.toFixed(1) : Math.round(amount)}${UNITS[unit]}`;
  },
  time: (ms) => new Date(ms).toISOString().replace("T", " ").replace(/:\d\d\.\d{3}Z$/, ""),
};

/** Says first what was skipped: without a `.gitignore` that cannot be read, what it ignores is found. */
export function searchToolResult(output: DiscoveryResult): ToolResult {
  const note = skippedLines(output.skipped ?? {}).map((line) => `\n${line}`).join("");
  const forms = { ...SHORT_FORMS, note };
  return { ...discoveryToolResult({ ...output, skipped: {} }, forms), structured: output };
}

/** Returns the result of a listing: names in the directory that its first line tells. */
export function listingToolResult(output: DiscoveryResult): ToolResult {
  const entries = output.entries.map((entry) => ({ ...entry, path: entry.name }));
  // A date costs three tokens less without its year. The latest is that of most.
  const latest = entries.flatMap(({ modified_unix_ms: time }) => time ?? [])
    .sort((a, b) => a - b).at(-1);
  const year = latest === undefined ? undefined : yearOf(latest);
  const forms = {
    ...SHORT_FORMS,
    time(ms: number) {
      const text = SHORT_FORMS.time(ms);
      return yearOf(ms) === year ? text.slice(year.length + 1) : text;
    },
    ...year !== undefined && { note: `, UTC, ${year} where no year is` },
  };
  return { ...discoveryToolResult({ ...output, entries }, forms), structured: output };
}

/** Returns the year as a date begins with it: `2026`; `-001199` long before. */
function yearOf(ms: number): string {
  return /^[-+]?\d+/.exec(SHORT_FORMS.time(ms))![0];
}

export function statToolResult(output: DiscoveryResult): ToolResult {
  const [entry] = output.entries;
  if (entry === undefined) return discoveryToolResult(output);
  const { path, kind, size, modified_unix_ms: time, link_target: target } = entry;
  const facts = [
    `${kind}${target === undefined ? "" : ` -> ${lineSafe(target)}`}`,
    ...typeof size === "number" ? [SHORT_FORMS.size(size)] : [],
    ...typeof time === "number" ? [`${SHORT_FORMS.time(time)} UTC`] : [],
  ].join(", ");
  return textResult(output, [`${output.operation} ${lineSafe(path)}: ${facts}`]);
}

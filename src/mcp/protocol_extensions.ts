/** Extensions of MCP that our own server and client share: keys of `_meta`, and the text of progress. */
import { groupDigits } from "../text/line_safe.ts";
import type { Progress } from "../tool.ts";

/** Key in a listed tool: its toolset, since tool names alone are not unique. */
export const TOOLSET_META_KEY = "dirscope/toolset";

/** Key in a call: `true` requests structured data, also from a server that sends text alone by default. */
export const STRUCTURED_META_KEY = "dirscope/structured";

export function progressText({ directories, entries }: Progress): string {
  return `${groupDigits(entries)} entries in ${groupDigits(directories)} directories`;
}

export function parseProgressText(text: string | undefined): Progress | undefined {
  const counts = text?.match(/^([\d,]+) entries in ([\d,]+) directories$/)?.slice(1)
    .map((count) => Number(count.replaceAll(",", "")));
  return counts && { directories: counts[1]!, entries: counts[0]! };
}

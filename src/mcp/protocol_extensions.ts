/** What our own server and client understand of each other, besides MCP. */
import { grouped } from "../text/line_safe.ts";
import type { Progress } from "../tool.ts";

/** In a listed tool: its toolset, since tool names alone are not unique. */
export const TOOLSET_META_KEY = "dirscope/toolset";

/** In a call: `true` asks for data besides the text, also from a server that sends text alone. */
export const STRUCTURED_META_KEY = "dirscope/structured";

/** `12,345 entries in 678 directories`. */
export function progressText({ directories, entries }: Progress): string {
  return `${grouped(entries)} entries in ${grouped(directories)} directories`;
}

/** Parses the text of {@linkcode progressText}. */
export function parseProgressText(text: string | undefined): Progress | undefined {
  const counts = text?.match(/^([\d,]+) entries in ([\d,]+) directories$/)?.slice(1)
    .map((count) => Number(count.replaceAll(",", "")));
  return counts && { directories: counts[1]!, entries: counts[0]! };
}

import { grouped } from "../text/line_safe.ts";
import type { Progress } from "../tool.ts";

/** `12,345 entries in 678 directories`. */
export function progressText({ directories, entries }: Progress): string {
  return `${grouped(entries)} entries in ${grouped(directories)} directories`;
}

/** Parses the text of {@linkcode progressText}. */
export function progressFrom(text: string | undefined): Progress | undefined {
  const counts = text?.match(/^([\d,]+) entries in ([\d,]+) directories$/)?.slice(1)
    .map((count) => Number(count.replaceAll(",", "")));
  return counts && { directories: counts[1]!, entries: counts[0]! };
}

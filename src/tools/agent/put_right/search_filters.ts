/** The filters of a search as models write them. */
import { ArgumentError, formatValue } from "../../../arguments/argument_error.ts";
import {
  isAbsolute,
  isWithinAsNamed,
  partsBetween,
  resolvePath,
  workingDirectory,
} from "../../../scope/path_text.ts";

/** The root of a search as it was sent, and the base of relative paths. */
export interface SearchRoot {
  readonly path: string;
  readonly cwd: string;
}

/** Returns the extensions that a text stands for: `*.ts`, `md,mdx`. */
export function extensionsIn(text: string): readonly string[] {
  if (!/[/*?,\s]/.test(text) || text.trim() === "") return [text];
  const parts = text.trim().split(/\s*,\s*|\s+/).map((part) => part.replace(/^(\*\*\/)?\*\./, ""));
  if (parts.some((part) => part === "" || /[/*?{}]/.test(part))) {
    throw unmatchable("extensions", text, 'send what names end in: ["ts", ".test.ts"]');
  }
  return parts;
}

/** Returns a part of a name without the stars around it. */
export function nameText(text: string): string {
  const [, inner] = /^\**([^*?[\]{}]+?)\**$/.exec(text) ?? [];
  return inner ?? text;
}

/** Returns a part of a path, without `./` or what an absolute one has above the root. */
export function pathText(text: string, root: SearchRoot): string {
  return insideRoot(text, root) ?? text.replace(/^(?:\.\/+)+(?=.)/, "");
}

/** Returns a glob from the root, without `./` or what an absolute one has above the root. */
export function patternText(text: string, root: SearchRoot): string {
  const pattern = pathText(text, root);
  // What is refused shows as it was sent.
  return pattern.startsWith("/") ? text : pattern;
}

/** Matches directories to refuse: with empty, `.` or `..` segments, or wildcards. */
const ODD_DIRECTORY = /(?:^|\/)\.{0,2}(?:\/|$)|[*?]/;

/** Returns a directory that a search leaves out, as its name or its path from the root: `./x`, `x/**`. */
export function excludedDirectory(text: string, root: SearchRoot): string {
  const below = (belowRoot(text, root) ?? text).replace(/(?<=.)(?:\/+\*{0,2})+$/, "");
  const path = below.replace(/\/{2,}/g, "/").replace(/^(?:\.\/)+|^\*\*\/(?=[^/]+$)/, "");
  if (ODD_DIRECTORY.test(path)) {
    throw unmatchable("exclude_dirs", text, 'send a name ("dist") or a path from root ("src/gen")');
  }
  return path;
}

/** Returns the globs of one text, with commas or spaces between them, but for those in braces. */
export function globsInText(text: string): readonly string[] {
  return text.match(/(?:\{[^{}]*\}|[^\s,])+/g) ?? [text];
}

/** Returns the globs that an item of `exclude` stands for, from the root of the search. */
export function excludedGlobs(text: string, root: SearchRoot): readonly string[] {
  const parts = text.split(/\s*,\s*/);
  const isList = !/[{}]/.test(text) && parts.every((part) => /[*?[]/.test(part));
  return (isList ? parts : [text]).map((glob) => {
    const below = belowRoot(glob, root);
    return below === undefined ? glob : `/${below}`;
  });
}

/** Returns what follows the root at the start of an absolute path; `undefined` if that is nothing. */
function insideRoot(text: string, { path, cwd }: SearchRoot): string | undefined {
  if (!isAbsolute(text) || text.split("/").includes("..")) return undefined;
  const base = resolvePath(workingDirectory(), cwd);
  const [whole, root] = [resolvePath(base, text), resolvePath(base, path)];
  const below = isWithinAsNamed(whole, root) ? partsBetween(whole, root).join("/") : "";
  return below === "" ? undefined : text.endsWith("/") ? `${below}/` : below;
}

/** Returns what follows the root at the start of a path that repeats it, absolute or as it was sent. */
function belowRoot(text: string, root: SearchRoot): string | undefined {
  const sent = root.path.replace(/^(?:\.\/+)+|\/+$/g, "");
  const below = text.replace(/^(?:\.\/+)+/, "");
  const repeats = sent !== "" && sent !== "." && below.startsWith(`${sent}/`);
  return insideRoot(text, root) ??
    (repeats ? below.slice(sent.length + 1) || undefined : undefined);
}

/** Returns the error for a value that can match nothing. */
export function unmatchable(argument: string, value: string, correction: string): ArgumentError {
  const message = `${argument}: ${formatValue(value)} can match nothing; ${correction}`;
  return new ArgumentError(message, "out_of_range", argument);
}

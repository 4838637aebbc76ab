/** What the words of a line name, and the arguments that they fill. */
import { absolutePath } from "../scope/path_text.ts";
import { permissionOf } from "../scope/read_permission.ts";
import { Scope } from "../scope/scope.ts";
import { lineSafe } from "../text/line_safe.ts";
import type { Tool } from "../tool.ts";
import type { Reading } from "./find_tool.ts";
import type { GivenFlag } from "./flags.ts";
import { shellQuoted, UsageError } from "./terminal.ts";

/** A call of a tool, and the words that fill its arguments. */
interface Call {
  readonly tool: Tool;
  readonly args: Record<string, unknown>;
  readonly words: readonly string[];
  readonly given: ReadonlyMap<string, GivenFlag>;
}

/**
 * Fills arguments, and returns the word that is sought, which may be a path misspelt.
 *
 * @throws {UsageError} If there is a word too many, or one names no folder where it must.
 */
export function fillWords(call: Call, { words: rule, dialect }: Reading): string | undefined {
  const { tool, args, words, given } = call;
  const { pathArgument } = tool.TRAITS;
  const takesPattern = rule === "pattern" && words.length > 0 && lacksPattern(args);
  if (rule === "own") fillOwn(call);
  else {
    const paths = takesPattern ? words.slice(1) : words;
    if (rule !== "paths") {
      const isOneSearch = paths.length === 1 && dialect === "search";
      const wrong = paths.find((path) =>
        !namesFolder(path) && (paths.length > 1 || isOneSearch && !namesNothing(path))
      );
      if (wrong !== undefined) {
        throw wordError(
          wrong,
          paths,
          isOneSearch ? "it is a file: ls -d prints its path" : NO_FOLDER,
        );
      }
    }
    if (paths.length > 0 && args[pathArgument] !== undefined) {
      throw wordError(paths[0]!, paths, `--${pathArgument} is given too`);
    }
    if (takesPattern) setPattern(call, words[0]!);
    if (paths.length > 0) args[pathArgument] = paths.length > 1 ? paths : paths[0];
  }
  const { pattern, extensions } = tool.DEFINITION.function.parameters.properties;
  const endings = extensions ? undefined : given.get("e")?.values;
  if (pattern && (rule !== "own" || endings)) args.pattern = withEndings(args.pattern, endings);
  if (listsWorkingDirectory(tool)) args[pathArgument] ??= ".";
  return words.find((word) => word === args.query || takesPattern && word === words[0]);
}

/** Returns a glob for names that have one of some extensions, too. */
function withEndings(pattern: unknown = "**", extensions: readonly string[] = []): string {
  const glob = String(pattern);
  const endings = extensions.map((each) => each.replace(/^[*.]+/, ""));
  if (endings.length === 0 || endings.some((each) => glob.endsWith(`.${each}`))) return glob;
  if (!glob.endsWith("*")) throw new UsageError("-e needs a glob that ends in *, or none");
  const all = endings.length > 1 ? `{${endings}}` : endings[0];
  return `${glob}${glob.endsWith("**") ? "/*" : ""}.${all}`;
}

const NO_FOLDER = "it is no folder";

/** Reports whether a line has no glob to look for. One to leave out is for any pattern. */
export function lacksPattern({ pattern }: Call["args"]): boolean {
  return pattern === undefined || pattern === "**";
}

/** Takes a word for what names have, in any case unless it has a capital letter. */
function setPattern({ tool, args }: Call, word: string): void {
  if (/[\\^$|]|\.[*+]/.test(word)) {
    throw wordError(word, [], "a pattern is part of a name, or a glob, and no regular expression");
  }
  if (/^\.{0,2}\/|\/$/.test(word)) {
    const path = shellQuoted(lineSafe(word));
    throw wordError(word, [], `it is a path: ls ${path} lists it, and fd . ${path} all below`);
  }
  const isExact = /\p{Lu}/u.test(word);
  if (!tool.DEFINITION.function.parameters.properties.pattern) {
    args.name_contains = word;
    if (isExact) args.case_sensitive ??= true;
  } else {
    // As of `fd`, `.` is all.
    if (word !== ".") args.pattern = `**/${/[*?]/.test(word) ? word : `*${word}*`}`;
    if (!isExact) args.case_sensitive ??= false;
  }
}

/** Fills the arguments that a tool's own words fill. */
function fillOwn({ tool, args, words: typed }: Call): void {
  const { DEFINITION, TRAITS } = tool;
  const { name, parameters: { properties } } = DEFINITION.function;
  const { pathArgument, wordArguments = [pathArgument] } = TRAITS;
  const unfilled = wordArguments.filter((name) => !Object.hasOwn(args, name));
  let words = unfilled[0] === "queries" && typed.length > 1 ? withOneQuery(typed) : typed;
  // One word is a task, too, if it names nothing.
  const mayBeTask = typed.length > 1 || namesNothing(typed[0] ?? "");
  if (mayBeTask && properties.query && args.query === undefined) {
    const [task = "", ...folders] = withOneQuery(["", ...typed]);
    if (task !== "") args.query = task.trimStart();
    words = folders;
  }
  const extra = words[unfilled.length];
  if (extra !== undefined) {
    const takesFolders = unfilled.at(-1) === pathArgument && tool.toReport !== undefined &&
      TRAITS.lines !== "facts";
    const wrong = takesFolders
      ? words.slice(unfilled.length - 1).find((word) => !namesFolder(word))
      : extra;
    const reason = takesFolders ? NO_FOLDER : `${name} takes one path`;
    if (wrong !== undefined) throw wordError(wrong, words, reason);
  }
  // A pattern and its root, in the order of `find`: brackets are in names of folders, too.
  const [first = "", second = ""] = words;
  const isSwapped = unfilled.length === 2 && unfilled[0] === "pattern" &&
    /[*?]/.test(second) && !/[*?]/.test(first);
  const ordered = isSwapped ? [second, first] : words;
  for (const [i, name] of unfilled.slice(0, ordered.length).entries()) {
    const isSeveral = extra !== undefined && name === pathArgument;
    args[name] = isSeveral
      ? ordered.slice(i)
      : properties[name]!.type === "array"
      ? [ordered[i]]
      : ordered[i];
  }
}

/** Returns words with those before the last folders as one: a query. */
function withOneQuery(words: readonly string[]): string[] {
  const last = words.findLastIndex((word, i) =>
    i === 0 || !namesFolder(word, { unless: /^[^/\\]*[^/\\.][^/\\]*$/ })
  );
  return [words.slice(0, last + 1).join(" "), ...words.slice(last + 1)];
}

/** Returns the error for a word that cannot be where it is. */
function wordError(word: string, words: readonly string[], reason: string): UsageError {
  const advise = () => Promise.resolve(globAdvice(words) ?? reason);
  return new UsageError(`unexpected argument "${lineSafe(word)}"`, advise);
}

/** Returns the advice for words of which one is too many, where one may be meant for a glob. */
function globAdvice(words: readonly string[]): string | undefined {
  const names = words.slice(-3);
  const [ending] = names[0]?.match(/\.\w+$/) ?? [];
  const isExpanded = names.length > 2 && ending !== undefined &&
    names.every((name) => name.endsWith(ending) && !namesNothing(name));
  if (isExpanded) return `quote a glob, as in '*${ending}', or the shell expands it`;
  if (words.includes("!")) return "-g '!GLOB' leaves out what matches";
  return words.some((word) => /[*?]/.test(word)) ? "glob_search takes a pattern" : undefined;
}

/** Reports whether a tool that requires a path of models lists the working directory at a terminal, as `ls` does. */
export function listsWorkingDirectory({ DEFINITION, TRAITS }: Tool): boolean {
  return TRAITS.isRooted && TRAITS.lines === "json" &&
    DEFINITION.function.parameters.required.includes(TRAITS.pathArgument);
}

/**
 * Reports whether a word names a folder. Without the permission to look, it may.
 *
 * @param unless A word that then names none.
 */
export function namesFolder(word: string, { unless }: { readonly unless?: RegExp } = {}): boolean {
  if (isUnreadable(word)) return !unless?.test(word);
  try {
    new Scope().enterDirectory(word);
    return true;
  } catch {
    return false;
  }
}

/** Reports whether a word is no path, and names nothing in the working directory. Without the permission to look, it may. */
export function namesNothing(word: string): boolean {
  if (word === "" || /[/\\]/.test(word) || isUnreadable(word)) return false;
  try {
    Deno.lstatSync(word);
    return false;
  } catch {
    return true;
  }
}

/** Reports whether a path may not be read. */
function isUnreadable(path: string): boolean {
  return permissionOf(absolutePath(path)) !== "granted";
}

import { ArgumentError, formatValue } from "../../arguments/argument_error.ts";
import { DirscopeError } from "../../errors.ts";
import { expandBraces } from "../../glob/expand_braces.ts";
import { charactersOf } from "../../glob/pattern_characters.ts";

interface CorrectableFilters {
  readonly extensions: readonly string[] | null;
  readonly name_contains: string | null;
  readonly path_contains: string | null;
  readonly exclude_dirs: readonly string[] | null;
}

/**
 * Corrects filters of `find_files` that can match nothing but have an unambiguous meaning: `*.ts` as an extension,
 * `./x` as a directory, a name with a slash. Returns other filters unchanged.
 *
 * @throws {ArgumentError} If the meaning is ambiguous. The message says what to send instead.
 */
export function correctedFilters<Arguments extends CorrectableFilters>(args: Arguments): Arguments {
  const { extensions, name_contains: name, path_contains: path, exclude_dirs } = args;
  const isPath = name?.includes("/");
  if (isPath && path !== null) {
    const correction = 'a name holds no "/": send the text as path_contains';
    throw unmatchable("name_contains", name!, correction);
  }
  return {
    ...args,
    extensions: correctedExtensions(extensions),
    ...isPath && { name_contains: null, path_contains: name },
    exclude_dirs: exclude_dirs && distinctTexts(exclude_dirs.map(correctedDirectory)),
  };
}

/** Returns corrected extensions; `null` if one of them matches every name. */
function correctedExtensions(extensions: readonly string[] | null): readonly string[] | null {
  const corrected = new Set<string>();
  for (const text of extensions ?? []) {
    for (const each of correctedExtension(text)) corrected.add(each);
    if (corrected.size > MAX_EXTENSIONS) {
      throw unmatchable("extensions", text, `all of them stand for more than ${MAX_EXTENSIONS}`);
    }
  }
  return corrected.size === 0 || corrected.has(ANY_EXTENSION) ? null : [...corrected];
}

/** Maximum extensions that a list may expand to, with braces and commas. */
const MAX_EXTENSIONS = 2000;

const ANY_EXTENSION = "*";

/** Returns the extensions that a text expands to. */
function correctedExtension(text: string): string[] {
  if (!/[/*?{,\s]/.test(text) || text.trim() === "") return [text];
  const arms = braceExpansions(text).map((arm) => arm.trim().split(/\s*,\s*|\s+/));
  const parts = arms.flat().map((part) => {
    const bare = part.replace(/^(\*\*\/)?\*\./, "");
    if (bare !== ANY_EXTENSION && (bare === "" || /[/*?]/.test(bare))) {
      throw unmatchable("extensions", text, 'send what names end in: ["ts", ".test.ts"]');
    }
    return bare;
  });
  // RCS has names that end in ".c,v".
  return /[/*?{]/.test(text) ? parts : [text, ...parts];
}

/** Returns the texts that braces expand to; the text itself if they are malformed. */
function braceExpansions(text: string): string[] {
  if (!text.includes("{")) return [text];
  try {
    return expandBraces(charactersOf(text)).map((arm) => arm.map((each) => each.text).join(""));
  } catch (error) {
    if (error instanceof DirscopeError) return [text];
    throw error;
  }
}

/** Matches directories to correct or refuse: with empty, `.` or `..` segments, or wildcards. */
const CORRECTABLE_DIRECTORY = /(?:^|\/)\.{0,2}(?:\/|$)|[*?]/;

function correctedDirectory(text: string): string {
  if (!CORRECTABLE_DIRECTORY.test(text)) return text;
  const parts = text.split("/").filter((part, i) => part !== "" || i === 0);
  while (parts[0] === "." && parts.length > 1) parts.shift();
  while (parts.length > 1 && (parts.at(-1) === "*" || parts.at(-1) === "**")) parts.pop();
  if (parts[0] === "**" && parts.length === 2) parts.shift();
  const path = parts.join("/");
  const isPlain = !path.includes("*") && !path.includes("?") &&
    !path.split("/").some((part) => part === "" || part === "." || part === "..");
  if (!isPlain) {
    throw unmatchable("exclude_dirs", text, 'send a name ("dist") or a path from root ("src/gen")');
  }
  // One slash at the end needs no correction.
  return path === text.replace(/\/$/, "") ? text : path;
}

function distinctTexts(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)];
}

function unmatchable(argument: string, value: string, correction: string): ArgumentError {
  const message = `${argument}: ${formatValue(value)} can match nothing; ${correction}`;
  return new ArgumentError(message, "out_of_range", argument);
}

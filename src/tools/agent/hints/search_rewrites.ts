import { baseNameOf, isSameAsNamed, partsOf } from "../../../scope/path_text.ts";
import type { FileFilter } from "../../discovery/filters.ts";

/** A rewrite of the filters of `find_files`. */
interface FilterRewrite {
  /** The changed arguments, as a hint quotes them. */
  readonly change: string;
  /** The changed filters. */
  readonly filter?: Partial<FileFilter>;
  /** The equivalent pattern of `glob_search`, where no filter is. */
  readonly pattern?: string;
}

/**
 * Returns what the filters of a `find_files` without a match may have meant, the most literal rewrite first. They are
 * made of the text alone.
 *
 * @param filter The filters as they were sent.
 * @param root The absolute path of the root, of which a model may repeat a part.
 */
export function filterRewrites(filter: FileFilter, root: string): FilterRewrite[] {
  const { name_contains: name, path_contains: path } = filter;
  const rewrites: FilterRewrite[] = [];
  if (name !== null) {
    const bare = unquoted(name);
    const text = withoutEnds([...bare], (character) => "*?".includes(character)).join("");
    rewrites.push(
      hasWildcard(text) ? globRewrite(`**/*${text}*`) : textRewrite("name_contains", text),
    );
  }
  if (path !== null) {
    const bare = unquoted(path).replaceAll("\\", "/");
    const texts = withoutRoot(bare, root).map((each) => {
      const parts = each.split("/");
      const trimmed = withoutEnds(parts, (part) => part === "*" || part === "**");
      return trimmed.length === 0 ? parts.at(-1)! : trimmed.join("/");
    });
    for (const text of texts) {
      rewrites.push(
        ...hasWildcard(text)
          ? [globRewrite(`**/*${text}*`), globRewrite(`**/*${text}*/**`)]
          : [textRewrite("path_contains", text)],
      );
    }
  }
  return rewrites.filter(({ filter: change = {} }) =>
    Object.entries(change).every(([key, value]) =>
      value !== "" && value !== filter[key as keyof FileFilter]
    )
  );
}

function textRewrite(argument: "name_contains" | "path_contains", text: string): FilterRewrite {
  return { change: `${argument}: ${JSON.stringify(text)}`, filter: { [argument]: text } };
}

function globRewrite(pattern: string): FilterRewrite {
  return {
    change: `glob_search and pattern: ${JSON.stringify(pattern)} and kind: "file"`,
    pattern,
  };
}

/**
 * Returns what a pattern of `glob_search` may have meant, the most literal rewrite first.
 *
 * @param pattern The pattern as it was sent.
 * @param root The absolute path of the root, of which a model may repeat a part.
 */
export function patternRewrites(pattern: string, root: string): string[] {
  const bare = unquoted(pattern);
  const last = baseNameOf(bare);
  const before = bare.slice(0, bare.length - last.length);
  const literal = bare.replaceAll("[", "[[]");
  const rewrites = [
    bare,
    ...literal === bare ? [] : [literal, `**/${literal}`],
    ...withoutRoot(bare, root),
    ...bracedAlternatives(bare),
    // A regular expression.
    bare.replaceAll(".*", "*"),
    // At any depth.
    before.endsWith("**/") ? bare : `${before}**/${last}`,
    // As part of a name.
    hasWildcard(last) ? bare : `${before}*${last}*`,
    hasWildcard(last) ? bare : `${before.startsWith("**/") ? "" : "**/"}${before}*${last}*`,
  ];
  return [...new Set(rewrites)].filter((each) => each !== pattern && each !== "");
}

/** Returns a list of patterns as one with braces. */
function bracedAlternatives(pattern: string): string[] {
  const parts = pattern.split(/\s*[,|]\s*|\s+/).filter((part) => part !== "");
  if (parts.length < 2 || /[{}]/.test(pattern)) return [];
  const names = parts.map((part) => part.replace(/^\*\*\//, ""));
  return names.some((name) => name.includes("/")) ? [] : [`**/{${names.join(",")}}`];
}

/** Returns a text without `./`, and without a prefix that repeats the path of the root or its last parts. */
function withoutRoot(text: string, root: string): string[] {
  const path = text.replace(/^(\.?\/)+/, "");
  const parts = partsOf(root);
  const shortened = parts
    .map((_, from) => `${parts.slice(from).join("/")}/`)
    .filter((repeated) => isSameAsNamed(path.slice(0, repeated.length), repeated))
    .slice(0, MAX_STRIPPED_ROOTS)
    .map((repeated) => path.slice(repeated.length));
  return [path, ...shortened];
}

/** Maximum rewrites of a path that repeats a part of the root: each is matched with the whole tree. */
const MAX_STRIPPED_ROOTS = 3;

/** Returns a list without the dropped items at its start and end. */
function withoutEnds(items: readonly string[], isDropped: (item: string) => boolean): string[] {
  const first = items.findIndex((item) => !isDropped(item));
  return first < 0 ? [] : items.slice(first, items.findLastIndex((item) => !isDropped(item)) + 1);
}

function unquoted(text: string): string {
  return text.trim().replace(/^(["'`])(.*)\1$/s, "$2").trim();
}

function hasWildcard(text: string): boolean {
  return /[*?[{]/.test(text);
}

import { partsOf } from "../../../scope/path_text.ts";
import { isForeign } from "./spellings.ts";
import { isOfOthers } from "./trace_frames.ts";

const NAME = "[\\p{L}_][\\p{L}\\p{N}_-]*";

/** Matches names with dots, with double colons or with slashes between them: `a.b$c`, `a::b`, `@a/b`, `./a/b`. */
const MODULE = new RegExp(
  `^(?:${NAME}(?:\\.${NAME})+(?:[$#]${NAME})*|${NAME}(?:::${NAME})+|(?:@|(?:\\.\\.?/)+)?${NAME}(?:/${NAME})+)$`,
  "u",
);

const SEPARATOR = /::|[./\\$#]/;

/** The first names of modules of standard libraries: only a whole path fits those. */
const STANDARD = /^(?:std|core|alloc|javax?|kotlin|scala|system)$/i;

const MAX_PARTS = 16;

/** Maximum names of what lies in a module: a type, a method. */
const MAX_MEMBERS = 2;

/** Files that stand for the directory that they lie in. */
const INDEX_NAME = /^(?:index|mod|__init__)\.\w+$/i;

const SOURCE_DIRECTORY = "src";

/** Where the compiled form of a source lies that a trace names: `dist/a.js` for `src/a.ts`. */
const BUILT_DIRECTORY = /(?<=^|\/)(?:build|dist|out)\/(?:(?:cjs|esm)\/)?/;

/** Returns the ends of paths that a text stands for if it names a module, the likeliest first. */
export function moduleForms(text: string): string[] {
  const bare = text.replace(/(?<![.,:;!?])[.,:;!?]+$/, "").replace(/(?::\d+){1,4}$/, "");
  const built = bare.replaceAll("\\", "/").split(BUILT_DIRECTORY);
  if (built.length > 1 && /\.[cm]?js$/.test(bare) && isForeign(bare) && !isOfOthers(bare)) {
    const fewest = partsOf(modulePathOf(built.at(-1)!)).length || 2;
    const parts = partsOf(modulePathOf(built.join("/"))).slice(-fewest - MAX_PARTS);
    return parts.slice(fewest - 1).map((_, i) => parts.slice(i).join("/"));
  }
  if (!MODULE.test(bare)) return [];
  const all = bare.replace(/^@/, "").split(SEPARATOR).filter((part) => part !== "");
  const parts = all.filter((part) => part !== SOURCE_DIRECTORY).slice(-MAX_PARTS);
  const ends: string[] = [];
  for (let length = parts.length; length >= Math.max(2, parts.length - MAX_MEMBERS); length--) {
    const last = STANDARD.test(parts[0]!) ? 0 : length - 2;
    for (let i = 0; i <= last; i++) ends.push(parts.slice(i, length).join("/"));
  }
  return ends;
}

/** Returns the path of an entry as a module has it: `a/b` for `src/a/b.ts` and `a/b/index.ts`. */
export function modulePathOf(path: string): string {
  const parts = partsOf(path);
  if (INDEX_NAME.test(parts.at(-1)!)) parts.pop();
  else parts.push(parts.pop()!.replace(/(?<=.)\.\w+$/, ""));
  return parts.filter((part) => part !== SOURCE_DIRECTORY).join("/");
}

/** Matches names of several words: `readFile`, `read_file`, `read-file`. */
const COMPOUND = /[\p{Ll}\p{N}]\p{Lu}|[\p{L}\p{N}][-_][\p{L}\p{N}]/u;

/** Minimum letters of such a name: shorter ones name many things. */
const MIN_COMPOUND_LENGTH = 6;

/** Returns the letters of a name of several words, however they are joined; `undefined` for any other name. */
export function compoundOf(name: string): string | undefined {
  if (name.length < MIN_COMPOUND_LENGTH || !COMPOUND.test(name)) return undefined;
  return name.replace(/[-_]/g, "").toLowerCase();
}

/** Returns the compounds that a text without a path names: of a type, and of what it is a member of. */
export function compoundsIn(text: string): string[] {
  if (/[/\\]/.test(text)) return [];
  return text.split(SEPARATOR).flatMap((part) =>
    compoundOf(part.replace(/^\W+|(?<!\W)\W+$/g, "")) ?? []
  );
}

import { codePointsOf, EditDistance } from "../../../text/edit_distance.ts";
import { foldUnicodeCase, needsNoEscape } from "../../../text/line_safe.ts";
import { hasMoreBits, letterMask } from "../match/letters.ts";
import { joinedWords } from "../match/words.ts";

/** The costs of the differences between two names. They share a unit with the costs of directories in paths. */
export const NAME_COST = {
  /** Case, Unicode's normal form, invisible characters. */
  case: 5,
  /** `date-utils`, `date_utils`, `dateUtils`. */
  separators: 10,
  /** `.ts` for `.tsx`, or one where none was requested. */
  extension: 15,
  /** None where one was requested, as a directory has. */
  noExtension: 32,
  /** The first edit, and each one more. */
  firstEdit: 40,
  nextEdit: 20,
  /** `a.ts` for `a.css`. */
  fileType: 70,
  /** `Button` for `ButtonGroup`. */
  affix: 85,
} as const;

/** Extensions that are confused with each other, those of code first. */
const EXTENSION_GROUPS: readonly (readonly string[])[] = [
  ["ts", "tsx", "mts", "cts", "js", "jsx", "mjs", "cjs", "vue", "svelte"],
  ["py", "pyi", "pyx", "ipynb"],
  ["c", "cc", "cpp", "cxx", "m", "mm", "h", "hh", "hpp"],
  ["java", "kt", "kts", "groovy", "scala", "gradle"],
  ["go", "rs", "rb", "php", "swift", "cs", "ex", "exs", "dart", "lua"],
  ["sh", "bash", "zsh", "ps1", "bat"],
  ["css", "scss", "sass", "less"],
  ["html", "htm", "xhtml"],
  ["md", "mdx", "markdown", "rst", "adoc", "txt"],
  ["json", "jsonc", "json5", "yaml", "yml", "toml", "ini"],
  ["png", "jpg", "jpeg", "gif", "webp", "svg", "avif"],
];

/** Number of groups that are code: a name without an extension is likelier to lack one of theirs. */
const CODE_GROUPS = 6;

/** Maximum characters after the last dot of a name that are an extension. */
const MAX_EXTENSION_LENGTH = 8;

/** Minimum characters of a name that counts as a prefix or suffix of another. */
const MIN_AFFIX_LENGTH = 4;

/** A requested name, which returns the costs of others in its place. */
export class RequestedName {
  readonly name: string;
  readonly #requested: FoldedName;
  readonly #distance = new EditDistance();
  readonly #costs = new Map<string, number | undefined>();

  constructor(name: string) {
    this.name = name;
    this.#requested = foldName(name);
  }

  /** The folded extension, without the dot; `""` if there is none. */
  get extension(): string {
    return this.#requested.extension;
  }

  /** Returns the cost of a name: 0 for the same one, `undefined` for one too different. */
  cost(name: string): number | undefined {
    if (name === this.name) return 0;
    const [requested, other] = [this.#requested, foldName(name)];
    if (requested.text === other.text) return NAME_COST.case;
    if (requested.letters === other.letters) {
      return Math.max(NAME_COST.separators, this.#costOfExtension(other.extension));
    }
    // A name that differs and lacks the extension has too little in common.
    if (other.extension === "" && requested.extension !== "") return undefined;
    const stemCost = this.#costOfEdits(requested.stem, other.stem);
    const extensionCost = stemCost < Infinity ? this.#costOfExtension(other.extension) : Infinity;
    if (extensionCost < NAME_COST.fileType) return stemCost + extensionCost;
    // The dot itself may be missing.
    const lacksDot = requested.extension === "";
    const textCost = lacksDot ? this.#costOfEdits(requested.text, other.text) : Infinity;
    return textCost < Infinity ? textCost : this.#costOfAffix(other);
  }

  /** Returns the same from a cache, for names that recur. */
  cachedCost(name: string): number | undefined {
    if (!this.#costs.has(name)) this.#costs.set(name, this.cost(name));
    return this.#costs.get(name);
  }

  #costOfExtension(extension: string): number {
    const requested = this.#requested.extension;
    if (requested === extension) return 0;
    if (extension === "") return NAME_COST.noExtension;
    const group = EXTENSION_GROUPS.findIndex((each) => each.includes(extension));
    if (requested === "") return NAME_COST.extension + (group >= 0 && group < CODE_GROUPS ? 0 : 5);
    const edits = this.#edits(requested, extension, 3);
    if (group >= 0 && EXTENSION_GROUPS[group]!.includes(requested)) {
      return NAME_COST.extension + Math.min(2, edits - 1);
    }
    return edits <= 1 && extension.length > 1 ? NAME_COST.extension + 5 : NAME_COST.fileType;
  }

  /** Returns the cost of the edits between two texts; `Infinity` if they are many for their length. */
  #costOfEdits(requested: string, other: string): number {
    const edits = this.#edits(requested, other, maxEdits(Math.max(requested.length, other.length)));
    return NAME_COST.firstEdit + NAME_COST.nextEdit * (edits - 1);
  }

  #edits(requested: string, other: string, max: number): number {
    if (max === 0 || Math.abs(requested.length - other.length) > max) return Infinity;
    if (hasMoreBits(letterMask(requested) & ~letterMask(other), max)) return Infinity;
    return this.#distance.between(codePointsOf(requested), codePointsOf(other), max);
  }

  #costOfAffix({ letters, extension }: FoldedName): number | undefined {
    const own = this.#requested.letters;
    const [short, long] = own.length < letters.length ? [own, letters] : [letters, own];
    if (short.length < MIN_AFFIX_LENGTH) return undefined;
    if (!long.startsWith(short) && !long.endsWith(short)) return undefined;
    return this.#costOfExtension(extension) < NAME_COST.fileType ? NAME_COST.affix : undefined;
  }
}

/** Reports whether a name has an extension and its stem is a directory's name, whatever their case and separators. */
export function isModuleOf(name: string, directory: string): boolean {
  const { extension, letters } = foldName(name);
  return extension !== "" && joinedWords(foldName(directory).text) === letters;
}

/** Returns the maximum edits for a text of this length. */
function maxEdits(length: number): number {
  if (length < 2) return 0;
  return length < 6 ? 1 : length < 12 ? 2 : 3;
}

interface FoldedName {
  readonly text: string;
  readonly stem: string;
  readonly extension: string;
  /** The stem without separators. */
  readonly letters: string;
}

const DEFAULT_IGNORABLE = /\p{Default_Ignorable_Code_Point}/gu;

function foldName(name: string): FoldedName {
  const text = needsNoEscape(name)
    ? name.toLowerCase()
    : foldUnicodeCase(name.normalize("NFC").replace(DEFAULT_IGNORABLE, ""));
  const dot = text.lastIndexOf(".");
  const length = dot > 0 ? text.length - dot - 1 : 0;
  const hasExtension = length > 0 && length <= MAX_EXTENSION_LENGTH;
  const stem = hasExtension ? text.slice(0, dot) : text;
  const extension = hasExtension ? text.slice(dot + 1) : "";
  return { text, stem, extension, letters: joinedWords(stem) };
}

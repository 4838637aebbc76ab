/** How far one name is from another, as the slips of those who write paths go. */
import { codePointsOf, EditDistance } from "../../../text/edit_distance.ts";
import { foldUnicodeCase, needsNoEscape } from "../../../text/line_safe.ts";
import { hasMoreBits, letterMask } from "../match/letters.ts";
import { joinedWords } from "../match/words.ts";

/** What a name costs that differs in more than the least. The unit is what requested_path.ts adds up. */
export const NAME_COST = {
  /** Case, Unicode's normal form, a character that does not show. */
  case: 5,
  /** `date-utils`, `date_utils`, `dateUtils`. */
  separators: 10,
  /** `.ts` for `.tsx`, or one where none was asked for. */
  extension: 15,
  /** None where one was asked for, as a directory has. */
  noExtension: 32,
  /** The first edit, and each one more. */
  firstEdit: 40,
  nextEdit: 20,
  /** `a.ts` for `a.css`. */
  otherExtension: 70,
  /** `Button` for `ButtonGroup`. */
  affix: 85,
} as const;

/** Extensions that are taken for each other, those of code first. */
const EXTENSION_FAMILIES: readonly (readonly string[])[] = [
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

/** How many families are code: a name without an extension rather means one of theirs. */
const CODE_FAMILIES = 6;

/** The longest extension. */
const MAX_EXTENSION_LENGTH = 8;

/** The shortest name that may be part of another. */
const MIN_AFFIX_LENGTH = 4;

/** A name that was asked for. It measures others against it. */
export class RequestedName {
  /** The name as it was asked for. */
  readonly name: string;
  readonly #requested: FoldedName;
  readonly #distance = new EditDistance();
  readonly #costs = new Map<string, number | undefined>();

  constructor(name: string) {
    this.name = name;
    this.#requested = foldName(name);
  }

  /** The extension that was asked for, without the dot; `""` if there was none. */
  get extension(): string {
    return this.#requested.extension;
  }

  /** What a name costs: 0 for the same one, `undefined` for one that nobody would mean. */
  cost(name: string): number | undefined {
    if (name === this.name) return 0;
    const [requested, other] = [this.#requested, foldName(name)];
    if (requested.text === other.text) return NAME_COST.case;
    if (requested.letters === other.letters) {
      return Math.max(NAME_COST.separators, this.#costOfExtension(other.extension));
    }
    // With a letter and the extension lost, too little is left.
    if (other.extension === "" && requested.extension !== "") return undefined;
    const byStem = this.#costOfEdits(requested.stem, other.stem);
    const byExtension = byStem === Infinity
      ? NAME_COST.otherExtension
      : this.#costOfExtension(other.extension);
    if (byExtension < NAME_COST.otherExtension) return byStem + byExtension;
    // The dot itself may be missing.
    const whole = requested.extension === ""
      ? this.#costOfEdits(requested.text, other.text)
      : Infinity;
    return whole < Infinity ? whole : this.#costOfAffix(other);
  }

  /** The same, for names that come again and again. */
  cachedCost(name: string): number | undefined {
    if (!this.#costs.has(name)) this.#costs.set(name, this.cost(name));
    return this.#costs.get(name);
  }

  #costOfExtension(extension: string): number {
    const requested = this.#requested.extension;
    if (requested === extension) return 0;
    if (extension === "") return NAME_COST.noExtension;
    const family = EXTENSION_FAMILIES.findIndex((each) => each.includes(extension));
    if (requested === "") {
      return NAME_COST.extension + (family >= 0 && family < CODE_FAMILIES ? 0 : 5);
    }
    const edits = this.#edits(requested, extension, 3);
    if (family >= 0 && EXTENSION_FAMILIES[family]!.includes(requested)) {
      return NAME_COST.extension + Math.min(2, edits - 1);
    }
    return edits <= 1 && extension.length > 1 ? NAME_COST.extension + 5 : NAME_COST.otherExtension;
  }

  /** What the edits between two texts cost, if they are few for their length. */
  #costOfEdits(requested: string, other: string): number {
    const edits = this.#edits(requested, other, maxEdits(Math.max(requested.length, other.length)));
    return NAME_COST.firstEdit + NAME_COST.nextEdit * (edits - 1);
  }

  #edits(requested: string, other: string, most: number): number {
    if (most === 0 || Math.abs(requested.length - other.length) > most) return Infinity;
    if (hasMoreBits(letterMask(requested) & ~letterMask(other), most)) return Infinity;
    return this.#distance.between(codePointsOf(requested), codePointsOf(other), most);
  }

  #costOfAffix({ letters, extension }: FoldedName): number | undefined {
    const requested = this.#requested.letters;
    const [short, long] = requested.length < letters.length
      ? [requested, letters]
      : [letters, requested];
    const isAffix = short.length >= MIN_AFFIX_LENGTH &&
      (long.startsWith(short) || long.endsWith(short));
    return isAffix && this.#costOfExtension(extension) < NAME_COST.otherExtension
      ? NAME_COST.affix
      : undefined;
  }
}

/** Whether a name has an extension, and before that the name of a directory, whatever its case and separators. */
export function isModuleOf(name: string, directory: string): boolean {
  const { extension, letters } = foldName(name);
  return extension !== "" && joinedWords(foldName(directory).text) === letters;
}

/** How many edits a text of a length may need. */
function maxEdits(length: number): number {
  if (length < 2) return 0;
  return length < 6 ? 1 : length < 12 ? 2 : 3;
}

/** A name as it is compared. */
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
  const isExtension = dot > 0 && text.length - dot - 1 <= MAX_EXTENSION_LENGTH &&
    dot < text.length - 1;
  const stem = isExtension ? text.slice(0, dot) : text;
  const extension = isExtension ? text.slice(dot + 1) : "";
  return { text, stem, extension, letters: joinedWords(stem) };
}

/** How far one name is from another, as the slips of those who write paths go. */
import { codePointsIn, EditDistance } from "../../../text/edit_distance.ts";
import { foldCase, isPlain } from "../../../text/line_safe.ts";
import { hasMoreBits, letterMask } from "../match/letters.ts";
import { joinedWords } from "../match/words.ts";

/** What a name costs that differs in more than the least. The unit is what requested_path.ts adds up. */
export const COST = {
  /** Case, Unicode's normal form, a character that does not show. */
  case: 5,
  /** `date-utils`, `date_utils`, `dateUtils`. */
  separators: 10,
  /** `.ts` for `.tsx`, or one where none was asked for. */
  extension: 15,
  /** None where one was asked for, as a directory has. */
  noExtension: 32,
  /** The first edit, and each one more. */
  edit: 40,
  nextEdit: 20,
  /** `a.ts` for `a.css`. */
  kind: 70,
  /** `Button` for `ButtonGroup`. */
  part: 85,
} as const;

/** Extensions that are taken for each other, those of code first. */
const FAMILIES: readonly (readonly string[])[] = [
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
const CODE = 6;

/** The longest extension. */
const MAX_EXTENSION = 8;

/** The shortest name that may be part of another. */
const MIN_PART = 4;

/** A name that was asked for. It measures others against it. */
export class RequestedName {
  /** The name as it was asked for. */
  readonly name: string;
  readonly #asked: Folded;
  readonly #distance = new EditDistance();
  readonly #known = new Map<string, number | undefined>();

  constructor(name: string) {
    this.name = name;
    this.#asked = fold(name);
  }

  /** The extension that was asked for, without the dot; `""` if there was none. */
  get extension(): string {
    return this.#asked.extension;
  }

  /** What a name costs: 0 for the same one, `undefined` for one that nobody would mean. */
  cost(name: string): number | undefined {
    if (name === this.name) return 0;
    const [asked, other] = [this.#asked, fold(name)];
    if (asked.text === other.text) return COST.case;
    if (asked.letters === other.letters) {
      return Math.max(COST.separators, this.#costOfExtension(other.extension));
    }
    // With a letter and the extension lost, too little is left.
    if (other.extension === "" && asked.extension !== "") return undefined;
    const byStem = this.#costOfEdits(asked.stem, other.stem);
    const byExtension = byStem === Infinity ? COST.kind : this.#costOfExtension(other.extension);
    if (byExtension < COST.kind) return byStem + byExtension;
    // The dot itself may be missing.
    const whole = asked.extension === "" ? this.#costOfEdits(asked.text, other.text) : Infinity;
    return whole < Infinity ? whole : this.#costOfPart(other);
  }

  /** The same, for names that come again and again. */
  knownCost(name: string): number | undefined {
    if (!this.#known.has(name)) this.#known.set(name, this.cost(name));
    return this.#known.get(name);
  }

  #costOfExtension(extension: string): number {
    const asked = this.#asked.extension;
    if (asked === extension) return 0;
    if (extension === "") return COST.noExtension;
    const family = FAMILIES.findIndex((each) => each.includes(extension));
    if (asked === "") return COST.extension + (family >= 0 && family < CODE ? 0 : 5);
    const edits = this.#edits(asked, extension, 3);
    if (family >= 0 && FAMILIES[family]!.includes(asked)) {
      return COST.extension + Math.min(2, edits - 1);
    }
    return edits <= 1 && extension.length > 1 ? COST.extension + 5 : COST.kind;
  }

  /** What the edits between two texts cost, if they are few for their length. */
  #costOfEdits(asked: string, other: string): number {
    const edits = this.#edits(asked, other, mostEdits(Math.max(asked.length, other.length)));
    return COST.edit + COST.nextEdit * (edits - 1);
  }

  #edits(asked: string, other: string, most: number): number {
    if (most === 0 || Math.abs(asked.length - other.length) > most) return Infinity;
    if (hasMoreBits(letterMask(asked) & ~letterMask(other), most)) return Infinity;
    return this.#distance.between(codePointsIn(asked), codePointsIn(other), most);
  }

  #costOfPart({ letters, extension }: Folded): number | undefined {
    const asked = this.#asked.letters;
    const [short, long] = asked.length < letters.length ? [asked, letters] : [letters, asked];
    const isPart = short.length >= MIN_PART && (long.startsWith(short) || long.endsWith(short));
    return isPart && this.#costOfExtension(extension) < COST.kind ? COST.part : undefined;
  }
}

/** Whether a name has an extension, and before that the name of a directory, whatever its case and separators. */
export function isModuleOf(name: string, directory: string): boolean {
  const { extension, letters } = fold(name);
  return extension !== "" && joinedWords(fold(directory).text) === letters;
}

/** How many edits a text of a length may need. */
function mostEdits(length: number): number {
  if (length < 2) return 0;
  return length < 6 ? 1 : length < 12 ? 2 : 3;
}

/** A name as it is compared. */
interface Folded {
  readonly text: string;
  readonly stem: string;
  readonly extension: string;
  /** The stem without separators. */
  readonly letters: string;
}

const HIDDEN = /\p{Default_Ignorable_Code_Point}/gu;

function fold(name: string): Folded {
  const text = isPlain(name)
    ? name.toLowerCase()
    : foldCase(name.normalize("NFC").replace(HIDDEN, ""));
  const dot = text.lastIndexOf(".");
  const isExtension = dot > 0 && text.length - dot - 1 <= MAX_EXTENSION && dot < text.length - 1;
  const stem = isExtension ? text.slice(0, dot) : text;
  const extension = isExtension ? text.slice(dot + 1) : "";
  return { text, stem, extension, letters: joinedWords(stem) };
}

/** How far one name is from another, as the slips of those who write paths go. */
import { foldCase, isPlain } from "../../../text/line_safe.ts";
import { type EditCounter, SWAP } from "../../../text/nearest.ts";

/** What a name costs that differs in more than the least. The unit is what path_cost.ts adds up. */
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

/** How much longer one of two names may be, unless it is a part. */
const MAX_LONGER = 10;

/** Measures names against the one that was asked for. */
export class NameMatcher {
  /** The name as it was asked for. */
  readonly name: string;
  readonly #edits: EditCounter;
  readonly #asked: Folded;
  readonly #known = new Map<string, number | undefined>();

  constructor(name: string, edits: EditCounter) {
    this.name = name;
    this.#edits = edits;
    this.#asked = fold(name);
  }

  /** The extension that was asked for, without the dot; `""` if there was none. */
  get extension(): string {
    return this.#asked.extension;
  }

  /** Whether a directory's name is the stem, whatever its case and separators. */
  hasStem(directory: string): boolean {
    return bare(fold(directory).text) === this.#asked.bareStem;
  }

  /** What a name costs: 0 for the same one, `undefined` for one that nobody would mean. */
  cost(name: string): number | undefined {
    if (name === this.name) return 0;
    if (Math.abs(name.length - this.name.length) > MAX_LONGER) return this.#costOfPart(fold(name));
    const asked = this.#asked;
    const other = fold(name);
    if (asked.text === other.text) return COST.case;
    if (asked.bareStem === other.bareStem) {
      return Math.max(COST.separators, this.#costOfExtension(other.extension));
    }
    // With a letter and the extension lost, too little is left.
    if (other.extension === "" && asked.extension !== "") return undefined;
    const edits = this.#editsWithin(asked.stem, other.stem);
    const byExtension = edits === undefined ? COST.kind : this.#costOfExtension(other.extension);
    if (edits !== undefined && byExtension < COST.kind) return costOfEdits(edits) + byExtension;
    // The dot itself may be missing.
    const isDotless = asked.extension === "" && other.extension !== "";
    const whole = isDotless ? this.#editsWithin(asked.text, other.text) : undefined;
    return whole === undefined ? this.#costOfPart(other) : costOfEdits(whole);
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
    const edits = this.#edits(asked, extension);
    if (family >= 0 && FAMILIES[family]!.includes(asked)) {
      return COST.extension + Math.min(2, edits - 1);
    }
    return edits <= 1 && extension.length > 1 ? COST.extension + 5 : COST.kind;
  }

  /** The edits between two texts, if they are few for their length. */
  #editsWithin(asked: string, other: string): number | undefined {
    const most = mostEdits(Math.max(asked.length, other.length));
    if (most === 0 || Math.abs(asked.length - other.length) > most) return undefined;
    const edits = this.#edits(asked, other);
    return edits <= most || edits === SWAP ? edits : undefined;
  }

  #costOfPart(other: Folded): number | undefined {
    const [a, b] = [this.#asked.bareStem, other.bareStem];
    const [short, long] = a.length < b.length ? [a, b] : [b, a];
    if (short.length < MIN_PART || !(long.startsWith(short) || long.endsWith(short))) {
      return undefined;
    }
    return this.#costOfExtension(other.extension) < COST.kind ? COST.part : undefined;
  }
}

/** How many edits a text of a length may need. */
function mostEdits(length: number): number {
  if (length < 2) return 0;
  return length < 6 ? 1 : length < 12 ? 2 : 3;
}

function costOfEdits(edits: number): number {
  return COST.edit + COST.nextEdit * (edits - 1);
}

/** A name as it is compared. */
interface Folded {
  readonly text: string;
  readonly stem: string;
  readonly extension: string;
  /** The stem without separators. */
  readonly bareStem: string;
}

const HIDDEN = /\p{Default_Ignorable_Code_Point}/gu;

function fold(name: string): Folded {
  const text = isPlain(name)
    ? name.toLowerCase()
    : foldCase(name.normalize("NFC").replace(HIDDEN, ""));
  const dot = text.lastIndexOf(".");
  const isExtension = dot > 0 && text.length - dot - 1 <= MAX_EXTENSION && dot < text.length - 1;
  const stem = isExtension ? text.slice(0, dot) : text;
  return { text, stem, extension: isExtension ? text.slice(dot + 1) : "", bareStem: bare(stem) };
}

function bare(stem: string): string {
  return stem.replace(/[-_\s]+/g, "") || stem;
}

import { partsOf } from "../../../scope/path_text.ts";
import { codesOf, type Letters } from "../match/letters.ts";
import type { ExactForm } from "./exact_forms.ts";

/** A form as it is compared. */
interface ComparedForm extends ExactForm {
  readonly partCount: number;
  /** The folded letters of its last part: they rule out most entries. */
  readonly nameCodes: Int32Array;
}

/** Ways in which two paths are equal, the strictest first: as they are, in NFC, and folded. */
const NORMALIZERS: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => path.normalize("NFC"),
  (path) => codesOf(path).join(),
];

/** Compares entries with the forms of a query. */
export class ExactMatcher {
  readonly #forms: readonly ComparedForm[];

  constructor(forms: readonly ExactForm[]) {
    this.#forms = forms.map((form) => {
      const parts = partsOf(form.path);
      return { ...form, partCount: parts.length, nameCodes: codesOf(parts.at(-1)!) };
    });
  }

  /** Returns the rank of an entry, 1 or more, higher for a stricter equality and a more literal form; 0 if none. */
  rank(folder: string, name: string, letters: Letters): number {
    const forms = this.#forms;
    let rank = 0;
    for (let i = 0; i < forms.length; i++) {
      const form = forms[i]!;
      if (!isEqual(form.nameCodes, letters)) continue;
      const parts = partsOf(folder + name);
      if (form.matchesEnd ? parts.length < form.partCount : parts.length !== form.partCount) {
        continue;
      }
      const end = parts.slice(-form.partCount).join("/");
      const level = NORMALIZERS.findIndex((normalized) =>
        normalized(end) === normalized(form.path)
      );
      if (level < 0) continue;
      const tier = NORMALIZERS.length * (form.isShortened ? 1 : 2) - level;
      rank = Math.max(rank, tier * forms.length - i);
    }
    return rank;
  }
}

function isEqual(codes: Int32Array, letters: Letters): boolean {
  if (codes.length !== letters.length) return false;
  for (let i = 0; i < codes.length; i++) if (codes[i] !== letters.codes[i]) return false;
  return true;
}

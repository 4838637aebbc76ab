import { forEachPaced, type Pacer } from "../../../pacing/pacer.ts";
import { type Steps, takePaced } from "../../../pacing/paced_steps.ts";
import { baseNameOf, partsOf } from "../../../scope/path_text.ts";
import { comparedForm, foldUnicodeCase } from "../../../text/line_safe.ts";
import { spellingsOf } from "./spellings.ts";
import { compoundOf, compoundsIn, moduleForms, modulePathOf } from "./module_forms.ts";
import { MAX_PATH_LENGTH, pathFormsOf, type SearchRoot } from "./path_forms.ts";
import { quotedTexts } from "./quoted_texts.ts";
import { classFrameOf, framesOf, lineIn, partsOfLine, spellingParts } from "./trace_frames.ts";

/** The start of the key of a whole path, of the end of one, of a module, and of a name of several words. */
const KEY_STARTS = { whole: "/", end: "", module: ":", compound: "=" } as const;

/** A path that a literal may stand for. */
interface Form {
  readonly path: string;
  /** What of an entry it may equal. */
  readonly place: keyof typeof KEY_STARTS;
  /** See {@linkcode PathForm}. */
  readonly isShortened?: boolean;
}

export interface LiteralForm extends Form {
  /** What entries are looked up by. */
  readonly key: string;
}

/** Something that a text spells out, as the paths that it may stand for, the most literal first. */
export interface Literal {
  /** All of the text, a path, a name, a name without its extension, or a module. */
  readonly kind: "sent" | "path" | "name" | "compound" | "module";
  readonly forms: readonly LiteralForm[];
  /** The line that the text gives it. */
  readonly line?: number | undefined;
  /** True if it is the path or the name of a file in a frame of a trace, with its line. */
  readonly isFrame?: boolean;
}

/** Maximum paths, names and modules that a text spells out: no issue has more. */
const MAX_SPELLED = 4096;

/** Maximum last parts of a path that may equal the end of one. */
const MAX_END_PARTS = 32;

/** What looks like the name of a file in a sentence. */
const NAME = /\.[A-Za-z]\w*$|\w[-_]\w|^[A-Z]{4,}$|^[A-Z]\w*file$/;

/** Maximum directories above a path that are looked up among links. */
const MAX_LINK_DEPTH = 32;

/** All that a text spells out, in its order. An entry is looked up by its name. */
export class Literals {
  readonly all: Literal[] = [];
  readonly #names = new Set<string>();
  readonly #keys = new Set<string>();
  readonly #places = new Set<Form["place"]>();

  /**
   * Reads a text. It takes time in proportion to its length, with pauses.
   *
   * @param lines The lines of the text, with paths in the project's own package as paths here.
   */
  static async read(
    text: string,
    lines: readonly string[],
    root: SearchRoot,
    pacer: Pacer,
  ): Promise<Literals> {
    const literals = new Literals();
    if (text.length <= MAX_PATH_LENGTH) literals.#add({ kind: "sent" }, pathFormsOf(text, root));
    const spelled = await takePaced(spelledIn(lines), pacer);
    await forEachPaced(
      spelled.slice(0, MAX_SPELLED),
      pacer,
      (each) => literals.#addSpelled(each, root),
    );
    return literals;
  }

  /** The paths that all of the text may stand for. */
  get sent(): readonly LiteralForm[] {
    return this.all.find(({ kind }) => kind === "sent")?.forms ?? [];
  }

  #addSpelled({ text, isQuoted, inFrame, ends = [] }: SpelledText, root: SearchRoot): void {
    const barest = spellingsOf(text).at(-1) ?? text;
    const isPath = barest.includes("/");
    const line = lineIn(text);
    const isFrame = inFrame === true && line !== undefined;
    if (isPath || isQuoted || NAME.test(barest)) {
      const others = ends.map((path): Form => ({ path, place: "end", isShortened: true }));
      const forms = [...pathFormsOf(text, root), ...others];
      this.#add({ kind: isPath ? "path" : "name", line, isFrame }, forms);
    }
    for (const path of compoundsIn(text)) {
      this.#add({ kind: "compound" }, [{ path, place: "compound" }]);
    }
    const modules = moduleForms(text).map((path): Form => ({ path, place: "module" }));
    // What is built has lines of its own.
    this.#add({ kind: "module", isFrame }, modules);
  }

  #add(literal: Omit<Literal, "forms">, forms: readonly Form[]): void {
    if (forms.length === 0) return;
    const keyed = forms.map((form): LiteralForm => {
      const { path, place } = form;
      const folded = foldedPath(path);
      const key = KEY_STARTS[place] + folded;
      this.#places.add(place);
      this.#keys.add(key);
      this.#names.add((place === "module" ? KEY_STARTS.module : "") + baseNameOf(folded));
      return { ...form, key };
    });
    this.all.push({ ...literal, forms: keyed });
  }

  /**
   * Returns the paths that go through a link: a walk, which looks through none, cannot find them. `links` holds the paths
   * of links, from the root that the literals are for.
   */
  pathsThrough(links: ReadonlySet<string>): string[] {
    const paths = new Set<string>();
    for (const { path } of links.size === 0 ? [] : this.all.flatMap(({ forms }) => forms)) {
      const parts = path.split("/", MAX_LINK_DEPTH);
      if (parts.some((_, i) => links.has(parts.slice(0, i).join("/")))) paths.add(path);
    }
    return [...paths];
  }

  /** Returns the keys of an entry that some form has, given its folder's path: `""`, or one that ends in a slash. */
  keysOf(prefix: string, name: string): string[] {
    const keys: string[] = [];
    if (this.all.length === 0) return keys;
    if (this.#names.has(foldedPath(name))) {
      const path = foldedPath(prefix + name);
      keys.push(KEY_STARTS.whole + path, ...endsOf(path));
    }
    if (this.#places.has("compound")) {
      const compound = compoundOf(name.replace(/(?<=.)\.\w+$/, ""));
      if (compound !== undefined) keys.push(KEY_STARTS.compound + compound);
    }
    if (this.#places.has("module")) {
      const module = modulePathOf(name) || baseNameOf(modulePathOf(prefix + name));
      if (this.#names.has(KEY_STARTS.module + foldedPath(module))) {
        const ends = endsOf(foldedPath(modulePathOf(prefix + name)));
        keys.push(...ends.map((end) => KEY_STARTS.module + end));
      }
    }
    return keys.filter((key) => this.#keys.has(key));
  }
}

/** Returns a path as paths are compared: in one form and folded, without empty parts. */
export function foldedPath(path: string): string {
  const text = comparedForm(path);
  return foldUnicodeCase(text.includes("/") ? partsOf(text).join("/") : text);
}

/** Returns the last parts of a path, the longest end first. */
function endsOf(path: string): string[] {
  const parts = path.split("/").slice(-MAX_END_PARTS);
  return parts.map((_, i) => parts.slice(i).join("/"));
}

/** A part of a text that may be a path, a name or a module. */
export interface SpelledText {
  readonly text: string;
  /** True if it stands in quotes or back-ticks: then any text may be a name. */
  readonly isQuoted?: boolean;
  readonly inFrame?: boolean;
  /** What a path that it does not tell may end in instead. */
  readonly ends?: readonly string[];
}

// deno-lint-ignore no-control-regex
const ANSI = /\x1b\[[\d;]*[A-Za-z]/g;

const BETWEEN_SPACES = /\S+/g;

/** What a path in a sentence, a trace or a message stands between. */
const DELIMITERS = /["'`“”‘’«»()[\]{}<>,;|=]+/;

/** What each path, module or name outside quotes holds: a slash, a dot, colons, a hyphen, or capitals after the first letter. */
const MARKED = /[/\\]|\.\w|::|\w[-_]\w|[a-z\d][A-Z]|[A-Z]{4}|^[A-Z]\w*file\b/;

/** Returns the parts of lines that may spell out something: those of frames first, in their order. */
export function* spelledIn(lines: readonly string[]): Steps<SpelledText[]> {
  const { frames, others } = yield* framesOf(lines.map((line) => line.replace(ANSI, "")));
  const inFrames: SpelledText[] = [];
  for (const line of new Set(frames)) {
    yield;
    const ofClass = line.length <= MAX_PATH_LENGTH ? classFrameOf(line) : undefined;
    inFrames.push(...ofClass ? [ofClass] : yield* spelledTexts([line]));
  }
  return [
    ...inFrames.map((each) => ({ ...each, inFrame: true })),
    ...yield* spelledTexts(others),
  ];
}

/** Returns the parts of lines that may spell out something, each once, in order. */
function* spelledTexts(lines: readonly string[]): Steps<SpelledText[]> {
  const found = new Map<string, SpelledText>();
  for (const line of lines.flatMap(partsOfLine)) {
    yield;
    for (const part of spellingParts(line)) {
      const quoted = quotedTexts(part).map((each) => ({ ...each, isQuoted: true }));
      const others = [...part.matchAll(BETWEEN_SPACES)].flatMap(({ 0: run, index: at }) =>
        MARKED.test(run)
          ? [run, ...run.split(DELIMITERS)].map((text) => ({ at, text, isQuoted: false }))
          : []
      );
      for (const { text, isQuoted } of [...quoted, ...others].sort((a, b) => a.at - b.at)) {
        const isLong = text.length > MAX_PATH_LENGTH;
        if (found.has(text) || isLong || !isQuoted && !MARKED.test(text)) continue;
        found.set(text, { text, isQuoted });
      }
    }
  }
  return [...found.values()];
}

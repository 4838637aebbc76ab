import { MAX_PATH_LENGTH } from "./path_forms.ts";

/** A part of a text that may be a path, a name or a module. */
export interface SpelledText {
  readonly text: string;
  /** True if it stands in quotes or back-ticks: then any text may be a name. */
  readonly isQuoted: boolean;
}

/** Colours of a terminal. */
// deno-lint-ignore no-control-regex
const ANSI = /\x1b\[[\d;]*[A-Za-z]/g;

/** What stands in quotes on one line. Each class leaves out its own openings, so that a search takes linear time. */
const QUOTED =
  /"([^"\n]+)"|`([^`\n]+)`|(?<!\w)['‘`]([^'’‘`\n]+)['’](?!\w)|“([^“”\n]+)”|«([^«»\n]+)»/g;

const BETWEEN_SPACES = /\S+/g;

/** What a path in a sentence, a trace or a message stands between. */
const DELIMITERS = /["'`“”‘’«»()[\]{}<>,;|=]+/;

/** What each path, module or name outside quotes holds: a slash, a dot, colons, a hyphen, or capitals after the first letter. */
const MARKED = /[/\\]|\.\w|::|\w[-_]\w|[a-z\d][A-Z]|[A-Z]{4}|^[A-Z]\w*file\b/;

/** Returns the parts of a text that may spell out something, each once, in order. */
export function spelledTexts(text: string): SpelledText[] {
  const plain = text.replace(ANSI, "");
  const quoted = [...plain.matchAll(QUOTED)].map((match) => ({
    at: match.index,
    text: match.slice(1).find((each) => each !== undefined)!,
    isQuoted: true,
  }));
  const others = [...plain.matchAll(BETWEEN_SPACES)].flatMap(({ 0: run, index: at }) =>
    MARKED.test(run)
      ? [run, ...run.split(DELIMITERS)].map((text) => ({ at, text, isQuoted: false }))
      : []
  );
  const found = new Map<string, SpelledText>();
  for (const { text, isQuoted } of [...quoted, ...others].sort((a, b) => a.at - b.at)) {
    if (found.has(text) || text.length > MAX_PATH_LENGTH || !isQuoted && !MARKED.test(text)) {
      continue;
    }
    found.set(text, { text, isQuoted });
  }
  return [...found.values()];
}

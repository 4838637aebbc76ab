/** What is no code, as each language writes it. */

/** Text that is not code: where it begins, and how to go on behind its end. */
export interface Quote {
  readonly open: string;
  /** Matches from behind the opening to behind the end, or to `${`. Without it, `open` matches all of it. */
  readonly rest?: RegExp;
  /** Returns the end, if that depends on the opening. */
  readonly end?: (opened: string) => string;
  /** True if its end is on a line of its own. */
  readonly isHeredoc?: boolean;
  /** False if it ends with its line. */
  readonly spans?: boolean;
  /** True if nothing of it is left, not even its quotes. */
  readonly isComment?: boolean;
}

const LINE_COMMENT: Quote = { open: "\\/\\/.*", isComment: true };
const HASH_COMMENT: Quote = { open: "#(?!\\[).*", isComment: true };
const COMMENT: Quote = { open: "\\/\\*", end: () => "*/", isComment: true };
const DOUBLE: Quote = { open: '"', rest: /(?:[^"\\]|\\.)*"/y, spans: false };
const SINGLE: Quote = { open: "'", rest: /(?:[^'\\]|\\.)*'/y, spans: false };
const CHARACTER: Quote = { open: "'(?:\\\\.[^']{0,8}|[^\\\\'])'" };
const TRIPLE: Quote = { open: '"""', end: () => '"""' };
const TRIPLE_SINGLE: Quote = { open: "'''", end: () => "'''" };
const RAW: Quote = { open: "`", end: () => "`" };
export const TEMPLATE: Quote = { open: "`", rest: /(?:[^`\\$]|\\.|\$(?!\{))*(?:`|\$\{)/y };
/** A regular expression begins where no value is before it. */
const REGEXP: Quote = {
  open: "(?<=(?:^|[(,=:[!&|?{;+*%~^-]|=>|\\b(?:return|typeof|case|of|in))\\s{0,8})\\/" +
    "(?:[^\\\\/[*]|\\\\.|\\[(?:[^\\]\\\\]|\\\\.)*\\])(?:[^\\\\/[]|\\\\.|\\[(?:[^\\]\\\\]|\\\\.)*\\])*\\/",
};
const spanning = (quote: Quote): Quote => ({ ...quote, spans: true });
const heredoc = (open: string): Quote => ({
  open,
  end: (opened) => /\w+/.exec(opened)![0],
  isHeredoc: true,
});

/** The quotes of a language, by its extensions. Of two at one place, the first is meant. */
const QUOTES: readonly (readonly [extensions: string, quotes: readonly Quote[]])[] = [
  ["py", [HASH_COMMENT, TRIPLE, TRIPLE_SINGLE, DOUBLE, SINGLE]],
  ["rb", [
    { open: "^=begin\\b", end: () => "=end", isComment: true },
    { open: "^__END__$", end: () => "\0", isComment: true },
    heredoc("<<[~-]['\"`]?\\w+['\"`]?|<<['\"]?[A-Z]\\w*['\"]?"),
    { open: "(?<![$\\\\?])#.*", isComment: true },
    DOUBLE,
    SINGLE,
  ]],
  ["js mjs cjs jsx ts mts cts tsx", [LINE_COMMENT, COMMENT, DOUBLE, SINGLE, TEMPLATE, REGEXP]],
  ["php", [
    LINE_COMMENT,
    HASH_COMMENT,
    COMMENT,
    heredoc("<<<\\s?['\"]?\\w+['\"]?"),
    { open: "\\?>", end: () => "<?" },
    spanning(DOUBLE),
    spanning(SINGLE),
  ]],
  ["go", [LINE_COMMENT, COMMENT, DOUBLE, CHARACTER, RAW]],
  ["rs", [
    LINE_COMMENT,
    COMMENT,
    { open: '\\br#{0,9}"', end: (opened) => '"' + opened.slice(1, -1) },
    spanning(DOUBLE),
    CHARACTER,
  ]],
  ["cs", [
    LINE_COMMENT,
    COMMENT,
    TRIPLE,
    { open: '@\\$?"|\\$@"', rest: /(?:[^"]|"")*"(?!")/y },
    DOUBLE,
    CHARACTER,
  ]],
  ["java kt swift scala", [LINE_COMMENT, COMMENT, TRIPLE, DOUBLE, CHARACTER]],
  ["c h cc cpp hpp cxx hh", [
    LINE_COMMENT,
    COMMENT,
    { open: '\\bR"\\w{0,16}\\(', end: (opened) => `)${opened.slice(2, -1)}"` },
    DOUBLE,
    CHARACTER,
  ]],
];

const QUOTES_OF: ReadonlyMap<string, readonly Quote[]> = new Map(
  QUOTES.flatMap(([extensions, quotes]) => extensions.split(" ").map((name) => [name, quotes])),
);

/** Returns the quotes of a language. */
export function quotesOf(extension: string): readonly Quote[] {
  return QUOTES_OF.get(extension) ?? [];
}

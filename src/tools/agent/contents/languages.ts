/** How languages write what is no code, and definitions. */

/** Text that is no code. */
export interface Quote {
  /** Matches its beginning, or all of it if there is no `rest`. */
  readonly open: string;
  /** Matches what is behind the beginning, up to the end on the same line or a later one. */
  readonly rest?: RegExp | ((opened: string) => RegExp);
}

/** A family of languages that write definitions alike. */
export interface Language {
  /** Of two at one place, the first is meant. */
  readonly quotes: readonly Quote[];
  /** What tells where a definition ends, if not its braces. */
  readonly blocks?: "indentation" | "end";
  /** Each matches a definition whose brackets are empty, and has the name as its group. */
  readonly patterns: readonly RegExp[];
  /** Matches what is a definition without a body of its own lines. Without it, all are. */
  readonly bodiless?: RegExp;
}

// Each begins with a plain character, and looks behind it: that is quick to search for.
const HASH_COMMENT: Quote = { open: "#(?<![$\\\\?]#)(?!\\[).*" };
const TRIPLE: Quote = { open: '"""', rest: /.*?"""/y };
const DOUBLE: Quote = { open: '"(?:[^"\\\\]|\\\\.)*(?:"|\\\\?$)' };
const SINGLE: Quote = { open: DOUBLE.open.replaceAll('"', "'") };
const LONG_DOUBLE: Quote = { open: '"', rest: /(?:[^"\\]|\\.)*"/y };
const LONG_SINGLE: Quote = { open: "'", rest: /(?:[^'\\]|\\.)*'/y };
const OUTSIDE_PHP: Quote = { open: "\\?>", rest: /.*?<\?/y };
const CHARACTER: Quote = { open: "'(?:\\\\.[^']{0,8}|[^\\\\'])'" };
const SLASH_COMMENTS: readonly Quote[] = [{ open: "//.*" }, { open: "/\\*", rest: /.*?\*\//y }];
const HEREDOC: Quote = {
  open: "<<(?:[<~-]\\s?['\"]?[A-Za-z_]|[A-Z])\\w*.*",
  rest: (opened) => new RegExp(`^\\s*${/\w+/.exec(opened)![0]}\\b`, "y"),
};
/** A regular expression begins where no value is before it. */
const REGEXP: Quote = {
  open: "/(?<=(?:^|[(,=:[!&|?{;+*%~^-]|=>|\\b(?:return|typeof|case|of|in))\\s{0,8}/)" +
    "(?:[^\\\\/[]|\\\\.|\\[(?:[^\\]\\\\]|\\\\.){0,80}\\]){1,200}\\/",
};
const C_QUOTES: readonly Quote[] = [
  ...SLASH_COMMENTS,
  // Of #if, the first branch is code, so that brackets match; of #if 0, none.
  { open: "#(?<=^\\s*#)\\s*(?:el|if 0$).*", rest: /\s*#\s*endif\b.*/y },
  {
    open: "#(?<=^\\s*#)\\s*(?=(?:if|end|define|undef|include|pragma|error|warning|region))",
    rest: /.*[^\\]$/y,
  },
  { open: '@\\$?"|\\$@"', rest: /(?:[^"]|"")*"(?!")/y },
  TRIPLE,
  DOUBLE,
  CHARACTER,
];

/** What begins no definition: a word before another. */
const STATEMENT =
  "\\s*(?:return|throw|new|await|yield|import|use|typeof|case|else|delete|goto|do|assert)\\s+\\w";
const NAME_WORD = "~?[\\w$\\x80-\\uffff]+";
/** A name behind a word for what it is, as `class`, of which there may be two. */
const NAME = `#?((?!(?:class|struct|interface|extends|func)\\s)${NAME_WORD}|\`[^\`]+\`)`;
/** A name without such a word. */
const BARE_NAME =
  "(?!(?:async|await|if|for|while|switch|catch|foreach|using|lock|fixed|with|elseif|" +
  `synchronized|function|super|this|sizeof|assert|return)\\b)${NAME_WORD}`;
/** Words and annotations before a definition. */
const WORDS = '\\s*(?:[\\w@.:"()[\\]#-]+\\s+)*?';
const pattern = (text: string): RegExp => new RegExp(`^(?!${STATEMENT})${text}`, "u");
/** Returns a pattern of a name behind one of some words. */
const named = (words: string): RegExp =>
  pattern(`${WORDS}(?:${words})(?![\\w$])\\s*(?:[*&]\\s*)?(?:[\\w?]*(?:\\.|::))*${NAME}`);

/** A type is before a function that has no word for it. */
const TYPE = '\\s*(?:(?!:\\s)[\\w:.*&?,@"()[\\]~-]+\\s+)+?[*&]*';
/** None is before a constructor, or a call: so the name is capitalized, qualified, or not indented. */
const NO_TYPE = "(?:\\s+(?=~?[A-Z]\\w*[a-z]|\\w+::))?";
const FUNCTION = `(?:\\w+(?:::|\\.))*(operator\\s*[^\\s\\w(]+|${BARE_NAME})\\s*\\(\\)[^=;]*`;

/** The type of a variable or of what a function returns, in TypeScript. */
const OF_TYPE = "(?::(?:[^=]|=>){0,200})?";
const ARROW = `(?:async\\s*)?(?:function\\b|(?:\\(\\)|[\\w$]+)\\s*${OF_TYPE}=>)`;

const FAMILIES: readonly (readonly [extensions: string, language: Language])[] = [
  ["py", {
    quotes: [HASH_COMMENT, TRIPLE, { open: "'''", rest: /.*?'''/y }, DOUBLE, SINGLE],
    blocks: "indentation",
    patterns: [named("def|class")],
  }],
  ["rb", {
    quotes: [{ open: "^=begin\\b", rest: /=end/y }, HEREDOC, HASH_COMMENT, DOUBLE, SINGLE],
    blocks: "end",
    patterns: [named("class|module"), pattern(`${WORDS}def\\s+(?:\\w+\\.)?([^\\s(;]+)`)],
  }],
  ["js mjs cjs jsx ts mts cts tsx", {
    quotes: [...SLASH_COMMENTS, DOUBLE, SINGLE, { open: "`", rest: /(?:[^`\\]|\\.)*`/y }, REGEXP],
    patterns: [
      pattern(
        `(?!\\s*(?:export\\s+)?type\\s)${WORDS}` +
          `(?:[\\w$.]+\\s*=\\s*)*(?:[\\w$]+\\.)*#?(${BARE_NAME})\\s*(?:[?!]\\s*)?${OF_TYPE}[=:]\\s*${ARROW}`,
      ),
      named("function|class|interface|enum|namespace"),
      pattern(`${WORDS}(?:\\*\\s*)?#?(${BARE_NAME})\\??\\s*\\(\\)\\s*[:{]`),
    ],
    // A value, but not of a parameter, which a comma ends; or a method.
    bodiless: /[^=<>!]=[^=>].*=>.*[^,\s]\s*$|^[^=]*[^:|&<\s]\s*\{/,
  }],
  ["php", {
    quotes: [...SLASH_COMMENTS, HASH_COMMENT, HEREDOC, OUTSIDE_PHP, LONG_DOUBLE, LONG_SINGLE],
    patterns: [named("function|class|interface|trait|enum")],
  }],
  ["go", {
    quotes: [...SLASH_COMMENTS, DOUBLE, CHARACTER, { open: "`", rest: /[^`]*`/y }],
    patterns: [
      pattern(`func\\s*(?:\\(\\)\\s*)?${NAME}\\s*(?:\\[\\])?\\(`),
      pattern(`\\s*(?:type\\s+)?${NAME}(?:\\[\\])?\\s+(?:struct|interface)\\s*\\{`),
    ],
  }],
  ["rs", {
    quotes: [
      ...SLASH_COMMENTS,
      {
        open: '#{0,16}"(?<=\\br#*")',
        rest: (opened) => new RegExp(`.*?"${opened.slice(0, -1)}`, "y"),
      },
      LONG_DOUBLE,
      CHARACTER,
    ],
    patterns: [
      named("fn|struct|enum|union|trait|mod|macro_rules!"),
      pattern(
        `${WORDS}impl\\b(?:(?:(?!\\swhere\\s).)*?\\sfor\\s)?\\s*[&*]*(?:(?:mut|dyn)\\s+)*(?:\\w+::)*${NAME}`,
      ),
    ],
  }],
  ["kt swift", {
    quotes: C_QUOTES,
    patterns: [named("func?|class|struct|interface|enum|protocol|extension|object|actor")],
  }],
  ["java cs", {
    quotes: C_QUOTES,
    patterns: [
      named("class|struct|@?interface|enum|record"),
      pattern(`${NO_TYPE}${FUNCTION}\\{`),
      pattern(`${TYPE}${FUNCTION}(?:\\{|=>|;)`),
    ],
  }],
  ["c h cc cpp hpp cxx hh", {
    quotes: C_QUOTES,
    patterns: [
      pattern(
        `${WORDS}(?:class|struct|union|enum)\\s+(?:[\\w()]+\\s+)*?(?:\\w+::)*${NAME}\\s*(?:final\\s*)?(?::[^(){}]*)?\\{`,
      ),
      pattern(`(?:${NO_TYPE}|${TYPE})${FUNCTION}\\{`),
    ],
  }],
];

/** Returns the language of a file, if it is known. */
export function languageOf(path: string): Language | undefined {
  const extension = /\.(\w{1,5})$/.exec(path)?.[1]?.toLowerCase() ?? "";
  return FAMILIES.find(([extensions]) => extensions.split(" ").includes(extension))?.[1];
}

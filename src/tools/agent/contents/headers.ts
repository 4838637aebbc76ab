/** What a line begins, without what is in brackets. */
export interface Signature {
  readonly text: string;
  /** How much of the text is on its first line. */
  readonly first: number;
  readonly indent: number;
  /** The last line of it. */
  readonly end: number;
  /** True if it is too long to see its end. */
  readonly isCut?: boolean;
  /** Where the body opens. */
  readonly body?: { readonly line: number; readonly at: number };
}

/** What a signature defines. */
export interface Header {
  readonly name: string;
  /** True if it has no body, or none of its own lines. */
  readonly isBodiless: boolean;
  /** True if the type of a function may be on the line before. */
  readonly isUntyped: boolean;
}

/** How a family of languages writes definitions. */
export interface Syntax {
  readonly blocks: "indentation" | "end" | "braces";
  /** Each has the name as its first group. */
  readonly patterns: readonly RegExp[];
  /** True if a comma may end a function, as between the methods of an object. */
  readonly hasObjects?: boolean;
  /** Returns true if what has no braces after all defines nothing. */
  readonly needsBody?: (text: string) => boolean;
  /** True if annotations are a part of what is below them. */
  readonly hasAnnotations?: boolean;
  /** True if a type may be on the line before a function's name. */
  readonly isC?: boolean;
  /** Returns true if `{` after a text opens a value or a type, not a body. */
  readonly isObject: (text: string) => boolean;
}

const NAME = "~?[\\w$\\x80-\\uffff]+|`[^`]{1,200}`";
const pattern = (text: string): RegExp => new RegExp(text.replaceAll("NAME", `#?(${NAME})`), "u");

/** Words before a definition, and annotations. */
const MODIFIERS = new RegExp(
  "^(?:(?:export|default|declare|public|private|protected|internal|fileprivate|static|final|abstract|" +
    "override|open|sealed|data|inline|async|unsafe|const|extern|pub|readonly|partial|virtual|suspend|" +
    "operator|infix|inner|annotation|value|tailrec|external|mutating|nonmutating|convenience|required|" +
    "indirect|synchronized|native|strictfp|lateinit|actual|expect|noinline|non-sealed|ref|implicit|" +
    "case|lazy|dynamic|optional|weak|class(?=\\s+func)|isolated|nonisolated|companion)\\b(?:\\(\\))?\\s+|" +
    '"[^"]*"\\s+|@(?!interface\\b)[\\w.:]+(?:\\(\\))?\\s*|#?\\[\\]\\s*)*',
);
/** Words that no function is named, and that begin what is none. */
const STATEMENT =
  /^(?:if|for|while|switch|catch|return|else|do|try|throw|new|case|await|yield|with|foreach|lock|using|fixed|match|when|guard|defer|finally|goto|delete|typeof|elseif|declare|import|let|loop|unless|until|assert|super|this|sizeof|in|of|checked|unchecked|co_await|co_return|select|go|range|echo|print)\b(?!\s*[(=:])|^(?:if|for|while|switch|catch|return|with|foreach|lock|using|fixed|match|when|guard|elseif|declare|synchronized|assert|super|this|sizeof|typeof|function|await|new|throw|yield)\s*\(/;

const FUNCTION = pattern(
  "^(?:fn|func|fun|function|def)\\b\\s*\\*?\\s*&?\\s*(?:\\(\\)\\s*)?(?:[\\w?]+\\.)*(?:NAME)\\s*(?:\\[\\])?\\s*\\(",
);
/** Returns a pattern of a type, by the words that it may begin with. */
const typePattern = (words: string): RegExp =>
  pattern(
    `^(?:(?:enum|fun|record|ref)\\s+)?(?:${words})\\s+(?:[\\w$]+\\.)*(?:NAME)(?![\\w$]|\\s*=)`,
  );

const BRACES: Omit<Syntax, "patterns"> = {
  blocks: "braces",
  isObject: (text) => /=\s*$/.test(text),
};
const RETURNS = "\\(\\)\\s*(?::[^{;]*|=> .*)?";
const ARROW = `(?:async\\s*)?(?:function\\b|(?:\\(\\)|[\\w$]+)\\s*(?::(?:[^=]|=>)*)?=>)`;

/** What is between the name of a function in C++ and its body. */
const C_BODY = "\\(\\)(?:[^=;.,:{]|::)*(?::\\s*\\w[^;]*)?\\{";

const SYNTAXES: readonly (readonly [extensions: string, syntax: Syntax])[] = [
  ["py", {
    blocks: "indentation",
    patterns: [pattern("^\\s*(?:async\\s+)?(?:def|class)\\s+NAME")],
    isObject: () => false,
  }],
  ["rb", {
    blocks: "end",
    patterns: [
      pattern("^\\s*(?:class|module)\\s+(?:\\w*::)*([A-Z]\\w*)"),
      pattern(
        "^\\s*(?:[a-z_]+\\s+)?def\\s+(?:\\w+\\.)?([\\w\\x80-\\uffff]+[?!=]?(?![\\w=~>])|[^\\s\\w(;]+)",
      ),
    ],
    isObject: () => false,
  }],
  ["js mjs cjs jsx ts mts cts tsx", {
    blocks: "braces",
    hasObjects: true,
    needsBody: (text) =>
      !/=>/.test(text) ||
      /^(?:#?[\w$]+|["'] *["'])\s*\??:/.test(text) && !/=>\s*[\w.$]*\(\)\s*$/.test(text),
    isObject: (text) =>
      /(?:[:=,|&?(<+]|\b(?:is|as|extends|keyof|satisfies))\s*$/.test(text) && !/=>\s*$/.test(text),
    patterns: [
      FUNCTION,
      typePattern("class(?!\\s+extends)|interface|enum|namespace|module"),
      pattern("^[\\w$.]+\\s*=\\s*class\\s+(?!extends\\b)(?:NAME)"),
      pattern(
        `^(?:(?:let|var)\\s+)?(?:[\\w$.]+\\s*=\\s*)*(?:[\\w$]+\\.)*(?:NAME|(['"] *['"]))\\s*[?!]?\\s*(?::(?:[^=]|=>)*)?[=:]\\s*${ARROW}`,
      ),
      pattern(
        `^(?:(?:get|set|static|async)\\s+)*\\*?\\s*(?:NAME|(['"] *['"]))\\s*\\??${RETURNS}\\{`,
      ),
      pattern(`^(?:NAME)\\??\\(\\):[^{]*$`),
    ],
  }],
  ["go", {
    ...BRACES,
    patterns: [FUNCTION, pattern("^(?:type\\s+)?NAME(?:\\[\\])?\\s+(?:struct|interface)\\s*\\{")],
  }],
  ["rs", {
    ...BRACES,
    patterns: [
      FUNCTION,
      typePattern("struct|enum|union|trait|mod"),
      pattern(
        "^impl\\b(?:(?:(?!\\swhere\\s).)*?\\sfor\\s)?\\s*[&*]*(?:(?:mut|dyn)\\s+|'\\w+\\s+)*(?:\\w+::)*(?:NAME)",
      ),
      pattern("^macro_rules!\\s*NAME"),
    ],
  }],
  ["kt swift php scala", {
    ...BRACES,
    hasAnnotations: true,
    patterns: [
      FUNCTION,
      typePattern("class|struct|interface|enum|trait|protocol|extension|object|actor"),
    ],
  }],
  ["java cs", {
    ...BRACES,
    hasAnnotations: true,
    patterns: [
      typePattern("class|struct|interface|@interface|enum|record"),
      pattern(
        "^(?:[\\w.?]+(?:\\[\\])*[*?]*|\\(\\))\\s+(?:\\w+\\.)*(?:NAME)\\s*\\(\\)[^=;{.]*(?:\\{|=>|;)",
      ),
      pattern("^(~?[A-Z]\\w*[a-z]\\w*)\\s*\\(\\)[^=;{.]*(?:\\{|=>)"),
    ],
  }],
  ["c h cc cpp hpp cxx hh", {
    ...BRACES,
    isC: true,
    needsBody: () => true,
    isObject: (text) => /=\s*$/.test(text) || /\)\s*:[^:].*\w$/.test(text),
    patterns: [
      pattern(
        "^(?:typedef\\s+)?(?:class|struct|union|enum(?:\\s+class)?)\\s+(?:(?:[A-Z_]+|__\\w+)\\b\\s*(?:\\(\\)\\s*)?)*(?:\\w+::)*NAME\\s*(?:final\\s*)?(?::[^:(][^(]*)?\\{",
      ),
      pattern(
        "^[\\w:][\\w:\\s*&,\\[\\]]*?[\\s*&](?:[\\w]+::)*(~?\\w+|operator\\s*[^\\s\\w(]+)\\s*" +
          C_BODY,
      ),
      pattern("^(?:\\w+::)*(~?\\w+|operator\\s*[^\\s\\w(]+)\\s*" + C_BODY),
    ],
  }],
];

const SYNTAX_OF: ReadonlyMap<string, Syntax> = new Map(
  SYNTAXES.flatMap(([extensions, syntax]) => extensions.split(" ").map((name) => [name, syntax])),
);

export function syntaxOf(extension: string): Syntax | undefined {
  return SYNTAX_OF.get(extension);
}

/** Returns what a signature defines. */
export function headerOf(syntax: Syntax, signature: Signature): Header | undefined {
  let text = signature.text.trim();
  if (syntax.blocks === "braces") text = withoutGenerics(text).replace(MODIFIERS, "");
  if (STATEMENT.test(text)) return undefined;
  for (const [index, pattern] of syntax.patterns.entries()) {
    const name = pattern.exec(text)?.slice(1).find((group) => group !== undefined);
    if (name === undefined) continue;
    // A variable of a macro of Rust has a dollar; so have names in JavaScript.
    if (name.startsWith("$") && !syntax.hasObjects) return undefined;
    // A call of a macro, such as a loop, is written as a function is.
    if (syntax.isC && index === 2 && signature.indent > 0 && !/::|~|^[A-Z]\w*[a-z]/.test(text)) {
      continue;
    }
    const hasBody = signature.body !== undefined || syntax.blocks !== "braces";
    const isUntyped = syntax.isC === true && index > 0;
    return { name, isBodiless: !hasBody && (syntax.needsBody?.(text) ?? false), isUntyped };
  }
  return undefined;
}

/** Returns a text without what is in angle brackets. Those of arrows stay. */
function withoutGenerics(text: string): string {
  let rest = text.replaceAll("=>", "\u21d2").replaceAll("->", "\u2192");
  for (let i = 0; i < 4 && rest.includes("<"); i++) rest = rest.replace(/<[^<>]*>/g, "");
  return rest.replaceAll("\u21d2", "=>").replaceAll("\u2192", "->");
}

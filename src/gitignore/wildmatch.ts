/**
 * Git's wildmatch, in time linear in pattern × text.
 *
 * It works on byte strings (one character per UTF-8 byte, see {@linkcode toBytes}), as git does:
 * `?` and a class match one byte.
 *
 * @module
 */

/** One element of a pattern. `**` has a meaning of its own only as a whole segment. */
type Token =
  | { readonly type: "literal"; readonly code: number }
  | { readonly type: "any" }
  | { readonly type: "star" }
  | { readonly type: "class"; readonly has: (code: number) => boolean };

/** A pattern between two slashes: `"**"`, or what one name must match. */
type Segment = "**" | readonly Token[];

/** A compiled pattern. */
export interface Wildmatch {
  readonly segments: readonly Segment[];
}

const SLASH = 0x2f;
const NOT_ASCII = /[^\0-\x7f]/;
const encoder = new TextEncoder();

/** The UTF-8 bytes of a text, one character each. */
export function toBytes(text: string): string {
  if (!NOT_ASCII.test(text)) return text;
  let bytes = "";
  for (const byte of encoder.encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
}

/**
 * Compiles a pattern of bytes.
 *
 * @returns `undefined` if it can match nothing: a class that is not closed or unknown, or a lone
 * backslash at the end.
 */
export function compileWildmatch(pattern: string): Wildmatch | undefined {
  const segments: Segment[] = [];
  let tokens: Token[] = [];
  let i = 0;
  const endSegment = (): void => {
    segments.push(tokens);
    tokens = [];
  };
  while (i < pattern.length) {
    const code = pattern.charCodeAt(i);
    switch (pattern[i]) {
      case "/":
        endSegment();
        i++;
        break;
      case "*": {
        const from = i;
        while (pattern[i] === "*") i++;
        const isWholeSegment = i - from > 1 && (from === 0 || pattern[from - 1] === "/") &&
          (i === pattern.length || pattern[i] === "/" || pattern.startsWith("\\/", i));
        if (!isWholeSegment) {
          tokens.push({ type: "star" });
          break;
        }
        segments.push("**");
        if (i === pattern.length) return { segments };
        i += pattern[i] === "/" ? 1 : 2;
        break;
      }
      case "?":
        tokens.push({ type: "any" });
        i++;
        break;
      case "[": {
        const scanned = scanClass(pattern, i + 1);
        if (scanned === undefined) return undefined;
        tokens.push({ type: "class", has: scanned.has });
        i = scanned.end;
        break;
      }
      case "\\": {
        const escaped = pattern.charCodeAt(i + 1);
        if (Number.isNaN(escaped)) return undefined;
        if (escaped === SLASH) endSegment();
        else tokens.push({ type: "literal", code: escaped });
        i += 2;
        break;
      }
      default:
        tokens.push({ type: "literal", code });
        i++;
    }
  }
  endSegment();
  return { segments };
}

/** Whether a pattern matches a whole path, given as its names. */
export function matchPath({ segments }: Wildmatch, names: readonly string[]): boolean {
  let [s, n] = [0, 0];
  // Where to go on if a name fails: at the last `**`, which then takes one name more.
  let [retry, retryName] = [-1, 0];
  while (n < names.length) {
    const segment = segments[s];
    if (segment === "**") {
      // At the end it stands for everything below, elsewhere for any number of directories.
      if (s === segments.length - 1) return true;
      [retry, retryName] = [s, n];
      s++;
    } else if (segment !== undefined && matchName(segment, names[n]!)) {
      s++;
      n++;
    } else if (retry >= 0) {
      s = retry + 1;
      n = ++retryName;
    } else {
      return false;
    }
  }
  return s === segments.length;
}

/** Whether a pattern without a slash matches a name. */
export function matchBasename({ segments }: Wildmatch, name: string): boolean {
  const [segment] = segments;
  return segment === "**" || segment !== undefined && matchName(segment, name);
}

function matchName(tokens: readonly Token[], name: string): boolean {
  let [t, n] = [0, 0];
  let [retry, retryAt] = [-1, 0];
  while (n < name.length) {
    const token = tokens[t];
    if (token?.type === "star") {
      [retry, retryAt] = [t, n];
      t++;
    } else if (token !== undefined && matchOne(token, name.charCodeAt(n))) {
      t++;
      n++;
    } else if (retry >= 0) {
      t = retry + 1;
      n = ++retryAt;
    } else {
      return false;
    }
  }
  while (tokens[t]?.type === "star") t++;
  return t === tokens.length;
}

function matchOne(token: Token, code: number): boolean {
  switch (token.type) {
    case "literal":
      return token.code === code;
    case "class":
      return token.has(code);
    default:
      return token.type === "any";
  }
}

const CLASSES: Readonly<Record<string, RegExp>> = {
  alnum: /[0-9A-Za-z]/,
  alpha: /[A-Za-z]/,
  blank: /[ \t]/,
  // deno-lint-ignore no-control-regex
  cntrl: /[\0-\x1f\x7f]/,
  digit: /[0-9]/,
  graph: /[!-~]/,
  lower: /[a-z]/,
  print: /[ -~]/,
  punct: /[!-/:-@[-`{-~]/,
  space: /[ \t\n\r]/,
  upper: /[A-Z]/,
  xdigit: /[0-9A-Fa-f]/,
};

/** Reads a class from behind its `[`. Its members are listed once, so that a look-up is a look-up. */
function scanClass(
  pattern: string,
  start: number,
): { has: (code: number) => boolean; end: number } | undefined {
  const members = new Uint8Array(256);
  let i = start;
  const isNegated = pattern[i] === "!" || pattern[i] === "^";
  if (isNegated) i++;
  let previous = 0;
  // A `]` right at the start is a member.
  for (let isFirst = true; isFirst || pattern[i] !== "]"; isFirst = false, i++) {
    if (i >= pattern.length) return undefined;
    let code = pattern.charCodeAt(i);
    if (pattern[i] === "\\") {
      if (++i >= pattern.length) return undefined;
      code = pattern.charCodeAt(i);
      members[code] = 1;
    } else if (
      pattern[i] === "-" && previous !== 0 && i + 1 < pattern.length && pattern[i + 1] !== "]"
    ) {
      i++;
      if (pattern[i] === "\\" && ++i >= pattern.length) return undefined;
      const last = pattern.charCodeAt(i);
      for (let member = previous; member <= last; member++) members[member] = 1;
      code = 0;
    } else if (pattern[i] === "[" && pattern[i + 1] === ":") {
      const end = pattern.indexOf("]", i + 2);
      if (end < 0) return undefined;
      if (end > i + 2 && pattern[end - 1] === ":") {
        const named = CLASSES[pattern.slice(i + 2, end - 1)];
        if (named === undefined) return undefined;
        for (let member = 0; member < 128; member++) {
          if (named.test(String.fromCharCode(member))) members[member] = 1;
        }
        i = end;
        code = 0;
      } else {
        members[code] = 1;
      }
    } else {
      members[code] = 1;
    }
    previous = code;
  }
  return { has: (code) => (members[code] === 1) !== isNegated, end: i + 1 };
}

/** Reads the lines of a text, and tells the frames of runtimes and packages in a trace from those of a project. */

import type { Steps } from "../../../pacing/paced_steps.ts";

/** Directories below which packages lie, one of which may be what is searched. A package's root bears its version, if captured. */
export const PACKAGES: RegExp =
  /(?:^|\/)(?:node_modules|(?:site|dist)-packages|(?:pkg\/mod\/[^@]{1,200}@|gems\/[^/]{1,100}-)(v?\d[^/]*))\//;

/** Matches paths of standard libraries and of packages: no end of theirs is meant. */
const OTHERS =
  /(?:^|\/)(?:node_modules|(?:site|dist)-packages|lib\/(?:python|ruby)[\d.]*|python\d+\/lib|gems|pkg\/mod|registry\/src|rustlib|rustc)\/|(?<![\w./:-])(?:\/(?:nix|usr\/(?!src\/)|System)\b|node:[a-z])|\(internal\/[\w/]+\.js:/i;

/** Matches a frame of the libraries of Java, Kotlin, Scala or .NET, which has names in place of paths. */
const OTHER_NAMES =
  /^\s*at (?:[\w.]+\/)?(?:javax?|jdk|sun|kotlinx?|scala|android|dalvik|System|Microsoft)\.[^\s(]+\(/;

/** Matches what tells a frame, and what stands after its path; a sentence may hold that, too. */
const FRAME =
  /^[\s>|]*(?:at |from |created by |File |--> |❯ |#?\d+:? |(?:\* )?frame #|(?!>)[\w.$*()/<>-]*[(@]|\/|[a-z]+:[\\/]|[^\s:>|][^\s:]*:\d+:)|panicked at |\.php(?:[:(]\d| on line )|\+0x[\da-f]+$/i;
const POSITION = /:(?:line )?\d|(?:,| on) line \d|\.\w+\(\d+[,)]|\(\+0x/;

/** Matches a frame of Python and of pytest, which tell the last call last. */
const PYTHON_FRAME = /^[\s>|]*File (?:"|\S+\.py:\d)|^\s*\S+\.py:\d+: ?(?:in \S+|[\w.]*)\s*$/;

/** Match a frame with a class and its package, the file, and the line: of Java, Kotlin and the like; of C#. */
const CLASS_FRAMES = [
  /(?<![\w.$])((?:[\w$]+\.)+)[^()]{1,200}\(([\w-]+\.(?:java|kts?|scala|groovy|clj)):(\d+)\)/,
  /^\s*at ((?:[\w`+]+\.)+)[^()]{1,200}\([^()]*\) in (.+):line (\d+)\s*$/,
];

const MAX_PACKAGES = 16;

/** Matches the end of the first line of a frame that has two: of Go, of Rust, of Python. Each line is looked at once. */
const WITHIN_FRAME =
  /\n(?:\t(?=\/)|(?<=^ *\d+: .*\n) +(?=at )|(?<=^ *File ".*\n) +(?=\S)(?!File "))/gm;

/** Returns the lines of a text that are not blank, with each frame of a trace in one. */
export function linesOf(text: string): string[] {
  const lines = text.replace(WITHIN_FRAME, " ").split(/[\r\n\u2028\u2029]+/);
  return lines.filter((line) => line.trim() !== "");
}

/** Maximum characters of a part of a line: as many as the longest path has. */
const MAX_PART_LENGTH = 4096;
/** Matches the longest part that ends before a space; the longest of all where there is no space. */
const PART = new RegExp(`.{1,${MAX_PART_LENGTH}}(?!\\S)|.{${MAX_PART_LENGTH}}`, "gsu");

/** Returns a line in parts, each short enough to be read without a pause. Most have one. */
export function partsOfLine(line: string): readonly string[] {
  return line.length <= MAX_PART_LENGTH ? [line] : line.match(PART)!;
}

/** Matches the start of a path in a package, and its name: of pnpm as well, which keeps each version of it apart. */
const PACKAGE =
  /node_modules[\\/](?:\.pnpm[\\/][^\s\\/]+[\\/]node_modules[\\/])?(?:@[^\s\\/]+[\\/])?([^\s\\/]+)(?=[\\/])/g;

/** Returns a text with the paths in an installed package of one of these names, folded, as those of its own folder. */
export function withOwnPackage(text: string, names: ReadonlySet<string>): string {
  return text.replace(PACKAGE, (all, name) => names.has(name.toLowerCase()) ? name : all);
}

export function isOfOthers(path: string): boolean {
  return OTHERS.test(path.replaceAll("\\", "/"));
}

function isFrame(line: string): boolean {
  return FRAME.test(line) && POSITION.test(line);
}

export function isForeignFrame(line: string): boolean {
  return OTHER_NAMES.test(line) || isFrame(line) && isOfOthers(line);
}

/** Tells the frames among lines from the others, in the order in which they matter: of Python, the last first. */
export function* framesOf(
  lines: readonly string[],
): Steps<Readonly<Record<"frames" | "others", readonly string[]>>> {
  const frames: string[] = [];
  const others: string[] = [];
  for (const line of lines) {
    yield;
    (isFrame(line) ? frames : others).push(line);
  }
  const ofPython = frames.filter((line) => PYTHON_FRAME.test(line));
  const inOrder = frames.map((line) => PYTHON_FRAME.test(line) ? ofPython.pop()! : line);
  return { frames: inOrder, others };
}

/**
 * Returns the path of the file of a class in a frame, and what else it may end in, the likeliest first: its package and its
 * name. Where there is no path, the package stands for it.
 */
export function classFrameOf(
  line: string,
): { readonly text: string; readonly ends: readonly string[] } | undefined {
  const match = isForeignFrame(line)
    ? undefined
    : CLASS_FRAMES.map((each) => each.exec(line)).find(Boolean);
  if (!match) return undefined;
  const [, names = "", path = "", position] = match;
  const name = path.split(/[/\\]/).at(-1)!;
  const parts = [...names.split(".").slice(0, -2).slice(-MAX_PACKAGES), name];
  const ends = parts.map((_, i) => parts.slice(i).join("/"));
  // A folder of C# may have the names of several: `Acme.Billing/Invoice.cs`.
  const joined = parts.slice(2).map((_, i) =>
    [parts.slice(0, i + 2).join("."), ...parts.slice(i + 2)].join("/")
  );
  return { text: `${path === name ? ends[0] : path}:${position}`, ends: [...joined, ...ends] };
}

/** Returns the line that stands after a path: `a.ts:12:5`, `a.ts(12,5)`, `a.ts#L12`. */
export function lineIn(text: string): number | undefined {
  const name = text.slice(Math.max(text.lastIndexOf("/"), text.lastIndexOf("\\")) + 1);
  const digits = /(?:[:(]|#L)(\d{1,7})(?!\w|\.\w)/.exec(name)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

/** Match the function before a URL, and a line after a path that does not follow it at once: `"a.py", line 12`. */
const FUNCTION_BEFORE = /^\s*[^\s@]*@(?=\w+:\/\/)/;
const LINE_AFTER = /(\.\w{1,16}|file)(["'`’”]?)(?:,? \(?(?:on |at )?lines? |:line )(\d+)/gi;

/** Returns what a line may spell out. A foreign frame's functions bear the names of anybody's files: of it, paths alone. */
export function spellingParts(line: string): string[] {
  const text = line.replace(FUNCTION_BEFORE, "").replace(LINE_AFTER, "$1:$3$2");
  return isForeignFrame(line) ? text.split(/[\s"'()]+/).filter(isOfOthers) : [text];
}

/** Reads the lines of a text, and tells the frames of runtimes and packages in a trace from those of a project. */

/** Directories below which packages lie, one of which may be what is searched. A package's root bears its version, if captured. */
export const PACKAGES: RegExp =
  /(?:^|\/)(?:node_modules|(?:site|dist)-packages|(?:pkg\/mod\/[^@]{1,200}@|gems\/[^/]{1,100}-)(v?\d[^/]*))\//;

/** Matches paths of standard libraries and of packages: no end of theirs is meant. */
const OTHERS =
  /(?:^|\/)(?:node_modules|(?:site|dist)-packages|lib\/(?:python|ruby)[\d.]*|python\d+\/lib|gems|pkg\/mod|registry\/src|rustlib|rustc)\/|(?<![\w./:-])(?:\/(?:nix|usr\/(?!src\/)|System)\b|node:[a-z])|\(internal\/[\w/]+\.js:/i;

/** Matches a frame of the libraries of Java, Kotlin, Scala or .NET, which has names in place of paths. */
const OTHER_NAMES =
  /^\s*at (?:[\w.]+\/)?(?:javax?|jdk|sun|kotlinx?|scala|android|dalvik|System|Microsoft)\.[^\s(]+\(/;

/** Matches the start of a frame, and what stands after its path; a sentence may hold that, too. */
const FRAME = /^\s*(?:at |from |File "|#?\d+:? |[\w.$*()/-]*[(@]|\/|[a-z]:\\)/i;
const POSITION = /:\d|, line \d|\(\+0x/;

/** Matches the end of the first line of a frame that has two: of Go, of Rust, of Python. */
const WITHIN_FRAME = /\n\t(?=\/)|(?<=^ *\d+: .*)\n +(?=at )|(?<=^ *File ".*)\n +(?=\S)(?!File ")/gm;

/** Returns the lines of a text that are not blank, with each frame of a trace in one. */
export function linesOf(text: string): string[] {
  const lines = text.replace(WITHIN_FRAME, " ").split(/[\r\n\u2028\u2029]+/);
  return lines.filter((line) => line.trim() !== "");
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

export function isForeignFrame(line: string): boolean {
  return OTHER_NAMES.test(line) || FRAME.test(line) && POSITION.test(line) && isOfOthers(line);
}

/** Returns what a line may spell out. A foreign frame's functions bear the names of anybody's files: of it, paths alone. */
export function spellingParts(line: string): string[] {
  return isForeignFrame(line) ? line.split(/[\s"'()]+/).filter(isOfOthers) : [line];
}

/** The path syntax of an operating system. Dirscope writes `/` between the parts on every system. */
export interface PathStyle {
  /** Returns the absolute start, and the parts from there, `.` and `..` and empty ones among them. */
  split(path: string, base: string): { readonly start: string; readonly parts: string[] };
  isAbsolute(path: string): boolean;
  /** Returns the root directory of an absolute path; it ends in `/`. */
  rootOf(path: string): string;
  fromSystem(path: string): string;
  /** Reports whether an absolute path names a device or a namespace, and no place in a file system. */
  isDevice(path: string): boolean;
  /** Reports whether an absolute path leads to another machine, which would learn who connects. */
  isRemote(path: string): boolean;
  /** Reports whether a name of well-formed text reaches the entry of that name and no other. */
  isLiteralName(name: string): boolean;
  /** Folds the case of a text, so that all spellings of one name are equal. The length stays. */
  fold(text: string): string;
  /** Maximum length of a name, in UTF-16 units, where the system reports a longer one as missing. */
  readonly maxNameLength: number;
  /** True if names are case-insensitive on every disk, and `realPath` returns the stored spelling. */
  readonly ignoresCase: boolean;
}

export const POSIX_PATHS: PathStyle = {
  split: (path, base) => ({ start: path.startsWith("/") ? "/" : base, parts: path.split("/") }),
  isAbsolute: (path) => path.startsWith("/"),
  rootOf: () => "/",
  fromSystem: (path) => path,
  isDevice: () => false,
  isRemote: () => false,
  isLiteralName: () => true,
  fold: (text) => text,
  maxNameLength: Infinity,
  ignoresCase: false,
};

/** How paths are written on a system. Every path of ours has `/` between its parts, whatever the system. */
export interface PathStyle {
  /**
   * Takes a path apart.
   *
   * @param path The path as somebody wrote it, or as a link stores it.
   * @param base The absolute path of the directory that it is relative to.
   * @returns Where it starts, and the parts from there, `.` and `..` and empty ones among them.
   */
  split(path: string, base: string): { readonly start: string; readonly parts: string[] };
  /** Whether a path says where it is without a base. */
  isAbsolute(path: string): boolean;
  /** The root directory of an absolute path of ours; it ends in `/`. */
  rootOf(path: string): string;
  /** A path as the system gave it, as one of ours. */
  fromSystem(path: string): string;
  /** Whether a path of ours names no place in a file system but a device or a name space. */
  isDevice(path: string): boolean;
  /** Whether a path of ours leads to another machine, which learns who asks. */
  isRemote(path: string): boolean;
  /** Whether the system reaches, by a name of well-formed text, the entry of that name and no other. */
  isLiteralName(name: string): boolean;
  /** A form that all spellings of one name share; as long as the text. */
  fold(text: string): string;
  /** How long a name may be, in UTF-16 units, where the system calls a longer one missing. */
  readonly maxNameLength: number;
  /** Whether many spellings of a name reach one entry on every disk, and `realPath` gives the stored one. */
  readonly isCaseInsensitive: boolean;
}

/** Paths of Linux, macOS and their like. */
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
  isCaseInsensitive: false,
};

/**
 * All that Dirscope asks of the operating system's files.
 *
 * @module
 */

/** The calls that read a file system; there is none that writes. */
export type FileSystem = Pick<
  typeof Deno,
  | "lstatSync"
  | "readDir"
  | "readDirSync"
  | "readFileSync"
  | "readLinkSync"
  | "realPathSync"
  | "statSync"
>;

/** Deno's own. Only through it are files looked at. */
export const fileSystem: FileSystem = Deno;

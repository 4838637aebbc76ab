/** The only door to the file system. */

/** The calls that Dirscope makes; none of them writes. */
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

/** Deno's own calls. */
export const fileSystem: FileSystem = Deno;

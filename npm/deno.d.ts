/** The types of Deno that the declarations of the package name, as far as it uses them. */
export declare namespace Deno {
  /** The metadata of an entry. */
  interface FileInfo {
    readonly isFile: boolean;
    readonly isDirectory: boolean;
    readonly isSymlink: boolean;
    readonly size: number;
    readonly dev: number;
    readonly ino: number | null;
    readonly mtime: Date | null;
    readonly ctime: Date | null;
    readonly birthtime: Date | null;
  }

  /** An entry of a directory. */
  interface DirEntry {
    readonly name: string;
    readonly isFile: boolean;
    readonly isDirectory: boolean;
    readonly isSymlink: boolean;
  }
}

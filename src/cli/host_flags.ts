/** The flags by which a host configures a call or a server. */
export interface HostFlags {
  /** The allowed roots. */
  readonly scope: readonly string[];
  readonly hide: readonly string[];
  readonly show: readonly string[];
  /** The names of the files in any folder that hide as \`hide\` does. */
  readonly "ignore-file": readonly string[];
  /** The path of a global excludes file. */
  readonly "excludes-file"?: string;
  /** Set if no file is to be opened for what it says. */
  readonly "no-contents"?: boolean;
  /** The SQLite file of the project memory. */
  readonly memory?: string;
  /** The SQLite file of the log. */
  readonly log?: string;
  readonly help?: boolean;
}

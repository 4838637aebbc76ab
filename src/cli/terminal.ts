/** The output streams of a command, its exit statuses and errors. */

/** Deno's permissions by name, each with the values to grant; an empty list grants none. */
export interface RequiredPermissions {
  /** Absolute paths. */
  readonly read: readonly string[];
  /** Absolute paths. SQLite keeps files beside them, which need no permission of their own. */
  readonly write: readonly string[];
  /** Addresses, as `HOST:PORT`. */
  readonly net: readonly string[];
  /** Names of environment variables. */
  readonly env: readonly string[];
  /** True if it starts the MCP server, whose workers load the built files. */
  readonly serves: boolean;
}

/** Exit status of the command. */
export const EXIT = { ok: 0, toolError: 1, usage: 2, interrupted: 130 } as const;

/** Standard output and standard error. */
export interface Terminal {
  /** Receives the permissions that a line requires, once it is read. */
  readonly grant?: (needs: RequiredPermissions) => void;
  /** True if standard output is a terminal, and no pipe or file. */
  readonly isTerminal: boolean;
  /** True if standard output may be coloured. */
  readonly isColored: boolean;
  /** True if standard error is a terminal, which shows the status line. */
  readonly showsStatus: boolean;
  /** Writes to standard output, and returns `EXIT.ok`; throws {@linkcode OutputError} if it cannot be written. */
  print(text: string): Promise<number>;
  /** Writes lines to standard error, unless it is closed. Returns the exit status. */
  printError(message: string, status: number): Promise<number>;
  readInput(): Promise<string>;
  /** Writes the text of a status line to standard error, synchronously. */
  writeStatus(text: string): void;
}

/** Runs a command with the words after its name. Resolves to the exit status. */
export type Command = (words: readonly string[], terminal: Terminal) => Promise<number>;

/** An error that ends the command. */
export class CommandError extends Error {
  override readonly name: string = "CommandError";
  readonly status: number;

  /** @param message The problem, in text that is safe to show. */
  constructor(message: string, status: number = EXIT.toolError) {
    super(message);
    this.status = status;
  }

  /** Returns the line for standard error; empty if there is nothing to report. */
  report(): string {
    return this.message === "" ? "" : `dirscope: ${this.message}`;
  }
}

/** Wrong usage. */
export class UsageError extends CommandError {
  override readonly name = "UsageError";

  /** @param advice What to do, as the end of a sentence after a colon. */
  constructor(message: string, advice?: string) {
    super(
      message + (advice === undefined ? " (--help shows the usage)" : `: ${advice}`),
      EXIT.usage,
    );
  }
}

/** The output cannot be written: the disk is full, or, without a message, the reader has closed the pipe. */
export class OutputError extends CommandError {
  override readonly name = "OutputError";
}

/** Returns a word as a shell takes it. */
export function shellQuoted(word: string): string {
  // The shells of Windows share this form alone, and no path there holds a quote.
  if (Deno.build.os === "windows" && /[^\w./@:+-]/.test(word)) return `"${word}"`;
  return /^[\w./@:+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}

/** What a command writes to, and how it ends. */
/** Exit status of the command. */
export const EXIT = { ok: 0, toolError: 1, usage: 2, interrupted: 130 } as const;

/** Standard output and standard error. */
export interface Terminal {
  /** Whether what is printed may be coloured. */
  readonly isColored: boolean;
  /** Whether somebody sees the status line. */
  readonly isWatched: boolean;
  /**
   * Writes to standard output.
   *
   * @returns `EXIT.ok`.
   * @throws {OutputError} If it cannot be written.
   */
  print(text: string): Promise<number>;
  /** Writes lines to standard error if it can. Returns the exit status. */
  printError(message: string, status: number): Promise<number>;
  /** Writes to standard error at once, what a terminal shows for a moment. */
  writeStatus(text: string): void;
}

/** Carries out a command: takes the words after its name and gives the exit status. */
export type Command = (words: readonly string[], terminal: Terminal) => Promise<number>;

/** Wrong usage. `message` is safe to show. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** A command that cannot be carried out. `message` is safe to show. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** The output cannot be written: the disk is full. */
export class OutputError extends Error {}

/** The reader has closed the pipe, as `| head` does. */
export class ClosedPipe extends OutputError {}

/**
 * What a command writes to, and how it ends.
 *
 * @module
 */

/** Exit status of the command. */
export const EXIT = { ok: 0, toolError: 1, usage: 2, interrupted: 130 } as const;

/** Standard output and standard error. */
export interface Terminal {
  /** Whether what is printed may be coloured. */
  readonly isColored: boolean;
  /** Whether what is flashed is seen. */
  readonly isWatched: boolean;
  /**
   * Writes to standard output.
   *
   * @returns `EXIT.ok`.
   * @throws {OutputError} If it cannot be written.
   */
  print(text: string): Promise<number>;
  /** Writes lines to standard error, if it can, and gives the exit status back. */
  printError(message: string, status: number): Promise<number>;
  /** Writes to standard error at once: what a terminal shows for a moment. */
  writeStatus(text: string): void;
}

/** Carries out a command: what follows its name, to the exit status. */
export type Command = (words: readonly string[], terminal: Terminal) => Promise<number>;

/** A command line that cannot be understood. `message` is safe to show. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** What was asked cannot be done. `message` is safe to show. */
export class CommandError extends Error {
  override readonly name = "CommandError";
}

/** The output cannot be written: the disk is full. */
export class OutputError extends Error {}

/** The reader has had enough, as `| head` has. */
export class ClosedPipe extends OutputError {}
